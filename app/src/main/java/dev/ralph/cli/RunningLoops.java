package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import dev.ralph.budget.Counters;
import dev.ralph.budget.Prices;
import dev.ralph.budget.Spent;
import dev.ralph.budget.UsageMeter;
import dev.ralph.config.Profile;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.projection.RunInfo;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The loops that processes work on right now, with what their agents do: read from the journal and from what the
/// agents print, whoever runs them.
final class RunningLoops implements AutoCloseable {
    private final Ralph ralph;
    private final int most;
    private final Map<String, Followed> followed = new HashMap<>();
    private @Nullable Prices prices;

    /// @param since  when the loop began
    /// @param action what its agent did last, or what the loop does
    /// @param spent  by all of its attempts
    /// @param run    of the attempt that runs, null where none does
    record Running(
            StreamHead head,
            int iteration,
            int most,
            Instant since,
            String action,
            Spent spent,
            @Nullable RunFolder run) {
        /// Of the agent's process; 0 where it is not known.
        long pid() {
            return run == null
                    ? 0
                    : RunInfo.read(run.info()).map(info -> info.number("pid")).orElse(0L);
        }
    }

    /// The attempt of a loop whose output is read.
    ///
    /// @param seq      up to which entry of the loop this is true
    /// @param before   what the attempts before it used
    /// @param activity null where no attempt runs
    private record Followed(
            long seq,
            Spent before,
            @Nullable RunFolder run,
            @Nullable LogFile file,
            @Nullable AgentActivity activity) {
        void close() {
            try {
                if (file != null) {
                    file.close();
                }
            } catch (IOException stays) {
                return; // it was only read
            }
        }
    }

    /// @param most how many bytes of an agent's output are read at a look
    RunningLoops(Ralph ralph, int most) {
        this.ralph = ralph;
        this.most = most;
    }

    /// Those that were begun first come first.
    ///
    /// @param open loops that have not ended
    /// @param runs whether a process runs the loop of this head
    List<Running> look(JournalView journal, Collection<LoopSummary> open, Predicate<StreamHead> runs) {
        List<LoopSummary> now = open.stream()
                .filter(loop -> loop.open() && works(loop.activity()) && runs.test(loop.head()))
                .sorted(Comparator.comparing(LoopSummary::startedAt)
                        .thenComparing(loop -> loop.head().id()))
                .toList();
        Set<String> ids = now.stream().map(loop -> loop.head().id()).collect(Collectors.toSet());
        followed.entrySet().removeIf(entry -> {
            if (!ids.contains(entry.getKey())) {
                entry.getValue().close();
            }
            return !ids.contains(entry.getKey());
        });
        List<Running> running = new ArrayList<>();
        for (LoopSummary loop : now) {
            running.add(look(journal, loop));
        }
        return running;
    }

    /// Whether it keeps an agent, or the machine, busy.
    private static boolean works(Activity activity) {
        return switch (activity) {
            case PAUSED, PARKED, ENDED -> false;
            case READY, RESTING, LIMITED, RUNNING, AWAITING_CHILDREN, CHECKING, REFUSING -> true;
            case KEEPING, DISCARDING, ASKING, STOPPING, FINISHING -> true;
        };
    }

    private Running look(JournalView journal, LoopSummary loop) {
        String id = loop.head().id();
        Followed known = followed.get(id);
        if (known == null || known.seq() != loop.seq()) {
            known = follow(journal, loop, known);
            followed.put(id, known);
        }
        if (known.run() != null && known.file() == null) {
            known = opened(known);
            followed.put(id, known);
        }
        AgentActivity activity = known.activity();
        Spent spent = known.before();
        String action = Profile.of(loop.head().profile())
                .wording()
                .of(loop.activity(), loop.attempts(), loop.progress().until());
        if (activity != null) {
            read(known);
            spent = spent.plus(activity.spent().atLeast());
            action = activity.last().isEmpty() ? action : activity.last();
        }
        return new Running(
                loop.head(), loop.iteration(), loop.iterations(), loop.startedAt(), action, spent, known.run());
    }

    private static void read(Followed known) {
        try {
            if (known.file() != null && known.activity() != null) {
                known.file().copyTo(known.activity());
            }
        } catch (IOException unreadable) {
            return; // then its last words stay what they were
        }
    }

    /// What the journal says of the attempt that runs.
    private Followed follow(JournalView journal, LoopSummary loop, @Nullable Followed before) {
        List<JournalEntry<Event>> entries = journal.entries(loop.head().id());
        LoopState state = LoopState.replay(List.of(entries.getFirst().event()));
        Counters counters = Counters.FRESH;
        String run = null;
        for (JournalEntry<Event> entry : entries.subList(1, entries.size())) {
            Event event = entry.event();
            if (event instanceof Event.AttemptStarted started) {
                run = started.run();
                counters = state.decision() instanceof Decision.StartAttempt start
                        ? start.assignment().counters()
                        : Counters.UNKNOWN;
            } else if (event instanceof Event.AttemptEnded || event instanceof Event.AttemptLost) {
                run = null;
            }
            state = state.after(event);
        }
        long seq = entries.getLast().seq();
        Spent spent = state.cost().spent();
        RunFolder folder = run == null
                ? null
                : new LoopPaths(ralph.layout(), ralph.folder(), loop.head())
                        .task()
                        .run(run);
        if (before != null && folder != null && folder.equals(before.run())) {
            return new Followed(seq, spent, folder, before.file(), before.activity());
        }
        if (before != null) {
            before.close();
        }
        if (folder == null) {
            return new Followed(seq, spent, null, null, null);
        }
        StreamFormat format = StreamFormat.of(state.agent().stream()).orElse(StreamFormat.TEXT);
        AgentActivity activity =
                new AgentActivity(format.reader(ResetTimes.UNKNOWN), new UsageMeter(prices(), counters), most);
        return opened(new Followed(seq, spent, folder, null, activity));
    }

    /// An agent that has printed nothing may have no file yet.
    private static Followed opened(Followed known) {
        try {
            RunFolder run = known.run();
            LogFile file = run == null ? null : LogFile.open(run.stdout(), LogFile.Zeros.LEFT_OUT);
            return new Followed(known.seq(), known.before(), run, file, known.activity());
        } catch (IOException unreadable) {
            return known;
        }
    }

    private Prices prices() {
        Prices known = prices;
        if (known == null) {
            known = ralph.prices();
            prices = known;
        }
        return known;
    }

    @Override
    public void close() {
        followed.values().forEach(Followed::close);
        followed.clear();
    }
}
