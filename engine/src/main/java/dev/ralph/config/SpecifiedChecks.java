package dev.ralph.config;

import java.util.ArrayList;
import java.util.List;

/// Checks under the names that the specifications have for them at the top of a file: the `completion` of 004, and the
/// `verification_method` with its `verification_config` of 003. They count as the last of the file's checks.
///
/// @param given these names with what was written there
record SpecifiedChecks(List<WrittenValue.Mapping.Pair> given) {
    static final List<String> NAMES = List.of("completion", "verification_method", "verification_config");

    void addTo(ConfigLayer layer, ValueOrigin origin, String where) {
        List<WrittenValue.Mapping.Pair> verification = new ArrayList<>(given);
        List<WrittenValue> checks = new ArrayList<>();
        for (WrittenValue.Mapping.Pair pair : given) {
            if (pair.name() instanceof WrittenValue.Text name && name.value().equals(NAMES.getFirst())) {
                checks.add(new WrittenValue.Mapping(List.of(pair), pair.value().spot()));
                verification.remove(pair);
            }
        }
        if (!verification.isEmpty()) {
            checks.add(new WrittenValue.Mapping(
                    verification, verification.getFirst().name().spot()));
        }
        if (checks.isEmpty()) {
            return;
        }
        ConfigLayer.Entry before = layer.entries().get(SettingKeys.CHECKS);
        List<WrittenValue> all = new ArrayList<>();
        if (before != null) {
            all.addAll(before.written() instanceof WrittenValue.Items list ? list.items() : List.of(before.written()));
        }
        all.addAll(checks);
        layer.put(
                SettingKeys.CHECKS,
                new WrittenValue.Items(all, checks.getFirst().spot()),
                before == null ? origin : before.origin(),
                where);
    }
}
