package dev.ralph.failure;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Puts a failure together from what a recogniser read.
///
/// How sure a recogniser is also decides which one is believed, so they share these figures: whoever says more exactly
/// what went wrong has the higher one.
final class Reading {
    /// The task was ended, or the machine could not give more.
    static final int ENDED = 98;

    static final int SPEC = 96;
    static final int COMPILER = 94;
    static final int PROPERTY = 92;
    static final int TEST_RUNNER = 90;
    static final int UNCAUGHT = 80;
    static final int BUILD_TOOL = 70;
    static final int SHELL = 65;
    static final int WORDS = 40;
    static final int NOTHING = 10;

    private static final int LONGEST_MESSAGE = 400;
    private static final Pattern TEST_FILE =
            Pattern.compile("(?i)(?:^|[/_.-])(?:tests?|specs?)(?:[/_.-])|Tests?\\.\\w+$");

    private Reading() {}

    static Failure of(FailureType type, int confidence, String tool, String message, @Nullable Location location) {
        return of(type, confidence, tool, message, location, false, null);
    }

    /// What nothing caught. Where a test is a program of its own, that is how it says that it failed.
    static Failure uncaught(int confidence, String tool, String message, @Nullable Location location) {
        boolean test = Symptom.assertion(message)
                && location != null
                && location.file() != null
                && TEST_FILE.matcher(location.file()).find();
        return of(
                test ? FailureType.TEST_FAILURE : Symptom.of(FailureType.RUNTIME_ERROR, message),
                confidence,
                tool,
                message,
                location);
    }

    static Failure property(
            int confidence, String tool, String message, @Nullable Location location, @Nullable String counterexample) {
        return of(FailureType.TEST_FAILURE, confidence, tool, message, location, true, counterexample);
    }

    /// A failure of the same kind in which something of the project's own is missing.
    static Failure missing(Failure failure, boolean missing) {
        return new Failure(
                failure.type(),
                failure.confidence(),
                failure.tool(),
                failure.message(),
                failure.location(),
                failure.property(),
                failure.counterexample(),
                Symptom.cause(failure.type(), failure.message(), failure.property(), missing),
                missing,
                failure.specFile());
    }

    /// What a test runner says of a failed test, together with what a library for properties says of the same.
    static Failure both(Failure runner, Failure property) {
        return of(
                FailureType.TEST_FAILURE,
                Math.max(runner.confidence(), property.confidence()),
                property.tool(),
                property.message(),
                property.location().or(runner.location()).in(test(runner, property)),
                true,
                property.counterexample());
    }

    /// A library knows the function alone, a runner also what that stands in.
    private static @Nullable String test(Failure runner, Failure property) {
        String known = property.location().test();
        String whole = runner.location().test();
        return known == null || (whole != null && whole.endsWith(known)) ? whole : known;
    }

    static Failure of(
            FailureType type,
            int confidence,
            String tool,
            String message,
            @Nullable Location location,
            boolean property,
            @Nullable String counterexample) {
        boolean missing = type != FailureType.MISSING_DEPENDENCY
                ? Symptom.missing(message)
                : Symptom.cause(type, message, false, false)
                        .equals(type.causes().getFirst());
        return new Failure(
                type,
                confidence,
                tool,
                shortened(message),
                location == null ? Location.UNKNOWN : location,
                property,
                counterexample == null || counterexample.isBlank() ? null : shortened(counterexample),
                Symptom.cause(type, message, property, missing),
                missing,
                null);
    }

    private static String shortened(String text) {
        String stripped = text.strip();
        return stripped.length() <= LONGEST_MESSAGE ? stripped : stripped.substring(0, LONGEST_MESSAGE) + " …";
    }
}
