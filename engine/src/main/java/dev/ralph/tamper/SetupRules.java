package dev.ralph.tamper;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The rules about `conftest.py`: fixtures are welcome, hooks are not.
final class SetupRules {
    private static final Pattern HOOK = Pattern.compile(
            "(?:async )?def pytest_\\w+ \\(.*|.*\\bhookimpl\\b.*|pytest_plugins\\b.*|(?:\\w++ \\. )++\\w++ = [^=].*|(?:.*[^.] )?setattr \\(.*|.*\\bsys \\. modules\\b.*|.*\\b(?:sys|os) \\. _?exit\\b.*|.*\\b__builtins__\\b.*|.*\\bbuiltins \\. .*|.*(?<!\\. )\\b(?:exec|eval|compile|__import__) \\(.*|.*\\bsys \\. path\\b.*|.*\\b_pytest\\b.*",
            Pattern.DOTALL);
    private static final Pattern EVERYWHERE = Pattern.compile(
            ".*\\bautouse = True\\b.*|.* \\. setattr \\(.*|.*\\bsubprocess\\b.*|.*\\bos \\. environ\\b.*|.*\\bos \\. system\\b.*",
            Pattern.DOTALL);

    private final Changed change;
    private final Findings findings;

    SetupRules(Changed change, Findings findings) {
        this.change = change;
        this.findings = findings;
    }

    void apply() {
        if (change.isGone()) {
            findings.add(TamperRule.RUNNER_CONFIG, change.path(), 0, "the setup of the tests is gone");
            return;
        }
        Source source = Source.of(change.textAfter(), Language.PYTHON);
        Map<String, Integer> known = new HashMap<>();
        List<Statement> before = Statements.of(Source.of(change.textBefore(), Language.PYTHON), List.of());
        before.forEach(statement -> known.merge(statement.text(), 1, Integer::sum));
        List<Statement> after = Statements.of(source, List.of());
        for (Statement statement : after) {
            if (known.merge(statement.text(), -1, Integer::sum) < 0) {
                added(statement, source);
            }
        }
        long gone = before.stream()
                .filter(statement -> !statement.isTrivial() && !statement.isImport())
                .filter(statement -> known.getOrDefault(statement.text(), 0) > 0)
                .count();
        if (gone > 0) {
            findings.add(
                    TamperRule.RUNNER_CONFIG,
                    change.path(),
                    0,
                    (gone == 1
                                    ? "1 statement of the setup of the tests is"
                                    : gone + " statements of the setup of the tests are")
                            + " gone or changed");
        }
        Marks.of(source, List.of()).stream()
                .filter(mark -> !change.textBefore().contains(mark.text()))
                .forEach(mark -> findings.add(
                        TamperRule.TEST_SKIPPED,
                        change.path(),
                        source.line(mark.at()),
                        "`" + TamperExcerpt.line(mark.text()) + "` was added"));
    }

    private void added(Statement statement, Source source) {
        String text = statement.text();
        String what = "`" + TamperExcerpt.line(statement.shown()) + "` was added";
        int line = source.line(statement.at());
        if (HOOK.matcher(text).matches()) {
            findings.add(TamperRule.TEST_HOOKS, change.path(), line, what);
        } else if (EVERYWHERE.matcher(text).matches()) {
            findings.add(TamperRule.RUNNER_CONFIG, change.path(), line, what);
        } else if (!change.isNew()) {
            findings.add(TamperRule.TEST_EDITED, change.path(), line, what);
        }
    }
}
