package dev.ralph.proof;

import dev.ralph.receipt.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of making the checks of a loop again.
///
/// @param attempt whose work it was
/// @param commit  where they were made
/// @param asked   whether somebody named that commit; else it is the one of the last verdict
public record ReverificationResult(String loop, int attempt, String commit, boolean asked, List<Repeated> checks) {
    public ReverificationResult {
        checks = List.copyOf(checks);
    }

    /// One check, then and now.
    ///
    /// @param then what the last verdict's receipt says, null where that did not come so far
    /// @param now  null where it was not repeated
    /// @param why  why it was not, null where it was
    public record Repeated(
            String title,
            @Nullable Evidence then,
            @Nullable Evidence now,
            @Nullable String why) {
        public Repeated {
            if ((now == null) == (why == null)) {
                throw new IllegalArgumentException("a check is repeated, or there is a reason why not: " + title);
            }
        }

        /// Whether it is repeated and does not pass.
        public boolean isRefused() {
            return now != null && !now.finding().passed();
        }

        /// Whether it says something else than then.
        public boolean isOther() {
            return now != null
                    && then != null
                    && now.finding().passed() != then.finding().passed();
        }
    }

    /// Whether any could be repeated.
    public boolean isAny() {
        return checks.stream().anyMatch(check -> check.now() != null);
    }

    public boolean isRefused() {
        return checks.stream().anyMatch(Repeated::isRefused);
    }
}
