package dev.ralph.process;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What left the agent's group is searched for; that is good evidence, no proof.
final class SearchedRest implements SessionHold.Rest {
    private final String tag;
    private @Nullable Search search;

    SearchedRest(String tag) {
        this.tag = tag;
    }

    @Override
    public void begin(int leader, long start) {
        search = new Search(leader, start, tag);
    }

    @Override
    public Optional<Hold.Remains> glance() {
        return Objects.requireNonNull(search).isSurelyOver()
                ? Optional.of(new Hold.Remains(false, Proof.BEST_EFFORT))
                : Optional.empty();
    }

    @Override
    public Hold.Remains endAll() {
        return Objects.requireNonNull(search).endAll();
    }
}
