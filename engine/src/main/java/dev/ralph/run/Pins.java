package dev.ralph.run;

import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The scripts that checks rest on, each with the hash it had before the first attempt.
final class Pins {
    private Pins() {}

    /// Those of them that are there now. A script that is not is nothing anybody could rest on yet.
    static Map<String, String> of(List<String> checks, Sight sight) throws IOException, InterruptedException {
        Set<String> scripts = new LinkedHashSet<>();
        checks.forEach(line -> scripts.addAll(Check.of(line).scripts()));
        Map<String, String> pins = new TreeMap<>();
        for (String script : scripts) {
            Sight.Seen seen = sight.at(script);
            if (seen.sha256() != null) {
                pins.put(script, seen.sha256());
            }
        }
        return pins;
    }

    /// Checks that rest on scripts refuse as soon as one of them has changed; nothing of it is run then.
    static Prover guarding(Check check, Sight sight, Prover prover) {
        return guarding(check, sight, new Words("since the loop began", "put it back as it was"), prover);
    }

    /// The same for a commit in which the check finds them.
    static Prover committed(Check check, Sight commit, Prover prover) {
        Words words = new Words(
                "since the loop began, or never committed as it was then", "what would be kept must have it as it was");
        return guarding(check, commit, words, prover);
    }

    /// How a refusal is told.
    ///
    /// @param when something was changed, completing a sentence
    /// @param help what is to be done
    private record Words(String when, String help) {}

    private static Prover guarding(Check check, Sight sight, Words words, Prover prover) {
        return check.scripts().isEmpty() ? prover : claimed -> guarded(check, sight, words, prover, claimed);
    }

    /// The same for a clean room, in which the checks before this one ran what the agent wrote.
    static Prover unbent(Check check, Chamber chamber, Errands errands, Prover prover) {
        return claimed -> {
            Prover guarded = chamber.room() == null
                    ? prover
                    : guarding(
                            check,
                            new EnclosedSight(errands, chamber.of(claimed)),
                            new Words("by a check that ran before it in the same room", "nothing may rewrite it"),
                            prover);
            return guarded.prove(claimed);
        };
    }

    private static Proven guarded(Check check, Sight sight, Words words, Prover prover, Claimed claimed)
            throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        List<String> changed = new ArrayList<>();
        for (String script : check.scripts()) {
            String change = change(script, claimed.policy().proof().pins().get(script), sight, words.when());
            if (change != null) {
                changed.add(change);
            }
        }
        return changed.isEmpty()
                ? prover.prove(claimed)
                : Proven.refused(
                        watch.took(),
                        "check `" + check.title() + "` was not run: " + String.join(", ", changed)
                                + ", and it is part of the check: " + words.help(),
                        "");
    }

    private static @Nullable String change(String script, @Nullable String pinned, Sight sight, String when)
            throws IOException, InterruptedException {
        if (pinned == null) {
            return null;
        }
        Sight.Seen seen = sight.at(script);
        if (seen.kind() != Sight.Kind.FILE) {
            return script + " " + seen.kind().words() + " now";
        }
        return pinned.equals(seen.sha256()) ? null : script + " was changed " + when;
    }
}
