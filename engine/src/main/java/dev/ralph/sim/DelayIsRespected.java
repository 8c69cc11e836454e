package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

final class DelayIsRespected extends PromiseCheck {
    private @Nullable Duration quietSince;

    DelayIsRespected() {
        super("between two executions lies the restart delay");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.LoopResumed) {
            quietSince = null;
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        switch (happening) {
            case SimFact.Died died -> quietSince = died.at();
            case SimFact.Renamed renamed -> quietSince = renamed.at();
            // Who sets the clock moves the end of the rest.
            case SimFact.ClockSet _ -> quietSince = null;
            case SimFact.Executed executed ->
                measure(executed, now.policy().pace().restartDelay());
            default -> {}
        }
    }

    private void measure(SimFact.Executed executed, Duration delay) {
        if (quietSince != null && executed.at().minus(quietSince).compareTo(delay) < 0) {
            breaks("attempt " + executed.attempt() + " ran " + executed.at().minus(quietSince)
                    + " after the last one, not " + delay);
        }
        quietSince = null;
    }
}
