package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What cannot start says why, and leaves nothing.
class CannotStartTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void each_trouble_has_its_kind_and_says_what_to_do(Containment containment) throws Exception {
        Path plain = Files.writeString(folder.resolve("plain.txt"), "text");
        Path script = script(folder.resolve("script"), "#!/no/such/interpreter -x\n");
        Path windows = script(folder.resolve("windows"), "#!/bin/sh\r\ntrue\r\n");
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            refused(fixture, CannotStart.Kind.NOT_FOUND, "sed -i 's/\\r$//' " + windows, windows.toString());
            refused(fixture, CannotStart.Kind.NOT_FOUND, "not found on PATH", "no-such-program");
            refused(fixture, CannotStart.Kind.NOT_FOUND, "does not exist", "/no/such/program");
            refused(fixture, CannotStart.Kind.NOT_EXECUTABLE, "chmod +x", plain.toString());
            refused(fixture, CannotStart.Kind.NOT_EXECUTABLE, "is a directory", folder.toString());
            refused(fixture, CannotStart.Kind.NOT_FOUND, "/no/such/interpreter", script.toString());
            assertThat(fixture.leases()).isEmptyDirectory();
        }
    }

    private static void refused(SupervisorFixture fixture, CannotStart.Kind kind, String words, String... command) {
        refused(fixture, kind, words, fixture.launch(RunLimits.none(), command));
    }

    private static void refused(SupervisorFixture fixture, CannotStart.Kind kind, String words, Launch launch) {
        CannotStart trouble = catchThrowableOfType(CannotStart.class, () -> fixture.supervisor.start(launch));
        assertThat(trouble).hasMessageContaining(words);
        assertThat(trouble.kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_missing_directory_or_prompt_is_named(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Launch good = fixture.launch(RunLimits.none(), "true");
            Path none = folder.resolve("none");
            refused(
                    fixture,
                    CannotStart.Kind.BAD_DIRECTORY,
                    none.toString(),
                    with(good, none, good.stdin(), good.stdout()));
            refused(
                    fixture,
                    CannotStart.Kind.OTHER,
                    none.toString(),
                    with(good, good.directory(), none, good.stdout()));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_output_file_that_cannot_be_written_is_named(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Launch good = fixture.launch(RunLimits.none(), "true");
            Path bad = folder.resolve("none").resolve("out");
            refused(fixture, CannotStart.Kind.OTHER, bad.toString(), with(good, good.directory(), good.stdin(), bad));
        }
    }

    private static Launch with(Launch launch, Path directory, Path stdin, Path stdout) {
        return new Launch(
                launch.tag(),
                launch.command(),
                launch.environment(),
                directory,
                stdin,
                stdout,
                launch.stderr(),
                launch.limits());
    }

    @Test
    void a_program_that_is_installed_later_is_found_then() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Path late = folder.resolve("late");
            refused(fixture, CannotStart.Kind.NOT_FOUND, late.toString(), late.toString());
            script(late, "#!/bin/sh\nexit 4\n");
            assertThat(SupervisorFixture.exit(fixture.start(fixture.launch(RunLimits.none(), late.toString())))
                            .status())
                    .isEqualTo(new ExitStatus.Exited(4));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_program_that_moves_to_another_folder_of_the_path_is_found_there(Containment containment) throws Exception {
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Path program = script(first.resolve("moving"), "#!/bin/sh\nexit 4\n");
            Launch any = fixture.launch(RunLimits.none(), "moving");
            Launch launch = new Launch(
                    any.tag(),
                    any.command(),
                    Map.of("PATH", first + ":" + second + ":/usr/bin:/bin"),
                    any.directory(),
                    any.stdin(),
                    any.stdout(),
                    any.stderr(),
                    any.limits());
            assertThat(SupervisorFixture.exit(fixture.start(launch)).status()).isEqualTo(new ExitStatus.Exited(4));
            Files.move(program, second.resolve("moving"));
            assertThat(SupervisorFixture.exit(fixture.start(launch)).status()).isEqualTo(new ExitStatus.Exited(4));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_interpreter_with_an_umlaut_in_its_path_is_found(Containment containment) throws Exception {
        Path shell = Files.createSymbolicLink(folder.resolve("müschel"), Path.of("/bin/sh"));
        Path script = script(folder.resolve("script"), "#!" + shell + "\nexit 4\n");
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Launch launch = fixture.launch(RunLimits.none(), script.toString());
            assertThat(SupervisorFixture.exit(fixture.start(launch)).status()).isEqualTo(new ExitStatus.Exited(4));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUBREAPER", "GROUP"})
    void an_interpreter_that_is_no_name_at_all_is_left_to_the_kernel(Containment containment) throws Exception {
        Path script = script(folder.resolve("script"), "#!/bin/\0sh\n");
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            assertThatThrownBy(() -> fixture.supervisor.start(fixture.launch(RunLimits.none(), script.toString())))
                    .isInstanceOf(CannotStart.class)
                    .hasMessageContaining(script.toString());
        }
    }

    private static Path script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        file.toFile().setExecutable(true);
        return file;
    }

    @Test
    void nonsense_is_refused_when_it_is_written_down() {
        Path file = folder.resolve("x");
        assertThatThrownBy(() -> new RunLimits(Duration.ZERO, null, RunLimits.GRACE, RunLimits.KEPT_BYTES))
                .hasMessageContaining("idle limit");
        assertThatThrownBy(() -> new RunLimits(null, Duration.ofSeconds(-1), RunLimits.GRACE, RunLimits.KEPT_BYTES))
                .hasMessageContaining("wall limit");
        assertThatThrownBy(() -> new RunLimits(null, null, RunLimits.GRACE, 10)).hasMessageContaining("kept");
        assertThatThrownBy(() -> launch("tag", List.of(), Map.of(), file)).hasMessageContaining("empty");
        assertThatThrownBy(() -> launch("a\nb", List.of("x"), Map.of(), file)).hasMessageContaining("tag");
        assertThatThrownBy(() -> launch("tag", List.of("x\0y"), Map.of(), file)).hasMessageContaining("NUL");
        assertThatThrownBy(() -> launch("tag", List.of("x"), Map.of("A=B", "c"), file))
                .hasMessageContaining("A=B");
    }

    private static Launch launch(String tag, List<String> command, Map<String, String> environment, Path file) {
        return new Launch(tag, command, environment, file, file, file, file.resolveSibling("other"), RunLimits.none());
    }

    @Test
    void an_unavailable_containment_is_refused_and_not_replaced() {
        assertThatThrownBy(() -> ContainmentProbe.refuse(Containment.NAMESPACE, "bwrap is not installed"))
                .isInstanceOf(ContainmentUnavailable.class)
                .hasMessageContaining("bwrap is not installed")
                .hasMessageContaining("Install bubblewrap");
    }

    @Test
    void where_native_calls_are_forbidden_nothing_is_opened_and_the_reasons_are_said() throws Exception {
        Path said = folder.resolve("said");
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--illegal-native-access=deny",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opening.class.getName(),
                        folder.resolve("leases").toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();

        assertThat(jvm.waitFor()).as(SupervisorFixture.text(said)).isZero();
        assertThat(SupervisorFixture.text(said))
                .contains("no containment works here: NAMESPACE: ", "; SUBREAPER: ", "; GROUP: ")
                .contains("--enable-native-access");
    }

    /// The main program of that JVM.
    static final class Opening {
        private Opening() {}

        public static void main(String[] arguments) {
            try (Supervisor supervisor = Supervisor.open(Containment.AUTO, Path.of(arguments[0]))) {
                throw new AssertionError("opened: " + supervisor.tier());
            } catch (ContainmentUnavailable expected) {
                System.out.println(expected.getMessage());
            }
        }
    }
}
