package dev.ralph.cli;

import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.SandboxTier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Which sandbox works on this machine, what it does not hold back, and how to get a better one.
final class SandboxCheckup {
    private SandboxCheckup() {}

    /// @param scratch a folder that is made for it
    static List<DoctorFinding> look(Path scratch) {
        SandboxTier tier = Sandbox.probed(scratch);
        List<DoctorFinding> findings = new ArrayList<>();
        String what = "sandbox " + tier.level();
        String advice = String.join(" ", tier.advice());
        if (!tier.confines()) {
            findings.add(DoctorFinding.warning(
                    what,
                    "none works here: " + String.join("; ", tier.refused()),
                    advice.isEmpty() ? "agents can only run with your own rights" : advice));
            return findings;
        }
        String text = tier + ", " + (tier.has(SandboxTier.Feature.OVERLAY) ? "with overlays" : "without overlays");
        boolean best = tier.level() == SandboxTier.Level.L1 && tier.advice().isEmpty();
        findings.add(
                best || advice.isEmpty() ? DoctorFinding.ready(what, text) : DoctorFinding.warning(what, text, advice));
        for (String gap : tier.gaps()) {
            findings.add(new DoctorFinding(DoctorFinding.Level.WARNING, "sandbox gap", "not confined: " + gap, null));
        }
        for (String refused : tier.refused()) {
            findings.add(DoctorFinding.missing("sandbox, better", "does not work: " + refused));
        }
        Sandbox.bounds(tier).forEach(bound -> findings.add(DoctorFinding.ready("sandbox bounds", bound)));
        return findings;
    }
}
