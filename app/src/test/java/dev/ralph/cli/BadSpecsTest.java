package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `ralph heal` on specs that are missing, broken, huge or closed.
@Timeout(300)
@SuppressWarnings("StringConcatToTextBlock") // a script is a line
class BadSpecsTest extends WithSpec {
    private static final int USAGE = 2;

    private void refused(String... why) throws Exception {
        Shell.Said said = heal();
        assertThat(said.code()).as(said.out() + said.err()).isNotZero();
        assertThat(said.err()).contains(why);
        assertThat(project.path("made")).doesNotExist();
    }

    @Test
    void which_of_two_features_is_meant_has_to_be_said() throws Exception {
        project.write(".kiro/specs/orders/tasks.md", "- [ ] 1. Order\n");
        refused("which spec? `ralph heal FEATURE` with one of accounts, orders");

        assertCode(0, again("orders"));

        assertThat(read(".kiro/specs/orders/tasks.md")).isEqualTo("- [x] 1. Order\n");
        assertThat(read(SPEC + "tasks.md")).isEqualTo(TASKS);
        assertThat(subjects().getFirst()).isEqualTo("orders 1 Order");
        assertThat(again("order").err()).contains("there is no feature 'order'").contains("orders");
        Shell.Said outside = again("../x");
        assertCode(USAGE, outside);
        assertThat(outside.err()).contains("\"../x\" cannot be the name of a feature");
    }

    @Test
    void what_one_feature_used_up_is_not_forgotten_by_another() throws Exception {
        project.write(".kiro/specs/orders/tasks.md", "- [ ] 1. Order\n");
        script("agent.sh", "[ $JRUN_TASK_ID = orders-1 ] && touch made\ntrue\n");
        answers("no idea\n");
        assertCode(4, heal("accounts"));
        assertThat(read(".kiro/state/orchestrator-state.json")).contains("\"ralphLoopAttempts\":{\"2.3\":3}");

        assertCode(0, again("orders"));

        assertThat(read(".kiro/state/orchestrator-state.json"))
                .contains("\"otherSpecs\":{\"accounts\":{")
                .contains("\"ralphLoopAttempts\":{\"2.3\":3}");
    }

    @Test
    void a_spec_without_tasks_is_told_before_anything_is_run() throws Exception {
        tasks("# Implementation Plan\n");
        refused("there is no task in ", "write `- [ ] 1. What to do` into it", "`ralph spec lint accounts`");
        Files.delete(project.path(SPEC + "tasks.md"));
        refused("there is no task in ");
        project.git("rm", "-rqf", ".kiro");
        project.commit("gone");
        refused("there is no spec in .kiro/specs: `ralph spec new FEATURE \"what it should do\"`");
    }

    /// What a failure would change in a document that is not there is said in the task.
    @Test
    void a_task_heals_also_where_the_other_documents_are_missing_or_empty() throws Exception {
        Files.delete(project.path(SPEC + "design.md"));
        project.write(SPEC + "requirements.md", "");
        script("agent.sh", "grep -q 'Zod' && touch made\ntrue\n");
        script(
                "test.sh",
                "test -e made && exit 0\n"
                        + "printf 'Property test failed: Property 5\\nCounterexample: \"\"\\n'\nexit 1\n");
        answers(correction("say how", "- [ ] 2.3 Implement validation\n  - Use Zod\n  - _Requirements: 1.1_\n"));

        assertCode(0, heal());

        assertThat(read(SPEC + "tasks.md")).contains("- [x] 2.3", "  - Use Zod\n");
        assertThat(project.path(SPEC + "design.md")).doesNotExist();
    }

    @Test
    void a_state_file_that_somebody_edited_stops_nothing() throws Exception {
        script("agent.sh", "grep -q 'Zod' && touch made\ntrue\n");
        script("test.sh", "test -e made || { echo 'AssertionError: expected made'; exit 1; }\n");
        answers(correction("say how", "- [ ] 2.3 Implement validation\n  - Use Zod\n  - _Requirements: 1.1_\n"));
        project.write(".kiro/state/.gitignore", "*\n");
        project.write(
                ".kiro/state/orchestrator-state.json",
                "{\"currentSpec\":\"accounts\",\"ralphLoopAttempts\":{\"2.3\":-4},"
                        + "\"corrections\":{\"2.3\":[7,{\"corrector\":\"one\",\"applied\":true,\"at\":\"yesterday\"}]}}");

        assertCode(0, heal());

        assertThat(devlog()).contains("**Attempt**: 1 of 3  \n**Status**: ✅ Resolved\n");
    }

    @Test
    void two_tasks_with_one_number_are_told_before_anything_is_run() throws Exception {
        tasks("- [ ] 1. One\n- [ ] 1. Other\n");
        refused("tasks.md, line 2: task 1 exists already: give it another number");
    }

    @Test
    void a_line_that_only_looks_like_a_task_is_told_before_anything_is_run() throws Exception {
        tasks("- [ ] 1. One\n- [] 2. Two\n-[ ] 3. Three\n");
        refused("tasks.md, line 2: this is not read as a task", "`ralph spec lint accounts`");
    }

    @Test
    void conflict_marks_are_told_before_anything_is_run() throws Exception {
        project.write(SPEC + "design.md", "# Design\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n");
        refused("design.md, line 3", "ralph spec lint accounts");
    }

    @Test
    void a_folder_that_is_closed_is_told_and_nothing_is_lost() throws Exception {
        GitProject bound = project.boundByPermissions();
        permissions("r-xr-xr-x", "r--r--r--");
        try {
            Shell.Said said = bound.ralph("heal");

            assertThat(said.code()).as(said.out() + said.err()).isNotZero();
            assertThat(said.out() + said.err()).contains(".kiro").doesNotContain("Exception");
        } finally {
            permissions("rwxr-xr-x", "rw-r--r--");
        }
        assertThat(read(SPEC + "tasks.md")).isEqualTo(TASKS);
        assertCode(0, again());
        assertThat(read(SPEC + "tasks.md")).contains("[x] 2.3");
    }

    private void permissions(String folders, String files) throws Exception {
        List<Path> all;
        try (Stream<Path> found = Files.walk(project.path(".kiro"))) {
            all = found.toList();
        }
        for (Path path : all) {
            Files.setPosixFilePermissions(
                    path, PosixFilePermissions.fromString(Files.isDirectory(path) ? folders : files));
        }
    }

    @Test
    void nothing_is_begun_where_nothing_proves_a_task() throws Exception {
        project.write(".ralph/config.yaml", PLAIN.replace("checks: [sh test.sh]\n", ""));
        Files.delete(project.path("test.sh"));
        refused("nothing would prove a task of accounts: give the project tests, or say --check 'COMMAND'");
    }

    @Test
    void a_list_of_five_megabytes_of_tasks_is_worked_on() throws Exception {
        StringBuilder tasks = new StringBuilder();
        for (int group = 1; tasks.length() < 5_000_000; group++) {
            tasks.append("- [x] ").append(group).append(". Group of tasks\n");
            for (int task = 1; task <= 20; task++) {
                tasks.append(
                        "  - [x] " + group + "." + task + " Task\n    - With a detail\n    - _Requirements: 1.1_\n");
            }
        }
        String done = tasks.toString();
        String open = "- [x] 300. Group of tasks\n  - [x] 300.1 Task\n    - With a detail\n";
        tasks(done.replace(open, open.replace("[x]", "[ ]")));
        script("agent.sh", "grep -q Zod && touch made\ntrue\n");
        script("test.sh", "test -e made || { echo 'AssertionError: expected made'; exit 1; }\n");
        String corrected = "- [ ] 300.1 Task\n  - With a detail\n  - Use Zod\n  - _Requirements: 1.1_\n";
        answers(correction("say how", corrected));

        assertCode(0, heal());

        assertThat(read(SPEC + "tasks.md").equals(done.replace(open, open + "    - Use Zod\n")))
                .isTrue();
        assertThat(corrections()).isEqualTo(1);
    }

    @Test
    void documents_of_five_megabytes_are_worked_on() throws Exception {
        project.write(SPEC + "design.md", DESIGN + ("\n## More\n\n" + "words and words\n".repeat(60)).repeat(5_300));
        project.write(SPEC + "tasks.md", TASKS.replace("\n", "\r\n"));
        assertThat(Files.size(project.path(SPEC + "design.md"))).isGreaterThan(5_000_000);

        assertCode(0, heal());

        assertThat(read(SPEC + "tasks.md"))
                .isEqualTo(TASKS.replace("\n", "\r\n").replace("[ ]", "[x]"));
    }
}
