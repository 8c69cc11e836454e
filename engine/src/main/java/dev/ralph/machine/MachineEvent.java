package dev.ralph.machine;

import java.util.List;

/// What happened to a machine, in the past tense. Events are a stored format: fields are added, never changed.
public interface MachineEvent {

    /// The machines that begin with this event. The journal writes the first event of each in the same transaction,
    /// so a child exists exactly once, and exactly when its parent knows of it.
    default List<Birth> births() {
        return List.of();
    }

    /// @param head  of the stream that begins
    /// @param first its first event
    record Birth(StreamHead head, MachineEvent first) {}
}
