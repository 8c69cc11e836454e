package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the program of an agent is found.
class InstalledAgentTest {
    private static final AgentKind CODEX = Agents.named("codex").orElseThrow();

    @TempDir
    Path folder;

    @Test
    void the_first_program_on_the_path_is_taken() throws IOException {
        Path second = program("b/codex", "#!/bin/sh\n");
        program("c/codex", "#!/bin/sh\n");
        Files.createDirectories(folder.resolve("a/codex"));

        assertThat(find(folder.resolve("a") + ":" + folder.resolve("b") + ":" + folder.resolve("c")))
                .contains(new InstalledAgent(second, List.of()));
    }

    @Test
    void a_program_that_is_nowhere_is_not_found() throws IOException {
        Files.writeString(folder.resolve("codex"), "not executable");

        assertThat(find(folder + "::/no/such/folder:relative\0")).isEmpty();
    }

    @Test
    void the_native_program_beside_a_launcher_of_npm_is_preferred() throws IOException {
        Path launcher = program("lib/node_modules/@openai/codex/bin/codex.js", "#!/usr/bin/env node\n");
        String home = NativeProgram.here("lib/node_modules/@openai/codex-{platform}/vendor/{triple}");
        Path program = program(home + "/bin/codex", "\u007fELF");
        Path beside = Files.createDirectories(folder.resolve(home).resolve("codex-path"));
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("codex"), launcher);

        assertThat(find(bin.toString()))
                .contains(new InstalledAgent(program.toRealPath(), List.of(beside.toRealPath())));
    }

    @Test
    void a_native_program_inside_the_package_itself_is_found_too() throws IOException {
        Path launcher = program("n/node_modules/@openai/codex/bin/codex.js", "#!/usr/bin/env node\n");
        Path program = program(
                NativeProgram.here(
                        "n/node_modules/@openai/codex/node_modules/@openai/codex-{platform}/vendor/{triple}/bin/codex"),
                "\u007fELF");
        Path bin = Files.createDirectories(folder.resolve("n/node_modules/.bin"));
        Files.createSymbolicLink(bin.resolve("codex"), launcher);

        assertThat(find(bin.toString())).contains(new InstalledAgent(program.toRealPath(), List.of()));
    }

    @Test
    void folders_beside_the_program_come_first_on_its_path() {
        InstalledAgent installed = new InstalledAgent(Path.of("/opt/codex"), List.of(Path.of("/opt/path")));
        AttemptRequest ask =
                new AttemptRequest(folder, null, null, false, List.of(), Map.of("PATH", "/bin"), List.of());

        assertThat(CODEX.start(installed, ask).environment()).containsEntry("PATH", "/opt/path:/bin");
    }

    @Test
    void a_program_with_a_slash_is_looked_for_where_it_says() throws IOException {
        Path own = program("tools/agent", "#!/bin/sh\n");

        assertThat(InstalledAgent.find(Agents.command(List.of("tools/agent"), StreamFormat.TEXT), "/bin", folder))
                .contains(new InstalledAgent(own, List.of()));
    }

    private Optional<InstalledAgent> find(String path) {
        return InstalledAgent.find(CODEX, path, folder);
    }

    private Path program(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
