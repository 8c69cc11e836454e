package dev.ralph.wording;

import dev.ralph.loop.Reason;

/// Profile `restart`, in the words of specification 001. Jobs are worded like this, too.
enum RestartWording implements Wording {
    ONLY;

    @Override
    public String attemptsUsed(int allowed) {
        return "max restarts (" + allowed + ") exceeded";
    }

    @Override
    public String stopping(Reason reason) {
        return reason instanceof Reason.AttemptsUsed
                ? "Max restarts exceeded, stopping"
                : Wording.super.stopping(reason);
    }
}
