package dev.ralph.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened to a machine, in the past tense. Events are a stored format: fields are added, never changed.
public interface MachineEvent {

    /// The machines that begin with this event. The journal writes the first event of each in the same transaction,
    /// so a child exists exactly once, and exactly when its parent knows of it.
    default List<Birth> births() {
        return List.of();
    }

    /// What this event asks a person, null for nothing. The journal knows the question from the same moment on.
    default @Nullable Question asks() {
        return null;
    }

    /// @param id unique in the journal
    record Question(String id, String text) {}

    /// @param head  of the stream that begins
    /// @param first its first event
    record Birth(StreamHead head, MachineEvent first) {}
}
