package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Verdict;
import dev.ralph.store.JournalEntry;
import dev.ralph.verify.Check;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import dev.ralph.wording.Wording;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What a person reads about an entry of the journal.
record LoopLines(ZoneId zone) {
    private static final int LONGEST = 160;
    private static final int MOST_OUTPUT = 8;
    /// Before what a program printed.
    private static final String QUOTE = "  | ";
    static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    List<String> of(JournalEntry<Event> entry, LoopState state) {
        List<String> lines = new ArrayList<>();
        List<String> words = new ArrayList<>(words(entry.event(), state));
        words.addAll(SessionLines.of(entry, state));
        String stamp = DateTimeFormatter.ofPattern(
                        Profile.of(state.policy()).wording().stamp())
                .format(entry.at().atZone(zone));
        for (String line : words) {
            String begin = line.startsWith(QUOTE) ? " ".repeat(stamp.length()) : stamp;
            lines.add(begin + Console.harmless(line));
        }
        return lines;
    }

    private List<String> words(Event event, LoopState state) {
        AttemptCount count = new AttemptCount(state);
        Wording wording = Profile.of(state.policy()).wording();
        return switch (event) {
            case Event.LoopStarted _, Event.RestEnded _, Event.NothingSeen _, Event.AgentFinished _ -> List.of();
            case Event.Asked _ -> List.of(); // how it ends says what is asked
            case Event.BranchMoved _ ->
                List.of(
                        state.phase() instanceof Phase.Checking
                                ? "Branch moved during the checks; running them again"
                                : "Branch moved during the checks");
            case Event.LimitEnded _ -> List.of("The wait is over");
            case Event.LoopResumed resumed ->
                List.of("Loop resumed by " + resumed.by() + " (" + count.spent() + " of "
                        + Amount.of(count.allowed(), "attempt") + " spent)");
            case Event.AttemptStarted started ->
                List.of("Starting agent (attempt " + count.of(started.attempt(), "/") + ")");
            case Event.AttemptTimedOut late -> List.of(AttemptLines.of(late));
            case Event.AttemptEnded ended -> AttemptLines.of(ended, state, zone);
            case Event.AttemptLost lost -> AttemptLines.of(lost, state, zone);
            case Event.SignalSeen seen ->
                List.of(
                        state.phase() instanceof Phase.Running
                                ? wording.of(seen.signal()) + " seen; letting the agent finish"
                                : wording.of(seen.signal()) + " seen");
            case Event.ChildrenEnded children -> children(children, state);
            case Event.ChecksEnded checks -> checks(checks);
            case Event.SignalRefused refused -> {
                List<String> lines = new ArrayList<>(List.of(wording.of(refused)));
                lines.addAll(restart(state));
                yield lines;
            }
            case Event.WorkKept kept ->
                List.of(
                        kept.commit() == null
                                ? "Nothing to commit"
                                : "Work committed as " + kept.commit().substring(0, 10)
                                        + (kept.branch() == null ? "" : " on branch " + kept.branch()));
            case Event.WorkDiscarded discarded -> List.of("Work discarded; saved as " + discarded.ref());
            case Event.Answered answered -> List.of("Answered by " + answered.by() + ": " + answered.text());
            case Event.ChecksTried tried ->
                tried.checks().stream().flatMap(LoopLines::stands).toList();
            case Event.Told told -> List.of("The user says: " + told.text());
            case Event.Held held -> List.of("Paused by " + held.by() + ". Continue: ralph resume");
            case Event.Released released -> List.of("Resumed by " + released.by());
            case Event.TermsChanged changed -> List.of(Wording.of(changed));
            case Event.StopRequested stop -> List.of("Stop requested by " + stop.by());
            case Event.TroubleFound trouble ->
                List.of(trouble.trouble().outcome() + ": " + wording.of(trouble.trouble()));
            case Event.LoopEnded ended -> end(ended, state);
        };
    }

    /// How a check stands before any work.
    private static Stream<String> stands(Event.TriedCheck tried) {
        String tests = tried.passes() + tried.fails() == 0
                ? ""
                : ": " + tried.passes() + " pass, " + tried.fails() + (tried.fails() == 1 ? " fails" : " fail");
        String how = tried.exitCode() == 0
                ? "passes"
                : tried.exitCode() < 0 ? "does not end in time" : "fails (exit " + tried.exitCode() + ")";
        String words = "Baseline: `" + Check.of(tried.check()).title() + "` " + how + tests;
        boolean isQuoted = tried.exitCode() != 0 && tried.output() != null;
        return Stream.concat(Stream.of(words), isQuoted ? quoted(String.valueOf(tried.output())) : Stream.of());
    }

    /// The last lines that a program printed.
    private static Stream<String> quoted(String printed) {
        List<String> output = printed.lines().filter(line -> !line.isBlank()).toList();
        return output.subList(Math.max(0, output.size() - MOST_OUTPUT), output.size()).stream()
                .map(line -> QUOTE + cut(line));
    }

    /// The decision to try again, before the delay; none when nothing is started by itself.
    static List<String> restart(LoopState state) {
        boolean again = state.phase() instanceof Phase.Resting || state.phase() instanceof Phase.Ready;
        AttemptCount count = new AttemptCount(state);
        if (!again || state.held() || !count.left()) {
            return List.of();
        }
        String which = " (attempt " + count.of(state.attempts() + 1, "/") + ")";
        return List.of(
                state.failure().what() instanceof AttemptFailure.ExitCode(int code)
                        ? "Agent failed with exit code " + code + ", restarting" + which
                        : "Restarting agent" + which);
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
        for (Verdict.Result result : checks.verdict().results()) {
            lines.add(check(result));
            if (!result.passed()) {
                quoted(result.output()).forEach(lines::add);
            }
        }
        return lines;
    }

    private static String check(Verdict.Result result) {
        String words = result.skipped() != null
                ? result.skipped()
                : result.passed()
                        ? "check `" + Check.of(result.check()).title() + "` passed"
                        : Wording.against(result).lines().findFirst().orElse("");
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String cut(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    private static List<String> end(Event.LoopEnded ended, LoopState state) {
        return switch (ended.outcome()) {
            case EXHAUSTED ->
                List.of("Attempt " + state.attempts() + ": "
                        + Profile.of(state.policy()).wording().stopping(ended.reason()));
            case WAITING -> List.of("Wait-without-restart signal detected");
            case COMPLETED, STOPPED, CANCELLED, FAILED, FATAL, BLOCKED, REJECTED -> List.of();
        };
    }
}
