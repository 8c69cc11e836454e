package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import java.util.List;
import java.util.Optional;

/// The journal as those see it who only read.
public interface JournalView extends AutoCloseable {

    /// Entries of a stream with a `seq` greater than `after`, in order; none when there is no such stream.
    <E extends MachineEvent> List<JournalEntry<E>> entriesAfter(StreamType<?, E> type, String stream, long after);

    /// At most so many entries of all streams with a position greater than `position`, in order.
    List<PositionedEntry> since(long position, int most);

    /// Of the last entry of all streams; 0 where there is none.
    long position();

    Optional<StreamSummary> stream(String stream);

    /// The one begun last first, whatever the clock said.
    List<StreamSummary> streams(StreamQuery which);

    /// Attempts of a loop in order.
    List<AttemptSummary> attempts(String loop);

    default List<JournalEntry<Event>> entries(String loop) {
        return entriesAfter(StreamType.LOOP, loop, 0);
    }

    /// What happened in a stream, in order.
    default <E extends MachineEvent> List<E> events(StreamType<?, E> type, String stream) {
        return entriesAfter(type, stream, 0).stream().map(JournalEntry::event).toList();
    }

    default List<Event> events(String loop) {
        return events(StreamType.LOOP, loop);
    }

    /// Where a stream stands that has begun.
    default <S extends State<S, E, ?>, E extends MachineEvent> S state(StreamType<S, E> type, String stream) {
        return type.replay(events(type, stream));
    }

    default LoopState state(String loop) {
        return state(StreamType.LOOP, loop);
    }

    default Optional<LoopSummary> loop(String loop) {
        return stream(loop)
                .filter(stream -> stream.head().kind() == StreamHead.Kind.LOOP)
                .map(LoopSummary::of);
    }

    /// The one begun last first.
    default List<LoopSummary> loops(StreamQuery which) {
        return streams(which.of(StreamHead.Kind.LOOP)).stream()
                .map(LoopSummary::of)
                .toList();
    }

    default List<LoopSummary> loops() {
        return loops(StreamQuery.ALL);
    }

    default List<LoopSummary> loopsOf(String task) {
        return loops(StreamQuery.of(task));
    }

    @Override
    void close();
}
