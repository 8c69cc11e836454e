package dev.ralph.serve;

import java.util.List;

/// Where published events come from. One thread at a time uses it, and asks it for later and later events.
public interface EventReader {

    /// Of the last event; 0 where there is none.
    long position();

    /// At most so many events with a greater position, in order.
    List<ServedEvent> after(long position, int most);
}
