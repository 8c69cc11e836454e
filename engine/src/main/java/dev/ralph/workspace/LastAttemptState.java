package dev.ralph.workspace;

import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the attempts of a loop have changed, as the last of them left it, or as the loop left it when it ended: a
/// check may have written a report again that the agent had written, too. What no attempt touched is no matter: it
/// may be the user's.
///
/// @param place holds the last attempt
record LastAttemptState(Conservation place, AttemptRef last) {

    /// Empty where nobody remembered what the attempt left.
    static Optional<LastAttemptState> of(Path project, AttemptRef last) throws IOException {
        return Conservation.holding(project, last).map(place -> new LastAttemptState(place, last));
    }

    /// @param now a tree
    /// @return something that is not as it was left
    Optional<String> changed(String now) throws IOException {
        Set<RawName> others = different(last.name(), now);
        if (!others.isEmpty() && refs(last.end()).isPresent()) {
            others.retainAll(different(last.end(), now));
        }
        for (int attempt = last.attempt(); attempt > 0 && !others.isEmpty(); attempt--) {
            Conserved one = place.find(new AttemptRef(last.loop(), attempt)).orElse(null);
            if (one != null) {
                Set<RawName> touched = different(one.base(), one.commit());
                touched.retainAll(others);
                if (!touched.isEmpty()) {
                    return Optional.of(FileNames.shown(touched.iterator().next().path()));
                }
            }
        }
        return Optional.empty();
    }

    /// The loop ends with that.
    ///
    /// @param now a tree
    void end(String now) throws IOException {
        Optional<String> known = refs(last.end());
        if (!place.isSame(known.orElse(last.name()), now)) {
            String commit = repository().commits().make(now, List.of(), "After " + last, Map.of());
            repository().refs().move(last.end(), commit, known.orElse(null), "ralph: ended");
        }
    }

    private Set<RawName> different(String before, String after) throws IOException {
        Set<RawName> names = new TreeSet<>();
        repository().comparison().names(before, after).stream()
                .map(TreeComparison.Difference::name)
                .forEach(names::add);
        return names;
    }

    private Optional<String> refs(String name) throws IOException {
        return repository().refs().read(name);
    }

    private Repository repository() {
        return place.repository();
    }
}
