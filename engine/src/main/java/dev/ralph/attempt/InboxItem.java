package dev.ralph.attempt;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.process.Exit;
import java.time.Duration;

/// What wakes a loop's thread.
public sealed interface InboxItem {
    /// Somebody asks for a stop, a hold or a release.
    ///
    /// @param grace how long what runs may take to end politely
    record Asked(Event event, Duration grace) implements InboxItem {}

    /// A program that the loop started has ended, and nothing of it is left.
    record Over(Exit exit) implements InboxItem {}

    /// The time of a program that the loop started is over; it is being ended.
    record TimedOut(AttemptFailure.TimedOut failure) implements InboxItem {}

    /// Something changed in the task folder, or a child ended: look again.
    record Touched() implements InboxItem {}
}
