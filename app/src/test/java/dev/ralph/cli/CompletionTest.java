package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real shells are asked what they would offer.
class CompletionTest {
    @TempDir
    Path folder;

    @BeforeEach
    void tasks() throws Exception {
        Files.createDirectories(folder.resolve(".ralph/tasks/fix-login"));
        Files.createDirectories(folder.resolve(".ralph/tasks/task-2"));
        Files.createDirectories(folder.resolve("sub"));
        Files.writeString(folder.resolve("notes.md"), "x");
    }

    @Test
    void bash_offers_commands_options_values_and_tasks() throws Exception {
        need("bash");
        assertThat(bash("ralph", "")).containsExactly("run", "logs", "bus");
        assertThat(bash("ralph", "l")).containsExactly("logs");
        assertThat(bash("ralph", "bus", "")).containsExactly("post", "read");
        assertThat(bash("ralph", "--json", "bus", "p")).containsExactly("post");
        assertThat(bash("ralph", "run", "--ta")).containsExactly("--task");
        assertThat(bash("ralph", "run", "--")).contains("--task", "--check", "--json", "--dir", "--help");
        assertThat(bash("ralph", "run", "--task", "")).containsExactly("fix-login", "task-2");
        assertThat(bash("ralph", "run", "--task", "=", "ta")).containsExactly("task-2");
        assertThat(bash("ralph", "run", "--containment", "g")).containsExactly("group");
        assertThat(bash("ralph", "logs", "f")).containsExactly("fix-login");
        assertThat(bash("ralph", "run", "--", "claude", "--ta")).isEmpty();
        assertThat(bash("ralph", "run", "--prompt-file", "")).isEmpty();
    }

    @Test
    void a_folder_that_is_named_like_a_command_is_not_run_by_bash() throws Exception {
        need("bash");
        Files.createDirectories(folder.resolve(".ralph/tasks/$(touch ran)"));
        Files.createDirectories(folder.resolve(".ralph/tasks/`touch ran`"));

        assertThat(bash("ralph", "run", "--task", "")).containsExactly("fix-login", "task-2");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void bash_offers_no_task_where_there_is_none() throws Exception {
        need("bash");
        Files.delete(folder.resolve(".ralph/tasks/fix-login"));
        Files.delete(folder.resolve(".ralph/tasks/task-2"));

        assertThat(bash("ralph", "run", "--task", "")).isEmpty();
    }

    @Test
    void fish_offers_commands_options_values_and_tasks() throws Exception {
        need("fish");
        assertThat(fish("ralph ")).containsExactlyInAnyOrder("run", "logs", "bus");
        assertThat(fish("ralph bus ")).containsExactlyInAnyOrder("post", "read");
        assertThat(fish("ralph --json bus p")).containsExactly("post");
        assertThat(fish("ralph run --ta")).containsExactly("--task");
        assertThat(fish("ralph run --task ")).containsExactly("fix-login", "task-2");
        assertThat(fish("ralph run --containment g")).contains("group");
        assertThat(fish("ralph logs fi")).containsExactly("fix-login");
        assertThat(fish("ralph run --prompt-file no")).containsExactly("notes.md");
        assertThat(fish("ralph run --dir s")).containsExactly("sub/");
        assertThat(fish("ralph logs -")).contains("-f", "--follow");
    }

    @Test
    void zsh_is_told_commands_options_values_and_tasks() throws Exception {
        need("zsh");
        assertThat(zsh("ralph", "")).contains("1:command:(run logs bus)", "--version[Show the version.]");
        assertThat(zsh("ralph", "--json", "bus", "")).contains("1:command:(post read)");
        assertThat(zsh("ralph", "run", "--task", ""))
                .contains(
                        "--task=[The task.]:ID:_ralph_tasks",
                        "*--check=[Must succeed before DONE is believed.]:'SHELL LINE': ",
                        "--prompt-file=[Read the prompt from a file.]:FILE:_files",
                        "--dir=[The project.]:DIR:_files -/",
                        "words: ralph --task ");
        assertThat(zsh("ralph", "bus", "post", "x")).contains("--type=[The type.]:TYPE:(INFO FACT)", "words: ralph x");
        assertThat(zsh("ralph", "logs", "")).contains("-f[Wait for more.]", ":TASK:_ralph_tasks", "*:FILE:_files");
    }

    @Test
    void hidden_commands_are_offered_nowhere() {
        for (Completion shell : Completion.values()) {
            assertThat(shell.script(CommandLineTest.SAMPLE)).doesNotContain("warm-up");
        }
    }

    private List<String> bash(String... words) throws Exception {
        StringBuilder program = new StringBuilder("source ./script\nCOMP_WORDS=(");
        for (String word : words) {
            program.append('\'').append(word).append("' ");
        }
        program.append(")\nCOMP_CWORD=").append(words.length - 1);
        program.append("\n_ralph\nfor reply in \"${COMPREPLY[@]}\"; do echo \"$reply\"; done\n");
        return run(Completion.BASH, program.toString(), "bash", "--norc", "program");
    }

    private List<String> fish(String typed) throws Exception {
        String program = "source ./script\ncomplete -C '" + typed + "'\n";
        return run(Completion.FISH, program, "fish", "--no-config", "program").stream()
                .map(line -> line.split("\t")[0])
                .toList();
    }

    /// What the script hands to zsh's own `_arguments`, which needs a terminal to do its part.
    private List<String> zsh(String... typed) throws Exception {
        StringBuilder program = new StringBuilder("compdef() { : }\n");
        program.append("_arguments() { print -rl -- \"$@\"; print -r -- \"words: $words\" }\nsource ./script\nwords=(");
        for (String word : typed) {
            program.append('\'').append(word).append("' ");
        }
        program.append(")\nCURRENT=").append(typed.length).append("\n_ralph\n");
        return run(Completion.ZSH, program.toString(), "zsh", "-f", "program");
    }

    private List<String> run(Completion shell, String program, String... command) throws Exception {
        Files.writeString(folder.resolve("script"), shell.script(CommandLineTest.SAMPLE));
        Files.writeString(folder.resolve("program"), program);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("errors")).content().isEmpty();
        return new ArrayList<>(output.lines().toList());
    }

    private static void need(String shell) {
        boolean found = List.of("/bin", "/usr/bin", "/usr/local/bin").stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, shell)));
        Assumptions.assumeTrue(found, shell + " is not installed: its completion was not tried");
    }
}
