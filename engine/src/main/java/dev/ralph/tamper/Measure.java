package dev.ralph.tamper;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What becomes of a claim when a rule finds something; a later one is the graver one.
public enum Measure {
    /// It is not even told.
    ALLOW,
    /// It is told, and the claim stands.
    WARN,
    /// A human has to agree: the loop ends and says what to.
    ASK,
    /// The claim is refused, and the next attempt is told why.
    BLOCK;

    public static Optional<Measure> named(String word) {
        return Arrays.stream(values())
                .filter(measure -> measure.toString().equals(word))
                .findFirst();
    }

    /// As it is written in a configuration.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
