package dev.ralph.tamper;

/// A word in a test file that keeps tests from running or from counting.
///
/// @param text what stands there, laid out the same way always
/// @param test the number of the test it is in, -1 for none
record Mark(Kind kind, String text, int at, int test) {
    enum Kind {
        /// Skips always.
        SKIP,
        /// Skips under some condition.
        CONDITION,
        /// Skips all others.
        FOCUS,
        /// Turns failure into success.
        EXPECTED_FAILURE,
        /// May hide code from us that some compilers see.
        HIDING
    }
}
