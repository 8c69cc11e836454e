package dev.ralph.config;

/// Where a value comes from.
///
/// @param where the file and line, the variable, the role or the flag; empty for a default
public record ValueOrigin(Source source, String where) {
    public static final ValueOrigin STANDARD = new ValueOrigin(Source.DEFAULT, "");

    /// From weak to strong.
    public enum Source {
        DEFAULT("default"),
        FOUND("found"),
        USER("user"),
        PROJECT("project"),
        ENVIRONMENT("environment"),
        ROLE("role"),
        FLAG("flag");

        private final String word;

        Source(String word) {
            this.word = word;
        }
    }

    /// For a value that was added to another one's.
    ValueOrigin after(ValueOrigin other) {
        return new ValueOrigin(source, where + ", after " + other);
    }

    /// `default`, `found BY`, `user FILE:LINE`, `project FILE:LINE`, `environment RALPH_X`, `role R at FILE:LINE`,
    /// `flag --x`.
    @Override
    public String toString() {
        return where.isEmpty() ? source.word : source.word + " " + where;
    }
}
