package dev.ralph.proof;

import dev.ralph.config.Profile;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.Checkout;
import dev.ralph.git.Repository;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.review.ReviewAnswer;
import dev.ralph.review.ReviewRequest;
import dev.ralph.verify.Check;
import dev.ralph.verify.Review;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Another agent, which never heard the claim, finds the work done.
///
/// 1. Without an approval in the form that was asked for, with the mark of this very review, nothing passes.
/// 2. A reviewer that changes the work is refused with what it says.
/// 3. It is bounded: in time, in what it reads and prints, in how often a loop asks it, and by the loop's budget.
record ReviewProver(Review check, ReviewerStarter reviewers, LoopWorkspace loopWorkspace) implements Prover {
    private static final int SHOWN = 3000;
    private static final int BYTES_OF_A_CHARACTER = 4;

    @Override
    public ProofResult prove(WorkUnderProof workUnderProof) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        String other = reviewers.againstTask(workUnderProof);
        if (other != null) {
            return refused(watch, other, "");
        }
        String diff = diff(workUnderProof);
        if (diff.length() > check.maxDiff()) {
            return refused(
                    watch,
                    "the change has too many characters, the reviewer reads at most " + check.maxDiff()
                            + " (max_diff): make it smaller",
                    "");
        }
        if (diff.isBlank()) {
            return refused(watch, "nothing was changed since the loop began, so there is nothing to review", "");
        }
        Optional<Reason.CapReached> spent = reviewers.book().over();
        if (spent.isPresent()) {
            throw limited(
                    watch,
                    "the reviewer is not asked: "
                            + Profile.of(workUnderProof.policy()).wording().of(spent.get())
                            + "; raise that limit with `ralph resume`");
        }
        if (reviewers.book().asked() >= check.maxReviews()) {
            return refused(watch, "review limit reached (max_reviews: " + check.maxReviews() + ")", "");
        }
        String mark = ReviewerStarter.mark();
        ReviewRequest request = new ReviewRequest(reviewers.task(), diff, results(workUnderProof.results()), mark);
        String before = loopWorkspace.fingerprint();
        Duration own = check.timeout() == null ? workUnderProof.policy().pace().check() : check.timeout();
        Duration left = reviewers.book().left();
        Duration atMost = left == null || left.compareTo(own) >= 0 ? own : left;
        return switch (reviewers.ask(
                ReviewerStarter.command(check.reviewer(), workUnderProof.policy()), request.prompt(), atMost)) {
            case ReviewerStarter.Heard.TooLate _
            when atMost.compareTo(own) < 0 ->
                throw limited(
                        watch,
                        "the reviewer did not answer in time, as the loop's agents may run no longer (--max-time);"
                                + " raise that with `ralph resume`, and the review is made again");
            case ReviewerStarter.Heard.TooLate _ -> refused(watch, "the reviewer did not answer in time", "");
            case ReviewerStarter.Heard.NotStarted(String why) ->
                refused(watch, "the reviewer cannot be started: " + why, "");
            case ReviewerStarter.Heard.Words _
            when before != null && !before.equals(loopWorkspace.fingerprint()) ->
                refused(watch, "the reviewer changed files, so its answer does not count", "");
            case ReviewerStarter.Heard.Words(String words) -> answered(watch, words, mark);
        };
    }

    private ProofResult answered(Stopwatch watch, String words, String mark) {
        return switch (ReviewAnswer.of(words, mark)) {
            case ReviewAnswer.Approved _ -> ProofResult.passed(watch.took(), List.of());
            case ReviewAnswer.Rejected(String reason) ->
                refused(watch, "the reviewer rejects it: " + reason, shown(words));
            case ReviewAnswer.Malformed(String why) ->
                refused(watch, "the reviewer's answer " + why + ", which is not an approval", shown(words));
        };
    }

    /// No agent can do anything about a limit of the loop.
    private NeedsHuman limited(Stopwatch watch, String why) {
        return new NeedsHuman(refused(watch, why, ""), why);
    }

    private ProofResult refused(Stopwatch watch, String why, String output) {
        return ProofResult.refused(watch.took(), "check `" + check.title() + "` failed: " + why, output);
    }

    private static String shown(String said) {
        String words = said.strip();
        return words.substring(Math.max(0, words.length() - SHOWN));
    }

    /// What was left behind, also where nobody commits it.
    private String diff(WorkUnderProof workUnderProof) throws IOException {
        Repository repository = ChangesSinceStart.repository(workUnderProof);
        String conserved = repository
                .refs()
                .read(new AttemptRef(workUnderProof.paths().head().id(), workUnderProof.attempt()).name())
                .orElse(null);
        String now = conserved == null || workUnderProof.policy().keeps()
                ? workUnderProof.work().commit()
                : conserved;
        String baseline = workUnderProof.baseline();
        String before = baseline == null ? repository.commits().emptyTree() : baseline;
        return now == null ? "" : shown(repository, before, now, workUnderProof.paths());
    }

    /// In a repository of our own: the agent has a say in what its own shows.
    private String shown(Repository repository, String before, String now, LoopPaths paths) throws IOException {
        Path desk = paths.layout().loop(paths.head().id()).resolve("review-diff");
        Folders.below(paths.layout().state(), Objects.requireNonNull(desk.getParent()));
        TreeRemoval.delete(desk); // of somebody who died
        try {
            Checkout empty = new Checkout(desk, repository);
            empty.make(repository.objects().toString());
            return empty.difference(before, now, (long) BYTES_OF_A_CHARACTER * check.maxDiff());
        } finally {
            TreeRemoval.delete(desk);
        }
    }

    private static List<String> results(List<Verdict.Result> results) {
        return results.stream()
                .filter(result -> !(Check.of(result.check()) instanceof Check.Claim))
                .map(result -> line(result))
                .toList();
    }

    private static String line(Verdict.Result result) {
        @Nullable String receipt = result.receipt();
        return "- " + Check.of(result.check()).title() + ": " + (result.passed() ? "passed" : "failed")
                + (receipt == null ? "" : " (receipt " + receipt.substring(0, Math.min(12, receipt.length())) + ")");
    }
}
