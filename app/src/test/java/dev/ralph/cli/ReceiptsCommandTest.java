package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ralph receipts` as a user types it.
class ReceiptsCommandTest {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void project() {
        shell = new Shell(folder);
    }

    private void refusedOnce() {
        Shell.Said said = shell.run(
                "--check", "echo looked", "--check", "test -e twice || { touch twice; exit 7; }", "--command", DONE);
        assertThat(said.code()).as(said.out() + said.err()).isZero();
    }

    private Path file() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(".ralph/loops"))) {
            return files.filter(file -> file.endsWith("receipts.jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void every_check_is_listed_with_what_came_of_it() {
        refusedOnce();

        Shell.Said said = shell.ralph("receipts", "task-001");

        assertThat(said.code()).isZero();
        assertThat(said.out().lines().map(line -> line.replaceFirst("^[-0-9]+ [0-9:]+ ", "")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("WHEN").contains("ATTEMPT  CHECK"),
                        line -> assertThat(line).matches(" 1        echo looked +passed   0 .*"),
                        line -> assertThat(line).matches(" 1        test -e twice .* refused  7 .*"),
                        line -> assertThat(line).matches(" 2        echo looked +passed   0 .*"),
                        line -> assertThat(line).matches(" 2        test -e twice .* passed   0 .*"),
                        line -> assertThat(line).isEmpty(),
                        line -> assertThat(line).isEqualTo("4 receipts, all intact"));
        assertThat(shell.ralph("receipts").out())
                .contains("WHEN")
                .contains("TASK")
                .contains("task-001");
    }

    @Test
    void programs_get_them_as_they_are_stored() throws IOException {
        refusedOnce();

        Shell.Said said = shell.ralph("receipts", "--json");

        assertThat(said.code()).isZero();
        assertThat(said.out()).startsWith("{\"intact\":true,\"loops\":[{\"task\":\"task-001\",");
        for (String line : Files.readAllLines(file())) {
            assertThat(said.out()).contains(line);
        }
        assertThat(shell.ralph("audit", "--json").out()).contains("\"receipts\":4,\"clean\":true");
    }

    @Test
    void a_changed_receipt_is_told_by_receipts_and_audit_and_the_exit_code() throws IOException {
        refusedOnce();
        Files.writeString(file(), Files.readString(file()).replace("\"exit_code\":7", "\"exit_code\":0"));

        Shell.Said said = shell.ralph("receipts", "task-001");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out())
                .contains("line 2: no receipt as it was written: it is not what its hash says")
                .contains("BROKEN: receipts of 1 of 1 loop were changed");
        assertThat(shell.ralph("receipts", "--json").out())
                .contains("\"intact\":false")
                .contains("{\"line\":2,\"kind\":\"changed\",");
        assertThat(shell.ralph("receipts", "--markdown").out()).contains("**The receipts of this loop were changed");
        Shell.Said audit = shell.ralph("audit");
        assertThat(audit.code()).isEqualTo(1);
        assertThat(audit.out()).contains("the receipts of loop").contains("line 2");
    }

    @Test
    void receipts_that_were_removed_are_missed() throws IOException {
        refusedOnce();
        List<String> lines = Files.readAllLines(file());
        Files.writeString(file(), lines.getFirst() + "\n");
        assertThat(shell.ralph("receipts").out())
                .contains("the journal names receipt")
                .contains("BROKEN");

        Files.delete(file());
        assertThat(shell.ralph("receipts").code()).isEqualTo(1);
        assertThat(shell.ralph("audit").code()).isEqualTo(1);
    }

    @Test
    void gc_removes_outputs_and_no_receipt() {
        refusedOnce();
        assertThat(shell.ralph("gc", "--older-than", "0s").code()).isZero();

        Shell.Said said = shell.ralph("receipts");

        assertThat(said.code()).isZero();
        assertThat(said.out()).contains("4 receipts, all intact; the output of 4 was removed");
    }

    @Test
    void what_checks_are_called_and_print_can_be_no_markup_and_no_escape_sequence() {
        String hostile = "printf '\\033[31mred @octocat'; : '</code></details>' '| a | b |' '``` **bold**' '@octocat'"
                + " '![x](http://example.org/x.png)' '\u001b]0;title\u0007'; exit 1";
        shell.run("--max-restarts", "1", "--check", hostile, "--command", DONE);

        String markdown = shell.ralph("receipts", "--markdown", "task-001").out();
        String table = shell.ralph("receipts", "task-001").out();

        assertThat(markdown + table).doesNotContain("\u001b").doesNotContain("\u0007");
        assertThat(outsideOfCode(markdown))
                .doesNotContain("@")
                .doesNotContain("</code>")
                .doesNotContain("![")
                .doesNotContain("bold")
                .containsOnlyOnce("</details>");
        assertThat(markdown.lines().filter(line -> line.startsWith("|")))
                .allMatch(line -> line.chars().filter(c -> c == '|').count() == 6)
                .hasSize(3);
        assertThat(markdown).contains("| **refused** | 1 |").contains("<summary>check 1 was refused</summary>");
        assertThat(markdown.length()).isLessThan(10_000);
    }

    /// What is left when code spans and fenced blocks are taken out, as CommonMark reads them.
    private static String outsideOfCode(String markdown) {
        StringBuilder rest = new StringBuilder();
        String fence = null;
        for (String line : markdown.split("\n")) {
            if (fence != null) {
                fence = line.strip().matches("`{" + fence.length() + ",}") ? null : fence;
            } else if (line.startsWith("```")) {
                fence = line.replaceFirst("[^`].*", "");
            } else {
                rest.append(line.replaceAll("(?<!`)(`+)(?!`).*?(?<!`)\\1(?!`)", ""))
                        .append('\n');
            }
        }
        return rest.toString();
    }

    @Test
    void a_pull_request_is_shown_the_last_verdict_only() {
        refusedOnce();

        assertThat(shell.ralph("receipts", "--markdown").out())
                .startsWith(
                        "### Ralph: task `task-001` is completed\n\n| check | verdict | exit code | where | took |\n")
                .contains("| `echo looked` | passed | 0 | workspace |")
                .doesNotContain("refused");
    }

    @Test
    void without_a_check_there_is_nothing_to_show_and_it_says_so() {
        shell.run("--command", DONE);

        assertThat(shell.ralph("receipts").out()).isEqualTo("no receipts: no check has run yet\n");
        assertThat(shell.ralph("receipts", "--markdown").out()).isEqualTo("""
                        ### Ralph: task `task-001` is completed (unverified)

                        No check was made, so nothing but the agent's word says that it is done.
                        """);
    }

    @Test
    void what_cannot_be_shown_is_refused_with_what_to_do() {
        refusedOnce();

        Shell.Said unknown = shell.ralph("receipts", "task-002");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("No task task-002").contains("List them: ralph status");
        Shell.Said both = shell.ralph("receipts", "--json", "--markdown");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("exclude each other");
    }

    @Test
    void a_project_without_loops_has_none() {
        assertThat(shell.ralph("receipts").out()).contains("no receipts");
        assertThat(shell.ralph("receipts", "--markdown").code()).isEqualTo(2);
    }
}
