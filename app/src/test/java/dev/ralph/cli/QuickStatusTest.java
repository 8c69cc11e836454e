package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `ralph status` and completion do not load, because each of it takes longer than all the rest.
class QuickStatusTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void a_project_with_a_configuration_and_a_loop() throws Exception {
        shell = new Shell(folder);
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(folder.resolve(".ralph/config.yaml"), """
                agent: ["true"]
                max_restarts: 5
                idle_timeout: 10m
                checks:
                  - test -f done.txt
                """);
        assertThat(shell.run("--command", "touch $TASK_FOLDER/DONE; touch done.txt")
                        .code())
                .isZero();
    }

    @Test
    void status_needs_no_json_parser_no_decimal_numbers_and_no_database() throws Exception {
        List<String> loaded = loaded("status");

        assertThat(loaded.contains("dev.ralph.cli.StatusCommand")).isTrue();
        assertThat(loaded.stream().filter(QuickStatusTest::isSlow)).isEmpty();
    }

    @Test
    void status_makes_no_class_at_run_time_but_lambdas_which_the_start_up_cache_has() throws Exception {
        assertThat(loaded("status").stream()
                        .filter(name ->
                                name.contains("$$TypeSwitch") || name.startsWith("java.lang.runtime.ObjectMethods")))
                .isEmpty();
    }

    /// The class of decimal numbers is there without harm; those of whole ones come when it computes its powers of
    /// five.
    private static boolean isSlow(String name) {
        return name.startsWith("tools.jackson.")
                || name.startsWith("org.sqlite.")
                || name.startsWith("java.sql.")
                || name.startsWith("Initializing 'java/math/BigDecimal'");
    }

    private List<String> loaded(String... words) throws Exception {
        Path log = folder.resolve("classes.log");
        List<String> command =
                Shell.java("-Xlog:class+load=info,class+init=info:file=" + log + ":none", Main.class.getName());
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("said.txt")))
                .isZero();
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            int used = line.indexOf("Initializing '");
            names.add(used < 0 ? line.substring(0, Math.max(0, line.indexOf(' '))) : line.substring(used));
        }
        return names;
    }
}
