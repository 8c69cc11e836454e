package dev.ralph.board;

/// What somebody at the board wants done.
public sealed interface BoardAction {
    record Cancel(String task) implements BoardAction {}

    record Pause(String task) implements BoardAction {}

    record Resume(String task) implements BoardAction {}

    /// @param question its id
    record Answer(String task, String question, String text) implements BoardAction {}

    record Retry(String task) implements BoardAction {}

    record Add(String text) implements BoardAction {}

    /// Shows all there is to know about a task.
    record Open(String task) implements BoardAction {}

    /// Reads and draws everything anew.
    record Refresh() implements BoardAction {}

    record Quit() implements BoardAction {}
}
