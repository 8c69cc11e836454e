package dev.ralph.proof;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import dev.ralph.verify.GitFact;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The work is a new commit on the branch the loop began on, or Ralph makes it one when it keeps it; and what was in
/// the history before is still there.
record CommittedProver(LoopWorkspace workspace) implements Prover {
    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException {
        Stopwatch watch = Stopwatch.start();
        String against = against(work);
        return against == null
                ? ProofResult.passed(watch.took(), List.of())
                : ProofResult.refused(watch.took(), "check `" + GitFact.COMMITTED.title() + "` failed: " + against, "");
    }

    /// Why the work is not committed, null when it is.
    @Nullable
    String against(WorkUnderProof work) throws IOException {
        boolean ours = work.policy().keeps();
        if (!workspace.isInPlace()) { // the agent never sees the user's branch
            return new ChangesSinceStart(workspace).isAny(work) ? null : "there is nothing that could be committed";
        }
        Repository repository = ChangesSinceStart.repository(work);
        String moved = againstHistory(repository, work);
        if (moved != null || (ours && new ChangesSinceStart(workspace).isAny(work))) {
            return moved;
        }
        return againstHead(repository, work.committed());
    }

    private static @Nullable String againstHistory(Repository repository, WorkUnderProof work) throws IOException {
        GitHead head = repository.head();
        String branch = work.policy().proof().branch();
        String baseline = work.committed();
        if (branch != null && !branch.equals(head.branch())) {
            return "the loop began on branch " + name(branch) + ", but " + where(head) + " is checked out: commit to "
                    + name(branch) + ", and check it out";
        }
        if (baseline == null) {
            return null;
        }
        boolean kept = head.commit() != null && repository.refs().contains(head.commit(), baseline);
        return kept
                ? null
                : "history was rewritten: commit " + brief(baseline)
                        + ", where the loop began, is no longer in it; restore it and commit on top of it";
    }

    private static @Nullable String againstHead(Repository repository, @Nullable String baseline) throws IOException {
        String head = repository.head().commit();
        if (head == null || head.equals(baseline)) {
            return "there is no commit since the loop began" + (baseline == null ? "" : " on " + brief(baseline))
                    + ": commit the work";
        }
        String before = baseline == null
                ? repository.commits().emptyTree()
                : repository.commits().tree(baseline);
        return repository.commits().tree(head).equals(before)
                ? "the commits since the loop began change no file: commit the work"
                : null;
    }

    private static String where(GitHead head) {
        String branch = head.branch();
        return branch == null ? "no branch" : name(branch);
    }

    private static String name(String branch) {
        return branch.replaceFirst("^refs/heads/", "");
    }

    private static String brief(String commit) {
        return commit.substring(0, Math.min(12, commit.length()));
    }
}
