package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Skips, ignores and focuses that were not there before.
final class AddedMarks {
    private static final int NEAR = 100;

    private final List<TestFile> after;
    private final Findings findings;
    private final Map<String, Integer> known = new HashMap<>();
    private final Map<String, Set<String>> tests = new HashMap<>();
    private final Set<String> movable = new HashSet<>();
    /// How often each test, or what it is in, was skipped where it is declared.
    private final Map<String, Integer> skipped = new HashMap<>();

    AddedMarks(List<TestFile> before, List<TestFile> after, Findings findings) {
        this.after = after;
        this.findings = findings;
        Map<String, Set<String>> now = names(after);
        tests.putAll(names(before));
        for (TestFile file : before) {
            file.marks().forEach(mark -> known.merge(key(file, mark), 1, Integer::sum));
            file.marks().stream()
                    .filter(mark -> isDeclared(file, mark))
                    .forEach(mark -> skipped.merge(declared(file, mark), 1, Integer::sum));
            Set<String> left = now.getOrDefault(file.path(), Set.of());
            file.tests().stream().filter(test -> !left.contains(test.key())).forEach(test -> movable.add(test.name()));
        }
    }

    private static Map<String, Set<String>> names(List<TestFile> files) {
        Map<String, Set<String>> names = new HashMap<>();
        files.forEach(file ->
                names.put(file.path(), file.tests().stream().map(TestCase::key).collect(Collectors.toSet())));
        return names;
    }

    /// A mark that moved with its test is no new one.
    private static String key(TestFile file, Mark mark) {
        String name = mark.test() < 0 ? "" : file.tests().get(mark.test()).name();
        return name + "\0" + mark.text();
    }

    /// Whether it skips a test from outside, whatever the test does.
    private static boolean isDeclared(TestFile file, Mark mark) {
        boolean call = mark.test() >= 0 && file.tests().get(mark.test()).start() == mark.at();
        return mark.kind() == Mark.Kind.SKIP
                && (call || isAnnotation(file.source().code(), mark.at()));
    }

    /// `@Disabled`, or `skip` in `@pytest.mark.skip`.
    private static boolean isAnnotation(String code, int at) {
        int i = at;
        while (i > Math.max(0, at - NEAR)
                && (Character.isJavaIdentifierPart(code.charAt(i)) || code.charAt(i) == '.')) {
            i--;
        }
        return code.charAt(i) == '@';
    }

    private static String declared(TestFile file, Mark mark) {
        return file.path() + "\0" + file.testName(mark.test());
    }

    void apply() {
        for (TestFile file : after) {
            List<Mark> others = new ArrayList<>();
            for (Mark mark : file.marks()) {
                if (known.merge(key(file, mark), -1, Integer::sum) < 0) {
                    others.add(mark);
                } else if (isDeclared(file, mark)) {
                    skipped.merge(declared(file, mark), -1, Integer::sum);
                }
            }
            for (Mark mark : others) {
                boolean same = isDeclared(file, mark) && skipped.merge(declared(file, mark), -1, Integer::sum) >= 0;
                if (!same) {
                    added(file, mark);
                }
            }
        }
    }

    private void added(TestFile file, Mark mark) {
        String where = mark.test() < 0 ? "" : " on the test `" + TamperExcerpt.line(file.testName(mark.test())) + "`";
        String what = "`" + TamperExcerpt.line(mark.text()) + "` was added" + where;
        int line = file.source().line(mark.at());
        boolean old = mark.test() < 0
                ? tests.containsKey(file.path()) && concernsOld(file)
                : tests.getOrDefault(file.path(), Set.of()).contains(file.testName(mark.test()))
                        || movable.contains(file.tests().get(mark.test()).name());
        if (mark.kind() == Mark.Kind.HIDING) {
            findings.add(
                    TamperRule.TEST_CHANGED, file.path(), line, what + ", which not everybody takes for a comment");
        } else if (old || mark.kind() == Mark.Kind.FOCUS) {
            findings.add(TamperRule.TEST_SKIPPED, file.path(), line, what);
        } else if (mark.kind() != Mark.Kind.CONDITION) {
            findings.add(TamperRule.NEW_TEST_SKIPPED, file.path(), line, what);
        }
    }

    /// A mark outside of all tests may be about any of them; in a file of helpers it is about none.
    private boolean concernsOld(TestFile file) {
        return !tests.getOrDefault(file.path(), Set.of()).isEmpty()
                || file.source().language() == Language.SHELL
                || file.source().language() == Language.OTHER;
    }
}
