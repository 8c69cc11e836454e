package dev.ralph.cli;

/// A word as somebody types it in a shell, for commands that are shown to be copied.
final class ShellWord {
    private static final String PLAIN = "/._-+:@%,=";

    private ShellWord() {}

    /// The text as it is, or between quotes where a shell would make something else of it.
    static String of(String text) {
        boolean plain = !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            plain &= Character.isLetterOrDigit(text.charAt(i)) || PLAIN.indexOf(text.charAt(i)) >= 0;
        }
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
