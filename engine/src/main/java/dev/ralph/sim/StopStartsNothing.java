package dev.ralph.sim;

import dev.ralph.loop.LoopState;

final class StopStartsNothing extends StopPromise {
    @Override
    String words() {
        return "after a stop request no attempt, check or commit is started";
    }

    @Override
    void deed(Happening happening, LoopState now) {
        boolean starts = switch (happening) {
            case Happening.Executed _, Happening.Checked _, Happening.Committed _ -> true;
            default -> false;
        };
        if (starts && stopped()) {
            breaks("after the stop request: " + happening);
        }
    }
}
