package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tests that were there and are not any more. One that has another name or another file now, with everything it
/// asserted, is not gone.
final class GoneTests {
    private static final int NAMED = 5;

    private final List<TestFile> before;
    private final List<TestFile> after;
    private final Map<String, Map<Integer, List<Place>>> statements = new HashMap<>();
    private final Findings findings;
    private final Set<Place> explained = new HashSet<>();

    GoneTests(List<TestFile> before, List<TestFile> after, Matching matching, Findings findings) {
        this.before = before;
        this.after = after;
        this.findings = findings;
        for (Place place : matching.before()) {
            statements
                    .computeIfAbsent(place.path(), _ -> new HashMap<>())
                    .computeIfAbsent(place.statement().test(), _ -> new ArrayList<>())
                    .add(place);
        }
    }

    /// The statements of tests that are gone: nothing more needs to be said about them.
    Set<Place> places() {
        return explained;
    }

    void apply() {
        Map<String, Map<String, Integer>> there = counts(after);
        Map<String, Map<String, Integer>> were = counts(before);
        Map<String, Map<String, Integer>> arrived = arrived(were);
        for (TestFile file : before) {
            boolean fileIsGone = !there.containsKey(file.path());
            List<Integer> gone = new ArrayList<>();
            Map<String, Integer> left = there.getOrDefault(file.path(), Map.of());
            missing(file, left).forEach(number -> {
                String name = file.tests().get(number).name();
                if (!isTaken(arrived.getOrDefault(name, Map.of()), file.path()) && !isMoved(file, number)) {
                    gone.add(number);
                }
            });
            report(file, gone, fileIsGone);
        }
    }

    private static Map<String, Map<String, Integer>> counts(List<TestFile> files) {
        Map<String, Map<String, Integer>> counts = new HashMap<>();
        for (TestFile file : files) {
            Map<String, Integer> names = counts.computeIfAbsent(file.path(), _ -> new HashMap<>());
            file.tests().forEach(test -> names.merge(test.key(), 1, Integer::sum));
        }
        return counts;
    }

    /// Whether one of them is where a runner finds it that found the old one; each is taken once.
    private static boolean isTaken(Map<String, Integer> arrived, String path) {
        for (String habit : List.of(TestPaths.habit(path), "")) {
            int left = arrived.getOrDefault(habit, 0);
            if (left > 0) {
                arrived.put(habit, left - 1);
                return true;
            }
        }
        return false;
    }

    /// How many new tests of each name there are in files that runners look into, by the habit that finds them.
    private Map<String, Map<String, Integer>> arrived(Map<String, Map<String, Integer>> were) {
        Map<String, Map<String, Integer>> arrived = new HashMap<>();
        for (TestFile file : after) {
            Map<String, Integer> old = new HashMap<>(were.getOrDefault(file.path(), Map.of()));
            for (int i = 0; i < file.tests().size(); i++) {
                TestCase test = file.tests().get(i);
                boolean isNew = old.merge(test.key(), -1, Integer::sum) < 0;
                if (isNew && file.collected() && !file.skipped().contains(i)) {
                    arrived.computeIfAbsent(test.name(), _ -> new LinkedHashMap<>())
                            .merge(TestPaths.habit(file.path()), 1, Integer::sum);
                }
            }
        }
        return arrived;
    }

    /// Those of a name that are more than there are now; of equal names the ones that lost most.
    private List<Integer> missing(TestFile file, Map<String, Integer> left) {
        Map<String, List<Integer>> byName = new LinkedHashMap<>();
        for (int i = 0; i < file.tests().size(); i++) {
            byName.computeIfAbsent(file.tests().get(i).key(), _ -> new ArrayList<>())
                    .add(i);
        }
        List<Integer> missing = new ArrayList<>();
        byName.forEach((name, numbers) -> {
            int gone = numbers.size() - left.getOrDefault(name, 0);
            if (gone > 0) {
                numbers.stream()
                        .sorted(Comparator.comparingLong((Integer number) -> -alone(file, number)))
                        .limit(gone)
                        .forEach(missing::add);
            }
        });
        missing.sort(Comparator.naturalOrder());
        return missing;
    }

    private List<Place> places(TestFile file, int number) {
        return statements.getOrDefault(file.path(), Map.of()).getOrDefault(number, List.of());
    }

    private long alone(TestFile file, int number) {
        return places(file, number).stream().filter(Place::isAlone).count();
    }

    /// Whether everything it asserted is asserted elsewhere now, by tests that run.
    private boolean isMoved(TestFile file, int number) {
        List<Place> all = places(file, number);
        List<Place> asserting = all.stream().filter(place -> place.asserts()).toList();
        List<Place> counted = asserting.isEmpty() ? all : asserting;
        return !counted.isEmpty() && counted.stream().noneMatch(Place::isAlone);
    }

    private void report(TestFile file, List<Integer> gone, boolean fileIsGone) {
        gone.forEach(number -> explained.addAll(places(file, number)));
        if (!gone.isEmpty() && fileIsGone) {
            explained.addAll(places(file, -1));
        }
        if (gone.size() > 1 && fileIsGone) {
            List<String> names = gone.stream().limit(NAMED).map(file::testName).toList();
            String more = gone.size() > NAMED ? " and " + (gone.size() - NAMED) + " more" : "";
            findings.add(
                    TamperRule.TEST_DELETED,
                    file.path(),
                    0,
                    "the file and its tests are gone: " + TamperExcerpt.line(String.join(", ", names)) + more);
        } else {
            for (int number : gone) {
                TestCase test = file.tests().get(number);
                findings.add(
                        TamperRule.TEST_DELETED,
                        file.path(),
                        file.source().line(test.start()),
                        "the test `" + TamperExcerpt.line(test.key()) + "` is gone");
            }
        }
        if (file.tests().isEmpty() && fileIsGone) {
            reportFile(file);
        }
    }

    /// A file of tests in a language whose tests have no form that we know.
    private void reportFile(TestFile file) {
        List<Place> all = places(file, -1);
        boolean asserting = all.stream().anyMatch(place -> place.isAlone() && place.asserts());
        if (asserting) {
            explained.addAll(all);
            findings.add(TamperRule.TEST_DELETED, file.path(), 0, "the file is gone, with what it asserted");
        }
    }
}
