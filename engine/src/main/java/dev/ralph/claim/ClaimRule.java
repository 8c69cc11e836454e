package dev.ralph.claim;

import java.util.Locale;

/// What refuses a claim: the contradictions of specification 003, each with the other ways to say the same, and its
/// rules for stages.
public enum ClaimRule {
    TODO("a TODO is left"),
    FIXME("a FIXME is left"),
    NOT_YET_IMPLEMENTED("something is not yet implemented"),
    STILL_NEED_TO("something still needs to be done"),
    REMAINING_WORK("there is remaining work"),
    BLOCKED_BY("something is blocked"),
    CANNOT_COMPLETE("something could not be completed"),
    TESTS_FAIL("tests or the build fail"),
    PROMISE_QUOTED("the promise stands only in code or in a quotation: print it by itself when it is kept"),
    NO_COMMIT("No commit detected in coder output"),
    NO_PASSING_TESTS("No passing tests detected"),
    NO_APPROVAL("No review approval detected");

    private final String words;

    ClaimRule(String words) {
        this.words = words;
    }

    /// As it is written in receipts and documents.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// In a few words; those of a stage's rule are the specification's.
    public String words() {
        return words;
    }
}
