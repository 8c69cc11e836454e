package dev.ralph.bench;

import java.util.Collection;
import java.util.List;

/// What several rounds gave, sorted: the middle counts, the rest says how far it can be trusted.
record Spread(List<Double> sorted) {
    private static final int ENOUGH_FOR_PERCENTILES = 20;

    Spread {
        if (sorted.isEmpty()) throw new IllegalArgumentException("no figures: nothing was measured");
        sorted = sorted.stream().sorted().toList();
    }

    static Spread of(Collection<Double> values) {
        return new Spread(List.copyOf(values));
    }

    double median() {
        return at(0.5);
    }

    /// The value below which this share of the figures lies.
    double at(double share) {
        return sorted.get((int) Math.round((sorted.size() - 1) * share));
    }

    double max() {
        return sorted.getLast();
    }

    /// From p10 to p90, or from least to most where there are few figures.
    String range() {
        boolean many = sorted.size() >= ENOUGH_FOR_PERCENTILES;
        return Row.number(at(many ? 0.1 : 0)) + " to " + Row.number(at(many ? 0.9 : 1));
    }

    @Override
    public String toString() {
        return Row.number(median()) + " (" + range() + ")";
    }
}
