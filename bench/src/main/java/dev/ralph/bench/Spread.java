package dev.ralph.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

    static <T> Spread of(List<T> rounds, ToDoubleFunction<T> figure) {
        return of(rounds.stream().map(figure::applyAsDouble).toList());
    }

    /// Of the ratios within each round.
    static <T> Spread ofRatios(List<T> ours, List<T> base, ToDoubleFunction<T> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), base.size()); i++) {
            ratios.add(figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(base.get(i)));
        }
        return of(ratios);
    }

    double median() {
        return at(0.5);
    }

    /// The value below which this share of the figures lies.
    double at(double share) {
        return sorted.get((int) Math.round((sorted.size() - 1) * share));
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
