package dev.ralph.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Cuts a paragraph into sentences and words.
final class Sentences {
    private static final int LONGEST_WORD = 64;
    private static final Set<String> SUBJECTS = Set.of(
            "it", "that", "what", "there", "here", "this", "everything", "nothing", "he", "she", "who", "where", "all");
    private static final Map<String, String> SHORT = Map.ofEntries(
            Map.entry("cannot", "can"),
            Map.entry("cant", "can"),
            Map.entry("can't", "can"),
            Map.entry("wont", "will"),
            Map.entry("won't", "will"),
            Map.entry("dont", "do"),
            Map.entry("doesnt", "does"),
            Map.entry("didnt", "did"),
            Map.entry("isnt", "is"),
            Map.entry("arent", "are"),
            Map.entry("wasnt", "was"),
            Map.entry("havent", "have"),
            Map.entry("hasnt", "has"),
            Map.entry("couldnt", "could"));
    private static final Map<String, String> ENDINGS =
            Map.of("'ll", "will", "'ve", "have", "'re", "are", "'m", "am", "'d", "would");

    private final char[] text;
    private final boolean log;
    private final Consumer<Sentence> heard;
    private final List<Token> tokens = new ArrayList<>();
    private int line;

    private Sentences(char[] text, int line, boolean log, Consumer<Sentence> heard) {
        this.text = text;
        this.line = line;
        this.log = log;
        this.heard = heard;
    }

    static void of(char[] text, int line, boolean log, Consumer<Sentence> heard) {
        new Sentences(text, line, log, heard).cut();
    }

    private void cut() {
        int at = 0;
        while (at < text.length) {
            char c = text[at];
            if (Character.isLetterOrDigit(c)) {
                int end = wordEnd(at);
                word(new String(text, at, Math.min(end - at, LONGEST_WORD)));
                at = end;
            } else {
                at = mark(at, c);
            }
        }
        end();
    }

    private int mark(int at, char c) {
        if (c == '\n') {
            line++;
        } else if (c == '.' || c == '!' || c == '?') {
            if (at + 1 == text.length || !Character.isLetterOrDigit(text[at + 1])) {
                end();
            }
        } else if (c == '[' && at + 2 < text.length && text[at + 1] == ' ' && text[at + 2] == ']') {
            add("☐");
            return at + 3;
        } else if (!Character.isWhitespace(c) && "*_\"'’`[]{}".indexOf(c) < 0) {
            add(sign(at, c));
        }
        return at + 1;
    }

    private String sign(int at, char c) {
        return switch (c) {
            case '✅', '✓', '✔' -> "✓";
            case '❌', '✗', '✘', '✖' -> "✗";
            case '⬜', '☐', '⏳' -> "☐";
            case '–', '—', '-' -> "—";
            case '\ud83d' -> at + 1 < text.length && text[at + 1] == '\udea7' ? "☐" : "·";
            default -> String.valueOf(c);
        };
    }

    private int wordEnd(int at) {
        int end = at;
        while (end < text.length && (isInWord(text[end]) || joins(end))) {
            end++;
        }
        return end;
    }

    private static boolean isInWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    /// An apostrophe or a hyphen between letters, a comma or a point between digits.
    private boolean joins(int at) {
        if (at + 1 >= text.length || !Character.isLetterOrDigit(text[at + 1])) {
            return false;
        }
        char c = text[at];
        return c == '\''
                || c == '’'
                || c == '-'
                || ((c == ',' || c == '.') && Character.isDigit(text[at - 1]) && Character.isDigit(text[at + 1]));
    }

    private void word(String written) {
        String word = written.toLowerCase(Locale.ROOT).replace('’', '\'');
        String first = SHORT.get(word);
        int apostrophe = word.lastIndexOf('\'');
        if (first != null) {
            add(first);
            add("not");
        } else if (word.endsWith("n't")) {
            add(word.substring(0, word.length() - 3));
            add("not");
        } else if (apostrophe > 0) {
            String stem = word.substring(0, apostrophe);
            String ending = word.substring(apostrophe);
            add(stem);
            if (ENDINGS.containsKey(ending)) {
                add(ENDINGS.get(ending));
            } else if (ending.equals("'s") && SUBJECTS.contains(stem)) {
                add("is");
            }
        } else {
            add(word);
        }
    }

    private void add(String word) {
        if (!word.isEmpty()) {
            tokens.add(new Token(word, line));
        }
        if (tokens.size() >= Sentence.LONGEST) {
            end();
        }
    }

    private void end() {
        if (!tokens.isEmpty()) {
            heard.accept(new Sentence(tokens, log));
            tokens.clear();
        }
    }
}
