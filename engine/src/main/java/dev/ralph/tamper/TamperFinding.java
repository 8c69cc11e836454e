package dev.ralph.tamper;

/// Something a rule found.
///
/// @param line of the text afterwards, or before where it is gone; 0 when it is about the whole file
/// @param what for people, about this file, without its name
public record TamperFinding(TamperRule rule, String path, int line, String what) {
    public TamperFinding {
        if (path.isBlank() || what.isBlank() || line < 0) {
            throw new IllegalArgumentException(
                    "a finding needs a file, a line and words: '" + path + "', " + line + ", '" + what + "'");
        }
    }

    /// `src/test/java/SumTest.java:12: the test addsNumbers is gone (test-deleted)`.
    @Override
    public String toString() {
        return TamperExcerpt.name(path) + (line == 0 ? "" : ":" + line) + ": " + what + " (" + rule.id() + ")";
    }
}
