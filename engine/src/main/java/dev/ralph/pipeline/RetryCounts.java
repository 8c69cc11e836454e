package dev.ralph.pipeline;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How often a pipeline did not get on, each kind counted by itself.
///
/// @param rejections  how often each stage has sent the work back, since a person was asked about it
/// @param repeated    how often each stage has found the same, since then
/// @param rungs       how many rungs of its ladder each stage has come to
/// @param corrections how often a failure was corrected, since a person was asked about it
public record RetryCounts(
        Map<String, Integer> rejections,
        Map<String, Map<String, Integer>> repeated,
        Map<String, Integer> rungs,
        int corrections) {
    public static final RetryCounts NONE = new RetryCounts(Map.of(), Map.of(), Map.of(), 0);

    /// As often a finding comes back before a person is asked: those who should correct it do not understand it, or
    /// cannot.
    static final int STALEMATE = 3;

    public RetryCounts {
        rejections = Map.copyOf(rejections);
        repeated = Map.copyOf(repeated);
        rungs = Map.copyOf(rungs);
    }

    int rejections(String role) {
        return rejections.getOrDefault(role, 0);
    }

    int rung(String role) {
        return rungs.getOrDefault(role, 0);
    }

    /// The stage sends the work back once more.
    RetryCounts rejected(String role, List<String> findings) {
        Map<String, Integer> counted = new HashMap<>(rejections);
        counted.merge(role, 1, Integer::sum);
        Map<String, Integer> same = new HashMap<>(repeated.getOrDefault(role, Map.of()));
        Set<String> found = new LinkedHashSet<>();
        findings.forEach(finding -> found.add(normal(finding)));
        found.forEach(finding -> same.merge(finding, 1, Integer::sum));
        Map<String, Map<String, Integer>> all = new HashMap<>(repeated);
        all.put(role, Map.copyOf(same));
        return new RetryCounts(counted, all, rungs, corrections);
    }

    /// The first of these findings that the stage has come back with too often.
    Optional<String> stalemate(String role, List<String> findings) {
        Map<String, Integer> same = repeated.getOrDefault(role, Map.of());
        return findings.stream()
                .filter(finding -> same.getOrDefault(normal(finding), 0) >= STALEMATE)
                .findFirst();
    }

    /// A person was asked about what the stage finds: it is counted anew.
    RetryCounts forgiven(String role) {
        Map<String, Integer> counted = new HashMap<>(rejections);
        counted.remove(role);
        Map<String, Map<String, Integer>> all = new HashMap<>(repeated);
        all.remove(role);
        return new RetryCounts(counted, all, rungs, corrections);
    }

    /// The stage failed, and comes to the next rung of its ladder.
    RetryCounts climbed(String role) {
        Map<String, Integer> higher = new HashMap<>(rungs);
        higher.merge(role, 1, Integer::sum);
        return new RetryCounts(rejections, repeated, higher, corrections);
    }

    RetryCounts corrected(int times) {
        return new RetryCounts(rejections, repeated, rungs, times);
    }

    /// Agents seldom put the same words twice with the same spaces and capitals.
    private static String normal(String finding) {
        return finding.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
}
