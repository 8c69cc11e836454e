package dev.ralph.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// Which checks a loop has, and in which order: what costs least comes first, so that a claim that falls by its own
/// words, or by a missing file, costs no run of the tests.
public final class CheckOrder {
    private CheckOrder() {}

    /// @param given    what somebody asked for, in the order of asking
    /// @param standard layers that there are unless somebody asked for one of the same kind
    /// @return their definitions, each once; where a command writes test reports, with the ratchet that reads them
    public static List<String> of(List<String> given, List<Check> standard) {
        List<Check> checks = new ArrayList<>();
        given.forEach(line -> checks.add(Check.of(line)));
        for (Check layer : standard) {
            if (checks.stream()
                    .noneMatch(check -> check.type().name().equals(layer.type().name()))) {
                checks.add(layer);
            }
        }
        boolean reports = checks.stream()
                .anyMatch(check -> check instanceof Check.Command command
                        && !command.reports().isEmpty());
        if (reports && checks.stream().noneMatch(check -> check instanceof Check.Ratchet)) {
            checks.add(new Check.Ratchet());
        }
        checks.sort(
                Comparator.comparing(check -> check.type().cost())); // those of equal cost stay in the order of asking
        LinkedHashSet<String> lines = new LinkedHashSet<>();
        checks.forEach(check -> lines.add(check.line()));
        return List.copyOf(lines);
    }

    /// Whether any of these proves something about the work: then it is worth guarding.
    public static boolean proves(List<String> given) {
        return given.stream().anyMatch(line -> Check.of(line).proves());
    }
}
