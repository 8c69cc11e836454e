package dev.ralph.budget;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a machine has granted to its children, and what became of it.
///
/// 1. No child is granted more than the limit leaves after what is granted to others and what was used.
/// 2. Each grant is settled once, with what was used as far as anybody says; where nobody does, with the whole grant.
/// 3. Children that work at the same time use the same time: it counts once.
/// 4. A child that waits holds what it has used. What it comes back with is no more than what it had left, and than
/// what
///    is left then.
///
/// @param limit   what all children together may use
/// @param open    what children have that have not ended
/// @param settled what counts of those that have; of time, the longest way through all of them
/// @param cost    what those said that they used
public record Grants(Grant limit, Map<String, Reserved> open, Grant settled, Cost cost) {
    public Grants {
        open = Map.copyOf(open);
    }

    /// What one child has.
    ///
    /// @param grant what it may use altogether
    /// @param since how much time had passed for its parent when it began, without what it waited since
    /// @param used  what it has used so far, while it waits; null while it works, or where nobody says that
    public record Reserved(
            Grant grant, Duration since, @Nullable Cost used) {
        private Grant held() {
            return used == null ? grant : used.outOf(grant);
        }
    }

    public static Grants of(Grant limit) {
        return new Grants(limit, Map.of(), Grant.NOTHING, Cost.NOTHING);
    }

    /// What can be granted now.
    public Grant left() {
        Grant left = limit.minus(settled);
        for (Reserved child : open.values()) {
            left = left.minus(child.held().timeless());
        }
        return left;
    }

    /// What a child may use altogether; null for one that has ended.
    public @Nullable Grant granted(String child) {
        Reserved has = open.get(child);
        return has == null ? null : has.grant;
    }

    /// @throws IllegalArgumentException when that is more than what is left, or the child has a grant already
    public Grants granting(String child, Grant grant) {
        if (!grant.fitsInto(left()) || open.containsKey(child)) {
            throw new IllegalArgumentException(
                    grant + " cannot be granted to " + child + ": " + left() + " is left of " + limit);
        }
        return with(child, new Reserved(grant, passed(), null));
    }

    /// The child waits for a person.
    ///
    /// @param so what it has used so far, null where nobody says
    public Grants parking(String child, @Nullable Cost so) {
        Reserved before = of(child);
        if (so == null) {
            return this;
        }
        Reserved waits = new Reserved(before.grant, before.since, so);
        Duration until = before.since.plus(time(waits.held()));
        return new Grants(limit, with(child, waits).open, settled.until(until), cost);
    }

    /// Whether the child could do something if it came back now, or never can.
    public boolean mayReturn(String child) {
        Reserved before = of(child);
        Grant rest = before.grant.minus(before.held());
        return rest.isUsedUp() || !rest.within(left()).isUsedUp();
    }

    /// The child works again.
    public Grants returning(String child) {
        Reserved before = of(child);
        if (before.used == null) {
            return this;
        }
        Grant held = before.held();
        // Time that nobody tells of is gone: it cannot be held for anybody.
        Grant told = new Grant(held.dollars(), held.tokens(), before.used.said().time(), held.attempts());
        Grant anew = before.grant.within(left().plus(told));
        return with(child, new Reserved(anew, passed().minus(time(told)), null));
    }

    /// Under a lower limit: who works gets no more than that leaves.
    public Grants within(Grant lower) {
        Grant less = limit.within(lower);
        Map<String, Reserved> smaller = new HashMap<>();
        open.forEach((child, has) ->
                smaller.put(child, new Reserved(has.grant.within(less.minus(settled)), has.since, has.used)));
        return new Grants(less, smaller, settled, cost);
    }

    /// Under another limit, against which only what is used from now on counts: not what children that wait have used,
    /// as far as anybody says.
    public Grants renewed(Grant next) {
        Grant all = next;
        Map<String, Reserved> again = new HashMap<>();
        for (Map.Entry<String, Reserved> child : open.entrySet()) {
            Reserved has = child.getValue();
            Reserved waits = new Reserved(has.grant, Duration.ZERO, has.used == null ? null : has.used.said());
            all = waits.used == null ? all : all.plus(waits.held().timeless());
            again.put(child.getKey(), waits);
        }
        return new Grants(all, again, Grant.NOTHING, Cost.NOTHING);
    }

    /// The child has ended.
    public Grants settling(String child, Cost used) {
        Reserved before = of(child);
        Grant counts = used.outOf(before.grant);
        Map<String, Reserved> fewer = new HashMap<>(open);
        fewer.remove(child);
        return new Grants(
                limit, fewer, settled.plus(counts.timeless()).until(before.since.plus(time(counts))), cost.plus(used));
    }

    /// Whether a child that used that much used up what it had of something, and that was less than its own limit.
    public boolean isCut(String child, Cost used, Grant own) {
        Grant had = of(child).grant;
        return had.below(own).minus(used.outOf(had)).isUsedUp();
    }

    private Reserved of(String child) {
        return Objects.requireNonNull(open.get(child), () -> child + " has no grant");
    }

    private Grants with(String child, Reserved has) {
        Map<String, Reserved> more = new HashMap<>(open);
        more.put(child, has);
        return new Grants(limit, more, settled, cost);
    }

    private Duration passed() {
        return time(settled);
    }

    private static Duration time(Grant grant) {
        return Objects.requireNonNullElse(grant.time(), Duration.ZERO);
    }
}
