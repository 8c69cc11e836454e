package dev.ralph.sim;

import dev.ralph.loop.Decision;
import java.util.ArrayList;
import java.util.List;

/// A story written by hand: plays in order, the last one for ever; each visit once, the first time its window opens.
final class WrittenScenario implements SimScenario {
    private final List<SimAttempt> plays;
    private final List<Window> windows;

    record Window(Class<? extends Decision> decision, List<OutsideEvent> visits) {}

    WrittenScenario(List<SimAttempt> plays, List<Window> windows) {
        this.plays = plays;
        this.windows = new ArrayList<>(windows);
    }

    @Override
    public SimAttempt attempt(int attempt) {
        return plays.get(Math.min(attempt, plays.size()) - 1);
    }

    @Override
    public List<OutsideEvent> during(Decision decision) {
        for (Window window : windows) {
            if (window.decision().isInstance(decision)) {
                windows.remove(window);
                return window.visits();
            }
        }
        return List.of();
    }
}
