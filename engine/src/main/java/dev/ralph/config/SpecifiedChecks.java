package dev.ralph.config;

import java.util.ArrayList;
import java.util.List;

/// Checks under the names that the specifications have for them at the top of a file: the `completion` of 004, and the
/// `verification_method` with its `verification_config` of 003. They count as the last of the file's checks.
///
/// @param given these names with what was written there
record SpecifiedChecks(List<Written.Mapping.Pair> given) {
    static final List<String> NAMES = List.of("completion", "verification_method", "verification_config");

    void addTo(Layer layer, Origin origin, String where) {
        List<Written.Mapping.Pair> verification = new ArrayList<>(given);
        List<Written> checks = new ArrayList<>();
        for (Written.Mapping.Pair pair : given) {
            if (pair.name() instanceof Written.Text name && name.value().equals(NAMES.getFirst())) {
                checks.add(new Written.Mapping(List.of(pair), pair.value().spot()));
                verification.remove(pair);
            }
        }
        if (!verification.isEmpty()) {
            checks.add(new Written.Mapping(
                    verification, verification.getFirst().name().spot()));
        }
        if (checks.isEmpty()) {
            return;
        }
        Layer.Entry before = layer.entries().get(Keys.CHECKS);
        List<Written> all = new ArrayList<>();
        if (before != null) {
            all.addAll(before.written() instanceof Written.Items list ? list.items() : List.of(before.written()));
        }
        all.addAll(checks);
        layer.put(
                Keys.CHECKS,
                new Written.Items(all, checks.getFirst().spot()),
                before == null ? origin : before.origin(),
                where);
    }
}
