package dev.ralph.failure;

/// What a failed task left behind.
///
/// The text is made readable when it is put in: without escape sequences and carriage returns, no line longer than a
/// thousand characters, and of a huge text its beginning, its end and the lines between that look like errors. So
/// whatever reads it does bounded work.
///
/// @param text     what it printed, standard output and standard error; may be huge and hostile
/// @param timedOut whether it was ended because it took too long
public record FailureOutput(String text, int exitCode, boolean timedOut) {
    public FailureOutput {
        text = ReadableText.of(JsonReports.printed(text));
    }
}
