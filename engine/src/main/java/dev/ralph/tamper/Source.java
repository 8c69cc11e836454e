package dev.ralph.tamper;

import java.util.Arrays;

/// A source file in two views of the same length, so that a place in one is a place in the other.
///
/// @param plain without comments
/// @param code  without comments and without what is in strings: each string is two `"` with blanks between them
@SuppressWarnings("ArrayRecordComponent") // nobody compares sources
record Source(Language language, String raw, String plain, String code, int[] lineStarts, Brackets brackets) {

    static Source of(String text, Language language) {
        String spelled = Spelling.plain(text, language);
        SourceScrubber scrubber = new SourceScrubber(spelled, language);
        scrubber.scrub();
        return new Source(
                language, spelled, scrubber.plain(), scrubber.code(), starts(spelled), Brackets.of(scrubber.code()));
    }

    private static int[] starts(String text) {
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                starts = count == starts.length ? Arrays.copyOf(starts, count * 2) : starts;
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    /// From 1.
    int line(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    int lines() {
        return lineStarts.length;
    }

    /// @param line from 1
    int start(int line) {
        return lineStarts[line - 1];
    }

    int end(int line) {
        return line < lineStarts.length ? lineStarts[line] - 1 : code.length();
    }

    /// The first that is no blank, from there on.
    int next(int offset) {
        int i = offset;
        while (i < code.length() && Character.isWhitespace(code.charAt(i))) {
            i++;
        }
        return i;
    }

    /// Whether that word begins there.
    boolean isWord(String word, int at) {
        int end = at + word.length();
        return code.startsWith(word, at) && (end == code.length() || !Character.isJavaIdentifierPart(code.charAt(end)));
    }

    /// Whether a block begins there.
    boolean opens(int at) {
        return at < code.length() && code.charAt(at) == '{';
    }

    /// How far it is from the beginning of its line.
    int column(int offset) {
        return offset - start(line(offset));
    }

    /// Past the bracket that belongs to the one at `open`; the end of the file when it is missing.
    int pastBracket(int open) {
        int close = brackets.close(open);
        return close < 0 ? code.length() : close + 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Source source && source.language == language && source.raw.equals(raw);
    }

    @Override
    public int hashCode() {
        return raw.hashCode();
    }

    @Override
    public String toString() {
        return language + " of " + raw.length() + " characters";
    }
}
