package dev.ralph.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What an agent says itself in a text, in sentences: without code, quotations and addresses.
///
/// A code fence that is never closed hides nothing.
final class AgentProse {
    /// Longer sentences are cut, so that a look at one costs little.
    private static final int LONGEST = 2000;

    private static final Pattern FENCE = Pattern.compile("[ \\t]{0,20}+(`{3,}+|~{3,}+)(.*+)");
    /// Nothing that is quoted is long.
    private static final Pattern QUOTED = Pattern.compile(
            "``?[^`]{1,300}+``?|\"[^\"]{1,300}+\"|“[^“”]{1,300}+”|~~[^~]{1,300}+~~|https?://\\S{1,300}+");
    /// A line goes on in the next one, unless that begins something of its own.
    private static final Pattern END =
            Pattern.compile("[.!?;](?=\\s|$)|\\n(?=[ \\t]{0,20}+(?:\\n|[-*+•][ \\t]|[#|]|\\d{1,9}+[.)][ \\t]))");

    /// @param line from 1
    record Sentence(String text, int line) {}

    private AgentProse() {}

    static List<Sentence> sentences(String own) {
        List<Sentence> sentences = new ArrayList<>();
        Matcher end = END.matcher(own);
        int last = 0;
        int line = 1;
        for (int from = 0; from < own.length(); ) {
            last = last > from ? last : end.find() ? end.end() : own.length();
            int to = Math.min(last, from + LONGEST);
            String sentence = own.substring(from, to);
            sentences.add(new Sentence(sentence, line));
            line += lines(sentence);
            from = to;
        }
        return sentences;
    }

    static int lines(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }

    /// The text without whatever is not its author's own, each line where it was.
    static String of(String text) {
        String[] lines = text.split("\n", -1);
        boolean fences = true;
        for (int at = 0; at < lines.length; at++) {
            Matcher fence = FENCE.matcher(lines[at]);
            if (fences && fence.matches()) {
                int close = close(lines, at, fence.group(1));
                fences = close > 0;
                Arrays.fill(lines, at, Math.max(at, close) + 1, "");
                at = Math.max(at, close);
            } else if (lines[at].stripLeading().startsWith(">")) {
                lines[at] = "";
            }
        }
        return QUOTED.matcher(String.join("\n", lines)).replaceAll(quoted -> "…" + "\n".repeat(lines(quoted.group())));
    }

    private static int close(String[] lines, int open, String mark) {
        for (int i = open + 1; i < lines.length; i++) {
            Matcher fence = FENCE.matcher(lines[i]);
            if (fence.matches()
                    && fence.group(1).startsWith(mark)
                    && fence.group(2).isBlank()) {
                return i;
            }
        }
        return -1;
    }
}
