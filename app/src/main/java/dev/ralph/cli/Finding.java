package dev.ralph.cli;

import org.jspecify.annotations.Nullable;

/// One thing `ralph doctor` looked at.
///
/// @param what   the thing, in a word or two
/// @param text   how it is
/// @param advice what to do about it, null when there is nothing to do
record Finding(
        Level level, String what, String text, @Nullable String advice) {
    enum Level {
        OK,
        WARNING,
        TROUBLE
    }

    static Finding ok(String what, String text) {
        return new Finding(Level.OK, what, text, null);
    }

    static Finding warning(String what, String text, String advice) {
        return new Finding(Level.WARNING, what, text, advice);
    }

    static Finding trouble(String what, String text, String advice) {
        return new Finding(Level.TROUBLE, what, text, advice);
    }
}
