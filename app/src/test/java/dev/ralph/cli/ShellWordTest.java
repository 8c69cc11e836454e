package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.git.Repository;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "/a-b/c_d.e",
                "two words",
                "it's",
                "$HOME",
                "`id`",
                "a;b",
                "a&b",
                "(1)",
                "*",
                "~",
                "#",
                ""
            })
    void a_shell_reads_back_what_was_meant(String text) throws Exception {
        String line = "printf %s " + ShellWord.of(text);

        assertThat(Shell.other(folder, Map.of(), List.of("sh", "-c", line))).isEqualTo(new Shell.Said(0, text, ""));
    }

    @Test
    void what_needs_no_quotes_has_none() {
        assertThat(ShellWord.of("/tmp/ralph-demo-y443")).isEqualTo("/tmp/ralph-demo-y443");
    }

    @Test
    void the_commands_that_the_demo_shows_work_for_a_folder_with_any_name() throws Exception {
        Path scratch = Files.createDirectory(folder.resolve("my demo"));
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        Console console = new Console(out, out, false, false, false);

        new DemoReport(console, new DemoScratch(scratch, Repository.init(scratch)), "ralph", "ralph").whereToLook();

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .contains("  ralph status demo --dir '" + scratch + "'\n", "  git -C '" + scratch + "' log --stat\n");
    }
}
