package dev.ralph.rehearsal;

import java.time.Duration;

/// One line of a script: something an agent does, or does wrong.
sealed interface Step {
    /// A line on standard output.
    record Say(String text) implements Step {}

    /// A line on standard error.
    record Complain(String text) implements Step {}

    record Sleep(Duration time) implements Step {}

    /// Makes a file, or replaces what is in it.
    record Write(String file, String text) implements Step {}

    /// Adds a line to a file.
    record Append(String file, String text) implements Step {}

    /// A message on the task's bus.
    record Post(String type, String text) implements Step {}

    /// Says that the task is done, true or not.
    record Done() implements Step {}

    /// Asks to be left alone instead of being restarted.
    record Wait() implements Step {}

    record Exit(int code) implements Step {}

    /// Dies by SIGKILL.
    record Crash() implements Step {}

    /// Says and does nothing any more.
    record Hang() implements Step {}
}
