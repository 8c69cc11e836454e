package dev.ralph.cli;

/// What the shell offers for a value when somebody presses tab.
enum CompletionSource {
    NOTHING,
    FILES,
    FOLDERS,
    /// The task folders of the project in the current folder.
    TASKS,
    /// The words the option or argument lists.
    WORDS
}
