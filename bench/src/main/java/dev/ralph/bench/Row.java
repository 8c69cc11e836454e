package dev.ralph.bench;

import java.util.List;
import java.util.Locale;

/// One line of the table that `bench/run` shows: the only lines of a benchmark's output that begin with a bar.
///
/// @param goal its number in the goal table
/// @param ours the figure of Ralph, with its unit
/// @param baseline the figure it is compared with
/// @param ratio the one divided by the other, or the figure itself where the goal names no ratio
/// @param spread of the ratio, empty where there is none
record Row(String goal, String what, String ours, String baseline, double ratio, String spread, Bound bound) {

    static Row of(String goal, String what, String ours, String baseline, Spread ratio, Bound bound) {
        return new Row(goal, what, ours, baseline, ratio.median(), ratio.range(), bound);
    }

    /// Of milliseconds, the one in each round against the other in the same round.
    static Row ofMillis(String goal, String what, List<Double> ours, String other, List<Double> base, Bound bound) {
        String baseline = other + " " + millis(Spread.of(base).median());
        Spread ratio = Spread.ofRatios(ours, base, value -> value);
        return of(goal, what, millis(Spread.of(ours).median()), baseline, ratio, bound);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f ms" : "%,.0f ms", value);
    }

    void print() {
        String shown = number(ratio) + (spread.isEmpty() ? "" : " (" + spread + ")");
        System.out.println("| " + goal + " | " + what + " | " + ours + " | " + baseline + " | " + shown + " | "
                + bound.words() + " | " + bound.verdict(ratio) + " |");
    }

    /// A line for what this machine cannot measure.
    static void notMeasured(String goal, String what, String why) {
        String oneLine = why.lines().findFirst().orElse("").replace('|', '/');
        System.out.println("| " + goal + " | " + what + " | not measured: " + oneLine + " | | | | |");
    }

    /// Three digits that matter; a small one as a fraction.
    static String number(double value) {
        if (value > 0 && value < 0.05) return "1/" + String.format(Locale.ROOT, "%,.0f", 1 / value);
        if (value >= 100) return String.format(Locale.ROOT, "%,.0f", value);
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
