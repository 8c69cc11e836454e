package dev.ralph.projection;

import dev.ralph.bus.MessageDraft;
import dev.ralph.config.Profile;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.store.JournalEntry;
import dev.ralph.wording.DurationText;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the task's bus says about an entry of the journal. The texts are those users search for.
public record Announcements(LoopPaths paths) {
    private static final int STDERR_LINES = 50;
    private static final int STDERR_BYTES = 16 << 10;

    /// Names the entry a message tells of, so that none is told twice.
    public static final String ENTRY = "entry";

    /// @param run the run that is or was going on, null when there is none
    public List<MessageDraft> of(JournalEntry<Event> entry, LoopState state, @Nullable String run) {
        List<MessageDraft> messages = new ArrayList<>();
        switch (entry.event()) {
            case Event.AttemptStarted started -> {
                messages.add(draft("INFO", "starting root agent (restart #" + (started.attempt() - 1) + ")", run));
                messages.add(draft(
                        "RUN_START",
                        "run started: " + paths.task().run(started.run()).path(),
                        run));
            }
            case Event.AttemptEnded ended -> ended(messages, ended, state, run);
            case Event.AttemptLost lost -> {
                messages.add(
                        draft("RUN_CRASH", "Ralph was killed during run " + run + "; all its processes are gone", run));
                messages.add(draft("WARNING", "agent failed on restart #" + (lost.attempt() - 1) + ": lost", run));
            }
            case Event.ChildrenEnded children
            when !children.left().isEmpty() ->
                messages.add(draft(
                        "WARNING",
                        "timeout waiting for children after "
                                + DurationText.format(state.policy().pace().childWait()) + ": " + children.left(),
                        run));
            case Event.SignalRefused refused -> messages.add(draft("WARNING", of(refused, state), run));
            case Event.StopRequested stop -> messages.add(draft("INFO", "stop requested by " + stop.by(), run));
            case Event.Held held -> messages.add(draft("INFO", "paused by " + held.by(), run));
            case Event.Released released -> messages.add(draft("INFO", "resumed by " + released.by(), run));
            case Event.TermsChanged changed -> messages.add(draft("INFO", Wording.of(changed), run));
            case Event.LoopResumed resumed -> messages.add(draft("INFO", "loop resumed by " + resumed.by(), run));
            case Event.WorkKept kept
            when kept.commit() != null ->
                messages.add(draft(
                        "FACT",
                        "work committed as " + kept.commit()
                                + (kept.branch() == null ? "" : " on branch " + kept.branch()),
                        run));
            case Event.BranchMoved _
            when state.phase() instanceof Phase.Checking ->
                messages.add(draft("WARNING", "branch moved; running the checks again on top of it", run));
            case Event.WorkDiscarded discarded ->
                messages.add(draft("INFO", "work discarded; it stays at " + discarded.ref(), run));
            case Event.Asked asked ->
                messages.add(draft("QUESTION", asked.text(), run).meta("question", asked.question()));
            case Event.Answered answered ->
                messages.add(draft("ANSWER", answered.text(), run)
                        .meta("question", answered.question())
                        .meta("by", answered.by()));
            case Event.Told told -> messages.add(draft("USER", told.text(), run));
            case Event.LoopEnded ended -> messages.add(end(ended, state, run));
            case Event.LoopStarted _,
                    Event.SignalSeen _,
                    Event.AgentFinished _,
                    Event.BranchMoved _,
                    Event.NothingSeen _,
                    Event.RestEnded _,
                    Event.AttemptTimedOut _,
                    Event.ChecksTried _,
                    Event.LimitEnded _ -> {}
            case Event.ChildrenEnded _, Event.ChecksEnded _, Event.WorkKept _, Event.TroubleFound _ -> {}
        }
        Profile.of(state.policy())
                .wording()
                .notice(entry.event(), state)
                .ifPresent(notice -> messages.add(notice(notice, run)));
        for (int i = 0; i < messages.size(); i++) {
            messages.set(i, messages.get(i).meta(ENTRY, key(entry, i)));
        }
        return messages;
    }

    private static String of(Event.SignalRefused refused, LoopState state) {
        Wording wording = Profile.of(state.policy()).wording();
        return wording.of(refused) + (state.refusal() == null ? "" : ": " + wording.of(state.refusal()));
    }

    private MessageDraft notice(dev.ralph.session.SessionNotice notice, @Nullable String run) {
        MessageDraft told = draft("NOTICE", notice.title() + ": " + notice.message(), run)
                .meta("title", notice.title())
                .meta("variant", notice.variant().word());
        Duration shown = notice.duration();
        return shown == null ? told : told.meta("duration", Long.toString(shown.toMillis()));
    }

    String key(JournalEntry<Event> entry, int index) {
        return paths.head().id() + "/" + entry.seq() + "/" + index;
    }

    private void ended(List<MessageDraft> messages, Event.AttemptEnded ended, LoopState state, @Nullable String run) {
        AttemptReport report = ended.report();
        Wording wording = Profile.of(state.policy()).wording();
        AttemptFailure failure = report.told();
        if (report.succeeded()) {
            messages.add(draft("RUN_STOP", "run stopped with exit code 0", run));
        } else {
            messages.add(draft(
                    "RUN_CRASH", crash(report, failure == null ? report.how().name() : wording.of(failure), run), run));
        }
        if (failure != null) {
            messages.add(draft(
                    "WARNING", "agent failed on restart #" + (ended.attempt() - 1) + ": " + wording.of(failure), run));
        }
        state.usage()
                .unpriced(report, state.policy().limits().caps())
                .ifPresent(unpriced -> messages.add(draft("WARNING", wording.of(unpriced), run)));
    }

    private String crash(AttemptReport report, String what, @Nullable String run) {
        StringBuilder text = new StringBuilder("run ended: ")
                .append(what)
                .append("\nexit code: ")
                .append(report.code());
        if (run != null) {
            RunFolder folder = paths.task().run(run);
            text.append("\nfolder: ").append(folder.path()).append("\noutput: ").append(folder.output());
            try {
                String stderr = LenientText.tail(folder.home(), folder.stderr(), STDERR_LINES, STDERR_BYTES);
                if (!stderr.isBlank()) {
                    text.append("\nstderr (last lines):\n").append(stderr);
                }
            } catch (IOException unreadable) {
                text.append("\nstderr could not be read: ").append(unreadable.getMessage());
            }
        }
        return text.toString();
    }

    private MessageDraft end(Event.LoopEnded ended, LoopState state, @Nullable String run) {
        String words = Profile.of(state.policy()).wording().of(ended.reason());
        return switch (ended.outcome()) {
            case COMPLETED -> {
                MessageDraft done = draft("INFO", completed(state), run);
                yield ended.reason() instanceof Reason.Unverified ? done.meta("verified", "false") : done;
            }
            case EXHAUSTED, FAILED, FATAL, BLOCKED -> draft("ERROR", "task failed: " + words, run);
            case WAITING -> draft("INFO", "Wait-without-restart signal detected (" + words + ")", run);
            case STOPPED, CANCELLED, REJECTED -> draft("INFO", "task " + words, run);
        };
    }

    private String completed(LoopState state) {
        if (state.policy().mode() == Policy.Mode.ONCE) {
            return "job completed";
        }
        Event.ChildrenEnded children = state.children();
        if (children == null || children.waitedFor() == 0) {
            return "task completed (" + signal() + ", no active children)";
        }
        return children.left().isEmpty()
                ? "task completed (all children finished)"
                : "task completed (" + signal() + ", children still active: " + children.left() + ")";
    }

    private String signal() {
        return Files.exists(paths.task().done()) ? "DONE marker present" : "promise kept";
    }

    private MessageDraft draft(String type, String body, @Nullable String run) {
        return MessageDraft.of(type, paths.head().project(), body)
                .task(paths.head().task())
                .run(run);
    }
}
