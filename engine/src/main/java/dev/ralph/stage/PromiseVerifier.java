package dev.ralph.stage;

import dev.ralph.claim.Claim;
import dev.ralph.claim.ClaimRule;
import dev.ralph.claim.ClaimStage;
import dev.ralph.claim.Contradiction;
import dev.ralph.claim.KnownFacts;
import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether what an agent says beside its promise lets one believe it, by the rules and in the words of specification
/// 003. It proves nothing about the work; checks do.
public final class PromiseVerifier {
    public static final String VERIFIED = "Promise verified";
    public static final String NOT_FOUND = "Promise not found or malformed";
    public static final String CONTRADICTED = "Output contains contradictions to promise";

    /// Of a promise that nobody wants to be verified.
    public static final String TRUSTED = "Promise trusted";

    /// Of a promise that something else than words speaks against.
    public static final String REFUSED = "Promise refused";

    /// @param reason  of the specification
    /// @param details what it is about, in the order of the output
    public record Verification(boolean valid, String reason, List<String> details) {
        public Verification {
            details = List.copyOf(details);
        }
    }

    /// @param stage whose rules apply besides: `coder`, `reviewer`, `tester` or `qa`; any other, and null, has none
    public Verification verify(String promise, String output, @Nullable String stage) {
        if (!(PromiseScan.of(PromiseRule.stage(promise), output) instanceof PromiseFinding.Kept)) {
            return new Verification(false, NOT_FOUND, List.of());
        }
        List<Contradiction> objections = new Claim(output, ClaimStage.named(stage), KnownFacts.NONE).objections();
        if (objections.isEmpty()) {
            return new Verification(true, VERIFIED, List.of());
        }
        return new Verification(
                false,
                reason(objections.getFirst().rule()),
                objections.stream().map(Contradiction::words).toList());
    }

    /// What the specification says where a rule refuses.
    static String reason(ClaimRule rule) {
        return switch (rule) {
            case TODO, FIXME, NOT_YET_IMPLEMENTED, STILL_NEED_TO, REMAINING_WORK -> CONTRADICTED;
            case BLOCKED_BY, CANNOT_COMPLETE, TESTS_FAIL -> CONTRADICTED;
            case PROMISE_QUOTED -> NOT_FOUND;
            case NO_COMMIT, NO_PASSING_TESTS, NO_APPROVAL -> rule.words();
        };
    }
}
