package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.agent.StreamFormat;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalUnusable;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.util.List;

/// In which form the agent of a run prints, as far as the journal knows.
record LogForm(Ralph ralph, TaskId task) {

    /// Plain text where nobody knows better: then the output is shown as it is.
    StreamFormat of(String run) {
        try (JournalView journal = ralph.journal()) {
            for (LoopSummary loop : journal.loopsOf(task.value())) {
                List<Event> events = journal.events(loop.head().id());
                for (int i = 0; i < events.size(); i++) {
                    if (events.get(i) instanceof Event.AttemptStarted started
                            && started.run().equals(run)) {
                        return after(events.subList(0, i));
                    }
                }
            }
        } catch (JournalUnusable | IllegalEvent unreadable) {
            return StreamFormat.TEXT;
        }
        return StreamFormat.TEXT;
    }

    private static StreamFormat after(List<Event> before) {
        LoopState state = LoopState.replay(before);
        return state.decision() instanceof Decision.StartAttempt start
                ? StreamFormat.of(state.policy().agents().get(start.assignment().agent()).stream())
                        .orElse(StreamFormat.TEXT)
                : StreamFormat.TEXT;
    }
}
