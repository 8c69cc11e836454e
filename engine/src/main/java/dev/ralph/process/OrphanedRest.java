package dev.ralph.process;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The kernel's rule that orphans come to the nearest subreaper, which is this JVM.
///
/// Whatever outlives the agent's main process becomes, at once or after its own parent, a child of the JVM. So when the
/// JVM has no such child left, nothing of the agent is left: that is the proof.
final class OrphanedRest implements SessionHold.Rest {
    private final String tag;
    private final Orphans orphans;
    private Orphans.@Nullable Owner owner;

    OrphanedRest(String tag, Orphans orphans) {
        this.tag = tag;
        this.orphans = orphans;
    }

    @Override
    public void begin(int leader, long start) {
        owner = orphans.begin(leader, start, tag);
    }

    @Override
    public Optional<Hold.Remains> glance() {
        if (!orphans.noneAtAll()) {
            return Optional.empty();
        }
        orphans.end(Objects.requireNonNull(owner));
        return Optional.of(new Hold.Remains(false, Proof.NO_CHILDREN_LEFT));
    }

    @Override
    public Hold.Remains endAll() {
        return orphans.endAllOf(Objects.requireNonNull(owner));
    }
}
