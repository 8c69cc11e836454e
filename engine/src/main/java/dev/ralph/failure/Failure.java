package dev.ralph.failure;

import org.jspecify.annotations.Nullable;

/// What the output of a failed task says.
///
/// @param confidence     from 0 to 100
/// @param tool           whose output it is, such as `javac`, or empty
/// @param message        the one or two lines that say it
/// @param property       whether a property-based test failed
/// @param counterexample what a property does not hold for
/// @param cause          one of [FailureType#causes]
/// @param missingSymbol  whether something is missing that the project itself should have: a function, a member, a type
/// @param specFile       the document that could not be read, such as `design.md`
public record Failure(
        FailureType type,
        int confidence,
        String tool,
        String message,
        Location location,
        boolean property,
        @Nullable String counterexample,
        Cause cause,
        boolean missingSymbol,
        @Nullable String specFile) {

    public Failure {
        if (confidence < 0 || confidence > 100) {
            throw new IllegalArgumentException("a confidence outside of 0 to 100: " + confidence);
        }
        if (!type.causes().contains(cause)) {
            throw new IllegalArgumentException("'" + cause.words() + "' is no cause of " + type.word());
        }
        if (counterexample != null && !property) {
            throw new IllegalArgumentException("a counterexample of no property");
        }
    }

    /// Whether no tool was recognised by which one could know.
    public boolean isUnclear() {
        return confidence < Reading.SHELL;
    }

    /// The same, as somebody else who read the output names it.
    public Failure as(FailureType other, Cause why) {
        boolean ofProperty = other == FailureType.TEST_FAILURE
                && (property || why.equals(other.causes().getFirst()));
        return new Failure(
                other,
                confidence,
                tool,
                message,
                location,
                ofProperty,
                ofProperty ? counterexample : null,
                why,
                missingSymbol,
                specFile);
    }

    /// The same of a test that shows a property.
    public Failure ofProperty() {
        return new Reading(tool, confidence).of(type, message, location, true, counterexample);
    }

    /// The same, where more than its words say whether something of the project's own is missing.
    Failure missing(boolean missing) {
        Cause likely = Symptom.cause(type, message, property, missing);
        return new Failure(
                type, confidence, tool, message, location, property, counterexample, likely, missing, specFile);
    }
}
