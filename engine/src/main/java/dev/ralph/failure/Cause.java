package dev.ralph.failure;

/// Why a failure of some type is likely to have happened.
///
/// @param words as people and the log read it
public record Cause(String words) {
    public Cause {
        if (words.isBlank()) {
            throw new IllegalArgumentException("a cause without words");
        }
    }
}
