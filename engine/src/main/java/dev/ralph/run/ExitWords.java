package dev.ralph.run;

/// What exit codes and signals usually mean.
final class ExitWords {
    private ExitWords() {}

    static String ofCode(int code) {
        return switch (code) {
            case 1 -> " (general failure)";
            case 2 -> " (wrong usage)";
            case 126 -> " (not permitted to run)";
            case 127 -> " (program not found)";
            case 130 -> " (interrupted)";
            case 137 -> " (killed; out of memory?)";
            case 143 -> " (terminated)";
            default -> "";
        };
    }

    static String ofSignal(int signal) {
        return switch (signal) {
            case 2 -> " (interrupted)";
            case 6 -> " (aborted)";
            case 9 -> " (out of memory?)";
            case 11 -> " (invalid memory access)";
            case 15 -> " (terminated)";
            default -> "";
        };
    }
}
