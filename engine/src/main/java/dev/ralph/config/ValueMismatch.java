package dev.ralph.config;

import java.util.Collection;
import java.util.List;

/// A written value does not suit its key.
final class ValueMismatch extends Exception {
    private final transient WrittenValue.Spot spot;
    private final transient List<ValueMismatch> all;

    ValueMismatch(WrittenValue found, String message) {
        this(found.spot(), message);
    }

    ValueMismatch(WrittenValue.Spot spot, String message) {
        super(message, null, false, false);
        this.spot = spot;
        this.all = List.of(this);
    }

    /// Everything that is wrong with one value.
    ///
    /// @param all at least one
    ValueMismatch(List<ValueMismatch> all) {
        super(all.getFirst().getMessage(), null, false, false);
        this.spot = all.getFirst().spot();
        this.all = List.copyOf(all);
    }

    static ValueMismatch expected(WrittenValue found, String expected) {
        return new ValueMismatch(found, "found " + found.described() + ", expected " + expected);
    }

    /// @param otherwise what to say where no known name is near
    static ValueMismatch unknown(WrittenValue.Mapping.Pair pair, Collection<String> known, String otherwise) {
        return new ValueMismatch(
                pair.name(),
                "unknown key '" + ForeignText.shortened(pair.key()) + "'"
                        + NearestName.hint(pair.key(), known, otherwise));
    }

    static ValueMismatch duplicate(WrittenValue.Mapping.Pair pair) {
        return new ValueMismatch(pair.name(), "duplicate key " + pair.key());
    }

    static void throwAny(List<ValueMismatch> wrong) throws ValueMismatch {
        if (!wrong.isEmpty()) {
            throw new ValueMismatch(wrong);
        }
    }

    /// The same, each as wrong with what has this name.
    ValueMismatch in(String name) {
        return new ValueMismatch(all.stream()
                .map(one -> new ValueMismatch(one.spot(), name + ": " + one.text()))
                .toList());
    }

    /// This one, and whatever else is wrong with the value.
    List<ValueMismatch> all() {
        return all;
    }

    WrittenValue.Spot spot() {
        return spot;
    }

    /// The message, which is never null here.
    String text() {
        return String.valueOf(getMessage());
    }
}
