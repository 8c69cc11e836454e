package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Verdict;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts together what layers of proof may look at.
record Claims(Site site, Workplace workplace, JournalView journal, Kinds kinds) implements Proving.Case {
    @Override
    public Claimed of(Policy policy, int attempt, int number, List<Verdict.Result> results) throws IOException {
        if (number == 1 && attempt > 0 && policy.keeps()) {
            workplace.settle(attempt);
        }
        return new Claimed(
                policy,
                attempt,
                number,
                "",
                site,
                workplace.premises().folder(),
                new Claimed.Candidate() {
                    @Override
                    public @Nullable String commit() throws IOException {
                        return candidate(policy, attempt);
                    }

                    @Override
                    public @Nullable String first() {
                        return left(1);
                    }
                },
                new Speech(site, policy, kinds, summary(attempt)),
                results);
    }

    private @Nullable AttemptSummary summary(int attempt) {
        return journal.attempts(site.head().id()).stream()
                .filter(one -> one.attempt() == attempt)
                .findFirst()
                .orElse(null);
    }

    private @Nullable String left(int attempt) {
        AttemptSummary summary = summary(attempt);
        return summary == null || summary.report() == null
                ? null
                : summary.report().trace().commit();
    }

    /// Where work does not become a commit of ours, what the agent committed itself.
    private @Nullable String candidate(Policy policy, int attempt) throws IOException {
        Repository repository = Repository.at(site.project()).orElse(null);
        if (repository == null) {
            return null;
        }
        if (!policy.keeps()) {
            return repository.head().commit();
        }
        if (attempt == 0) {
            return workplace.premises().below(repository);
        }
        return workplace.candidate(attempt).orElse(null);
    }
}
