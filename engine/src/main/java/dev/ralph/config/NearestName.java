package dev.ralph.config;

import java.util.Locale;
import java.util.Optional;

/// Finds the real name somebody most likely meant by a misspelt one.
public final class NearestName {
    private static final int LONGEST_NAME = 64;
    private static final int SHORTEST_PREFIX = 3;

    private NearestName() {}

    /// The candidate with the fewest typing errors, if there are few enough to believe in it; else the only candidate
    /// that begins with the word. Case, `-` and `_` make no difference, a swap of neighbours is one error.
    public static Optional<String> to(String word, Iterable<String> candidates) {
        Optional<String> misspelt = misspelt(word, candidates);
        return misspelt.isPresent() ? misspelt : onlyOneBeginning(plain(word), candidates);
    }

    /// The candidate with few enough typing errors, if any.
    static Optional<String> misspelt(String word, Iterable<String> candidates) {
        String typed = plain(word);
        if (typed.isEmpty() || typed.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        int allowed = Math.clamp(typed.length() / 3, 1, 3);
        String best = null;
        for (String candidate : candidates) {
            int distance = distance(typed, plain(candidate));
            if (distance <= allowed) {
                allowed = distance - 1;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /// `; did you mean 'X'?` with the nearest name, or nothing.
    public static String hint(String word, Iterable<String> candidates) {
        Optional<String> nearest = to(word, candidates);
        return nearest.isEmpty() ? "" : "; did you mean '" + nearest.get() + "'?";
    }

    /// The same, or another text where nothing is near.
    static String hint(String word, Iterable<String> candidates, String otherwise) {
        String hint = hint(word, candidates);
        return hint.isEmpty() ? otherwise : hint;
    }

    private static Optional<String> onlyOneBeginning(String typed, Iterable<String> candidates) {
        if (typed.length() < SHORTEST_PREFIX) {
            return Optional.empty();
        }
        String found = null;
        for (String candidate : candidates) {
            if (plain(candidate).startsWith(typed)) {
                if (found != null) {
                    return Optional.empty();
                }
                found = candidate;
            }
        }
        return Optional.ofNullable(found);
    }

    private static String plain(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /// Optimal string alignment: insertions, deletions, replacements, swaps of neighbours.
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
