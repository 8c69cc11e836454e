package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the rules find, as much of it as somebody can read.
final class Findings {
    private static final int OF_ONE_KIND = 4;
    private static final int ALL = 200;

    private final List<TamperFinding> found = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> lines = new HashSet<>();

    void add(TamperRule rule, String path, int line, String what) {
        if (!lines.add(rule + "\0" + path + "\0" + line + "\0" + what)) {
            return;
        }
        int count = counts.merge(rule + "\0" + path, 1, Integer::sum);
        if (count <= OF_ONE_KIND && found.size() < ALL) {
            found.add(new TamperFinding(rule, path, line, what));
        }
    }

    /// In the order they were found; of each rule in each file the first ones, and how many there are besides. However
    /// many there are, each rule that found something is there.
    List<TamperFinding> list() {
        List<TamperFinding> all = new ArrayList<>();
        Set<String> told = new HashSet<>();
        Set<TamperRule> rules = new HashSet<>();
        for (TamperFinding finding : found) {
            String key = finding.rule() + "\0" + finding.path();
            int more = counts.getOrDefault(key, 0) - OF_ONE_KIND;
            boolean first = told.add(key);
            all.add(
                    first && more > 0
                            ? new TamperFinding(
                                    finding.rule(),
                                    finding.path(),
                                    finding.line(),
                                    finding.what() + ", and " + more + " more like it")
                            : finding);
            rules.add(finding.rule());
        }
        counts.keySet().stream().sorted().forEach(key -> {
            String[] parts = key.split("\0", 2);
            TamperRule rule = TamperRule.valueOf(parts[0]);
            if (rules.add(rule)) {
                all.add(new TamperFinding(rule, parts[1], 0, rule.sentence()));
            }
        });
        return List.copyOf(all);
    }
}
