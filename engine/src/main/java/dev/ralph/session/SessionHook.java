package dev.ralph.session;

import java.util.List;

/// Hears what happens to sessions. A program registers its hooks in a [HookRegistry].
public interface SessionHook {
    String name();

    String description();

    /// Hooks with a higher one hear of an event earlier.
    int priority();

    /// The names of the events it hears, such as [SessionEvent#IDLE].
    List<String> events();

    /// Returns when the event is dealt with, except for what has to wait.
    void handle(SessionEvent event);
}
