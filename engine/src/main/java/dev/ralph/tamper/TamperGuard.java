package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Looks at everything that changed since the baseline, by all rules.
///
/// It promises:
/// 1. New tests, and more of them in old files, are never found fault with.
/// 2. A file of tests that moved or was renamed with most of what it says is not taken for a deleted one.
/// 3. What it cannot look at, of the files it watches, is a finding.
/// 4. Its time and memory grow with the size of the change and no faster, whatever the files hold.
public final class TamperGuard {
    private static final Pattern RESULTS = Pattern.compile(
            "(?s).{0,4000}?(?:<testsuites?[\\s>]|<coverage[\\s>]|<cobertura|<report\\s+name=|<test-run[\\s>]|TAP version \\d|(?:^|\\n)1\\.\\.\\d+\\s*\\n).*");

    private final List<FileChange> changes;
    private final CheckFiles checks;
    private final Findings findings = new Findings();
    private final Set<String> newTexts = new HashSet<>();

    private TamperGuard(List<FileChange> changes, CheckFiles checks) {
        this.changes = changes.stream()
                .filter(change -> !isSame(change)) // another mode is no matter
                .toList();
        this.checks = checks;
        changes.stream()
                .filter(change -> change.isNew() && !change.textAfter().isBlank())
                .forEach(change -> newTexts.add(change.textAfter()));
    }

    private static boolean isSame(FileChange change) {
        return change.before() instanceof FileContent.Text && Objects.equals(change.before(), change.after());
    }

    /// Whether any rule looks at what is in a file of this name.
    public static boolean isWatched(String path, CheckFiles checks) {
        return WatchedKind.of(path).isPresent()
                || checks.names(path)
                || checks.shadows().contains(path);
    }

    /// @param changes all of them: a test may have moved from one to another
    public static List<TamperFinding> look(List<FileChange> changes, CheckFiles checks) {
        TamperGuard guard = new TamperGuard(changes, checks);
        guard.look();
        return guard.findings.list();
    }

    private void look() {
        List<FileChange> tests = new ArrayList<>();
        for (FileChange change : changes) {
            Optional<WatchedKind> area = area(change);
            if (change.isNew() && checks.shadows().contains(change.path())) {
                path(TamperRule.SHADOWED_TOOL, change, "shadows what a check asks for, ");
            }
            boolean script =
                    checks.scripts().contains(change.path()) && !change.isNew() && !hasTestsWeKnow(change.path());
            if (script) {
                findings.add(
                        TamperRule.CHECK_SCRIPT,
                        change.path(),
                        SettingLine.firstAdded(change),
                        "run by a check, " + how(change));
            }
            if (area.isPresent() && area.get() == WatchedKind.TEST && !script) {
                tests.add(change);
            } else if (area.isPresent() && area.get() != WatchedKind.TEST) {
                watched(change, area.get());
            } else if (!script && checks.inputs().contains(change.path()) && !change.isNew()) {
                findings.add(TamperRule.CHECK_INPUT, change.path(), 0, "named by a check, " + how(change));
            }
        }
        new ChangedTestFiles(tests, findings).apply();
    }

    /// A module of a library's name that was there is the project's own, and so are changes of it.
    private static Optional<WatchedKind> area(FileChange change) {
        Optional<WatchedKind> area = WatchedKind.of(change.path());
        boolean own = area.isPresent()
                && area.get() == WatchedKind.SHADOW
                && change.name().endsWith(".py")
                && change.before() != null;
        return own ? Optional.of(WatchedKind.TEST).filter(_ -> TestPaths.isTest(change.path())) : area;
    }

    /// A check that names a file of tests is no reason against more tests in it.
    private static boolean hasTestsWeKnow(String path) {
        return TestPaths.isRunByRunner(path) && TestPaths.isTest(path);
    }

    private static String how(FileChange change) {
        return change.isNew() ? "new" : change.isGone() ? "gone" : "changed";
    }

    private void watched(FileChange change, WatchedKind area) {
        switch (area) {
            case INTERPRETER ->
                path(TamperRule.INTERPRETER_CONFIG, change, "a startup file of an interpreter, shell or build tool, ");
            case GIT -> path(TamperRule.GIT_CONFIG, change, "git configuration, ");
            case CI -> {
                path(TamperRule.CI_CONFIG, change, "CI configuration, ");
                new Thresholds(change, findings).apply();
            }
            case LINT -> {
                path(TamperRule.LINT_CONFIG, change, "linter configuration, ");
                new Thresholds(change, findings).apply();
            }
            case SHADOW -> {
                if (!change.isGone()) {
                    path(
                            WatchedKind.isVendored(change.path()) ? TamperRule.BUILD_STEPS : TamperRule.SHADOWED_TOOL,
                            change,
                            "shadows the tool or library of that name, ");
                }
            }
            case REPORT -> report(change);
            case RESULT -> result(change);
            case SNAPSHOT -> expected(change, TamperRule.SNAPSHOT_CHANGED, "expected output of tests, ");
            case TEST_DATA -> data(change);
            case TEST, CONFTEST, BUILD, RUNNER, COVERAGE -> settings(change, area);
        }
    }

    private void path(TamperRule rule, FileChange change, String words) {
        findings.add(rule, change.path(), 0, words + how(change));
    }

    private void settings(FileChange change, WatchedKind area) {
        String why = change.unreadable();
        if (why != null) {
            findings.add(TamperRule.UNREADABLE, change.path(), 0, "it steers builds or tests, and " + why);
            return;
        }
        try {
            SettingsRules rules = new SettingsRules(change, checks, findings);
            switch (area) {
                case CONFTEST -> path(TamperRule.TEST_HOOKS, change, "a hook of the test runner, ");
                case BUILD -> rules.build();
                case RUNNER -> rules.runner();
                case COVERAGE -> rules.coverage();
                case TEST, TEST_DATA, SNAPSHOT, LINT, CI, INTERPRETER, GIT, SHADOW, REPORT, RESULT -> {}
            }
        } catch (FileTooLarge much) {
            findings.add(TamperRule.UNREADABLE, change.path(), 0, "it steers builds or tests, and " + much.why());
        }
        new Thresholds(change, findings).apply();
    }

    private void report(FileChange change) {
        if (!change.isGone()) {
            path(TamperRule.FAKE_REPORT, change, "a test or coverage report, ");
        }
    }

    private void result(FileChange change) {
        if (!change.isGone()
                && RESULTS.matcher(change.textAfter()).matches()
                && !RESULTS.matcher(change.textBefore()).matches()) {
            path(TamperRule.FAKE_REPORT, change, "a test or coverage report, ");
        }
    }

    private void expected(FileChange change, TamperRule rule, String words) {
        boolean moved = change.isGone() && newTexts.contains(change.textBefore());
        if (!change.isNew() && !moved) {
            path(rule, change, words);
        }
    }

    /// More data is no matter.
    private void data(FileChange change) {
        boolean more = change.unreadable() == null && !change.isGone() && ChangedTestFiles.isOnlyMore(change);
        if (!more) {
            expected(change, TamperRule.TEST_DATA, "test data, ");
        }
    }
}
