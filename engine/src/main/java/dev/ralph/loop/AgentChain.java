package dev.ralph.loop;

import dev.ralph.budget.Counters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The agents of a chain: who works, and who is away for how long. Whoever stands first and is back is preferred.
///
/// @param at the one that works, from 0
public record AgentChain(int at, List<AgentSlot> slots) {
    /// Away for as long as the loop lasts.
    static final Instant FOR_GOOD = Instant.MAX;

    private static final AgentSlot FRESH = new AgentSlot(null, null, Counters.FRESH);

    /// @param away     until when it cannot work, null when it can
    /// @param session  its last conversation, null when there was none
    /// @param counters what that conversation had used
    record AgentSlot(@Nullable Instant away, @Nullable String session, Counters counters) {
        AgentSlot away(@Nullable Instant until) {
            return new AgentSlot(until, session, counters);
        }
    }

    public AgentChain {
        slots = List.copyOf(slots);
        if (at < 0 || at >= slots.size()) {
            throw new IllegalArgumentException("there is no agent " + at + " among " + slots.size());
        }
    }

    static AgentChain of(int size) {
        return new AgentChain(0, Collections.nCopies(size, FRESH));
    }

    /// The conversation the working agent can go on with.
    public @Nullable String session() {
        return slots.get(at).session();
    }

    Counters counters() {
        return slots.get(at).counters();
    }

    AgentChain spoke(AgentStatement statement) {
        String session = statement.session();
        return session == null ? this : with(new AgentSlot(slots.get(at).away(), session, statement.counters()));
    }

    /// The next attempt of the working agent begins a new conversation.
    AgentChain forget() {
        return with(new AgentSlot(slots.get(at).away(), null, Counters.FRESH));
    }

    /// The working agent cannot work until then.
    AgentChain away(Instant until) {
        return with(slots.get(at).away(until));
    }

    /// With the first agent at work that can be, if there is one.
    Optional<AgentChain> ready(Instant now) {
        for (int i = 0; i < slots.size(); i++) {
            Instant away = slots.get(i).away();
            if (away == null || !away.isAfter(now)) {
                return Optional.of(new AgentChain(i, slots).with(slots.get(i).away(null)));
            }
        }
        return Optional.empty();
    }

    /// When the first of those that are away comes back.
    Optional<Instant> back() {
        return slots.stream()
                .flatMap(slot -> Optional.ofNullable(slot.away()).stream())
                .filter(away -> !away.equals(FOR_GOOD))
                .min(Instant::compareTo);
    }

    /// Somebody resumed the loop: everybody may be asked again, the first one first.
    AgentChain rested() {
        return new AgentChain(0, slots.stream().map(slot -> slot.away(null)).toList());
    }

    private AgentChain with(AgentSlot changed) {
        List<AgentSlot> next = new ArrayList<>(slots);
        next.set(at, changed);
        return new AgentChain(at, next);
    }
}
