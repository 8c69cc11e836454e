package dev.ralph.tamper;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The rules about files of tests: whether they are still there, and whether they were edited. What an edit does to a
/// test is found out by running, not here.
///
/// @param tests all changed ones: what is gone from one file may be in another
record ChangedTestFiles(List<FileChange> tests, Findings findings) {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]{2,100}");
    /// How much of what a deleted file said the files that came for it must say, so that it only moved.
    private static final double MOVED = 0.6;

    void apply() {
        Map<String, Set<String>> arrived = arrived();
        for (FileChange test : tests) {
            String why = test.unreadable();
            if (why != null) {
                findings.add(TamperRule.UNREADABLE, test.path(), 0, "a test file that " + why);
            } else if (test.isGone() && TestPaths.isCollected(test.path()) && !isMoved(test, arrived)) {
                findings.add(TamperRule.TEST_DELETED, test.path(), 0, "the file and its tests are gone");
            } else if (!test.isNew() && !test.isGone() && !isOnlyMore(test)) {
                findings.add(
                        TamperRule.TEST_EDITED,
                        test.path(),
                        SettingLine.firstAdded(test),
                        "the file of tests is edited");
            }
        }
    }

    /// What came, by how runners find the files that it came to.
    private Map<String, Set<String>> arrived() {
        Map<String, Set<String>> arrived = new HashMap<>();
        for (FileChange test : tests) {
            if (!test.isGone() && TestPaths.isCollected(test.path())) {
                Set<String> old = test.textBefore().lines().collect(Collectors.toSet());
                Set<String> words = arrived.computeIfAbsent(TestPaths.habit(test.path()), _ -> new HashSet<>());
                test.textAfter().lines().filter(line -> !old.contains(line)).forEach(line -> words(line, words));
            }
        }
        return arrived;
    }

    /// Whether most of its words came to other files in which its runner finds tests.
    private static boolean isMoved(FileChange gone, Map<String, Set<String>> arrived) {
        Set<String> said = new HashSet<>();
        words(gone.textBefore(), said);
        Set<String> anywhere = arrived.getOrDefault("", Set.of());
        Set<String> alike = arrived.getOrDefault(TestPaths.habit(gone.path()), Set.of());
        long there = said.stream()
                .filter(word -> anywhere.contains(word) || alike.contains(word))
                .count();
        return there >= said.size() * MOVED;
    }

    private static void words(String text, Set<String> words) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(word.group());
        }
    }

    /// Whether every line is there as often as before, whatever came besides.
    static boolean isOnlyMore(FileChange change) {
        Map<String, Integer> now = new HashMap<>();
        change.textAfter().lines().forEach(line -> now.merge(line.stripTrailing(), 1, Integer::sum));
        return change.textBefore().lines().allMatch(line -> now.merge(line.stripTrailing(), -1, Integer::sum) >= 0);
    }
}
