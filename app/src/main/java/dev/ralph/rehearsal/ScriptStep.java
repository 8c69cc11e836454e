package dev.ralph.rehearsal;

import java.time.Duration;

/// One line of a script: something an agent does, or does wrong.
sealed interface ScriptStep {
    /// A line on standard output.
    record Say(String text) implements ScriptStep {}

    /// A line on standard error.
    record Complain(String text) implements ScriptStep {}

    record Sleep(Duration time) implements ScriptStep {}

    /// Makes a file, or replaces what is in it.
    record Write(String file, String text) implements ScriptStep {}

    /// Adds a line to a file.
    record Append(String file, String text) implements ScriptStep {}

    /// A message on the task's bus.
    record Post(String type, String text) implements ScriptStep {}

    /// Says that the task is done, true or not.
    record Done() implements ScriptStep {}

    /// Asks to be left alone instead of being restarted.
    record Wait() implements ScriptStep {}

    record Exit(int code) implements ScriptStep {}

    /// Dies by SIGKILL.
    record Crash() implements ScriptStep {}

    /// Says and does nothing any more.
    record Hang() implements ScriptStep {}
}
