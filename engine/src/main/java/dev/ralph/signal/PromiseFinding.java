package dev.ralph.signal;

/// What a scan has found so far.
///
/// A promise kept or blocked outweighs every wrong one; of those two the later one counts, because it is the agent's
/// last word.
public sealed interface PromiseFinding {
    /// No tag with anything in it.
    record None() implements PromiseFinding {}

    /// The promise.
    record Kept() implements PromiseFinding {}

    /// The promise that says the agent cannot go on.
    record Blocked() implements PromiseFinding {}

    /// A tag that does not count; the latest one.
    ///
    /// @param text what stood between the tags: untrusted, shortened, without control characters
    record Wrong(String text, Why why) implements PromiseFinding {
        /// One sentence for the log and for the agent.
        public String words(PromiseRule rule) {
            return switch (why) {
                case OTHER_TEXT -> "The promise must be '" + rule.promise() + "', not '" + text + "'.";
                case NOT_ALONE -> "The promise '" + text + "' does not count: put it alone on its line.";
            };
        }
    }

    enum Why {
        OTHER_TEXT,
        /// The right text, but not on a line of its own.
        NOT_ALONE
    }

    PromiseFinding NONE = new None();
    PromiseFinding KEPT = new Kept();
    PromiseFinding BLOCKED = new Blocked();
}
