package dev.ralph.machine;

import java.util.List;

/// The streams of one kind of machine, as a [Runner] reads and writes them.
///
/// A log promises:
/// 1. Events that [#append] returned for survive a power cut.
/// 2. Two writers of the same stream: exactly one succeeds, the other gets an exception and has written nothing.
/// 3. The events of one append, and the first events of the machines that begin with them, appear together or not at
///    all.
public interface EventLog<S, E extends MachineEvent> {

    /// All events of a stream in order.
    List<E> events(String stream);

    /// Appends events whose `seq` follows exactly where the stream ends, and begins their [MachineEvent#births].
    void append(String stream, List<Transition<S, E>> transitions);
}
