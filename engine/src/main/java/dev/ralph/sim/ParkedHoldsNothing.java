package dev.ralph.sim;

import dev.ralph.loop.LoopState;

final class ParkedHoldsNothing extends PromiseCheck {
    ParkedHoldsNothing() {
        super("a parked loop starts nothing, and no engine stays for it");
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        boolean busy = switch (happening) {
            case SimFact.Executed _, SimFact.Checked _, SimFact.Committed _, SimFact.WaitedForAnswer _ -> true;
            default -> false;
        };
        if (busy && now.isParked()) {
            breaks("while the loop was parked: " + happening);
        }
    }
}
