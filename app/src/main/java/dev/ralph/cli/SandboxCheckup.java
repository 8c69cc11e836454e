package dev.ralph.cli;

import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Which sandbox works on this machine, what it does not hold back, and how to get a better one.
final class SandboxCheckup {
    private SandboxCheckup() {}

    /// @param scratch a folder that is made for it
    static List<Finding> look(Path scratch) {
        Tier tier = Sandbox.probed(scratch);
        List<Finding> findings = new ArrayList<>();
        String what = "sandbox " + tier.level();
        String advice = String.join(" ", tier.advice());
        if (!tier.confines()) {
            findings.add(Finding.warning(
                    what,
                    "none works here: " + String.join("; ", tier.refused()),
                    advice.isEmpty() ? "agents can only run with your own rights" : advice));
            return findings;
        }
        String text = tier + ", " + (tier.has(Tier.Feature.OVERLAY) ? "with overlays" : "without overlays");
        boolean best = tier.level() == Tier.Level.L1 && tier.advice().isEmpty();
        findings.add(best || advice.isEmpty() ? Finding.ok(what, text) : Finding.warning(what, text, advice));
        for (String gap : tier.gaps()) {
            findings.add(Finding.ok("sandbox gap", "not held back: " + gap));
        }
        for (String refused : tier.refused()) {
            findings.add(Finding.ok("sandbox, better", "does not work: " + refused));
        }
        Sandbox.bounds(tier).forEach(bound -> findings.add(Finding.ok("sandbox bounds", bound)));
        return findings;
    }
}
