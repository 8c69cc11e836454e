package dev.ralph.loop;

import dev.ralph.loop.Event.ChecksEnded;
import dev.ralph.loop.Event.ChildrenEnded;
import dev.ralph.loop.Event.SignalRefused;
import dev.ralph.loop.Event.WorkKept;
import dev.ralph.loop.Phase.AwaitingChildren;
import dev.ralph.loop.Phase.Checking;
import dev.ralph.loop.Phase.Keeping;
import dev.ralph.loop.Phase.Refusing;
import dev.ralph.machine.IllegalEvent;

/// What a loop makes of a signal: its children end first, then every check has to pass, then the work is kept. Where
/// what would be kept turns out to be something else than what was checked, every check has to pass of that, too.
///
/// @param state with the signal seen
record AfterSignal(LoopState state) {

    LoopState after(ChildrenEnded ended) {
        if (!(state.phase() instanceof AwaitingChildren)) {
            return state.illegal(ended);
        }
        LoopState next = state.withChildren(ended);
        return state.policy().checks().isEmpty() ? new AfterSignal(next).believed() : next.in(new Checking());
    }

    LoopState after(ChecksEnded checks) {
        boolean expected = state.phase() instanceof Checking
                || (state.phase() instanceof Keeping && !state.policy().checks().isEmpty());
        if (!expected) {
            return state.illegal(checks);
        }
        Verdict verdict = checks.verdict();
        if (verdict.passed() && !verdict.covers(state.policy().checks())) {
            throw new IllegalEvent("a verdict that left out one of the checks "
                    + state.policy().checks() + " proves nothing: " + verdict.results());
        }
        LoopState paid = state.withUsage(state.usage().and(verdict));
        return verdict.refusal()
                .map(reason -> paid.withRefusal(reason).in(new Refusing(reason)))
                .orElseGet(() -> new AfterSignal(paid).believed());
    }

    LoopState after(SignalRefused refused) {
        return state.phase() instanceof Refusing refusing
                ? state.again(refused.at(), refusing.reason())
                : state.illegal(refused);
    }

    LoopState after(WorkKept kept) {
        return state.phase() instanceof Keeping ? completed() : state.illegal(kept);
    }

    private LoopState believed() {
        return state.policy().keeps() ? state.in(new Keeping()) : completed();
    }

    private LoopState completed() {
        return state.finishing(state.policy().isUnverified() ? new Reason.Unverified() : new Reason.Proven());
    }
}
