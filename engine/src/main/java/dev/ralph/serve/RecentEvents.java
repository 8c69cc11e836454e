package dev.ralph.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/// The last events, each encoded once for all who listen, in memory that does not grow. Places are counted in bytes
/// since the beginning.
final class RecentEvents {
    private static final int MOST_EVENTS = 1 << 14;

    private final ByteBuffer bytes;
    // Not an object for each: those would live long enough to be moved to where garbage is seldom looked for.
    private final long[] positions = new long[MOST_EVENTS];
    private final long[] starts = new long[MOST_EVENTS];
    private final Subject[] subjects = new Subject[MOST_EVENTS];
    private final Map<Subject, Subject> known = new HashMap<>();
    private long first;
    private long next;
    private long end;
    private long before;
    private long last;

    /// What clients choose by.
    ///
    /// @param task what its document calls the task
    /// @param id   what else clients may call it
    record Subject(ServedEvent.Type type, String task, String id) {}

    record Event(long position, Subject subject, ByteBuffer encoded) {
        static Event of(ServedEvent event) {
            Subject subject = new Subject(event.type(), event.task(), event.taskId());
            return new Event(event.position(), subject, ByteBuffer.wrap(event.encoded()));
        }
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
            if (positions[slot(middle)] > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return startOf(low);
    }

    /// What stands before this place is lost when so many bytes are added.
    long lostBy(int more) {
        long full = next - first < MOST_EVENTS ? 0 : startOf(first + 1);
        return Math.max(full, end + more - bytes.capacity());
    }

    void add(Event event) {
        byte[] encoded = event.encoded().array();
        long lost = lostBy(encoded.length);
        while (first < next && startOf(first) < lost) {
            before = positions[slot(first)];
            first++;
        }
        if (known.size() > MOST_EVENTS) {
            known.clear();
        }
        int slot = slot(next);
        positions[slot] = event.position();
        starts[slot] = end;
        subjects[slot] = known.computeIfAbsent(event.subject(), subject -> subject);
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
    byte[] chosen(long place, Predicate<Subject> wanted) {
        ByteArrayOutputStream chosen = new ByteArrayOutputStream();
        long number = first;
        for (long low = first, high = next; low < high; number = low) {
            long middle = (low + high) >>> 1;
            if (startOf(middle) < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (; number < next; number++) {
            if (wanted.test(subjects[slot(number)])) {
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

    private static int slot(long number) {
        return (int) (number % MOST_EVENTS);
    }

    private long startOf(long number) {
        return number == next ? end : starts[slot(number)];
    }

    private int index(long place) {
        return (int) (place % bytes.capacity());
    }
}
