package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.store.JournalEntry;
import dev.ralph.verify.Check;
import dev.ralph.wording.DurationText;
import dev.ralph.wording.Wording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A loop retold for a person: what the agent did in each attempt, and what Ralph did about it. It is told from the
/// journal's entries, so it is what happened and not what was meant to happen.
final class LoopStory {
    private final List<Chapter> chapters = new ArrayList<>();
    private List<Verdict.Result> proof = List.of();
    private @Nullable String commit;
    private @Nullable String branch;

    /// One attempt.
    ///
    /// @param happened what the agent did
    /// @param answer   what Ralph did about it; empty for nothing
    record Chapter(
            int attempt,
            String happened,
            String answer,
            @Nullable AttemptReport report) {
        Chapter and(String more, String answered) {
            return new Chapter(attempt, happened + more, answered, report);
        }
    }

    void hear(JournalEntry<Event> entry, LoopState state) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> chapters.add(chapter(ended, state));
            case Event.AttemptLost lost ->
                chapters.add(
                        new Chapter(lost.attempt(), "Ralph was killed during this attempt", "Ralph resumed", null));
            case Event.ChecksEnded checks when !chapters.isEmpty() -> checked(checks.verdict());
            case Event.SignalRefused refused
            when !chapters.isEmpty() ->
                chapters.add(chapters.removeLast()
                        .and(
                                "",
                                refused.keptAs().isEmpty()
                                        ? "Rejected; the next attempt gets the reason"
                                        : "Rejected (" + refused.keptAs() + "); the next attempt gets the reason"));
            case Event.WorkKept kept
            when kept.commit() != null && !chapters.isEmpty() -> {
                commit = kept.commit();
                branch = kept.branch();
                chapters.add(chapters.removeLast()
                        .and("", "Ralph accepted the work and committed it" + (branch == null ? "" : " to " + branch)));
            }
            default -> {}
        }
    }

    private static Chapter chapter(Event.AttemptEnded ended, LoopState state) {
        AttemptReport report = ended.report();
        boolean checks = !state.policy().checks().isEmpty();
        Signal signal = report.signal();
        if (state.phase() instanceof Phase.Finishing(Reason.Rejected _)) {
            return told(ended, "The agent rejected the work", "");
        }
        if (signal == Signal.DONE || signal == Signal.PROMISE) {
            return told(ended, "The agent claimed to be done", checks ? "Ralph ran the checks" : "");
        }
        if (signal != null) {
            return told(ended, signal == Signal.GAVE_UP ? "The agent gave up" : "The agent asked to wait", "");
        }
        Wording wording = Profile.of(state.policy()).wording();
        boolean goesOn = state.phase() instanceof Phase.Resting || state.phase() instanceof Phase.Ready;
        String again = goesOn && new AttemptCount(state).left() ? "Ralph started it again" : "";
        return switch (report.how()) {
            case SIGNALLED -> told(ended, "The agent crashed: killed by signal " + report.code(), again);
            case IDLE_LIMIT -> {
                Duration limit = state.policy().limits().idle();
                yield told(
                        ended,
                        "The agent hung: no output for " + (limit == null ? "too long" : DurationText.format(limit)),
                        "Ralph stopped it and everything it started"
                                + (again.isEmpty() ? "" : ", then started it again"));
            }
            case STOPPED -> told(ended, "The agent was stopped", "All its processes are gone");
            case EXITED,
                    WALL_LIMIT,
                    OUTPUT_LIMIT,
                    COST_LIMIT,
                    DISK_LIMIT,
                    PROVIDER_LIMIT,
                    ENDED_AFTER_SIGNAL,
                    NOT_STARTED -> told(ended, "The agent ended" + why(report, wording), again);
        };
    }

    /// How the last attempt ended; null where none has.
    @Nullable
    AttemptReport last() {
        return chapters.isEmpty() ? null : chapters.getLast().report();
    }

    private static String why(AttemptReport report, Wording wording) {
        AgentStatement statement = report.statement();
        if (statement != null && statement.hindrance() != null) {
            return ": " + statement.hindrance().words();
        }
        if (report.failure() != null) {
            return ": " + wording.of(report.failure());
        }
        Reason.Refusal remark = statement == null ? null : statement.remark();
        return remark instanceof Reason.PromiseWithoutWork
                ? ": it claimed to be done but did nothing"
                : remark == null ? " without claiming to be done" : ": " + wording.of(remark);
    }

    private static Chapter told(Event.AttemptEnded ended, String happened, String answer) {
        return new Chapter(ended.attempt(), happened, answer, ended.report());
    }

    private void checked(Verdict verdict) {
        List<Verdict.Result> failed =
                verdict.results().stream().filter(result -> !result.passed()).toList();
        proof = failed.isEmpty() ? verdict.results() : List.of();
        if (verdict.results().isEmpty()) {
            return;
        }
        chapters.add(
                failed.isEmpty()
                        ? chapters.removeLast()
                                .and(", and " + titles(verdict.results()) + " passed", "Ralph accepted the work")
                        : chapters.removeLast()
                                .and(
                                        ", but " + titles(failed) + " failed"
                                                + (failed.size() == 1
                                                        ? " (exit "
                                                                + failed.getFirst()
                                                                        .exitCode() + ")"
                                                        : ""),
                                        "Rejected"));
    }

    static String titles(List<Verdict.Result> results) {
        return results.stream()
                .map(result -> "`" + Check.of(result.check()).title() + "`")
                .collect(Collectors.joining(", "));
    }

    List<Chapter> chapters() {
        return List.copyOf(chapters);
    }

    /// The checks of the last verdict where all passed; none otherwise.
    List<Verdict.Result> proof() {
        return proof;
    }

    /// The accepted work, null when there is none.
    @Nullable
    String commit() {
        return commit;
    }

    /// The branch of its own that it is on; null when it is on the one that is checked out.
    @Nullable
    String branch() {
        return branch;
    }
}
