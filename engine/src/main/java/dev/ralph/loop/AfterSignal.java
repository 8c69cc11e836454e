package dev.ralph.loop;

import dev.ralph.loop.Event.BranchMoved;
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
    private static final int MOST_MOVES = 5;

    LoopState after(ChildrenEnded ended) {
        if (!(state.phase() instanceof AwaitingChildren)) {
            return state.illegal(ended);
        }
        LoopState next = state.withChildren(ended);
        boolean isChecked = !state.policy().checks().isEmpty()
                || state.policy().conversation().mustChange();
        return isChecked ? next.in(new Checking(0)) : new AfterSignal(next).believed();
    }

    LoopState after(ChecksEnded checks) {
        if (!(state.phase() instanceof Checking)) {
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
                ? state.again(refused.at(), refusing.reason()).discarding()
                : state.illegal(refused);
    }

    LoopState after(WorkKept kept) {
        return state.phase() instanceof Keeping ? completed() : state.illegal(kept);
    }

    /// Whatever the work makes of the branch as it is now is checked, too, but not for ever.
    LoopState after(BranchMoved moved) {
        if (!(state.phase() instanceof Keeping keeping)
                || state.policy().checks().isEmpty()) {
            return state.illegal(moved);
        }
        return keeping.moves() < MOST_MOVES
                ? state.in(new Checking(keeping.moves() + 1))
                : state.finishing(new Reason.BranchMoves(MOST_MOVES));
    }

    private LoopState believed() {
        int moves = state.phase() instanceof Checking checking ? checking.moves() : 0;
        return state.policy().keeps() ? state.in(new Keeping(moves)) : completed();
    }

    private LoopState completed() {
        return state.finishing(state.policy().isUnverified() ? new Reason.Unverified() : new Reason.Proven());
    }
}
