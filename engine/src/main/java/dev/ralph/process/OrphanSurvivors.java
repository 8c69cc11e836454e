package dev.ralph.process;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The kernel's rule that orphans come to the nearest subreaper, which is this JVM.
///
/// Whatever outlives the agent's main process becomes, at once or after its own parent, a child of the JVM. So when the
/// JVM has no such child left, nothing of the agent is left: that is the proof.
final class OrphanSurvivors implements SessionScope.Rest {
    private final String tag;
    private final Orphans orphans;
    private Orphans.@Nullable Owner owner;

    OrphanSurvivors(String tag, Orphans orphans) {
        this.tag = tag;
        this.orphans = orphans;
    }

    @Override
    public void begin(int leader, long start) {
        owner = orphans.begin(leader, start, tag);
    }

    @Override
    public Optional<ProcessScope.Remains> glance() {
        if (!orphans.noneAtAll()) {
            return Optional.empty();
        }
        orphans.end(Objects.requireNonNull(owner));
        return Optional.of(new ProcessScope.Remains(false, ProofOfEnd.NO_CHILDREN_LEFT));
    }

    @Override
    public ProcessScope.Remains endAll() {
        return orphans.endAllOf(Objects.requireNonNull(owner));
    }
}
