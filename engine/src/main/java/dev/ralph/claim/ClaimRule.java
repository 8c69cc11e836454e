package dev.ralph.claim;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What refuses a claim: the contradictions of specification 003 and its rules for stages.
public enum ClaimRule {
    TODO("\\bTODO:", "a TODO is left"),
    FIXME("\\bFIXME:", "a FIXME is left"),
    NOT_YET_IMPLEMENTED("not\\s+yet\\s+implemented", "something is not yet implemented"),
    STILL_NEED_TO("still\\s+need\\s+to", "something still needs to be done"),
    REMAINING_WORK("remaining\\s+work", "there is remaining work"),
    BLOCKED_BY("blocked\\s+by", "something is blocked"),
    CANNOT_COMPLETE("cannot\\s+complete", "something could not be completed"),
    TESTS_FAIL("\\btests?\\s+fail", "tests or the build fail"),
    PROMISE_QUOTED("the promise stands only in code or in a quotation: print it by itself when it is kept"),
    NO_COMMIT("No commit detected in coder output"),
    NO_PASSING_TESTS("No passing tests detected"),
    NO_APPROVAL("No review approval detected");

    @SuppressWarnings("ImmutableEnumChecker") // a pattern never changes
    private final @Nullable Pattern pattern;

    private final String words;

    ClaimRule(String words) {
        this.pattern = null;
        this.words = words;
    }

    ClaimRule(String pattern, String words) {
        this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
        this.words = words;
    }

    /// The contradiction that it finds; null for a rule about something that is missing.
    @Nullable
    Pattern pattern() {
        return pattern;
    }

    /// As it is written in receipts and documents.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @return null for none
    public static @Nullable ClaimRule named(@Nullable String id) {
        for (ClaimRule rule : values()) {
            if (rule.id().equals(id)) {
                return rule;
            }
        }
        return null;
    }

    /// In a few words; those of a stage's rule are the specification's.
    public String words() {
        return words;
    }
}
