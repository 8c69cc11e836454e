package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A source file as the rules about tests see it.
///
/// @param collected whether a runner looks into it
/// @param skipped   the numbers of tests that never run
/// @param unreached those of them that nothing skips, and that no runner comes to
record TestFile(
        String path,
        boolean collected,
        Source source,
        List<TestCase> tests,
        List<Statement> statements,
        List<Mark> marks,
        Set<Integer> skipped,
        Set<Integer> unreached) {

    static Optional<TestFile> of(String path, String text) {
        return Language.of(path).map(language -> {
            Source source = Source.of(text, language);
            List<TestCase> tests = TestCases.of(source);
            List<Mark> marks = Marks.of(source, tests);
            Set<Integer> skipped = marks.stream()
                    .filter(mark -> mark.kind() == Mark.Kind.SKIP && mark.test() >= 0)
                    .map(Mark::test)
                    .collect(Collectors.toCollection(HashSet::new));
            Set<Integer> unreached = Unreached.of(source, tests);
            skipped.addAll(unreached);
            boolean collected = TestPaths.isCollected(path);
            return new TestFile(
                    path, collected, source, tests, compared(source, tests, marks), marks, skipped, unreached);
        });
    }

    /// The same, where another file says that it belongs to the tests.
    TestFile asCollected() {
        return new TestFile(path, true, source, tests, statements, marks, skipped, unreached);
    }

    /// Only those that can be missed: no brackets, no names of tests, none that skips something.
    private static List<Statement> compared(Source source, List<TestCase> tests, List<Mark> marks) {
        List<Statement> compared = new ArrayList<>();
        Set<Integer> begun = new HashSet<>();
        int mark = 0;
        List<Statement> all = Statements.of(source, tests);
        for (int i = 0; i < all.size(); i++) {
            Statement statement = all.get(i);
            int end = i + 1 < all.size() ? all.get(i + 1).at() : source.code().length();
            while (mark < marks.size() && marks.get(mark).at() < statement.at()) {
                mark++;
            }
            boolean skips = mark < marks.size() && marks.get(mark).at() < end && statement.isAnnotation();
            boolean tells = Assertions.is(statement);
            boolean heads = statement.test() >= 0 && !statement.isAnnotation() && begun.add(statement.test());
            Statement kept = heads ? statement.withoutTitle() : statement;
            boolean isName = heads && !Assertions.is(kept) && !(kept.has(".", "each") || kept.has("each", "("));
            if (!isName && (tells || (!skips && !kept.isTrivial()))) {
                compared.add(kept);
            }
        }
        return List.copyOf(compared);
    }

    /// The name of the test that a statement or mark is in, empty when it is in none.
    String testName(int number) {
        return number < 0 ? "" : tests.get(number).key();
    }

    /// How many statements are compared.
    int size() {
        return statements.size();
    }

    int line(Statement statement) {
        return source.line(statement.at());
    }
}
