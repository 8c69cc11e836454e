package dev.ralph.tamper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// In a machine as small as the one that `ralph` is started with.
class HostileMemoryTest {
    private static final int FILES = 8;

    @ParameterizedTest
    @ValueSource(strings = {"names", "deep", "sections"})
    void whatever_a_change_holds_fits_into_memory(String shape) throws IOException, InterruptedException {
        assertThat(look(shape)).contains("UNREADABLE");
    }

    @Test
    void as_much_as_is_looked_at_fits_into_memory() throws IOException, InterruptedException {
        assertThat(look("almost")).contains("TEST_DELETED").doesNotContain("UNREADABLE");
    }

    private static String look(String shape) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        Objects.requireNonNull(System.getProperty("java.class.path")),
                        HostileMemoryTest.class.getName(),
                        shape)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    public static void main(String[] arguments) {
        List<FileChange> changes = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            changes.add(
                    switch (arguments[0]) {
                        case "names" ->
                            added(
                                    "p" + i + "/package.json",
                                    "{\"" + "a".repeat(400_000) + "\":[" + "1,".repeat(1000) + "1]}");
                        case "deep" ->
                            added(
                                    "p" + i + "/package.json",
                                    ("{\"" + "a".repeat(3000) + "\":").repeat(59) + "{" + "\"a\":1,".repeat(100_000)
                                            + "}");
                        case "sections" ->
                            added("p" + i + "/setup.cfg", "[" + "a".repeat(3000) + "]\n" + "a=1\n".repeat(200_000));
                        case "almost" -> new FileChange("a" + i + ".test.js", steps("a" + i, " = add("), null);
                        default -> throw new IllegalArgumentException(arguments[0]);
                    });
        }
        TamperGuard.look(changes, CheckFiles.NONE).forEach(finding -> System.out.println(finding.rule()));
    }

    private static FileContent steps(String name, String call) {
        StringBuilder text = new StringBuilder("it('a', () => {\n");
        for (int i = 0; text.length() < FileContent.LARGEST - 100; i++) {
            text.append(name).append("_").append(i).append(call).append(i).append(");\n");
        }
        return new FileContent.Text(text.append("});\n").toString());
    }

    private static FileChange added(String path, String text) {
        return new FileChange(path, null, new FileContent.Text(text));
    }
}
