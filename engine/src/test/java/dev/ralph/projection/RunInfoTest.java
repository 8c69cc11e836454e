package dev.ralph.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The file that tells other tools about a run.
class RunInfoTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "\\new folder",
                "a\nb\tc",
                "\"quoted\"",
                "\\\\n",
                "\u0001\u007f",
                "ends with \\",
                "\\x41",
                "\u0080\u009f"
            })
    void what_was_written_comes_back_here_and_in_any_reader_of_yaml(String value) throws Exception {
        Path file = folder.resolve("run-info.yaml");
        new RunInfo(Map.of("cwd", value)).write(file);

        assertThat(RunInfo.read(file).orElseThrow().get("cwd")).contains(value);
        assertThat(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)))
                .isEqualTo(Map.of("cwd", value));
    }

    @Test
    void half_a_character_does_not_keep_the_file_from_being_written() throws Exception {
        Path file = folder.resolve("run-info.yaml");
        new RunInfo(Map.of("error_summary", "cut inside \ud83d")).write(file);

        assertThat(RunInfo.read(file).orElseThrow().get("error_summary")).contains("cut inside ?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\x4g", "\\xg4", "\\x", "\\x4"})
    void an_escape_that_is_none_is_not_taken_for_one(String text) throws Exception {
        Path file = folder.resolve("run-info.yaml");
        Files.writeString(file, "cwd: \"" + text + "\"\n");

        assertThat(RunInfo.read(file).orElseThrow().get("cwd")).contains(text.substring(1));
    }

    @Test
    void a_file_that_is_right_is_left_alone_and_a_wrong_one_is_mended() throws Exception {
        Path file = folder.resolve("run-info.yaml");
        RunInfo info = new RunInfo(Map.of("run_id", "run-1"));
        info.mend(file);
        Object first = Files.readAttributes(file, "unix:ino").get("ino");
        info.mend(file);

        assertThat(Files.readAttributes(file, "unix:ino").get("ino")).isEqualTo(first);

        Files.writeString(file, "run_id: somebody else\n");
        info.mend(file);

        assertThat(RunInfo.read(file)).contains(info);
    }

    @Test
    void a_folder_or_a_file_larger_than_any_run_has_to_say_is_no_run_info() throws Exception {
        Path large = folder.resolve("large");
        Files.writeString(large, "run_id: run-1\n" + " ".repeat(2 << 20));

        assertThat(RunInfo.read(large)).isEmpty();
        assertThat(RunInfo.read(folder)).isEmpty();
        assertThat(RunInfo.read(folder.resolve("missing"))).isEmpty();
    }
}
