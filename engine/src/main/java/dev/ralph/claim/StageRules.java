package dev.ralph.claim;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What specification 003 wants to hear in a stage, where nothing better than words is known.
final class StageRules implements Consumer<Sentence> {
    private static final Set<String> COMMITS = Set.of("commit", "commits", "committed");
    private static final String PASSED = "passed";
    private static final String REVIEW_PASSED = "REVIEW PASSED";
    private static final Set<String> UNCERTAIN = Set.of(
            "not", "no", "never", "will", "would", "should", "once", "after", "if", "when", "later", "to", "before",
            "until", "unless", "could", "cannot", "nothing", "without");
    private static final Set<String> BREAKS = Set.of(",", ";", ":", "(", "but", "and");
    private static final int NEAR = 8;

    private final boolean reviewPassed;
    private boolean committed;
    private boolean passed;
    private boolean approved;

    /// @param text all of it: of one phrase the case counts
    StageRules(String text) {
        this.reviewPassed = text.contains(REVIEW_PASSED);
    }

    @Override
    public void accept(Sentence sentence) {
        for (int at = 0; at < sentence.size(); at++) {
            String word = sentence.word(at);
            committed |= COMMITS.contains(word) && isStated(sentence, at);
            passed |= word.equals(PASSED) && isStated(sentence, at);
            boolean verdict =
                    reviewPassed && word.equals(PASSED) && sentence.word(at - 1).equals("review");
            approved |= (verdict || word.equals("approved")) && isStated(sentence, at);
        }
    }

    /// "I will commit it later" and "not approved" state nothing.
    private static boolean isStated(Sentence sentence, int at) {
        for (int i = at - 1; i >= Math.max(0, at - NEAR) && !BREAKS.contains(sentence.word(i)); i--) {
            if (UNCERTAIN.contains(sentence.word(i))) {
                return false;
            }
        }
        for (int i = at + 1; i <= at + NEAR && !BREAKS.contains(sentence.word(i)); i++) {
            String word = sentence.word(i);
            if (word.equals("once") || word.equals("later") || word.equals("if")) {
                return false;
            }
        }
        return true;
    }

    /// @return null when the stage has what it needs
    @Nullable
    ClaimRule lacking(@Nullable ClaimStage stage, Facts facts) {
        return switch (stage) {
            case CODER -> holds(facts.committed(), committed) ? null : ClaimRule.NO_COMMIT;
            case TESTER -> passed ? null : ClaimRule.NO_PASSING_TESTS;
            case REVIEWER -> approved ? null : ClaimRule.NO_APPROVAL;
            case QA -> null;
            case null -> null;
        };
    }

    private static boolean holds(@Nullable Boolean fact, boolean said) {
        return fact == null ? said : fact;
    }
}
