package dev.ralph.config;

/// One thing wrong with the configuration.
///
/// @param where a file with line and column, an environment variable or a flag
public record ConfigProblem(String where, String message) {
    /// `where: message`, as editors and terminals make it clickable.
    @Override
    public String toString() {
        return where + ": " + message;
    }
}
