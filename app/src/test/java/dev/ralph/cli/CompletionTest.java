package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.paths.StateLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
        task("fix-login");
        task("task-2");
        Files.createDirectories(folder.resolve("sub"));
        Files.writeString(folder.resolve("notes.md"), "x");
        Path program = folder.resolve("bin/ralph");
        Files.createDirectories(program.getParent());
        Files.writeString(
                program,
                "#!/bin/sh\nexec '" + String.join("' '", Shell.quickJava(Sample.class.getName())) + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private void task(String name) throws Exception {
        Path task = folder.resolve(".ralph/tasks").resolve(name);
        Files.createDirectories(task);
        Files.writeString(task.resolve("TASK.md"), "Do it.");
    }

    /// `ralph` as the scripts call it, with few commands.
    static final class Sample {
        public static void main(String[] words) throws Exception {
            assertThat(words).startsWith("__complete", "--");
            Set<String> tasks = new AddedTasks(StateLayout.inProject(Path.of(""))).all();
            Completion.Offer offer =
                    Completion.of(CommandLineTest.SAMPLE, List.of(words).subList(2, words.length), () -> tasks);
            System.out.print(CompletionCommand.answer(offer));
        }
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
        assertThat(bash("ralph", "run", "--agent", "co")).containsExactly("codex", "copilot");
        assertThat(bash("ralph", "run", "--agent", "claude,cod")).containsExactly("claude,codex");
        assertThat(bash("ralph", "Fix the test", "--ta")).containsExactly("--task");
        assertThat(bash("ralph", "\"Fix the test\"", "--agent", "co")).containsExactly("codex", "copilot");
        assertThat(bash("ralph", "Fix the test", "")).isEmpty();
        assertThat(bash("ralph", "logs", "f")).containsExactly("fix-login");
        assertThat(bash("ralph", "run", "--", "claude", "--ta")).isEmpty();
        assertThat(bash("ralph", "run", "--prompt-file", "")).isEmpty();
    }

    @Test
    void a_folder_that_is_named_like_a_command_is_not_run_by_bash() throws Exception {
        need("bash");
        task("$(touch ran)");
        task("`touch ran`");

        assertThat(bash("ralph", "run", "--task", "")).containsExactly("fix-login", "task-2");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void bash_offers_no_task_where_there_is_none() throws Exception {
        need("bash");
        Files.delete(folder.resolve(".ralph/tasks/fix-login/TASK.md"));
        Files.delete(folder.resolve(".ralph/tasks/task-2/TASK.md"));

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
        assertThat(fish("ralph run --agent cl")).contains("claude");
        assertThat(fish("ralph logs fi")).containsExactly("fix-login");
        assertThat(fish("ralph run --prompt-file no")).containsExactly("notes.md");
        assertThat(fish("ralph run --dir s")).containsExactly("sub/");
        assertThat(fish("ralph logs -")).contains("-f", "--follow");
    }

    @Test
    void zsh_offers_commands_options_values_and_tasks() throws Exception {
        need("zsh");
        assertThat(zsh("ralph", "")).contains("run", "logs", "bus", "run  -- Run an agent until its task is done.");
        assertThat(zsh("ralph", "-")).contains("--version", "--version  -- Show the version.");
        assertThat(zsh("ralph", "--json", "bus", "")).contains("post", "read").doesNotContain("run");
        assertThat(zsh("ralph", "run", "--"))
                .contains("--task  -- The task.", "--check  -- Must succeed before DONE is believed.");
        assertThat(zsh("ralph", "run", "--task", "")).startsWith("fix-login", "task-2");
        assertThat(zsh("ralph", "run", "--agent", "cl")).startsWith("claude");
        assertThat(zsh("ralph", "run", "--check", "")).isEmpty();
        assertThat(zsh("ralph", "run", "--prompt-file", "")).containsExactly("_files");
        assertThat(zsh("ralph", "run", "--dir", "")).containsExactly("_files -/");
        assertThat(zsh("ralph", "run", "--", "")).containsExactly("_files");
        assertThat(zsh("ralph", "bus", "post", "--type", "")).startsWith("INFO", "FACT");
        assertThat(zsh("ralph", "bus", "post", "--type=I")).startsWith("--type=INFO");
        assertThat(zsh("ralph", "bus", "post", "x")).isEmpty();
        assertThat(zsh("ralph", "logs", "")).startsWith("fix-login", "task-2");
        assertThat(zsh("ralph", "logs", "fix-login", "", "")).containsExactly("_files");
        assertThat(zsh("ralph", "logs", "-")).contains("-f  -- Wait for more.");
    }

    @Test
    void the_value_of_an_option_is_not_taken_for_a_command() throws Exception {
        need("bash");
        assertThat(bash("ralph", "--dir", "run", "bus", "")).containsExactly("post", "read");
    }

    @Test
    void hidden_commands_are_offered_nowhere() {
        assertThat(Completion.of(CommandLineTest.SAMPLE, List.of(""), List::of).candidates())
                .hasSize(3)
                .noneMatch(candidate -> candidate.startsWith("warm-up"));
    }

    @Test
    void tasks_are_those_of_the_project_that_is_named_and_a_broken_configuration_says_nothing() throws Exception {
        assertThat(new Shell(folder)
                        .ralph("__complete", "--", "--dir", folder.toString(), "status", "ta")
                        .out())
                .isEqualTo("words\ntask-2\n");

        Files.writeString(folder.resolve(".ralph/config.yaml"), "max_restarts: many\n");
        assertThat(new Shell(folder).ralph("__complete", "--", "--dir", folder.toString(), "status", ""))
                .isEqualTo(new Shell.Said(0, "words\n", ""));
    }

    @Test
    void tasks_of_the_list_are_offered_by_their_ids_unless_a_shell_could_run_them() throws Exception {
        Files.writeString(folder.resolve("tasks.jsonl"), """
                {"op":"create","task":{"id":"RALPH-001","title":"a","status":"pending"},"timestamp":"2026-01-01T00:00:00Z"}
                {"op":"create","task":{"id":"$(touch ran)","title":"b","status":"pending"},"timestamp":"2026-01-01T00:00:00Z"}
                """);
        for (String command : List.of("edit", "show", "block", "unblock", "done")) {
            assertThat(new Shell(folder)
                            .ralph("__complete", "--", "--dir", folder.toString(), "task", command, "")
                            .out())
                    .as(command)
                    .isEqualTo("words\nRALPH-001\nfix-login\ntask-2\n");
        }
    }

    private List<String> bash(String... words) throws Exception {
        StringBuilder program = new StringBuilder("source ./script\nCOMP_WORDS=(");
        for (String word : words) {
            program.append('\'').append(word).append("' ");
        }
        program.append(")\nCOMP_CWORD=").append(words.length - 1);
        program.append("\n_ralph\nfor reply in \"${COMPREPLY[@]}\"; do echo \"$reply\"; done\n");
        return run("bash", program.toString(), "--norc", "program");
    }

    private List<String> fish(String typed) throws Exception {
        String program = "source ./script\ncomplete -C '" + typed + "'\n";
        return run("fish", program, "--no-config", "program").stream()
                .map(line -> line.split("\t")[0])
                .toList();
    }

    /// What the script hands to zsh's own functions, which need a terminal to do their part.
    private List<String> zsh(String... typed) throws Exception {
        StringBuilder program = new StringBuilder("compdef() { : }\n_files() { print -r -- _files $@ }\n");
        program.append("compadd() { print -rl -- $names $shown }\nsource ./script\nwords=(");
        for (String word : typed) {
            program.append('\'').append(word).append("' ");
        }
        program.append(")\nCURRENT=").append(typed.length).append("\n_ralph\n");
        return run("zsh", program.toString(), "-f", "program");
    }

    private List<String> run(String shell, String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(shell));
        command.addAll(List.of(arguments));
        Files.writeString(folder.resolve("script"), CompletionCommand.script(shell, "ralph"));
        Files.writeString(folder.resolve("program"), program);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
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
