package dev.ralph.engine;

import dev.ralph.config.Profile;
import dev.ralph.environment.AgentLookup;
import dev.ralph.flow.FailedStage;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.proof.LastMessage;
import dev.ralph.receipt.Evidence;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the agent of a loop that has ended said, and what its checks printed, read from the journal and the files that
/// it names: a crash since then changes nothing.
record LoopOutput(LoopPaths paths, Journal journal, EngineOptions options) {
    private static final int LONGEST = 1 << 20;

    /// What the agent wrote last.
    String words() throws IOException {
        return new LastMessage(paths, state().policy(), new AgentLookup(options.launcherFolder()), last()).read();
    }

    Instant endedAt() {
        return journal.entries(paths.head().id()).getLast().at();
    }

    FailedStage failed(String role) throws IOException {
        LoopState state = state();
        Wording wording = Profile.of(state.policy()).wording();
        List<String> printed = new ArrayList<>();
        int exitCode = -1;
        boolean timedOut = false;
        if (state.refusal() instanceof Reason.ChecksFailed failed) {
            for (Verdict.Result result : failed.results()) {
                exitCode = printed.isEmpty() ? result.exitCode() : exitCode;
                timedOut |= printed.isEmpty() && result.exitCode() < 0 && result.reason() == null;
                printed.add(printed(result));
                if (result.reason() != null) {
                    printed.add(result.reason());
                }
            }
        } else {
            AttemptSummary attempt = last();
            AttemptReport report = attempt == null ? null : attempt.report();
            if (attempt != null) {
                RunFolder run = paths.task().run(attempt.run());
                printed.add(words());
                printed.add(end(run.home(), run.stderr()));
            }
            if (report != null) {
                exitCode = report.how() == AttemptReport.How.EXITED ? report.code() : -1;
                timedOut = report.how() == AttemptReport.How.WALL_LIMIT || report.how() == AttemptReport.How.IDLE_LIMIT;
            }
            if (state.failure().what() != null) {
                printed.add(wording.of(state.failure().what()));
            }
            if (state.refusal() != null) {
                printed.add(wording.of(state.refusal()));
            }
        }
        Reason reason = state.reason();
        return new FailedStage(
                role,
                paths.head().id(),
                String.join("\n", printed).strip(),
                exitCode,
                timedOut,
                reason == null ? "" : wording.of(reason),
                endedAt());
    }

    /// All that a check printed, where its receipt knows; else the end of it.
    private String printed(Verdict.Result result) throws IOException {
        LoopReceipts receipts = LoopReceipts.read(
                paths.layout(), journal, journal.loop(paths.head().id()).orElseThrow());
        for (var stored : receipts.receipts()) {
            Evidence.Output output = stored.receipt().evidence().output();
            if (output != null && stored.receipt().hash().equals(result.receipt())) {
                String all = end(paths.layout().state(), paths.layout().state().resolve(output.file()));
                return all.isBlank() ? result.output() : all;
            }
        }
        return result.output();
    }

    private static String end(Path home, Path file) throws IOException {
        return LenientText.end(home, file, LONGEST);
    }

    private @Nullable AttemptSummary last() {
        List<AttemptSummary> attempts = journal.attempts(paths.head().id());
        return attempts.isEmpty() ? null : attempts.getLast();
    }

    private LoopState state() {
        return journal.state(paths.head().id());
    }
}
