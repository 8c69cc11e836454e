package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.process.Limits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    @TempDir
    Path project;

    private Path file;

    @BeforeEach
    void folder() throws Exception {
        file = project.resolve(".ralph/config.yaml");
        Files.createDirectories(project.resolve(".ralph"));
    }

    @Test
    void a_whole_file_is_read() throws Exception {
        write("""
                # The nightly loop.
                profile: restart
                agent: [claude, -p, "--model", 'opus']
                max_restarts: 50          # enough
                restart_delay: 1m30s
                idle_timeout: off
                breaker: 3
                output_limit: 1GiB
                checks:
                  - mvn -q test
                  - |
                    test -s README.md
                env_unset: SECRET
                """);
        Settings settings = load().settings();

        assertThat(settings.agent()).isEqualTo(new AgentCommand.Words(List.of("claude", "-p", "--model", "opus")));
        assertThat(settings.loop().maxRestarts()).isEqualTo(50);
        assertThat(settings.loop().restartDelay()).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.loop().breaker()).isEqualTo(3);
        assertThat(settings.limits().idleTimeout()).isNull();
        assertThat(settings.limits().outputLimit()).isEqualTo(new ByteSize(1L << 30));
        assertThat(settings.proof().checks()).containsExactly("mvn -q test", "test -s README.md\n");
        assertThat(settings.environment().unset()).containsExactly("SECRET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "# nothing\n", "---\n", "---\n...\n", "null\n", "~", "{}", "\ufeff", "\ufeff# x\r\n"})
    void a_file_that_says_nothing_changes_nothing(String text) throws Exception {
        write(text);
        assertThat(load().settings()).isEqualTo(Settings.standard(project));
    }

    @Test
    void a_byte_order_mark_and_windows_line_ends_do_not_matter() throws Exception {
        write("\ufeffmax_restarts: 7\r\ncommand: echo hi\r\n");
        assertThat(load().value(Keys.MAX_RESTARTS)).isEqualTo(7);
        assertThat(load().maybe(Keys.COMMAND)).isEqualTo("echo hi");

        write("\ufeffmax_restart: 7\r\ngrace: x\r\n");
        assertThat(problems())
                .containsExactly(
                        at(1, 1) + "unknown key 'max_restart'; did you mean 'max_restarts'?",
                        at(2, 8) + "grace: 'x' is no duration; write a number and a unit (ms, s, m, h or d) such as 5s"
                                + " or 1m30s");
    }

    @Test
    void everything_wrong_is_reported_not_only_the_first_thing() throws Exception {
        write("""
                max_restarts: many
                restart_delay: [1s]
                poll-interval: 1s
                limits:
                  timeout: 5m
                keep: comit
                max_restarts: 5
                breaker: 0
                idle_timeout: 0s
                command:
                env_pass: [A=B]
                checks: [make, 5]
                project: 2024
                color: {when: auto}
                ? [a, b]
                : 1
                """);
        assertThat(problems())
                .containsExactly(
                        at(3, 1) + "unknown key 'poll-interval'; did you mean 'poll_interval'?",
                        at(4, 1) + "unknown key 'limits'; 'ralph config show' lists all keys",
                        at(7, 1) + "max_restarts was already given in line 1; keep one of them",
                        at(15, 3) + "found a list, expected the name of a key",
                        at(1, 15) + "max_restarts: found 'many', expected a whole number from 0 to 1000000",
                        at(2, 16) + "restart_delay: found a list, expected a duration such as 500ms, 5s, 10m or 1h30m",
                        at(6, 7) + "keep: found 'comit', expected none or commit; did you mean 'commit'?",
                        at(8, 10)
                                + "breaker: found the number 0, expected a whole number from 1 to 1000000; or write off",
                        at(9, 15)
                                + "idle_timeout: found '0s', expected a duration longer than 0s, such as 500ms, 5s, 10m or"
                                + " 1h30m; or write off",
                        at(10, 9) + "command: found no value, expected a line for the shell",
                        at(11, 12) + "env_pass: found 'A=B', expected a list of names of environment variables such as"
                                + " [HOME, PATH]; or write all",
                        at(12, 16)
                                + "checks: found the number 5, expected a list of shell lines such as ['mvn -q test'];"
                                + " put it in quotes",
                        at(13, 10)
                                + "project: found the number 2024, expected 1 to 64 lower-case letters, digits or hyphens,"
                                + " such as my-app; put it in quotes",
                        at(14, 8) + "color: found a mapping, expected auto, always or never");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "1000001",
                "99999999999999999999",
                "1.5",
                "1e2",
                "0x10",
                "'5'",
                "+5",
                "007",
                "1_000",
                "true"
            })
    void only_a_sensible_whole_number_of_restarts_is_taken(String number) throws Exception {
        write("max_restarts: " + number);
        assertThat(problems()).singleElement().asString().endsWith("expected a whole number from 0 to 1000000");
    }

    @Test
    void the_smallest_output_limit_is_one_that_a_run_takes() throws Exception {
        write("output_limit: 8191B");
        assertThat(problems())
                .containsExactly(at(1, 15)
                        + "output_limit: found '8191B', expected a size of at least 8KiB, such as 512k, 64MB or 1GiB");
        write("output_limit: 8KiB");
        long smallest = load().value(Keys.OUTPUT_LIMIT).bytes();
        assertThat(new Limits(null, null, Duration.ZERO, smallest).keptBytes()).isEqualTo(8192);
    }

    @Test
    void several_words_in_one_text_are_not_guessed_apart() throws Exception {
        write("agent: claude -p");
        assertThat(problems())
                .containsExactly(
                        at(1, 8) + "agent: found 'claude -p', which is several words; write [claude, -p], or use"
                                + " the key command for a shell line");
        write("agent: claude");
        assertThat(load().value(Keys.AGENT)).containsExactly("claude");
    }

    @Test
    void what_is_no_mapping_is_refused() throws Exception {
        write("- max_restarts\n");
        assertThat(problems()).containsExactly(at(1, 1) + "found a list, expected lines such as max_restarts: 50");
        write("max_restarts 50\n");
        assertThat(problems())
                .containsExactly(at(1, 1) + "found 'max_restarts 50', expected lines such as max_restarts: 50");
    }

    @Test
    void a_tab_is_named_where_it_stands() throws Exception {
        write("checks:\n\t- make\n");
        assertThat(problems()).containsExactly(at(2, 1) + "a tab cannot indent YAML; use spaces");
    }

    @Test
    void broken_yaml_is_named_where_it_breaks_with_what_was_wrong_before() throws Exception {
        write("max_restart: 1\ncommand: a: b\n");
        assertThat(problems())
                .containsExactly(
                        at(1, 1) + "unknown key 'max_restart'; did you mean 'max_restarts'?",
                        at(2, 11) + "cannot be read as YAML: mapping values are not allowed here");
        write("agent: [a, b\n");
        assertThat(problems()).singleElement().asString().contains("cannot be read as YAML");
    }

    @Test
    void a_second_document_is_refused() throws Exception {
        write("max_restarts: 1\n---\nmax_restarts: 2\n");
        assertThat(problems())
                .containsExactly(at(2, 1) + "a second document starts here; a configuration file holds one");
    }

    @Test
    void anchors_aliases_and_tags_are_refused() throws Exception {
        write("grace: &a 5s\nstop_grace: *a\ncommand: !!str x\n<<: {b: *a}\n");
        assertThat(problems())
                .contains(
                        at(1, 8) + "anchors (&a) are not supported; write each value out",
                        at(2, 13) + "aliases (*a) are not supported; write the value out",
                        at(3, 10) + "the tag tag:yaml.org,2002:str is not supported; write the plain value",
                        at(4, 1) + "unknown key '<<'; 'ralph config show' lists all keys");
    }

    @Test
    void names_of_anchors_and_tags_neither_reach_the_terminal_as_they_are_nor_fill_it() throws Exception {
        write("command: !x%1b%5b2J make\n");
        assertThat(problems()).containsExactly(at(1, 10) + "the tag !x?[2J is not supported; write the plain value");
        write("grace: &" + "a".repeat(10_000) + " 5s\nstop_grace: *" + "a".repeat(10_000) + "\n");
        assertThat(problems()).isNotEmpty().allMatch(problem -> problem.length() < 400);
    }

    @Test
    void a_bomb_of_aliases_does_not_go_off() throws Exception {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("a%d: &a%d [%s]\n"
                    .formatted(
                            i,
                            i,
                            String.join(
                                    ",",
                                    List.of(("*a" + (i - 1) + " ")
                                            .repeat(9)
                                            .trim()
                                            .split(" ")))));
        }
        write(bomb.toString());
        assertThat(problems()).hasSizeLessThan(1000).anyMatch(problem -> problem.contains("anchors (&a0)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "? ", "- ", "a: {", "!", "&a ", "\"", "'", "|", "%", "[[]", "*", "a: ", "#"})
    void a_megabyte_of_openings_is_refused_without_harm(String opening) throws Exception {
        write("max_restarts: " + opening.repeat(FileLayer.LARGEST / opening.length() - 20));
        assertThat(problems()).isNotEmpty();
    }

    @Test
    void bytes_that_are_no_utf_8_are_named_where_they_stand() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("max_restarts: 1\n# é".getBytes(StandardCharsets.UTF_8));
        out.write(0xff);
        Files.write(file, out.toByteArray());
        assertThat(problems()).containsExactly(at(2, 4) + "is not valid UTF-8 from here on; save the file as UTF-8");

        Files.write(file, "max_restarts: 1".getBytes(StandardCharsets.UTF_16));
        assertThat(problems()).containsExactly(at(1, 1) + "is not valid UTF-8 from here on; save the file as UTF-8");

        Files.write(file, new byte[] {'a', ':', (byte) 0xe2, (byte) 0x82});
        assertThat(problems()).containsExactly(at(1, 3) + "is not valid UTF-8 from here on; save the file as UTF-8");
    }

    @Test
    void a_control_character_is_named_where_it_stands() throws Exception {
        write("max_restarts: 1\ncommand: a\0b\n");
        assertThat(problems())
                .containsExactly(
                        at(2, 11) + "contains the control character U+0000, which YAML does not allow; remove it");
    }

    @Test
    void a_nul_smuggled_in_by_an_escape_is_refused() throws Exception {
        write("command: \"a\\0b\"\nagent: [\"a\\0\"]\nroot: \"x\\0\"\n");
        assertThat(problems()).hasSize(4);
    }

    @Test
    void a_file_of_more_than_a_megabyte_is_refused() throws Exception {
        write("#".repeat(FileLayer.LARGEST));
        assertThat(load().settings()).isEqualTo(Settings.standard(project));
        write("#".repeat(FileLayer.LARGEST + 1));
        assertThat(problems()).containsExactly(file + ": is larger than 1 MB; that is no configuration file");
    }

    @Test
    void a_folder_in_place_of_the_file_is_named() throws Exception {
        Files.createDirectory(file);
        assertThat(problems()).containsExactly(file + ": is a folder; a configuration file is expected here");
    }

    @Test
    void a_link_that_leads_nowhere_is_named() throws Exception {
        Files.createSymbolicLink(file, Path.of("gone.yaml"));
        assertThat(problems())
                .containsExactly(file + ": cannot be read (its link leads nowhere); make it readable or remove it");
    }

    @Test
    void a_file_that_may_not_be_read_is_named() throws Exception {
        write("max_restarts: 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(
                Files.isReadable(file), "root may read every file: run as a plain user to see this test");
        assertThat(problems()).singleElement().asString().contains("cannot be read (AccessDeniedException");
    }

    @Test
    void a_project_folder_that_is_gone_has_no_settings() throws Exception {
        Files.delete(project.resolve(".ralph"));
        assertThat(Files.exists(file, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(load().settings()).isEqualTo(Settings.standard(project));
    }

    @Test
    void what_config_show_prints_can_be_written_back() throws Exception {
        write("""
                agent: ['a b', "c\\td", '', '5', 'true', '#', '- x', "it's", 'é→', "\\x85"]
                project: '2024'
                checks: [' x ']
                root: '/tmp/a: b'
                idle_timeout: off
                env_pass: []
                """);
        Effective first = load();
        StringBuilder shown = new StringBuilder();
        for (Effective.Line line : first.lines()) {
            if (!line.text().isEmpty()) {
                shown.append(line.key().name()).append(": ").append(line.text()).append('\n');
            }
        }
        write(shown.toString());
        assertThat(load().settings()).isEqualTo(first.settings());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void no_file_whatsoever_makes_the_loader_fail_in_an_unforeseen_way(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> pieces = List.of(
                "max_restarts",
                "agent",
                "checks",
                ": ",
                ":",
                "- ",
                "\n",
                "  ",
                "[",
                "]",
                "{",
                "}",
                ",",
                "'",
                "\"",
                "|",
                ">",
                "&a",
                "*a",
                "!!int",
                "!",
                "%YAML 1.1",
                "---",
                "...",
                "#",
                "\t",
                "5s",
                "0",
                "off",
                "é",
                "\u2028",
                "\ufeff",
                "\\",
                "?",
                "@",
                "`",
                "\0",
                "~",
                "<<",
                "\r");
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(30);
            for (int j = 0; j < length; j++) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            Layer layer = new Layer();
            new YamlFile("f", Origin.Source.PROJECT, layer).read(text.toString());
            assertThat(layer.problems()).allMatch(problem -> problem.where().startsWith("f"));
        }
    }

    private Effective load() {
        return new Configuration(project, project, Map.of()).load(Flags.none());
    }

    private List<String> problems() {
        try {
            load();
            return List.of();
        } catch (InvalidConfiguration e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    private String at(int line, int column) {
        return file + ":" + line + ":" + column + ": ";
    }

    private void write(String text) throws Exception {
        Files.writeString(file, text);
    }
}
