package dev.ralph.claim;

/// A word in small letters, a number, or one mark.
///
/// @param word contractions are two words: `isn't` is `is` and `not`
/// @param line where it stands, from 1
record Token(String word, int line) {
    /// Stands for code or a quotation, which nobody reads.
    static final String QUOTED = "\ufffc";

    boolean is(String other) {
        return word.equals(other);
    }

    /// Whether it divides a sentence.
    boolean isMark() {
        char first = word.charAt(0);
        return word.length() == 1 && !Character.isLetterOrDigit(first) && !is(QUOTED) && first != '#' && first != '%';
    }
}
