package dev.ralph.run;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.Running;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The place where the agent worked, for checks.
record Workbench(Workplace workplace, Supervisor supervisor) implements Errand.Place {
    @Override
    public Running start(Launch launch) throws CannotStart {
        return workplace.start(supervisor, launch, Guest.CHECK);
    }

    @Override
    public Outlet outlet() throws IOException {
        return workplace.outlet();
    }

    @Override
    public @Nullable String fingerprint() {
        return workplace.fingerprint();
    }
}
