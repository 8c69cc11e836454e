package dev.ralph.sim;

import dev.ralph.loop.Decision;
import java.util.ArrayList;
import java.util.List;

/// A story written by hand: plays in order, the last one for ever; each visit once, the first time its window opens.
final class ScriptedStory implements Story {
    private final List<Play> plays;
    private final List<Window> windows;

    record Window(Class<? extends Decision> decision, List<Visit> visits) {}

    ScriptedStory(List<Play> plays, List<Window> windows) {
        this.plays = plays;
        this.windows = new ArrayList<>(windows);
    }

    @Override
    public Play attempt(int attempt) {
        return plays.get(Math.min(attempt, plays.size()) - 1);
    }

    @Override
    public List<Visit> during(Decision decision) {
        for (Window window : windows) {
            if (window.decision().isInstance(decision)) {
                windows.remove(window);
                return window.visits();
            }
        }
        return List.of();
    }
}
