package dev.ralph.session;

/// What a host's exception says.
final class HostErrorText {
    private HostErrorText() {}

    /// In words; an interrupt stays one.
    static String words(Exception trouble) {
        if (trouble instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return trouble.getMessage() == null ? trouble.toString() : trouble.getMessage();
    }
}
