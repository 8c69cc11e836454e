package dev.ralph.agent;

/// A word from a stream that may stand in an argument list: it begins like no option and holds nothing but letters,
/// digits and a few signs. None of it leads out of a folder.
final class SafeWord {
    private static final int LONGEST = 256;
    private static final String SIGNS = "._-:/@+";

    private SafeWord() {}

    static boolean is(String word) {
        if (word.isEmpty() || word.length() > LONGEST || !isLetterOrDigit(word.charAt(0))) {
            return false;
        }
        for (int i = 1; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!isLetterOrDigit(c) && SIGNS.indexOf(c) < 0) {
                return false;
            }
        }
        return !word.contains("..");
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
