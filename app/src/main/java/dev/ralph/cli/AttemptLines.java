package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.wording.DurationText;
import dev.ralph.wording.Wording;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a person reads about the end of an attempt.
final class AttemptLines {
    private AttemptLines() {}

    static List<String> of(Event.AttemptEnded ended, LoopState state, ZoneId zone) {
        AttemptReport report = ended.report();
        Wording wording = Profile.of(state.policy()).wording();
        List<String> lines = new ArrayList<>(words(ended, state, wording));
        lines.set(lines.size() - 1, lines.getLast() + CostLines.of(report.statement()));
        AgentStatement statement = report.statement();
        if (statement != null && statement.remark() != null) {
            lines.add(wording.of(statement.remark()));
        }
        state.usage()
                .unpriced(report, state.policy().limits().caps())
                .ifPresent(unpriced -> lines.add("Warning: " + wording.of(unpriced)));
        lines.addAll(wait(state, zone));
        lines.addAll(LoopLines.restart(state));
        return lines;
    }

    static List<String> of(Event.AttemptLost lost, LoopState state, ZoneId zone) {
        Signal said = lost.signal();
        String claim = said == null
                ? ""
                : said == Signal.PROMISE ? "; it had given its promise" : "; it had said it cannot continue";
        claim = lost.findings().isEmpty() ? claim : "; it had rejected the work";
        List<String> lines = new ArrayList<>();
        lines.add("Attempt " + lost.attempt() + ": lost, Ralph was killed; all its processes are gone" + claim
                + CostLines.of(lost.statement()));
        lines.addAll(wait(state, zone));
        lines.addAll(LoopLines.restart(state));
        return lines;
    }

    private static List<String> wait(LoopState state, ZoneId zone) {
        return state.phase() instanceof Phase.Limited limited
                ? List.of("Waiting until "
                        + LoopLines.STAMP.format(limited.until().atZone(zone)) + ": "
                        + Profile.of(state.policy()).wording().of(limited.why()))
                : List.of();
    }

    private static List<String> words(Event.AttemptEnded ended, LoopState state, Wording wording) {
        AttemptReport report = ended.report();
        String attempt = "Attempt " + ended.attempt() + ": ";
        AgentStatement statement = report.statement();
        AgentStatement.Hindrance hindrance = statement == null ? null : statement.hindrance();
        if (hindrance != null && report.signal() == null) {
            boolean waits = state.phase() instanceof Phase.Limited; // the next line says for what
            boolean later = hindrance.cure() == AgentStatement.Cure.WAIT; // a limit, a server that fails, no network
            return List.of(attempt + "Agent " + (later ? "unavailable" : "failed")
                    + (waits ? "" : " (" + hindrance.words() + ")"));
        }
        if (state.phase() instanceof Phase.Finishing(Reason.Rejected rejected)) {
            return List.of(attempt + "Agent rejected the work: " + String.join("; ", rejected.findings()));
        }
        boolean again = state.phase() instanceof Phase.Resting || state.phase() instanceof Phase.Ready;
        String then = again && new AttemptCount(state).left() ? ", restarting..." : "";
        Signal signal = report.signal();
        String what = report.failure() == null ? "" : wording.of(report.failure());
        return switch (report.how()) {
            case EXITED -> {
                if (signal == Signal.PROMISE) {
                    yield List.of(attempt + "Agent gave its promise"
                            + (state.policy().checks().isEmpty() ? "" : ", checking..."));
                }
                if (signal == Signal.GAVE_UP) {
                    yield List.of(attempt + "Agent says it cannot continue");
                }
                if (signal == Signal.DONE && !state.policy().checks().isEmpty()) {
                    yield List.of(attempt + "Agent says DONE, checking...");
                }
                if (signal == Signal.DONE
                        || (report.succeeded() && state.policy().mode() == Policy.Mode.ONCE)) {
                    yield List.of(attempt + "Agent succeeded"
                            + (report.code() == 0 ? "" : " (DONE, exit " + report.code() + ")"));
                }
                if (signal != null) {
                    yield List.of(attempt + "Agent waits (" + wording.of(signal) + ")");
                }
                yield List.of(
                        report.succeeded()
                                ? attempt + "Agent " + ended(state, statement) + " (exit 0)" + then
                                : attempt + "Agent failed (exit " + report.code() + ")" + then);
            }
            case SIGNALLED -> List.of(attempt + "Agent failed, " + what + then);
            case IDLE_LIMIT, WALL_LIMIT -> timeout(attempt, then);
            case OUTPUT_LIMIT, COST_LIMIT, DISK_LIMIT, PROVIDER_LIMIT ->
                List.of(attempt + "Agent failed (" + what + ")" + then);
            case ENDED_AFTER_SIGNAL ->
                List.of(attempt + "Agent kept running after " + (signal == Signal.DONE ? "DONE" : "its last message")
                        + "; stopped it");
            case STOPPED -> List.of(attempt + "Agent stopped");
            case NOT_STARTED ->
                List.of((state.phase() instanceof Phase.Finishing ? "Fatal error: " : attempt + "Agent not started: ")
                        + what);
        };
    }

    private static String ended(LoopState state, @Nullable AgentStatement statement) {
        Reason.Refusal remark = statement == null ? null : statement.remark();
        if (remark instanceof Reason.PromiseWithoutWork) {
            return "gave its promise but did nothing";
        }
        if (remark instanceof Reason.WrongPromise) {
            return "gave an invalid promise";
        }
        return state.policy().conversation().promise() == null
                ? "ended without DONE"
                : "ended its turn without saying that it is done";
    }

    /// When its time is over; that nothing of it is left is told later.
    static String of(Event.AttemptTimedOut late) {
        Duration limit = late.failure().limit();
        return "Agent timeout after " + (limit == null ? "its limit" : DurationText.format(limit))
                + ", killing process group";
    }

    private static List<String> timeout(String attempt, String then) {
        return List.of("Process group killed, treating as failure", attempt + "Agent failed (timeout)" + then);
    }
}
