package dev.ralph.config;

import java.util.List;

/// A written value does not suit its key.
final class Misfit extends Exception {
    private final transient Written.Spot spot;
    private final transient List<Misfit> all;

    Misfit(Written found, String message) {
        this(found.spot(), message);
    }

    Misfit(Written.Spot spot, String message) {
        super(message, null, false, false);
        this.spot = spot;
        this.all = List.of(this);
    }

    /// Everything that is wrong with one value.
    ///
    /// @param all at least one
    Misfit(List<Misfit> all) {
        super(all.getFirst().getMessage(), null, false, false);
        this.spot = all.getFirst().spot();
        this.all = List.copyOf(all);
    }

    static Misfit expected(Written found, String expected) {
        return new Misfit(found, "found " + found.described() + ", expected " + expected);
    }

    /// This one, and whatever else is wrong with the value.
    List<Misfit> all() {
        return all;
    }

    Written.Spot spot() {
        return spot;
    }

    /// The message, which is never null here.
    String text() {
        return String.valueOf(getMessage());
    }
}
