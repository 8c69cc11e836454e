package dev.ralph.proof;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.MappedFolder;
import dev.ralph.environment.ProgramToConfine;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The place where the agent worked, for checks.
public record CheckPlace(LoopWorkspace loopWorkspace, Supervisor supervisor) implements CheckProcess.Place {
    @Override
    public RunningProcess start(Launch launch) throws CannotStart {
        return loopWorkspace.start(supervisor, launch, ProgramToConfine.CHECK);
    }

    @Override
    public MappedFolder mappedFolder() throws IOException {
        return loopWorkspace.mappedFolder();
    }

    @Override
    public @Nullable String fingerprint() {
        return loopWorkspace.fingerprint();
    }
}
