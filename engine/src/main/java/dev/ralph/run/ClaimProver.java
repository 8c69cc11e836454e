package dev.ralph.run;

import dev.ralph.claim.Claim;
import dev.ralph.claim.Facts;
import dev.ralph.claim.Objection;
import dev.ralph.claim.Stage;
import dev.ralph.verify.Check;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the agent says last does not contradict that it is done. Proves nothing about the work.
record ClaimProver(Check.Claim check, Workplace workplace) implements Prover {
    /// Of more, the end is judged: there the claim stands.
    private static final int LONGEST = 1 << 16;

    private static final int SHOWN = 5;

    @Override
    public Proven prove(Claimed claimed) throws IOException {
        Stopwatch watch = Stopwatch.start();
        List<Objection> objections =
                new Claim(end(claimed.words().read()), stage(claimed), facts(claimed)).objections();
        if (objections.isEmpty()) {
            return Proven.passed(watch.took(), List.of());
        }
        String reason = "check `" + check.title() + "` refused what was said: "
                + objections.stream().limit(SHOWN).map(Objection::words).collect(Collectors.joining("; "))
                + ". Finish that first, or, if it is a misunderstanding, do not write it in the message that claims to be"
                + " done";
        return Proven.refused(watch.took(), reason, "");
    }

    private static String end(String words) {
        if (words.length() <= LONGEST) {
            return words;
        }
        int line = words.indexOf('\n', words.length() - LONGEST);
        return words.substring(line < 0 ? words.length() - LONGEST : line + 1);
    }

    /// Where commands of checks say whether tests pass, nobody needs to.
    private @Nullable Stage stage(Claimed claimed) {
        Stage stage = Stage.named(check.stage());
        return stage == Stage.TESTER && hasCommand(claimed) ? null : stage;
    }

    private static boolean hasCommand(Claimed claimed) {
        return claimed.policy().checks().stream().map(Check::of).anyMatch(ClaimProver::isCommand);
    }

    /// Of several that count as one, whether it cannot pass without one.
    private static boolean isCommand(Check one) {
        return one instanceof MultiStage stages
                ? stages.surely(ClaimProver::isCommand)
                : !one.runs().isEmpty();
    }

    private Facts facts(Claimed claimed) throws IOException {
        if (Stage.named(check.stage()) != Stage.CODER || claimed.repository().isEmpty()) {
            return Facts.NONE;
        }
        boolean committed = new CommittedProver(workplace).against(claimed) == null;
        return new Facts(committed);
    }
}
