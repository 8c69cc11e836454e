package dev.ralph.config;

/// A written value does not suit its key.
final class Misfit extends Exception {
    private final transient Written.Spot spot;

    Misfit(Written found, String message) {
        this(found.spot(), message);
    }

    Misfit(Written.Spot spot, String message) {
        super(message, null, false, false);
        this.spot = spot;
    }

    static Misfit expected(Written found, String expected) {
        return new Misfit(found, "found " + found.described() + ", expected " + expected);
    }

    Written.Spot spot() {
        return spot;
    }

    /// The message, which is never null here.
    String text() {
        return String.valueOf(getMessage());
    }
}
