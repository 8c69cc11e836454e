package dev.ralph.heal;

import java.util.stream.Collectors;

/// Words of others, marked so that nothing in them passes for ours.
final class Quoted {
    private Quoted() {}

    /// Each line behind `> `.
    static String lines(String words) {
        return words.strip().lines().map(line -> ("> " + line).stripTrailing()).collect(Collectors.joining("\n"));
    }

    /// Between two fences that are longer than any in it.
    static String fenced(String words) {
        StringBuilder fence = new StringBuilder("```");
        while (words.contains(fence)) {
            fence.append('`');
        }
        return fence + "\n" + words.strip() + "\n" + fence;
    }

    /// The end of what is too long, where tools say what matters.
    static String end(String words, int most) {
        return words.length() <= most ? words : "…" + words.substring(words.length() - most + 1);
    }
}
