package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that happened in one simulation, and what the journal says about it in the end.
///
/// @param reproduction one line of Java that plays it again
/// @param trouble      why the simulation was given up before the loop had ended, null when it was not
public record SimHistory(
        List<SimFact> happenings,
        List<JournalEntry<Event>> entries,
        String reproduction,
        @Nullable String trouble) {
    public SimHistory {
        happenings = List.copyOf(happenings);
        entries = List.copyOf(entries);
    }

    /// How often something of this kind happened.
    public <T extends SimFact> int count(Class<T> kind) {
        int count = 0;
        for (SimFact happening : happenings) {
            if (kind.isInstance(happening)) {
                count++;
            }
        }
        return count;
    }
}
