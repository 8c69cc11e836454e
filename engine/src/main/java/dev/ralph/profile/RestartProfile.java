package dev.ralph.profile;

import dev.ralph.config.Profile;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.wording.Wording;
import java.util.Set;

/// A fresh agent for every attempt, until DONE exists, in the words of specification 001. Jobs are worded like this,
/// too.
public final class RestartProfile implements Profile {

    @Override
    public String name() {
        return "restart";
    }

    @Override
    public String summary() {
        return "a fresh agent for each attempt, until DONE exists";
    }

    @Override
    public Set<AgentCommand.Kind> usualFor() {
        return Set.of(AgentCommand.Kind.PROGRAM, AgentCommand.Kind.SHELL);
    }

    @Override
    public Wording wording() {
        return Words.ONLY;
    }

    private enum Words implements Wording {
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
}
