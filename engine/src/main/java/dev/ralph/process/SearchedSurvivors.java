package dev.ralph.process;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What left the agent's group is searched for; that is good evidence, no proof.
final class SearchedSurvivors implements SessionScope.Rest {
    private final String tag;
    private @Nullable ProcessSearch search;

    SearchedSurvivors(String tag) {
        this.tag = tag;
    }

    @Override
    public void begin(int leader, long start) {
        search = new ProcessSearch(leader, start, tag);
    }

    @Override
    public Optional<ProcessScope.Remains> glance() {
        return Objects.requireNonNull(search).isSurelyOver()
                ? Optional.of(new ProcessScope.Remains(false, ProofOfEnd.BEST_EFFORT))
                : Optional.empty();
    }

    @Override
    public ProcessScope.Remains endAll() {
        return Objects.requireNonNull(search).endAll();
    }
}
