package dev.ralph.cli;

import dev.ralph.config.DurationText;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Report;
import dev.ralph.loop.Signal;
import dev.ralph.store.Entry;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a person reads about an entry of the journal.
record LoopLines(ZoneId zone) {
    private static final int LONGEST = 160;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    List<String> of(Entry entry, LoopState state) {
        List<String> lines = new ArrayList<>();
        for (String line : words(entry.event(), state)) {
            lines.add("[" + STAMP.format(entry.at().atZone(zone)) + "] " + Console.harmless(line));
        }
        return lines;
    }

    private static List<String> words(Event event, LoopState state) {
        int allowed = state.policy().limits().attempts();
        return switch (event) {
            case Event.LoopStarted _, Event.RestEnded _, Event.NothingSeen _ -> List.of();
            case Event.LoopResumed resumed ->
                List.of("Loop resumed by " + resumed.by() + " (" + state.attempts() + " of " + allowed
                        + " attempts spent)");
            case Event.AttemptStarted started -> List.of(started(started.attempt(), state));
            case Event.AttemptEnded ended -> attempt(ended, state);
            case Event.AttemptLost lost ->
                List.of("Attempt " + lost.attempt() + ": lost, the engine died while it ran; nothing of it is left");
            case Event.SignalSeen seen ->
                List.of(
                        state.phase() instanceof Phase.Running
                                ? seen.signal() + " seen, the agent may finish"
                                : seen.signal() + " seen");
            case Event.ChildrenEnded children -> children(children, state);
            case Event.ChecksEnded checks -> checks(checks);
            case Event.SignalRefused refused -> List.of("DONE not accepted, kept as " + refused.keptAs());
            case Event.WorkKept kept ->
                List.of(
                        kept.commit() == null
                                ? "Nothing to commit"
                                : "Work committed as " + kept.commit().substring(0, 10));
            case Event.Held held -> List.of("Paused by " + held.by() + "; `ralph resume` goes on");
            case Event.Released released -> List.of("Resumed by " + released.by());
            case Event.StopRequested stop -> List.of("Stop requested by " + stop.by());
            case Event.TroubleFound trouble -> List.of(trouble.outcome() + ": " + trouble.reason());
            case Event.LoopEnded ended -> end(ended, state);
        };
    }

    private static String started(int attempt, LoopState state) {
        String which = " (attempt " + attempt + "/" + state.policy().limits().attempts() + ")";
        if (attempt == 1) {
            return "Starting agent" + which;
        }
        String failure = state.failure().what();
        if (failure == null || !failure.startsWith("exit code ")) {
            return "Restarting agent" + which;
        }
        String code = failure.substring("exit code ".length()).split(" ", 2)[0];
        return "Agent failed with exit code " + code + ", restarting" + which;
    }

    private static List<String> attempt(Event.AttemptEnded ended, LoopState state) {
        Report report = ended.report();
        String attempt = "Attempt " + ended.attempt() + ": ";
        boolean again = state.phase() instanceof Phase.Resting || state.phase() instanceof Phase.Ready;
        String then = again && state.attempts() < state.policy().limits().attempts() ? ", restarting..." : "";
        Signal signal = report.signal();
        return switch (report.how()) {
            case EXITED -> {
                if (signal == Signal.DONE && !state.policy().checks().isEmpty()) {
                    yield List.of(attempt + "Agent says DONE, checking...");
                }
                if (signal == Signal.DONE || (report.succeeded() && !again)) {
                    yield List.of(attempt + "Agent succeeded"
                            + (report.code() == 0 ? "" : " (DONE, exit " + report.code() + ")"));
                }
                if (signal != null) {
                    yield List.of(attempt + "Agent waits (" + signal + ")");
                }
                yield List.of(
                        report.succeeded()
                                ? attempt + "Agent ended without DONE (exit 0)" + then
                                : attempt + "Agent failed (exit " + report.code() + ")" + then);
            }
            case SIGNALLED -> List.of(attempt + "Agent failed, " + report.failure() + then);
            case IDLE_LIMIT -> timeout(attempt, state.policy().limits().idle(), then);
            case WALL_LIMIT -> timeout(attempt, state.policy().limits().wall(), then);
            case OUTPUT_LIMIT -> List.of(attempt + "Agent failed (" + report.failure() + ")" + then);
            case ENDED_AFTER_SIGNAL -> List.of(attempt + "Agent went on after DONE and was ended");
            case STOPPED -> List.of(attempt + "Agent stopped");
            case NOT_STARTED -> List.of("Fatal error: " + report.failure());
        };
    }

    private static List<String> timeout(String attempt, @Nullable Duration limit, String then) {
        return List.of(
                "Agent timeout after " + (limit == null ? "its limit" : DurationText.format(limit))
                        + ", killing process group",
                "Process group killed, treating as failure",
                attempt + "Agent failed (timeout)" + then);
    }

    private static List<String> children(Event.ChildrenEnded children, LoopState state) {
        if (children.waitedFor() == 0) {
            return List.of();
        }
        return List.of(
                children.left().isEmpty()
                        ? "All children finished"
                        : "Timeout waiting for children after "
                                + DurationText.format(state.policy().pace().childWait()) + ": " + children.left());
    }

    private static List<String> checks(Event.ChecksEnded checks) {
        List<String> lines = new ArrayList<>();
        checks.verdict()
                .results()
                .forEach(result -> lines.add("Check `" + result.check() + "` "
                        + (result.passed()
                                ? "passed"
                                : (result.exitCode() < 0
                                                ? "did not end in time"
                                                : "failed (exit " + result.exitCode() + ")")
                                        + lastLine(result.output()))));
        return lines;
    }

    private static String lastLine(String output) {
        String last = output.lines().reduce("", (_, line) -> line).strip();
        return last.isEmpty() ? "" : ": " + (last.length() <= LONGEST ? last : last.substring(0, LONGEST) + "…");
    }

    private static List<String> end(Event.LoopEnded ended, LoopState state) {
        if (ended.outcome() == Outcome.EXHAUSTED) {
            return List.of("Attempt " + state.attempts() + ": Max restarts exceeded, stopping");
        }
        if (ended.outcome() == Outcome.WAITING) {
            return List.of("Wait-without-restart signal detected");
        }
        return List.of();
    }
}
