package dev.ralph.tamper;

import static dev.ralph.tamper.Measure.ASK;
import static dev.ralph.tamper.Measure.BLOCK;
import static dev.ralph.tamper.Measure.WARN;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// One way to make the checks see less.
///
/// The standard measure is `block` where no honest change looks like that and the agent can undo it itself, `ask` where
/// it depends on what the task wanted, which only a human can say, and `warn` where honest changes look like that every
/// day.
public enum TamperRule {
    TEST_DELETED(BLOCK, "a file of tests that was there is gone, or is where no runner looks for it"),
    TEST_EDITED(WARN, "a file of tests that was there is edited"),
    TEST_DATA(ASK, "data that tests read is deleted or rewritten"),
    SNAPSHOT_CHANGED(ASK, "a stored snapshot of expected output is changed or deleted"),
    BUILD_CHECKS(BLOCK, "a build file runs fewer tests, other tests, or lets them fail"),
    BUILD_STEPS(ASK, "a build file does something else when it builds or tests"),
    BUILD_FILE(WARN, "a build file is changed where tests are not concerned"),
    RUNNER_CONFIG(ASK, "the configuration of a test runner is changed"),
    TEST_HOOKS(WARN, "a file by which tests hook into their runner (conftest.py) is new or changed"),
    LINT_CONFIG(WARN, "the configuration of a linter or formatter is changed"),
    COVERAGE_LOWERED(BLOCK, "a threshold is lower than before or gone"),
    CI_CONFIG(ASK, "the configuration of continuous integration is changed"),
    CHECK_SCRIPT(BLOCK, "a script that a check runs is changed"),
    CHECK_INPUT(WARN, "a file that a check names is changed"),
    INTERPRETER_CONFIG(BLOCK, "a file is there or changed that steers an interpreter, a shell or a build tool unasked"),
    RALPH_CONFIG(ASK, "Ralph's own configuration is changed, which says what the next loops are checked by"),
    GIT_CONFIG(ASK, "git's attributes, submodules, hooks or settings are changed"),
    SHADOWED_TOOL(BLOCK, "a file has the name of a tool or library of the tests and would be taken for it"),
    FAKE_REPORT(BLOCK, "a test or coverage report is part of the change; only reports of Ralph's own run count"),
    UNREADABLE(BLOCK, "something that these rules watch cannot be looked at");

    private final Measure standard;
    private final String sentence;

    TamperRule(Measure standard, String sentence) {
        this.standard = standard;
        this.sentence = sentence;
    }

    /// What holds where nobody configured it.
    public Measure standard() {
        return standard;
    }

    /// For people.
    public String sentence() {
        return sentence;
    }

    /// As it is written in a configuration and shown in a refusal: `test-deleted`.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<TamperRule> named(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id().equals(id)).findFirst();
    }
}
