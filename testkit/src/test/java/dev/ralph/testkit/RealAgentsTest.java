package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealAgentsTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void an_installed_program_comes_before_the_one_on_path() throws IOException {
        Path onPath = program(folder.resolve("bin/claude"));
        assertThat(agents().program("claude")).contains(onPath);

        Path installed = program(folder.resolve("cache/claude/node_modules/.bin/claude"));
        assertThat(agents().program("claude"))
                .as("an installation that was not finished")
                .contains(onPath);

        Files.writeString(folder.resolve("cache/claude/installed"), "claude@1");
        assertThat(agents().program("claude")).contains(installed);
    }

    @Test
    void a_missing_program_is_told_with_what_to_do() {
        assertThat(agents().program("codex")).isEmpty();
        assertThat(agents().missing("codex")).contains("codex").contains("./check --real-agents");
    }

    @Test
    void the_agents_own_folder_and_its_node_come_first_on_path() throws IOException {
        program(folder.resolve("cache/qwen/node_modules/.bin/qwen"));
        program(folder.resolve("cache/node/node_modules/.bin/node"));

        assertThat(agents().pathFor("qwen"))
                .isEqualTo("%1$s/cache/node/node_modules/.bin:%1$s/cache/qwen/node_modules/.bin:%1$s/bin"
                        .formatted(folder));
        assertThat(agents().pathFor("codex")).isEqualTo("%1$s/cache/node/node_modules/.bin:%1$s/bin".formatted(folder));
    }

    @Test
    void without_a_setting_the_cache_lies_in_the_home_folder() {
        assertThat(new RealAgents(Map.of("HOME", "/h")).cache()).isEqualTo(Path.of("/h/.cache/ralph/agents"));
    }

    private RealAgents agents() {
        return new RealAgents(Map.of(
                "RALPH_AGENT_CACHE",
                folder.resolve("cache").toString(),
                "PATH",
                folder.resolve("bin").toString()));
    }

    private static Path program(Path path) throws IOException {
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, "#!/bin/sh\n");
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
