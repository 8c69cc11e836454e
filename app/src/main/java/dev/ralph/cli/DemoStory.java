package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.store.JournalEntry;
import dev.ralph.verify.Check;
import dev.ralph.wording.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A loop retold for somebody who sees Ralph for the first time: what the agent did in each attempt, and what Ralph
/// did about it. It is told from the journal's entries, so it is what happened and not what was meant to happen.
final class DemoStory {
    private final List<Chapter> chapters = new ArrayList<>();
    private Verdict.@Nullable Result proof;
    private @Nullable String commit;

    /// One attempt.
    ///
    /// @param happened what the agent did
    /// @param answer   what Ralph did about it
    record Chapter(int attempt, String happened, String answer) {
        Chapter and(String more, String answered) {
            return new Chapter(attempt, happened + more, answered);
        }
    }

    void hear(JournalEntry<Event> entry, LoopState state) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> chapters.add(chapter(ended, state));
            case Event.AttemptLost lost ->
                chapters.add(new Chapter(lost.attempt(), "Ralph itself died while the agent ran", "It continued"));
            case Event.ChecksEnded checks when !chapters.isEmpty() -> checked(checks.verdict());
            case Event.SignalRefused refused
            when !chapters.isEmpty() ->
                chapters.add(chapters.removeLast()
                        .and(
                                "",
                                "Ralph moved its DONE file aside (" + refused.keptAs()
                                        + ") and gave the next attempt the reason"));
            case Event.WorkKept kept
            when kept.commit() != null && !chapters.isEmpty() -> {
                commit = kept.commit();
                chapters.add(chapters.removeLast().and("", "Ralph accepted the work and committed it"));
            }
            default -> {}
        }
    }

    private static Chapter chapter(Event.AttemptEnded ended, LoopState state) {
        AttemptReport report = ended.report();
        int attempt = ended.attempt();
        if (report.signal() == Signal.DONE) {
            return new Chapter(attempt, "The agent said that it is done", "Ralph ran the check");
        }
        return switch (report.how()) {
            case SIGNALLED ->
                new Chapter(attempt, "The agent crashed: killed by signal " + report.code(), "Ralph started it again");
            case IDLE_LIMIT -> {
                Duration limit = state.policy().limits().idle();
                yield new Chapter(
                        attempt,
                        "The agent hung: not a word for " + (limit == null ? "long" : DurationText.format(limit)),
                        "Ralph ended it and all it had started, and started it again");
            }
            case STOPPED -> new Chapter(attempt, "The agent was stopped", "Nothing is left of it");
            case EXITED,
                    WALL_LIMIT,
                    OUTPUT_LIMIT,
                    COST_LIMIT,
                    DISK_LIMIT,
                    PROVIDER_LIMIT,
                    ENDED_AFTER_SIGNAL,
                    NOT_STARTED ->
                new Chapter(
                        attempt,
                        "The agent ended"
                                + (report.failure() == null
                                        ? ""
                                        : ": "
                                                + Profile.of(state.policy())
                                                        .wording()
                                                        .of(report.failure())),
                        "Ralph started it again");
        };
    }

    private void checked(Verdict verdict) {
        for (Verdict.Result result : verdict.results()) {
            String words = "`" + Check.of(result.check()).title() + "`";
            chapters.add(
                    result.passed()
                            ? chapters.removeLast().and(", and " + words + " passed", "Ralph accepted the work")
                            : chapters.removeLast()
                                    .and(
                                            ", but " + words + " failed (exit " + result.exitCode() + ")",
                                            "Ralph did not believe it"));
            proof = result.passed() ? result : null;
        }
    }

    List<Chapter> chapters() {
        return List.copyOf(chapters);
    }

    /// The check that passed in the end, null when none did.
    Verdict.@Nullable Result proof() {
        return proof;
    }

    /// The accepted work, null when there is none.
    @Nullable
    String commit() {
        return commit;
    }
}
