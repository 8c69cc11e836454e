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

    record Edit(String task, long priority, String title) implements BoardAction {}

    /// @param why empty for no reason
    record Block(String task, String why) implements BoardAction {}

    record Unblock(String task) implements BoardAction {}

    record Done(String task) implements BoardAction {}

    /// Brings in what is new at the tracker, and tells it what is new here.
    record Sync() implements BoardAction {}

    /// Shows all there is to know about a task.
    record Open(String task) implements BoardAction {}

    /// Reads and draws everything anew.
    record Refresh() implements BoardAction {}

    record Quit() implements BoardAction {}
}
