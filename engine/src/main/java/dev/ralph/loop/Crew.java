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
public record Crew(int at, List<Post> posts) {
    /// Away for as long as the loop lasts.
    static final Instant FOR_GOOD = Instant.MAX;

    private static final Post FRESH = new Post(null, null, Counters.FRESH);

    /// @param away     until when it cannot work, null when it can
    /// @param session  its last conversation, null when there was none
    /// @param counters what that conversation had used
    public record Post(@Nullable Instant away, @Nullable String session, Counters counters) {
        Post away(@Nullable Instant until) {
            return new Post(until, session, counters);
        }
    }

    public Crew {
        posts = List.copyOf(posts);
        if (at < 0 || at >= posts.size()) {
            throw new IllegalArgumentException("there is no agent " + at + " among " + posts.size());
        }
    }

    static Crew of(int size) {
        return new Crew(0, Collections.nCopies(size, FRESH));
    }

    /// The conversation the working agent can go on with.
    @Nullable
    String session() {
        return posts.get(at).session();
    }

    Counters counters() {
        return posts.get(at).counters();
    }

    Crew spoke(Testimony testimony) {
        String session = testimony.session();
        return session == null ? this : with(new Post(posts.get(at).away(), session, testimony.counters()));
    }

    /// The next attempt of the working agent begins a new conversation.
    Crew forget() {
        return with(new Post(posts.get(at).away(), null, Counters.FRESH));
    }

    /// The working agent cannot work until then.
    Crew away(Instant until) {
        return with(posts.get(at).away(until));
    }

    /// With the first agent at work that can be, if there is one.
    Optional<Crew> ready(Instant now) {
        for (int i = 0; i < posts.size(); i++) {
            Instant away = posts.get(i).away();
            if (away == null || !away.isAfter(now)) {
                return Optional.of(new Crew(i, posts).with(posts.get(i).away(null)));
            }
        }
        return Optional.empty();
    }

    /// When the first of those that are away comes back.
    Optional<Instant> back() {
        return posts.stream()
                .flatMap(post -> Optional.ofNullable(post.away()).stream())
                .filter(away -> !away.equals(FOR_GOOD))
                .min(Instant::compareTo);
    }

    /// Somebody resumed the loop: everybody may be asked again, the first one first.
    Crew rested() {
        return new Crew(0, posts.stream().map(post -> post.away(null)).toList());
    }

    private Crew with(Post changed) {
        List<Post> next = new ArrayList<>(posts);
        next.set(at, changed);
        return new Crew(at, next);
    }
}
