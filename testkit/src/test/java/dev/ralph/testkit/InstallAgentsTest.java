package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script that installs the real agent programs, with an npm that only pretends to.
class InstallAgentsTest {
    private static final Path SCRIPT = Path.of(System.getProperty("ralph.repository"), ".ci/install-agents");
    private static final String INSTALLS = """
            echo "$@" >> "$CALLS"
            mkdir -p node_modules/.bin
            printf '#!/bin/sh\\necho 1.0\\n' > node_modules/.bin/codex
            chmod +x node_modules/.bin/codex
            """;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void tools() throws IOException {
        for (String tool :
                List.of("cat", "chmod", "cut", "dirname", "flock", "grep", "mkdir", "mktemp", "rm", "timeout", "tr")) {
            Files.createDirectories(folder.resolve("bin"));
            Path found = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin", tool) : Path.of("/bin", tool);
            program(tool, "exec " + found + " \"$@\"");
        }
        program("node", "exit 0");
    }

    @Test
    void a_pinned_version_is_installed_once() throws Exception {
        program("npm", INSTALLS);

        assertThat(install("codex")).startsWith("0 agents: installing @openai/codex@");
        assertThat(install("codex")).isEqualTo("0 ");

        assertThat(Files.readAllLines(folder.resolve("calls")))
                .singleElement()
                .asString()
                .matches("install .* @openai/codex@\\d+[.]\\d+[.]\\d+");
        assertThat(agents().program("codex")).isPresent();
    }

    @Test
    void one_that_failed_or_was_killed_half_way_is_not_taken_for_installed_and_is_done_again() throws Exception {
        program("npm", INSTALLS + "kill -9 $PPID");
        install("codex");
        assertThat(agents().program("codex")).isEmpty();

        program("npm", INSTALLS + "exit 1");
        assertThat(install("codex")).startsWith("1 ").contains("could not install @openai/codex@");
        assertThat(agents().program("codex")).isEmpty();

        program("npm", INSTALLS);
        assertThat(install("codex")).startsWith("0 ");
        assertThat(agents().program("codex")).isPresent();
    }

    @Test
    void one_that_does_not_start_is_not_taken_for_installed() throws Exception {
        program("npm", INSTALLS.replace("echo 1.0", "exit 3"));

        assertThat(install("codex")).startsWith("1 ").contains("was installed, but does not start");
        assertThat(agents().program("codex")).isEmpty();
    }

    @Test
    void what_is_missing_or_unknown_is_told() throws Exception {
        assertThat(install("codex")).startsWith("1 agents: npm is missing: install it");
        program("npm", INSTALLS);
        Files.delete(folder.resolve("bin/node"));
        assertThat(install("codex")).startsWith("1 agents: node is missing: install it");
        assertThat(install("codecks")).startsWith("1 agents: there is no agent called codecks; known are node claude");
    }

    /// @return exit code and output
    private String install(String agent) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", SCRIPT.toString(), agent);
        builder.environment().clear();
        builder.environment().putAll(environment());
        builder.redirectErrorStream(true);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + output;
    }

    private RealAgents agents() {
        return new RealAgents(environment());
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH", folder.resolve("bin").toString(),
                "HOME", folder.toString(),
                "CALLS", folder.resolve("calls").toString(),
                "RALPH_AGENT_CACHE", folder.resolve("cache").toString());
    }

    private void program(String name, String script) throws IOException {
        Path path = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
