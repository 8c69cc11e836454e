package dev.ralph.store;

import dev.ralph.machine.StreamHead;
import java.util.List;

/// The journal promises:
/// 1. Entries that [#append] returned for survive a power cut.
/// 2. Two writers of the same stream: exactly one succeeds, the other gets [OwnershipLost] and has written nothing.
/// 3. Entries of one append appear together or not at all, whatever streams they belong to. So do an entry and the
/// streams that begin with its event: parent and child appear together or not at all.
/// 4. Reading yields a prefix of what was appended, never a torn entry.
/// 5. The summaries say what the entries imply; they change in the same transaction.
/// 6. Positions rise strictly in the order in which entries become durable. They may leave numbers out, but whoever
/// reads on with [#since] from the last position they saw misses nothing.
/// 7. Of the loops of one project, task and role at most one is open.
///
/// Whatever goes wrong with the file is a [JournalUnusable].
public interface Journal extends JournalView {

    /// Makes a stream known. It becomes visible, and durable, together with its first entry, which must be appended
    /// next.
    void begin(StreamHead head);

    /// Entries of one stream.
    ///
    /// @param entries their `seq` follows exactly where the stream ends
    record Batch(String stream, List<JournalEntry<?>> entries) {
        public Batch {
            entries = List.copyOf(entries);
        }
    }

    /// Appends to several streams at once, and begins the streams that begin with an event of these.
    ///
    /// @throws OwnershipLost when somebody else already wrote an entry of such a `seq`
    /// @throws OpenLoopExists when another loop of the same project, task and role is open
    /// @throws dev.ralph.machine.IllegalEvent when an event cannot follow the ones before it
    /// @throws IllegalArgumentException when a stream never began, or entries in between are missing
    void append(List<Batch> batches);

    /// What the machines of these streams ask people.
    Questions questions();

    /// Appends to one stream.
    default void append(String stream, List<? extends JournalEntry<?>> entries) {
        append(List.of(new Batch(stream, List.copyOf(entries))));
    }
}
