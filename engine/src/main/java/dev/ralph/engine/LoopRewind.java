package dev.ralph.engine;

import dev.ralph.attempt.MarkerFiles;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.projection.PublicFiles;
import dev.ralph.wording.Amount;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.RewindResult;
import dev.ralph.workspace.Workspace;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Starts again from what an attempt left: in the same loop, or in a new one. Nobody may run the loop meanwhile.
///
/// @param attempts how many the loop has had
record LoopRewind(EngineOptions options, LoopAssembler assembler, LoopPaths paths, LoopState state, int attempts) {

    /// @return what became of what was there
    RewindResult rewind(int attempt) throws IOException {
        Conserved wanted = require(attempt);
        Policy policy = state.policy();
        PublicFiles files = new PublicFiles(paths, options.clock(), ignored -> {});
        LoopWorkspace loopWorkspace = assembler.workspace(paths, policy, files);
        loopWorkspace.conserve(attempts);
        AttemptRef last = new AttemptRef(paths.head().id(), attempts);
        RewindResult rewound = loopWorkspace.unconfined().rewind(wanted, last, assembler.overlayCommand(paths, files));
        if (rewound.against().isEmpty()) {
            new MarkerFiles(paths.task(), options.clock()).refuse(attempts);
            files.say(
                    "INFO", "went back to what attempt " + attempt + " left; what was there is at " + rewound.aside());
        }
        return rewound;
    }

    /// What an attempt left, where the loop can go back to it.
    Conserved require(int attempt) throws IOException {
        boolean inPlace = state.policy().confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE;
        if (!inPlace && state.phase() instanceof Phase.Ended ended && ended.outcome() == Outcome.COMPLETED) {
            throw new RequestRefused(
                    "task " + paths.head().task() + " is completed and its workspace is gone: `ralph fork "
                            + paths.head().task() + " " + attempt + "` starts again from attempt " + attempt);
        }
        return conserved(attempt);
    }

    /// @param next the loop that begins with it
    void fork(int attempt, StreamHead next, Policy policy) throws IOException {
        Conserved from = conserved(attempt);
        LoopPaths forked = new LoopPaths(paths.layout(), paths.project(), next);
        PublicFiles files = new PublicFiles(forked, options.clock(), ignored -> {});
        boolean inPlace = state.policy().confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE;
        new StartConditions(options).requirePlace(policy.confinement().workspace());
        assembler
                .workspace(forked, policy, files)
                .unconfined()
                .begin(
                        from,
                        inPlace ? Workspace.Origin.IN_PLACE : Workspace.Origin.APART,
                        assembler.overlayCommand(forked, files));
    }

    private Conserved conserved(int attempt) throws IOException {
        if (attempt < 1 || attempt > attempts) {
            throw new RequestRefused("task " + paths.head().task() + " has " + Amount.of(attempts, "attempt")
                    + "; there is no attempt " + attempt);
        }
        AttemptRef ref = new AttemptRef(paths.head().id(), attempt);
        @Nullable
        Conservation place = Conservation.holding(options.project(), ref).orElse(null);
        if (place == null) {
            throw new RequestRefused(
                    ref + " was not saved: `ralph gc` removed it, or it worked in place without git or with"
                            + " --snapshots off");
        }
        return place.find(ref).orElseThrow(() -> new IOException(ref + " was removed just now"));
    }
}
