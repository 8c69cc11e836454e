package dev.ralph.session;

import dev.ralph.loop.Caps;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.signal.PromiseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A loop of one session: its events, and the state they lead to. A turn of the session is an attempt.
///
/// @param began  as it was begun, or taken over from another program in the midst of it
/// @param stored how many of the entries are on disk
/// @param loaded how many there were when it was read: those on disk, and what people did to the state file since
record SessionLoop(RalphLoopState began, List<Entry> entries, LoopState now, int stored, int loaded) {
    /// Starts the agent, and makes the one check: [SessionHost#objection].
    static final String HOST = "host";

    private static final Duration RECOVERY = Duration.ofSeconds(5);
    private static final int UNKNOWN = SessionMessage.UNKNOWN;
    /// So that the file of a loop of a million turns stays small.
    private static final int MOST_ENTRIES = 1000;

    /// @param messages how many the session had then, [SessionMessage#UNKNOWN] where nobody knows
    record Entry(Instant at, int messages, Event event) {}

    /// What is on disk.
    record Stored(RalphLoopState began, List<Entry> entries) {}

    /// Its agent is in its first turn, or in that which another program has counted.
    static SessionLoop begin(RalphLoopState began, RalphLoopConfig config, int messages) {
        String blocked = config.blockedPromise();
        PromiseRule rule = PromiseRule.session(began.completionPromise());
        // Whoever chose the one word for both means the end of the work.
        PromiseRule promise =
                blocked == null || blocked.equalsIgnoreCase(rule.promise()) ? rule : rule.withBlocked(blocked);
        // One turn in which nothing was said and done is enough.
        Caps caps = new Caps(Caps.Budget.UNLIMITED, Caps.Budget.UNLIMITED, null, null, 1, 1, false);
        Policy policy = Policy.of(Policy.AgentCommand.program(HOST))
                .with(Policy.Limits.DEFAULT.with(caps))
                .with(Policy.Pace.DEFAULT.withRestartDelay(config.continuationDelay()))
                .withChecks(List.of(HOST))
                .with(new ConversationPolicy(
                        ConversationPolicy.Session.RESUME,
                        promise,
                        config.requireWork(),
                        ConversationPolicy.OnQuestion.END,
                        Set.of(),
                        new SessionRules(RECOVERY, null, began.description()),
                        null));
        Entry first = new Entry(began.startedAt(), messages, new Event.AttemptStarted(1, "1"));
        return begin(began, policy, first, first);
    }

    private static SessionLoop begin(RalphLoopState began, Policy policy, Entry since, Entry turn) {
        int attempts = allowed(began.maxIterations(), began);
        Event.LoopStarted started =
                new Event.LoopStarted(policy.with(policy.limits().withAttempts(attempts)));
        List<Entry> entries = new ArrayList<>(List.of(
                new Entry(since.at(), since.messages(), started),
                new Entry(turn.at(), turn.messages(), new Event.AttemptStarted(1, "1"))));
        if (!began.active()) {
            entries.add(new Entry(turn.at(), UNKNOWN, new Event.Held("its state file")));
        }
        return replay(new Stored(began, entries), 0);
    }

    static SessionLoop replay(Stored stored, int onDisk) {
        List<Event> events = stored.entries().stream().map(Entry::event).toList();
        return new SessionLoop(
                stored.began(),
                List.copyOf(stored.entries()),
                LoopState.replay(events),
                onDisk,
                stored.entries().size());
    }

    SessionLoop after(Entry entry) {
        List<Entry> more = new ArrayList<>(entries);
        more.add(entry);
        return new SessionLoop(began, List.copyOf(more), now.after(entry.event()), stored, loaded);
    }

    /// With what happened to the other since that was read.
    SessionLoop and(SessionLoop other) {
        SessionLoop next = this;
        for (Entry entry : other.entries.subList(other.loaded, other.entries.size())) {
            next = next.after(entry);
        }
        return next;
    }

    /// With what people did to its state file.
    ///
    /// @param shown there, of the same loop
    SessionLoop edited(RalphLoopState shown, SpecifiedStateFile file) {
        SessionLoop next = this;
        Instant at = entries.getLast().at();
        Event terms = file.changed(shown, state(), now.policy(), began.iteration() - 1)
                .orElse(null);
        if (terms != null) {
            next = next.after(new Entry(at, UNKNOWN, terms));
        }
        if (shown.active() == now.held()) {
            String by = file.path().toString();
            next = next.after(new Entry(at, UNKNOWN, shown.active() ? new Event.Released(by) : new Event.Held(by)));
        }
        return new SessionLoop(began, next.entries, next.now, stored, next.entries.size());
    }

    /// Taken over, where so many entries of its own file are replaced.
    SessionLoop onDisk(int replaced) {
        return new SessionLoop(began, entries, now, replaced, loaded);
    }

    /// As it is written: of a long one its last turn.
    Stored toStore() {
        return entries.size() <= MOST_ENTRIES || !(now.phase() instanceof Phase.Running)
                ? new Stored(began, entries)
                : begin(state(), now.policy(), since(), turn()).toStore();
    }

    /// As the specification shows it.
    RalphLoopState state() {
        PromiseRule promise = now.policy().conversation().promise();
        return new RalphLoopState(
                !now.held(),
                began.iteration() - 1 + now.iteration(),
                Math.max(began.iteration() - 1 + now.policy().limits().attempts(), 1),
                promise == null ? began.completionPromise() : promise.promise(),
                began.startedAt(),
                began.prompt(),
                began.sessionId(),
                now.attempts() > 1 ? turn().at() : began.lastIterationAt(),
                began.description());
    }

    /// How many attempts are left of so many iterations, those before it was taken over counted.
    private static int allowed(int iterations, RalphLoopState began) {
        return Math.max(1, iterations - began.iteration() + 1);
    }

    /// The beginning of the last turn.
    Entry turn() {
        return last(event -> event instanceof Event.AttemptStarted);
    }

    /// From where on a promise counts: a refused one has to be given anew.
    Entry since() {
        return last(event ->
                refusal(event) instanceof Reason.PromiseWithoutWork || refusal(event) instanceof Reason.ChecksFailed);
    }

    /// The first one where there is none.
    private Entry last(Predicate<Event> which) {
        return entries.reversed().stream()
                .filter(entry -> which.test(entry.event()))
                .findFirst()
                .orElse(entries.getFirst());
    }

    /// Why what was said in the last turn was not believed, in words for the agent; null when nothing is to be said.
    @Nullable
    String remark() {
        Reason.Refusal refusal = refusal(last(event -> event instanceof Event.AttemptStarted || refusal(event) != null)
                .event());
        return refusal == null ? null : words(refusal);
    }

    private static Reason.@Nullable Refusal refusal(Event event) {
        return switch (event) {
            case Event.AttemptEnded ended
            when ended.report().statement() != null ->
                ended.report().statement().remark();
            case Event.ChecksEnded checks -> checks.verdict().refusal().orElse(null);
            default -> null;
        };
    }

    private static String words(Reason.Refusal refusal) {
        return switch (refusal) {
            case Reason.PromiseWithoutWork _ -> "You claimed to be done but did nothing. Do the work first.";
            case Reason.WrongPromise wrong ->
                "The promise must be '" + wrong.wanted() + "', not '" + wrong.said() + "'.";
            case Reason.ChecksFailed failed ->
                "The promise was given, but not accepted: "
                        + failed.results().getFirst().reason();
        };
    }

    boolean isSameLoop(SessionLoop other) {
        return began.isSameLoop(other.began);
    }

    /// Whether nothing happened to it since the other was stored.
    boolean isAt(SessionLoop other) {
        return isSameLoop(other) && stored == other.stored;
    }
}
