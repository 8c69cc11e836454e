package dev.ralph.proof;

import dev.ralph.attempt.TaskText;
import dev.ralph.review.CorrectionRequest;
import dev.ralph.review.ReviewAnswer;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.List;

/// Another agent finds that what a corrector says contradicts no requirement. Without its approval nothing passes.
record CorrectionProver(Check.Claim check, ReviewerStarter readers) implements Prover {
    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        String mark = ReviewerStarter.mark();
        String asked =
                new TaskText(readers.checkProcesses().paths(), work.policy().mode()).read();
        ReviewerStarter.Heard heard = readers.ask(
                ReviewerStarter.command(check.reader(), work.policy()),
                new CorrectionRequest(asked, work.words().read(), mark).prompt(),
                work.policy().pace().check());
        ReviewAnswer answer = heard instanceof ReviewerStarter.Heard.Words(String said)
                ? ReviewAnswer.of(said, mark)
                : new ReviewAnswer.Malformed("did not come");
        return switch (answer) {
            case ReviewAnswer.Approved _ -> ProofResult.passed(watch.took(), List.of());
            case ReviewAnswer.Rejected(String reason) ->
                ProofResult.refused(watch.took(), "the correction contradicts the spec: " + reason, "");
            case ReviewAnswer.Malformed(String why) ->
                ProofResult.refused(watch.took(), "the checker's answer " + why + ", which is not an approval", "");
        };
    }
}
