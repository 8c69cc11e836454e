package dev.ralph.rehearsal;

/// A script cannot be played; the message names the line.
public final class BadScript extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String words;

    BadScript(String name, int line, String what) {
        String words = name + ":" + line + ": " + what;
        super(words, null, false, false);
        this.words = words;
    }

    /// File, line, and what is wrong there.
    public String words() {
        return words;
    }
}
