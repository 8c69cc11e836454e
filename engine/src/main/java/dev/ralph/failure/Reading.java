package dev.ralph.failure;

import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Puts a failure together from what a recogniser read.
///
/// How sure a recogniser is also decides which one is believed, so they share these figures: whoever says more exactly
/// what went wrong has the higher one.
///
/// @param tool whose output it is, or empty
record Reading(String tool, int confidence) {
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

    Failure of(FailureType type, String message, @Nullable Location location) {
        return of(type, message, location, false, null);
    }

    /// What the words themselves say, else what the frame around them is.
    Failure symptom(FailureType frame, String message, @Nullable Location location) {
        return of(Symptom.of(frame, message), message, location);
    }

    Failure test(String message, @Nullable Location location, @Nullable String test) {
        return symptom(TEST_FAILURE, message, (location == null ? Location.UNKNOWN : location).in(test));
    }

    /// What nothing caught. Where a test is a program of its own, that is how it says that it failed.
    Failure uncaught(String message, @Nullable Location location) {
        boolean test = Symptom.assertion(message)
                && location != null
                && location.file() != null
                && TEST_FILE.matcher(location.file()).find();
        return of(test ? TEST_FAILURE : Symptom.of(RUNTIME_ERROR, message), message, location);
    }

    Failure property(String message, @Nullable Location location, @Nullable String counterexample) {
        return of(TEST_FAILURE, message, location, true, counterexample);
    }

    /// What a test runner says of a failed test, together with what a library for properties says of the same.
    static Failure both(Failure runner, Failure property) {
        return new Reading(property.tool(), Math.max(runner.confidence(), property.confidence()))
                .property(
                        property.message(),
                        property.location().or(runner.location()).in(test(runner, property)),
                        property.counterexample());
    }

    /// A library knows the function alone, a runner also what that stands in.
    private static @Nullable String test(Failure runner, Failure property) {
        String known = property.location().test();
        String whole = runner.location().test();
        return known == null || (whole != null && whole.endsWith(known)) ? whole : known;
    }

    Failure of(
            FailureType type,
            String message,
            @Nullable Location location,
            boolean property,
            @Nullable String counterexample) {
        boolean missing = type != MISSING_DEPENDENCY
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
