package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.SelfKill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run over a spec is killed with SIGKILL while it corrects, and run again: the task heals, every correction is
/// counted and written down once.
@Timeout(7200)
@SuppressWarnings("StringConcatToTextBlock") // a script is a line
class KilledHealTest {
    private static final int SOME = 2;
    private static final Pattern CORRECTING = Pattern.compile("SPEC_|DEVLOG"
            + "|JOURNAL_COMMIT .*(FailureClassified|CorrectionApplied|CorrectionRefused|StageOpened|Asked)");

    private static final String TASKS = """
            # Implementation Plan

            - [ ] 1. Write the total
              - _Requirements: 1.1_
            - [ ] 2. Never
              - _Requirements: 1.1_
            """;
    private static final String CORRECTED = """
            - [ ] 1. Write the total
              - into the file total
              - _Requirements: 1.1_
            """;

    private static final String AGENT = """
            grep -q 'into the file total' && echo 3 > total
            true
            """;

    /// Not the first time, then rightly; and never for the second task.
    private static final String CORRECTOR = """
            prompt=$(cat)
            case $prompt in
                *'task 1 failed'*'there is no correction'*) printf '<correction>\\nSummary: say where\\n\\n'; cat corrected; echo '</correction>' ;;
                *) echo 'I do not know.' ;;
            esac
            """;
    private static final String CHECK = """
            if [ ! -e total ]; then echo 'AssertionError: expected a total'; exit 1; fi
            if grep -q '\\[-\\] 2' .kiro/specs/cart/tasks.md; then echo 'AssertionError: never'; exit 1; fi
            """;
    private static final String CONFIGURATION = """
            sandbox: off
            network: open
            restart_delay: 10ms
            command: sh agent.sh
            checks: [sh check.sh]
            roles: {corrector: {command: sh corrector.sh}}
            """;

    @TempDir
    Path base;

    private GitProject project(String name, String workspace) throws Exception {
        GitProject project = GitProject.of(Files.createDirectories(base.resolve(name)));
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("agent.sh", AGENT).write("corrector.sh", CORRECTOR).write("check.sh", CHECK);
        project.write("corrected", CORRECTED);
        project.write(
                ".ralph/config.yaml",
                CONFIGURATION + "workspace: " + workspace + "\n"
                        + (workspace.equals("overlay") ? "" : "containment: group\n"));
        project.write(".kiro/specs/cart/tasks.md", TASKS);
        project.write(
                ".kiro/specs/cart/requirements.md",
                "# Requirements\n\n### Requirement 1: Total\n\n#### Acceptance Criteria\n\n1. THE System SHALL total\n");
        project.commit("spec");
        return project;
    }

    /// @param kill the visit at which it dies, empty for none
    private Shell.Said run(GitProject project, String kill) throws Exception {
        Path beside = project.folder().resolveSibling("visits");
        List<String> words = Shell.quickJava(
                "-Dralph.fault.hook=" + SelfKill.class.getName(),
                "-Dralph.fault.visits=" + beside,
                "-Dralph.fault.kill=" + kill,
                "-Dralph.fault.once=" + beside.resolveSibling("once"),
                Main.class.getName(),
                "--dir",
                project.folder().toString(),
                "heal");
        return Shell.other(base, Map.of("XDG_STATE_HOME", project.state().toString()), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "overlay"})
    void a_run_killed_while_it_corrects_heals_counts_and_writes_down_each_correction_once(String workspace)
            throws Exception {
        GitProject whole = project("whole", workspace);
        Shell.Said first = run(whole, "");
        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(4);
        assertHealed(whole, "without a death");
        Deaths.at(Files.readAllLines(whole.folder().resolveSibling("visits")), CORRECTING, SOME, 2, (visit, number) -> {
            GitProject project = project("death-" + number, workspace);
            String where = "killed at " + visit;
            run(project, visit);
            assertThat(project.folder().resolveSibling("once")).as(where).exists();

            Shell.Said again = run(project, "");
            Shell.Said last = again.code() == 4 ? again : run(project, "");

            assertThat(last.code())
                    .as(where + again.out() + again.err() + last.out() + last.err())
                    .isEqualTo(4);
            assertHealed(project, where);
        });
    }

    private static void assertHealed(GitProject project, String where) throws Exception {
        assertThat(Files.readString(project.path(".kiro/specs/cart/tasks.md")))
                .as(where)
                .isEqualTo("# Implementation Plan\n\n" + CORRECTED.replace("[ ]", "[x]")
                        + "- [ ] 2. Never\n  - _Requirements: 1.1_\n");
        List<String> entries = Files.readAllLines(project.path("DEVLOG.md")).stream()
                .filter(line -> line.matches("### .*|\\*\\*(Task|Attempts?|Status)\\*\\*.*"))
                .map(line -> line.replaceFirst("### Self-Healing Event |\\*\\*(Task|Attempts?|Status)\\*\\*: ", "")
                        .strip())
                .toList();
        assertThat(entries)
                .as(where)
                .containsExactly(
                        "#1",
                        "1 Write the total",
                        "1 of 3",
                        "❌ Not applied",
                        "#2",
                        "1 Write the total",
                        "2 of 3",
                        "✅ Resolved",
                        "#3",
                        "2 Never",
                        "1 of 3",
                        "❌ Not applied",
                        "#4",
                        "2 Never",
                        "2 of 3",
                        "❌ Not applied",
                        "#5",
                        "2 Never",
                        "3 of 3",
                        "❌ Not applied",
                        "#6 - ESCALATION REQUIRED",
                        "2",
                        "3 of 3 exhausted",
                        "⚠️ Human intervention required");
        assertThat(Files.readString(project.path(".kiro/state/orchestrator-state.json")))
                .as(where)
                .contains("\"ralphLoopAttempts\":{\"2\":3}");
        try (Stream<Path> backups = Files.list(project.path(".kiro/backups/cart"))) {
            assertThat(backups)
                    .as(where)
                    .singleElement()
                    .satisfies(backup -> assertThat(backup).hasContent(TASKS));
        }
        assertThat(project.path(".kiro/specs/cart/.tasks.tmp")).as(where).doesNotExist();
        assertThat(project.git("log", "--format=%s").lines().filter(subject -> subject.startsWith("cart 1")))
                .as(where)
                .containsExactly("cart 1 Write the total");
        assertThat(project.path("total")).as(where).hasContent("3");
        assertThat(project.status()).as(where).isEmpty();
        Shell.Said audit = project.ralph("audit");
        assertThat(audit.code()).as(where + ": " + audit.out()).isZero();
    }
}
