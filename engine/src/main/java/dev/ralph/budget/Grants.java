package dev.ralph.budget;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// What a machine has granted to its children, and what became of it.
///
/// 1. No child is granted more than the limit leaves after what is granted to others and what was used.
/// 2. Each grant is settled once, with what was used as far as anybody says; where nobody does, with the whole grant.
///
/// @param limit   what all children together may use
/// @param open    grants of children that have not ended
/// @param settled what counts of those that have
/// @param cost    what those said that they used
public record Grants(Grant limit, Map<String, Grant> open, Grant settled, Cost cost) {
    public Grants {
        open = Map.copyOf(open);
    }

    public static Grants of(Grant limit) {
        return new Grants(limit, Map.of(), Grant.NOTHING, Cost.NOTHING);
    }

    /// What can be granted now.
    public Grant left() {
        Grant left = limit.minus(settled);
        for (Grant granted : open.values()) {
            left = left.minus(granted);
        }
        return left;
    }

    /// @throws IllegalArgumentException when that is more than what is left, or the child has a grant already
    public Grants granting(String child, Grant grant) {
        if (!grant.fitsInto(left()) || open.containsKey(child)) {
            throw new IllegalArgumentException(
                    grant + " cannot be granted to " + child + ": " + left() + " is left of " + limit);
        }
        Map<String, Grant> more = new HashMap<>(open);
        more.put(child, grant);
        return new Grants(limit, more, settled, cost);
    }

    /// Under another limit, against which only what is open counts.
    public Grants renewed(Grant next) {
        return new Grants(next, open, Grant.NOTHING, Cost.NOTHING);
    }

    /// The child has ended.
    public Grants settling(String child, Cost used) {
        Map<String, Grant> fewer = new HashMap<>(open);
        Grant granted = Objects.requireNonNull(fewer.remove(child), () -> child + " has no grant");
        return new Grants(limit, fewer, settled.plus(used.outOf(granted)), cost.plus(used));
    }
}
