package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules about tests. They look at all changed test files together, so that a test that moved is no deleted one.
final class TestRules {
    private final List<TestFile> before = new ArrayList<>();
    private final List<TestFile> after = new ArrayList<>();
    private final Findings findings;

    private int statements;

    TestRules(List<Changed> changes, Findings findings) {
        this.findings = findings;
        for (Changed change : changes) {
            String why = change.unreadable();
            if (why != null) {
                findings.add(TamperRule.UNREADABLE, change.path(), 0, "a test file that " + why);
            } else {
                add(change);
            }
        }
    }

    private void add(Changed change) {
        try {
            Optional<TestFile> old = parsed(change.path(), change.before());
            Optional<TestFile> now = parsed(change.path(), change.after());
            int count =
                    old.map(TestFile::size).orElse(0) + now.map(TestFile::size).orElse(0);
            if (statements + count > Statements.MOST) {
                throw new TooMuch("is one of those with too many statements to compare them");
            }
            statements += count;
            old.ifPresent(before::add);
            now.ifPresent(after::add);
        } catch (TooMuch much) {
            findings.add(TamperRule.UNREADABLE, change.path(), 0, "a test file that " + much.why());
        }
    }

    private static Optional<TestFile> parsed(String path, @Nullable Content content) {
        return content instanceof Content.Text(String text) ? TestFile.of(path, text) : Optional.empty();
    }

    void apply() {
        RustModules.collect(before);
        RustModules.collect(after);
        Matching matching = new Matching(before, after);
        GoneTests gone = new GoneTests(before, after, matching, findings);
        gone.apply();
        matching.passRenamed();
        new LostStatements(matching, gone.places(), findings).apply();
        new Enclosures(matching, findings).apply();
        new Hooks(before, matching, findings).apply();
        new Lookalikes(before, after, findings).apply();
        new Redefinitions(before, after, findings).apply();
        new AddedMarks(before, after, findings).apply();
        new Neutralizers(before, after, matching, findings).apply();
    }
}
