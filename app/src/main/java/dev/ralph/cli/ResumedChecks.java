package dev.ralph.cli;

import dev.ralph.config.Effective;
import dev.ralph.config.Key;
import dev.ralph.config.Layering;
import dev.ralph.config.ProofKeys;
import dev.ralph.verify.Check;
import dev.ralph.verify.Composition;
import dev.ralph.verify.Fields;
import dev.ralph.verify.Review;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The checks of a loop that goes on: its own, changed only by options of the command that goes on with it. Other
/// layers had their say when it began; and where an agent may have rewritten the project's configuration since, not
/// even what that says of the layers that nobody has to ask for, or of reviewers, counts.
///
/// @param own     the checks until now
/// @param now     the settings of today
/// @param meddled whether the project's configuration is not what it was when the loop began
record ResumedChecks(List<String> own, Effective now, Invocation invocation, boolean meddled) {

    /// @param accepted checks that came with the task
    /// @param promised whether the agent says by a promise that it is done
    /// @param project  where git may say what an agent changed
    List<String> lines(List<String> accepted, boolean promised, Path project) {
        List<String> asked = invocation.all("check");
        int off = asked.lastIndexOf(ProofKeys.NO_CHECKS);
        List<String> given = asked.subList(off + 1, asked.size()).stream()
                .map(this::reviewed)
                .toList();
        boolean anew = off >= 0;
        List<String> kept = new ArrayList<>(anew ? accepted : own);
        if (given.stream().anyMatch(line -> Check.of(line) instanceof Check.Tamper)) {
            kept.removeIf(line -> Check.of(line) instanceof Check.Tamper);
        }
        List<Check> layers = Policies.standard(
                layering(ProofKeys.CLAIM, Check.Claim.class, anew),
                layering(ProofKeys.TAMPER, Check.Tamper.class, anew),
                promised,
                Stream.concat(kept.stream(), given.stream()).toList(),
                project);
        if (!anew) {
            drop(ProofKeys.CLAIM, new Check.Claim(Fields.NONE), layers, kept);
            drop(ProofKeys.TAMPER, new Check.Tamper(Fields.NONE), layers, kept);
        }
        kept.addAll(given);
        return Composition.of(kept, layers);
    }

    /// Whether a layer is there by itself.
    ///
    /// @param anew whether the loop's own checks are dropped, and that layer with them
    private Layering layering(Key<Layering> key, Class<? extends Check> kind, boolean anew) {
        if (invocation.has(key.flag())) {
            return now.value(key);
        }
        if (!anew) {
            return Layering.OFF; // what the loop has stays
        }
        if (!meddled) {
            return now.value(key);
        }
        boolean had = own.stream().anyMatch(line -> kind.isInstance(Check.of(line)));
        return had ? Layering.ON : Layering.OFF;
    }

    /// What an option says there shall not be. A check that the configuration names is there all the same, as in a
    /// new loop; where an agent may have struck it out, so is every one.
    private void drop(Key<Layering> key, Check layer, List<Check> layers, List<String> kept) {
        if (!meddled && invocation.has(key.flag()) && !layers.contains(layer)) {
            List<String> named = now.value(ProofKeys.CHECKS);
            kept.removeIf(line -> Check.of(line).getClass() == layer.getClass() && !named.contains(line));
        }
    }

    /// A review that names nobody is made by the role `reviewer`, or, where an agent may have said who that is, by
    /// whoever makes the loop's own.
    private String reviewed(String line) {
        if (!(Check.of(line) instanceof Review review)) {
            return line;
        }
        Optional<Review> before = own.stream()
                .map(Check::of)
                .filter(Review.class::isInstance)
                .map(Review.class::cast)
                .findFirst();
        return meddled
                ? before.map(mine -> review.or(mine.reviewer()).line()).orElse(line)
                : Policies.reviewed(List.of(line), now.settings().proof().reviewer())
                        .getFirst();
    }
}
