package dev.ralph.proof;

import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts together what layers of proof may look at.
public record ProofInputs(LoopPaths paths, LoopWorkspace workspace, JournalView journal, AgentLookup agentLookup)
        implements CheckSequence.Case {
    @Override
    public WorkUnderProof of(Policy policy, int attempt, int number, List<Verdict.Result> results) throws IOException {
        if (number == 1 && attempt > 0 && policy.keeps()) {
            workspace.settle(attempt);
        }
        return new WorkUnderProof(
                policy,
                attempt,
                number,
                "",
                paths,
                workspace.unconfined().folder(),
                new WorkUnderProof.Candidate() {
                    @Override
                    public @Nullable String commit() throws IOException {
                        return candidate(policy, attempt);
                    }

                    @Override
                    public @Nullable String kept() throws IOException {
                        String commit = commit();
                        boolean isCommitted = policy.keeps() || policy.proof().room() == ProofBasis.Room.ON;
                        return commit == null || isCommitted ? commit : snapshot(commit);
                    }

                    @Override
                    public @Nullable String first() {
                        return left(1);
                    }
                },
                new LastMessage(paths, policy, agentLookup, summary(attempt)),
                results);
    }

    /// The work tree without what is ignored, on top of the last commit.
    private String snapshot(String commit) throws IOException {
        Repository repository = Repository.at(paths.project()).orElseThrow();
        Path index = ExperimentTrees.scratch(paths).resolve("index");
        String tree = repository.snapshot(index).tree();
        return tree.equals(repository.commits().tree(commit))
                ? commit
                : repository.commits().make(tree, List.of(commit), "what would be kept", Map.of());
    }

    private @Nullable AttemptSummary summary(int attempt) {
        return journal.attempts(paths.head().id()).stream()
                .filter(one -> one.attempt() == attempt)
                .findFirst()
                .orElse(null);
    }

    private @Nullable String left(int attempt) {
        AttemptSummary summary = summary(attempt);
        return summary == null || summary.report() == null
                ? null
                : summary.report().effect().commit();
    }

    /// Where work does not become a commit of ours, what the agent committed itself.
    private @Nullable String candidate(Policy policy, int attempt) throws IOException {
        Repository repository = Repository.at(paths.project()).orElse(null);
        if (repository == null) {
            return null;
        }
        if (!policy.keeps()) {
            return repository.head().commit();
        }
        if (attempt == 0) {
            return workspace.unconfined().below(repository);
        }
        return workspace.candidate(attempt).orElse(null);
    }
}
