package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramVersionTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "share/claude/versions/2.1.325, 2.1.325",
        "Cellar/codex/0.145.0/bin/codex, 0.145.0",
        "mise/installs/npm-openai-codex/0.145.0/bin/codex, 0.145.0",
        "Caskroom/codex/0.145.0/codex-x86_64-linux, 0.145.0"
    })
    void a_program_in_a_file_or_folder_of_its_version_is_of_that_version(String file, String version) throws Exception {
        Path program = link(file.contains("claude") ? "claude" : "codex", file);

        assertThat(ProgramVersion.of(program)).isEqualTo(version);
    }

    @ParameterizedTest
    @CsvSource({
        "node/22.1.0/bin/codex",
        "versions/node/v22.1.0/bin/codex",
        "codex/latest/bin/codex",
        "codex/22/bin/codex",
        "bin/codex"
    })
    void the_version_of_something_else_is_not_taken_for_its_own(String file) throws Exception {
        assertThat(ProgramVersion.of(link("codex", file))).isNull();
    }

    @Test
    void a_program_that_is_gone_has_none() {
        assertThat(ProgramVersion.of(folder.resolve("nobody"))).isNull();
    }

    private Path link(String name, String file) throws Exception {
        Path real = folder.resolve(file);
        Files.createDirectories(real.getParent());
        Files.writeString(real, "");
        Path link = Files.createDirectories(folder.resolve("on-the-path")).resolve(name);
        return Files.createSymbolicLink(link, real);
    }
}
