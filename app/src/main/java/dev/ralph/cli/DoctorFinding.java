package dev.ralph.cli;

import org.jspecify.annotations.Nullable;

/// One thing `ralph doctor` looked at.
///
/// @param what   the thing, in a word or two
/// @param text   how it is
/// @param advice what to do about it, null when there is nothing to do
record DoctorFinding(
        Level level, String what, String text, @Nullable String advice) {
    enum Level {
        READY,
        /// It was not in order and is now.
        FIXED,
        /// Ralph works without it.
        MISSING,
        WARNING,
        /// No loop can run as it should.
        TROUBLE
    }

    static DoctorFinding ready(String what, String text) {
        return new DoctorFinding(Level.READY, what, text, null);
    }

    static DoctorFinding fixed(String what, String text) {
        return new DoctorFinding(Level.FIXED, what, text, null);
    }

    static DoctorFinding missing(String what, String text) {
        return new DoctorFinding(Level.MISSING, what, text, null);
    }

    static DoctorFinding warning(String what, String text, String advice) {
        return new DoctorFinding(Level.WARNING, what, text, advice);
    }

    static DoctorFinding trouble(String what, String text, String advice) {
        return new DoctorFinding(Level.TROUBLE, what, text, advice);
    }
}
