package dev.ralph.run;

import dev.ralph.loop.Confines;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.wording.Amount;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.Rewound;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Starts again from what an attempt left: in the same loop, or in a new one. Nobody may run the loop meanwhile.
///
/// @param attempts how many the loop has had
record Rewinding(Setup setup, Workshop workshop, Site site, LoopState state, int attempts) {

    /// @return what became of what was there
    Rewound rewind(int attempt) throws IOException {
        Conserved wanted = require(attempt);
        Policy policy = state.policy();
        PublicFiles files = new PublicFiles(site, setup.clock(), ignored -> {});
        Workplace workplace = workshop.workplace(site, policy, files);
        workplace.conserve(attempts);
        AttemptRef last = new AttemptRef(site.head().id(), attempts);
        Rewound rewound = workplace.premises().rewind(wanted, last, workshop.hands(site, files));
        if (rewound.against().isEmpty()) {
            new Signals(site.task(), setup.clock()).refuse(attempts);
            files.say(
                    "INFO", "went back to what attempt " + attempt + " left; what was there is at " + rewound.aside());
        }
        return rewound;
    }

    /// What an attempt left, where the loop can go back to it.
    Conserved require(int attempt) throws IOException {
        boolean inPlace = state.policy().confines().workspace() == Confines.Workspace.IN_PLACE;
        if (!inPlace && state.phase() instanceof Phase.Ended ended && ended.outcome() == Outcome.COMPLETED) {
            throw new Refused("task " + site.head().task() + " is completed and its workspace is gone: `ralph fork "
                    + site.head().task() + " " + attempt + "` starts again from attempt " + attempt);
        }
        return conserved(attempt);
    }

    /// @param next the loop that begins with it
    void fork(int attempt, StreamHead next, Policy policy) throws IOException {
        Conserved from = conserved(attempt);
        Site forked = new Site(site.layout(), site.project(), next);
        PublicFiles files = new PublicFiles(forked, setup.clock(), ignored -> {});
        boolean inPlace = state.policy().confines().workspace() == Confines.Workspace.IN_PLACE;
        workshop.workplace(forked, policy, files)
                .premises()
                .begin(from, inPlace ? Premises.Origin.IN_PLACE : Premises.Origin.APART, workshop.hands(forked, files));
    }

    private Conserved conserved(int attempt) throws IOException {
        if (attempt < 1 || attempt > attempts) {
            throw new Refused("task " + site.head().task() + " has " + Amount.of(attempts, "attempt")
                    + ", so there is no attempt " + attempt);
        }
        AttemptRef ref = new AttemptRef(site.head().id(), attempt);
        @Nullable
        Conservation place = Conservation.holding(setup.project(), ref).orElse(null);
        if (place == null) {
            throw new Refused(ref + " is not conserved: it was removed by `ralph gc`, or worked in place in a folder"
                    + " without git or with --snapshots off");
        }
        return place.find(ref).orElseThrow(() -> new IOException(ref + " was removed in this moment"));
    }
}
