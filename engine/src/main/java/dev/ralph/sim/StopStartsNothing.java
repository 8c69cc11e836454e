package dev.ralph.sim;

import dev.ralph.loop.LoopState;

final class StopStartsNothing extends StopPromise {
    StopStartsNothing() {
        super("after a stop request no attempt, check or commit is started");
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        boolean starts = switch (happening) {
            case SimFact.Executed _, SimFact.Checked _, SimFact.Committed _ -> true;
            default -> false;
        };
        if (starts && stopped()) {
            breaks("after the stop request: " + happening);
        }
    }
}
