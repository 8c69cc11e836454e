package dev.ralph.tamper;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Numbers that coverage or another measure must reach. They are found line by line, in whatever kind of file.
record Thresholds(FileChange change, Findings findings) {
    private static final Pattern NUMBER = Pattern.compile(
            "(?<![\\w.])(minimum|fail[-_]under|cov-fail-under|coveragethreshold|mutationthreshold|testStrengthThreshold|linethreshold|threshold|branches|functions|lines|statements|regions|min_coverage|minimum_coverage|coverage_threshold|fail-under-lines|fail-under|minimumcoverage|target|jacoco\\.\\w+)[\"']?\\s*+(?:[:=>]|\\s)\\s*+[\"']?(\\d++(?:\\.\\d++)?)(?![\\w.])",
            Pattern.CASE_INSENSITIVE);

    private record Bound(BigDecimal least, int line) {}

    void apply() {
        Map<String, Deque<Bound>> after = bounds(change.textAfter());
        bounds(change.textBefore()).forEach((name, before) -> {
            Deque<Bound> now = after.getOrDefault(name, new ArrayDeque<>());
            for (Bound was : before) {
                Bound is = now.pollFirst();
                if (is == null) {
                    findings.add(
                            TamperRule.COVERAGE_LOWERED,
                            change.path(),
                            was.line(),
                            "the threshold `" + name + "` of " + was.least() + " is gone");
                } else if (is.least().compareTo(was.least()) < 0) {
                    findings.add(
                            TamperRule.COVERAGE_LOWERED,
                            change.path(),
                            is.line(),
                            "the threshold `" + name + "` is " + is.least() + ", and was " + was.least());
                }
            }
        });
    }

    private static Map<String, Deque<Bound>> bounds(String text) {
        Map<String, Deque<Bound>> bounds = new HashMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.startsWith("#") && !line.startsWith("//") && line.length() < 2000) {
                Matcher matcher = NUMBER.matcher(line);
                while (matcher.find()) {
                    bounds.computeIfAbsent(matcher.group(1).toLowerCase(Locale.ROOT), _ -> new ArrayDeque<>())
                            .addLast(new Bound(new BigDecimal(matcher.group(2)), i + 1));
                }
            }
        }
        return bounds;
    }
}
