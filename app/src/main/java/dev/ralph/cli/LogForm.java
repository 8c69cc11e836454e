package dev.ralph.cli;

import dev.ralph.agent.StreamFormat;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.store.Entry;
import dev.ralph.store.JournalTrouble;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.task.TaskId;
import java.util.List;

/// In which form the agent of a run prints, as far as the journal knows.
record LogForm(Layout layout, TaskId task) {

    /// Plain text where nobody knows better: then the output is shown as it is.
    StreamFormat of(String run) {
        try (JournalView journal = SqliteJournal.view(layout.journal())) {
            for (LoopSummary loop : journal.loopsOf(task.value())) {
                List<Event> events = journal.entries(loop.head().id()).stream()
                        .map(Entry::event)
                        .toList();
                for (int i = 0; i < events.size(); i++) {
                    if (events.get(i) instanceof Event.AttemptStarted started
                            && started.run().equals(run)) {
                        return after(events.subList(0, i));
                    }
                }
            }
        } catch (JournalTrouble | IllegalEvent unreadable) {
            return StreamFormat.TEXT;
        }
        return StreamFormat.TEXT;
    }

    private static StreamFormat after(List<Event> before) {
        LoopState state = LoopState.replay(before);
        return state.decision() instanceof Decision.StartAttempt start
                ? StreamFormat.of(state.policy().agents().get(start.who().agent()).stream())
                        .orElse(StreamFormat.TEXT)
                : StreamFormat.TEXT;
    }
}
