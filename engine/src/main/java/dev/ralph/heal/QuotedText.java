package dev.ralph.heal;

import java.util.stream.Collectors;

/// Words of others, marked so that nothing in them passes for ours.
final class QuotedText {
    private QuotedText() {}

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

    /// As many lines as fit, from some before those that say `what`; the last ones where none does.
    static String around(String words, String what, int most) {
        String line = what.lines().findFirst().orElse("");
        int at = line.isBlank() ? -1 : words.indexOf(line);
        if (words.length() <= most || at < 0) {
            return end(words, most);
        }
        int from = words.lastIndexOf('\n', Math.max(0, Math.min(at - most / 4, words.length() - most))) + 1;
        int to = Math.min(words.length(), from + most - 2);
        return (from > 0 ? "…" : "") + words.substring(from, to) + (to < words.length() ? "…" : "");
    }

    /// The end of what is too long, where tools say what matters.
    static String end(String words, int most) {
        return words.length() <= most ? words : "…" + words.substring(words.length() - most + 1);
    }
}
