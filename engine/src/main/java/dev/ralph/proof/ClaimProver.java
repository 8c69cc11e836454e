package dev.ralph.proof;

import dev.ralph.claim.Claim;
import dev.ralph.claim.ClaimStage;
import dev.ralph.claim.Contradiction;
import dev.ralph.claim.KnownFacts;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.review.ReadingRequest;
import dev.ralph.review.ReviewAnswer;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckOrder;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the agent says last does not contradict that it is done. Proves nothing about the work, and refuses by words
/// alone only where no check does.
record ClaimProver(Check.Claim check, ReviewerStarter readers, LoopWorkspace workspace) implements Prover {
    /// Of more, the end is judged: there the claim stands.
    private static final int LONGEST = 1 << 16;

    private static final int SHOWN = 5;

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        String words = end(work.words().read());
        List<Contradiction> objections = new Claim(words, stage(work), facts(work)).objections();
        boolean proven = CheckOrder.proves(work.policy().checks());
        if (check.reader().isNamed() && !proven) {
            return read(watch, words, objections, work);
        }
        return judged(watch, objections, proven);
    }

    /// Somebody who understands it reads it instead of the patterns. What a stage has to say it has to say all the
    /// same.
    private ProofResult read(Stopwatch watch, String words, List<Contradiction> objections, WorkUnderProof work)
            throws IOException, InterruptedException {
        List<Contradiction> lacking = objections.stream()
                .filter(objection -> objection.said() == null)
                .toList();
        if (!lacking.isEmpty()) {
            return judged(watch, lacking, false);
        }
        String mark = ReviewerStarter.mark();
        ReviewerStarter.Heard heard = readers.ask(
                ReviewerStarter.command(check.reader(), work.policy()),
                new ReadingRequest(readers.task(), words, mark).prompt(),
                work.policy().pace().check());
        ReviewAnswer answer = heard instanceof ReviewerStarter.Heard.Words(String said)
                ? ReviewAnswer.of(said, mark)
                : new ReviewAnswer.Malformed("did not come");
        return switch (answer) {
            case ReviewAnswer.Approved _ -> ProofResult.passed(watch.took(), List.of());
            case ReviewAnswer.Rejected(String reason) -> refused(watch, "its reader found: " + reason);
            case ReviewAnswer.Malformed(String why) -> {
                ProofResult patterns = judged(watch, objections, false);
                List<ProofResult.Note> notes = List.of(ProofResult.Note.warning(
                        "the answer of the reader of the last message " + why + "; the patterns decide"));
                yield patterns.passed() ? ProofResult.passed(watch.took(), notes) : patterns;
            }
        };
    }

    private ProofResult judged(Stopwatch watch, List<Contradiction> objections, boolean proven) {
        Optional<Contradiction> first = objections.stream()
                .filter(objection -> !proven || objection.said() == null)
                .findFirst();
        if (first.isEmpty()) {
            return ProofResult.passed(watch.took(), notes(objections));
        }
        String why = objections.stream().limit(SHOWN).map(Contradiction::words).collect(Collectors.joining("; "));
        return refused(watch, why).by(first.get().rule().id());
    }

    private ProofResult refused(Stopwatch watch, String why) {
        String reason =
                "check `" + check.title() + "` failed: " + why + ". Finish that, or leave it out of the final message";
        return ProofResult.refused(watch.took(), reason, "");
    }

    /// Where a check looks at the work itself, that decides, and what was said is only told.
    private static List<ProofResult.Note> notes(List<Contradiction> objections) {
        return objections.stream()
                .limit(SHOWN)
                .map(objection -> ProofResult.Note.warning(
                        "the agent's own words: " + objection.words() + "; the other checks decide"))
                .toList();
    }

    private static String end(String words) {
        if (words.length() <= LONGEST) {
            return words;
        }
        int line = words.indexOf('\n', words.length() - LONGEST);
        return words.substring(line < 0 ? words.length() - LONGEST : line + 1);
    }

    /// Where commands of checks say whether tests pass, nobody needs to.
    private @Nullable ClaimStage stage(WorkUnderProof work) {
        ClaimStage stage = ClaimStage.named(check.stage());
        return stage == ClaimStage.TESTER && hasCommand(work) ? null : stage;
    }

    private static boolean hasCommand(WorkUnderProof work) {
        return work.policy().checks().stream().map(Check::of).anyMatch(ClaimProver::isCommand);
    }

    /// Of several that count as one, whether it cannot pass without one.
    private static boolean isCommand(Check one) {
        return one instanceof MultiStage stages
                ? stages.surely(ClaimProver::isCommand)
                : !one.runs().isEmpty();
    }

    private KnownFacts facts(WorkUnderProof work) throws IOException {
        if (ClaimStage.named(check.stage()) != ClaimStage.CODER
                || work.repository().isEmpty()) {
            return KnownFacts.NONE;
        }
        boolean committed = new CommittedProver(workspace).against(work) == null;
        return new KnownFacts(committed);
    }
}
