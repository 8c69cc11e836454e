package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A promise instead of the file DONE: nothing is said of a file that was never there.
class PromiseTest extends InScratchProject {
    @Test
    void a_promise_that_a_check_refuses_and_one_that_it_accepts_are_told_as_what_they_are() throws Exception {
        List<Event> events = new ArrayList<>();
        ScratchLoop.Ended result = project.loop(
                        "[ -e first ] && touch second; touch first; echo '<promise>OK</promise>'")
                .completionPromise("OK")
                .check("[ -e second ]")
                .listener((entry, _) -> events.add(entry.event()))
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.told())
                .noneMatch(line -> line.contains("DONE"))
                .anyMatch(line -> line.startsWith("WARNING completion not accepted: "))
                .contains("INFO task completed (promise kept, no active children)");
        assertThat(events)
                .filteredOn(Event.SignalRefused.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        Event.SignalRefused.class,
                        refused -> assertThat(refused.keptAs()).isEmpty());
        assertThat(project.task().path().resolve("DONE.rejected-1")).doesNotExist();
    }
}
