package dev.ralph.proof;

import dev.ralph.claim.Claim;
import dev.ralph.claim.ClaimStage;
import dev.ralph.claim.Facts;
import dev.ralph.claim.Objection;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckOrder;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the agent says last does not contradict that it is done. Proves nothing about the work, and refuses by words
/// alone only where no check does.
record ClaimProver(Check.Claim check, LoopWorkspace workspace) implements Prover {
    /// Of more, the end is judged: there the claim stands.
    private static final int LONGEST = 1 << 16;

    private static final int SHOWN = 5;

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException {
        Stopwatch watch = Stopwatch.start();
        List<Objection> objections = new Claim(end(work.words().read()), stage(work), facts(work)).objections();
        boolean proven = CheckOrder.proves(work.policy().checks());
        if (objections.stream().allMatch(objection -> proven && objection.said() != null)) {
            return ProofResult.passed(watch.took(), notes(objections));
        }
        String reason = "check `" + check.title() + "` refused what was said: "
                + objections.stream().limit(SHOWN).map(Objection::words).collect(Collectors.joining("; "))
                + ". Finish that first, or, if it is a misunderstanding, do not write it in the message that claims to be"
                + " done";
        return ProofResult.refused(watch.took(), reason, "");
    }

    /// Where a check looks at the work itself, that decides, and what was said is only told.
    private static List<ProofResult.Note> notes(List<Objection> objections) {
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

    private Facts facts(WorkUnderProof work) throws IOException {
        if (ClaimStage.named(check.stage()) != ClaimStage.CODER
                || work.repository().isEmpty()) {
            return Facts.NONE;
        }
        boolean committed = new CommittedProver(workspace).against(work) == null;
        return new Facts(committed);
    }
}
