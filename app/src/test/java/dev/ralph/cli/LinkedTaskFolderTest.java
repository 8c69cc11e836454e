package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent may write to the folder of its task, and Ralph reads and writes there with the rights of its user: no link
/// that an agent leaves there is followed.
@Timeout(120)
class LinkedTaskFolderTest {
    private static final String SECRET = "THE-PRIVATE-KEY-OF-THE-USER";

    @TempDir
    Path base;

    private Shell shell;
    private Path secret;
    private Path mine;

    @BeforeEach
    void folders() throws Exception {
        shell = new Shell(Files.createDirectory(base.resolve("project")));
        secret = Files.writeString(base.resolve("id_ed25519"), SECRET + "\n");
        mine = Files.createDirectory(base.resolve("mine"));
    }

    /// @param first what the agent does in its first attempt, which fails
    private Shell.Said run(String first, String... more) {
        String agent = "cat > /dev/null; if [ ! -e tried ]; then touch tried; " + first
                + "; exit 1; fi; touch \"$TASK_FOLDER/DONE\"";
        String[] words = Stream.concat(Stream.of("--max-restarts", "3", "--command", agent), Stream.of(more))
                .toArray(String[]::new);
        return shell.run(words);
    }

    /// What Ralph stored in the project, links left out.
    private List<String> stored() throws IOException {
        try (Stream<Path> files = Files.walk(shell.folder().resolve(".ralph"))) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(LinkedTaskFolderTest::text)
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void a_task_text_that_has_become_a_link_is_refused_and_no_prompt_holds_what_it_leads_to() throws Exception {
        Shell.Said said = run("ln -sf " + secret + " \"$TASK_FOLDER/TASK.md\"");

        assertThat(said.out() + said.err())
                .contains(shell.task("task-001").resolve("TASK.md") + ": symbolic link not allowed here");
        assertThat(said.code()).isNotZero();
        assertThat(stored()).noneMatch(text -> text.contains(SECRET));
        assertThat(shell.ralph("task", "show", "task-001").out()).doesNotContain(SECRET);
        assertThat(shell.ralph("task", "list").out()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"agent-stderr.txt", "agent-stdout.txt", "prompt.md", "output.md", "BLOCKED"})
    void what_a_link_in_the_folder_of_a_run_leads_to_is_told_nobody(String name) throws Exception {
        run("rm -f \"$RUN_FOLDER/" + name + "\"; ln -s " + secret + " \"$RUN_FOLDER/" + name + "\"");

        assertThat(stored()).noneMatch(text -> text.contains(SECRET));
        assertThat(secret).hasContent(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WAIT_WITHOUT_RESTART", "DONE", "remembered.jsonl"})
    void what_a_link_in_the_folder_of_the_task_leads_to_is_told_nobody(String name) throws Exception {
        run("ln -s " + secret + " \"$TASK_FOLDER/" + name + "\"", "--on-question", "park");

        assertThat(stored()).noneMatch(text -> text.contains(SECRET));
        assertThat(secret).hasContent(SECRET);
    }

    @Test
    void runs_that_have_become_a_link_are_refused_and_nothing_is_written_where_it_leads() throws Exception {
        Shell.Said said =
                run("mv \"$TASK_FOLDER/runs\" \"$TASK_FOLDER/away\"; ln -s " + mine + " \"$TASK_FOLDER/runs\"");

        assertThat(said.out() + said.err())
                .contains(shell.task("task-001").resolve("runs") + ": symbolic link not allowed here");
        assertThat(said.code()).isNotZero();
        assertThat(mine).isEmptyDirectory();
    }

    @Test
    void the_folder_of_a_run_that_has_become_a_link_gets_no_files_of_ralph() throws Exception {
        run("mv \"$RUN_FOLDER\" \"$TASK_FOLDER/away\"; ln -s " + mine + " \"$RUN_FOLDER\"");

        assertThat(mine).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TASK_FOLDER/TASK-MESSAGE-BUS.md",
                "RUN_FOLDER/run-info.yaml",
                "RUN_FOLDER/run-info.yaml.new",
                "RUN_FOLDER/output.md.new",
                "RUN_FOLDER/agent-stdout.txt.settling",
                "TASK_FOLDER/TASK.md.new",
                "TASK_FOLDER/CANCELLED.new"
            })
    void no_file_of_the_user_is_written_through_a_link(String name) throws Exception {
        Path profile = Files.writeString(mine.resolve(".profile"), "export A=1\n");
        String link = "rm -f \"$" + name + "\"; ln -s " + profile + " \"$" + name + "\"";

        run(link + "; head -c 3000000 /dev/zero | tr '\\0' x; echo evil >&2", "--output-limit", "1MB");

        assertThat(profile).hasContent("export A=1\n");
    }
}
