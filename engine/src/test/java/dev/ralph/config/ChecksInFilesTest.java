package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Checks as lines and objects, in our form and in those of specifications 003 and 004.
class ChecksInFilesTest extends InConfigFolder {
    private List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        load().value(SettingKeys.CHECKS).forEach(line -> checks.add(Check.of(line)));
        return checks;
    }

    @Test
    void lines_and_objects_stand_beside_each_other() throws Exception {
        write("""
                checks:
                  - mvn -q test
                  - type: command
                    command: npm test
                    success_exit_code: 3
                    output_contains: ok
                    output_not_contains: WARN
                    timeout: 1m30s
                    working_dir: web
                    reports: [web/*.xml]
                    room: clean
                  - {type: file_exists, path: docs/plan.md}
                  - {type: test_passing, grep: RALPH-001}
                  - {type: validate, script: ./check.sh}
                  - {type: tree_clean}
                  - {type: changed}
                  - {type: committed}
                """);
        assertThat(checks())
                .containsExactly(
                        Check.Command.shell("mvn -q test"),
                        new Check.Command(
                                "npm test",
                                3,
                                "ok",
                                "WARN",
                                Duration.ofSeconds(90),
                                "web",
                                List.of("web/*.xml"),
                                Check.Room.CLEAN),
                        new Check.FileExists("docs/plan.md"),
                        new Check.TestPassing("RALPH-001", null),
                        new Check.Validate("./check.sh"),
                        GitFact.TREE_CLEAN,
                        GitFact.CHANGED,
                        GitFact.COMMITTED);
    }

    @Test
    void a_single_object_needs_no_list() throws Exception {
        write("checks: {type: changed}\n");
        assertThat(checks()).containsExactly(GitFact.CHANGED);
    }

    @Test
    void a_definition_can_be_given_in_one_line_also_by_a_flag() {
        FlagValues flags =
                FlagValues.none().with(SettingKeys.CHECKS, "{\"type\":\"command\", \"command\":\"make\"}", "{ make; }");
        assertThat(new Configuration(project, project, java.util.Map.of())
                        .load(flags)
                        .value(SettingKeys.CHECKS))
                .containsExactly("make", "{ make; }");
    }

    @Test
    void the_methods_of_the_later_specification_003_are_checks() throws Exception {
        write("""
                checks:
                  - verification_method: string_match
                  - verification_method: external
                    verification_config: {command: pytest, output_contains: passed, working_dir: api}
                  - verification_method: multi_stage
                    verification_config:
                      stages:
                        - {name: lint, method: external, config: {command: ruff, timeout: 60}, required: false}
                        - {name: tests, method: external, config: {command: pytest}}
                """);
        Check lint = new Check.Command("ruff", 0, null, null, Duration.ofMinutes(1), null, List.of(), null);
        Check tests = new Check.Command("pytest", 0, null, null, Duration.ofMinutes(5), null, List.of(), null);
        assertThat(checks())
                .containsExactly(
                        new Check.Claim(CheckFields.NONE),
                        new Check.Command("pytest", 0, "passed", null, Duration.ofMinutes(5), "api", List.of(), null),
                        new MultiStage(
                                List.of(
                                        new MultiStage.Stage("lint", lint, false),
                                        new MultiStage.Stage("tests", tests, null)),
                                true));
    }

    @Test
    void external_without_a_command_means_the_rules_for_texts_and_does_not_burn_every_attempt() throws Exception {
        write("verification_method: external\n");
        assertThat(checks()).containsExactly(new Check.Claim(CheckFields.NONE));
    }

    @Test
    void the_names_of_the_specifications_also_count_at_the_top_of_a_file() throws Exception {
        write("""
                checks: make lint
                verification_config: {command: pytest}
                completion:
                  type: file_exists
                  path: ./specs/task-schema.md
                verification_method: external
                """);
        assertThat(checks())
                .containsExactly(
                        Check.Command.shell("make lint"),
                        new Check.FileExists("./specs/task-schema.md"),
                        new Check.Command("pytest", 0, null, null, Duration.ofMinutes(5), null, List.of(), null));
    }

    @Test
    void what_is_wrong_with_checks_is_told_at_once_and_where() throws Exception {
        write("""
                checks:
                  - {type: file_exists}
                  - {path: a}
                  - {type: validate, script: x, scrpt: y}
                  - {type: command, command: a, timeout: 5 parsecs}
                  - {type: command, command: a, command: b}
                  - {type: nonsense}
                  - {verification_method: semantic, verification_config: {check_for: [works]}}
                  - 5
                  - [make]
                completion: {type: command, command: make}
                verification_config: {command: make}
                """);
        assertThat(problems())
                .containsExactly(
                        at(2, 5) + "checks: `path` is missing",
                        at(3, 5) + "checks: a check has no type: add `type`, as in {type: file_exists, path:"
                                + " docs/plan.md}",
                        at(4, 33) + "checks: `scrpt` is not known here: it can be script",
                        at(5, 42) + "checks: '5 parsecs' has the unknown unit ' parsecs'; the units are ms, s, m, h"
                                + " or d",
                        at(6, 33) + "checks: duplicate key command",
                        at(7, 6) + "checks: `type` is nonsense, and there is no such check: it can be command,"
                                + " file_exists, test_passing, validate, tree_clean, changed, committed, multi_stage,"
                                + " claim, tamper, ratchet, old_tests, variation, sabotage, review",
                        at(8, 6) + "checks: `verification_method` is semantic, which counts words that an agent can"
                                + " write without working: use external with a command, or a check of type review",
                        at(9, 5) + "checks: found the number 5, expected a list of shell lines such as"
                                + " ['mvn -q test']; put it in quotes",
                        at(10, 5) + "checks: found a list, expected a list of shell lines such as ['mvn -q test']",
                        at(11, 14) + "checks: `type` is command: a completion is file_exists, test_passing or"
                                + " validate",
                        at(12, 1) + "checks: `verification_config` needs verification_method beside it");
    }
}
