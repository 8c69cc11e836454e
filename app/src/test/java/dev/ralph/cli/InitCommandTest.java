package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve(".ralph/config.yaml");
    }

    @Test
    void it_writes_what_it_found_and_says_why() throws Exception {
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Files.createDirectories(folder.resolve("my web"));
        Files.writeString(
                folder.resolve("my web/package.json"),
                "{\"scripts\":{\"test\":\"node --test\"},\"dependencies\":{\"a\":\"1\"}}");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path claude = Files.writeString(bin.resolve("claude"), "#!/bin/sh\n");
        assertThat(claude.toFile().setExecutable(true)).isTrue();

        TypedCommand init = TypedCommand.in(folder, Map.of("PATH", bin.toString()), "init");

        assertThat(init.err()).isEmpty();
        assertThat(init.code()).isZero();
        assertThat(init.out())
                .contains("  Maven: mvn -B -ntp test\n      found: pom.xml\n")
                .contains("test reports: **/target/surefire-reports/TEST-*.xml\n")
                .contains("  npm in my web: ")
                .contains("agents: claude\n")
                .contains(
                        "wrote " + file()
                                + "\ncommit it, so that everybody has the same checks: git add .ralph/config.yaml\nnext: ralph \"Fix the flaky test\"\n");
        assertThat(TypedCommand.in(folder, "config", "check").out()).isEqualTo("no mistakes\n");
        String shown = TypedCommand.in(folder, "config", "show").out();
        assertThat(shown)
                .contains("agents: ", "claude")
                .contains(
                        "prepare: ",
                        "my web",
                        "if [ -e package-lock.json ]; then npm ci; else npm install --no-package-lock; fi)")
                .contains("surefire-reports");
    }

    @Test
    void a_second_agent_is_offered_as_the_reviewer() throws Exception {
        Files.writeString(folder.resolve("Makefile"), "test:\n\ttrue\n");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String agent : List.of("claude", "codex")) {
            assertThat(Files.writeString(bin.resolve(agent), "#!/bin/sh\n")
                            .toFile()
                            .setExecutable(true))
                    .isTrue();
        }

        TypedCommand init = TypedCommand.in(folder, Map.of("PATH", bin.toString()), "init");

        assertThat(init.out()).contains("to have codex review each change, uncomment the check `review`");
        String text = Files.readString(file());
        assertThat(text).contains("  # - {type: review, agent: codex}\n");
        Files.writeString(file(), text.replace("  # - {type", "  - {type"));
        assertThat(TypedCommand.in(folder, "config", "check").out()).isEqualTo("no mistakes\n");
    }

    @Test
    void it_never_overwrites_unless_told_and_then_keeps_the_old_one() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "max_restarts: 7\n");
        Files.writeString(folder.resolve("Makefile"), "test:\n\ttrue\n");

        TypedCommand refused = TypedCommand.in(folder, "init");
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(refused.err()).contains("already exists", "--force");
        assertThat(file()).hasContent("max_restarts: 7\n");

        assertThat(TypedCommand.in(folder, "init", "--force").out())
                .contains("old configuration saved as " + file() + ".old-1\n");
        assertThat(Path.of(file() + ".old-1")).hasContent("max_restarts: 7\n");
        assertThat(Files.readString(file())).contains("  - \"make test\"\n");
        assertThat(TypedCommand.in(folder, "init", "--force").code()).isZero();
        assertThat(Path.of(file() + ".old-2")).exists();
        assertThat(Path.of(file() + ".old-1")).hasContent("max_restarts: 7\n");
    }

    @Test
    void a_dry_run_shows_the_file_and_writes_nothing() throws Exception {
        Files.writeString(folder.resolve("go.mod"), "module x\n");
        TypedCommand dry = TypedCommand.in(folder, "init", "--dry-run");
        assertThat(dry.out()).contains("go: mkdir -p", "\nchecks:\n  # go: go.mod\n  - type: command\n");
        assertThat(file()).doesNotExist();
        assertThat(TypedCommand.in(folder, "init", "--dry-run", "--json").out())
                .contains("\"tool\":\"go\"", "\"file\":null", "\"text\":\"# Written by");
    }

    @Test
    void without_tests_it_says_that_outcomes_are_unverified() throws Exception {
        Files.writeString(
                folder.resolve("package.json"),
                "{\"scripts\":{\"test\":\"echo \\\"Error: no test specified\\\" && exit 1\"}}");
        TypedCommand init = TypedCommand.in(folder, Map.of("PATH", folder.toString()), "init");
        assertThat(init.out()).contains("no test command found", "note: package.json has only", "agents: none");
        assertThat(TypedCommand.in(folder, "config", "check").out()).isEqualTo("no mistakes\n");
    }

    @Test
    void names_of_files_cannot_break_the_configuration_or_the_terminal() throws Exception {
        Path odd = Files.createDirectories(folder.resolve("a\"b\\c\n- evil: [1"));
        Files.writeString(odd.resolve("go.mod"), "module x\n");
        TypedCommand init = TypedCommand.in(folder, "init");
        assertThat(init.code()).isZero();
        assertThat(TypedCommand.in(folder, "config", "check").out()).isEqualTo("no mistakes\n");
        assertThat(init.out()).doesNotContain("\n- evil");
    }
}
