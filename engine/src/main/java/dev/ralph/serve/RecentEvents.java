package dev.ralph.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The last events, each encoded once for all who listen, in memory that does not grow. Places are counted in bytes
/// since the beginning.
final class RecentEvents {
    private static final int MOST_EVENTS = 1 << 14;

    private final ByteBuffer bytes;
    private final Event[] events = new Event[MOST_EVENTS];
    private long first;
    private long next;
    private long end;
    private long before;
    private long last;

    /// @param tasks what clients may call its task
    /// @param start of its first byte
    record Event(long position, ServedEvent.Type type, Set<String> tasks, ByteBuffer encoded, long start) {
        static Event of(ServedEvent event) {
            Set<String> tasks = Stream.of(event.task(), event.taskId()).collect(Collectors.toUnmodifiableSet());
            return new Event(event.position(), event.type(), tasks, ByteBuffer.wrap(event.encoded()), 0);
        }

        private Event placed(long place) {
            return new Event(position, type, tasks, NOTHING, place);
        }

        private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    }

    /// @param position of the last event that is not in here
    RecentEvents(int capacity, long position) {
        this.bytes = ByteBuffer.allocateDirect(capacity);
        this.before = position;
        this.last = position;
    }

    /// Of the last event.
    long last() {
        return last;
    }

    long end() {
        return end;
    }

    /// Whether everything after this position is in here, or comes.
    boolean continues(long position) {
        return position >= before && position <= last;
    }

    /// Where the events after this position begin.
    long after(long position) {
        long low = first;
        long high = next;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (at(middle).position() > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == next ? end : at(low).start();
    }

    /// What stands before this place is lost when so many bytes are added.
    long lostBy(int more) {
        long full = next - first < MOST_EVENTS ? 0 : startOf(first + 1);
        return Math.max(full, end + more - bytes.capacity());
    }

    void add(Event event) {
        byte[] encoded = event.encoded().array();
        long lost = lostBy(encoded.length);
        while (first < next && at(first).start() < lost) {
            before = at(first).position();
            first++;
        }
        events[(int) (next % MOST_EVENTS)] = event.placed(end);
        next++;
        int index = index(end);
        int fits = Math.min(encoded.length, bytes.capacity() - index);
        bytes.put(index, encoded, 0, fits);
        bytes.put(0, encoded, fits, encoded.length - fits);
        end += encoded.length;
        last = event.position();
    }

    /// Writes what stands from this place on; returns how much of it that was.
    int write(long place, WritableByteChannel channel) throws IOException {
        int index = index(place);
        int most = (int) Math.min(end - place, bytes.capacity() - index);
        return channel.write(bytes.duplicate().limit(index + most).position(index));
    }

    /// The events from this place on that somebody wants.
    byte[] chosen(long place, Predicate<Event> wanted) {
        ByteArrayOutputStream chosen = new ByteArrayOutputStream();
        long number = first;
        for (long low = first, high = next; low < high; number = low) {
            long middle = (low + high) >>> 1;
            if (at(middle).start() < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (; number < next; number++) {
            if (wanted.test(at(number))) {
                byte[] one = new byte[(int) (startOf(number + 1) - startOf(number))];
                int index = index(startOf(number));
                int fits = Math.min(one.length, bytes.capacity() - index);
                bytes.get(index, one, 0, fits);
                bytes.get(0, one, fits, one.length - fits);
                chosen.writeBytes(one);
            }
        }
        return chosen.toByteArray();
    }

    private Event at(long number) {
        return events[(int) (number % MOST_EVENTS)];
    }

    private long startOf(long number) {
        return number == next ? end : at(number).start();
    }

    private int index(long place) {
        return (int) (place % bytes.capacity());
    }
}
