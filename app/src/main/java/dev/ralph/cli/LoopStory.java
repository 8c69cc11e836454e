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
import dev.ralph.verify.GitFact;
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
    /// @param did    what the agent did
    /// @param found  what the checks found, behind that; empty where none ran
    /// @param answer what Ralph did about it; empty for nothing
    record Chapter(
            int attempt,
            String did,
            String found,
            String answer,
            @Nullable AttemptReport report) {
        Chapter found(String checks, String answered) {
            return new Chapter(attempt, did, checks, answered, report);
        }

        Chapter answered(String answered) {
            return found(found, answered);
        }

        String happened() {
            return did + found;
        }
    }

    void hear(JournalEntry<Event> entry, LoopState state) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> chapters.add(chapter(ended, state));
            case Event.AttemptLost lost ->
                chapters.add(
                        new Chapter(lost.attempt(), "Ralph was killed during this attempt", "", "Ralph resumed", null));
            default -> {
                if (!chapters.isEmpty()) {
                    chapters.add(afterwards(chapters.removeLast(), entry.event()));
                }
            }
        }
    }

    /// What came of the last attempt.
    private Chapter afterwards(Chapter last, Event event) {
        return switch (event) {
            case Event.ChecksEnded checks -> checked(last, checks.verdict());
            case Event.SignalRefused refused ->
                last.answered("Rejected" + (refused.keptAs().isEmpty() ? "" : " (" + refused.keptAs() + ")")
                        + "; the next attempt gets the reason");
            case Event.WorkKept kept
            when kept.commit() != null -> {
                commit = kept.commit();
                branch = kept.branch();
                yield last.answered(
                        "Ralph accepted the work and committed it" + (branch == null ? "" : " to " + branch));
            }
            case Event.TroubleFound trouble
            when trouble.trouble() instanceof Reason.NotKept -> last.answered("Ralph did not keep the work");
            case Event.Asked asked ->
                last.report() == null || last.report().signal() == null
                        ? last
                        : new Chapter(last.attempt(), "The agent asked: " + asked.text(), "", "", last.report());
            case Event.Answered answered -> last.answered("The answer: " + answered.text());
            default -> last;
        };
    }

    private static Chapter chapter(Event.AttemptEnded ended, LoopState state) {
        AttemptReport report = ended.report();
        boolean checks = !state.policy().checks().isEmpty();
        Signal signal = report.signal();
        if (state.phase() instanceof Phase.Finishing(Reason.Rejected _)) {
            return told(ended, "The agent rejected the work", "");
        }
        if (signal == Signal.DONE || signal == Signal.PROMISE) {
            return told(ended, "The agent claimed to be done", checks ? "The checks did not end" : "");
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
                    NOT_STARTED -> told(ended, "The agent " + why(report, wording), again);
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
            return "failed: " + statement.hindrance().words();
        }
        if (report.failure() != null) {
            return "failed: " + wording.of(report.failure());
        }
        Reason.Refusal remark = statement == null ? null : statement.remark();
        return remark instanceof Reason.PromiseWithoutWork
                ? "claimed to be done but did nothing"
                : remark == null ? "ended without claiming to be done" : "ended: " + wording.of(remark);
    }

    private static Chapter told(Event.AttemptEnded ended, String did, String answer) {
        return new Chapter(ended.attempt(), did, "", answer, ended.report());
    }

    private Chapter checked(Chapter last, Verdict verdict) {
        List<Verdict.Result> results = verdict.results();
        List<Verdict.Result> failed =
                results.stream().filter(result -> !result.passed()).toList();
        List<Verdict.Result> made =
                results.stream().filter(result -> result.skipped() == null).toList();
        proof = failed.isEmpty() ? made : List.of();
        if (made.isEmpty()) {
            return last;
        }
        return failed.isEmpty()
                ? last.found(
                        ", and " + (made.size() == 1 ? titles(made) : "all " + made.size() + " checks") + " passed",
                        "Ralph accepted the work")
                : last.found(", but " + against(failed), "Rejected");
    }

    private static String against(List<Verdict.Result> failed) {
        Verdict.Result first = failed.getFirst();
        if (failed.size() > 1) {
            return titles(failed) + " failed";
        }
        return Check.of(first.check()) == GitFact.CHANGED
                ? "changed nothing"
                : titles(failed) + " failed (exit " + first.exitCode() + ")";
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
