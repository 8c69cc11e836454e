package dev.ralph.environment;

import dev.ralph.process.Containment;
import dev.ralph.process.Supervisor;
import dev.ralph.sandbox.SandboxTier;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The supervisors of an engine: its own, and another one where the sandbox of this machine needs it.
public final class Supervisors implements AutoCloseable {
    private final Supervisor own;
    private final Path leases;
    private @Nullable Supervisor other;

    public Supervisors(Supervisor own, Path leases) {
        this.own = own;
        this.leases = leases;
    }

    /// Landlock forbids the making of the namespaces by which programs are usually held together.
    synchronized Supervisor of(SandboxTier tier) {
        if (tier.level() != SandboxTier.Level.L2 || own.tier().containment() != Containment.NAMESPACE) {
            return own;
        }
        Supervisor known = other;
        if (known == null) {
            known = Supervisor.open(tier.containment(), leases);
            other = known;
        }
        return known;
    }

    Supervisor own() {
        return own;
    }

    @Override
    public synchronized void close() {
        try {
            if (other != null) {
                other.close();
            }
        } finally {
            own.close();
        }
    }
}
