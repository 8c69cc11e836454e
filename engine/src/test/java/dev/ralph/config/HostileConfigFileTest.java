package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are damaged, made to harm, or not there.
class HostileConfigFileTest extends InConfigFolder {
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
    void a_pipe_holds_nobody_up_and_a_device_that_is_always_empty_says_nothing() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertThat(problems()).containsExactly(file + ": is not a regular file; a configuration file is expected here");

        Path pipe = project.resolve("pipe");
        Files.move(file, pipe);
        Files.createSymbolicLink(file, pipe);
        assertThat(problems()).hasSize(1);

        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/dev/null"));
        assertThat(problems()).isEmpty();
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
        assertThat(load().lines())
                .isEqualTo(Settings.only(FlagValues.none(), project).lines());
        write("#".repeat(FileLayer.LARGEST + 1));
        assertThat(problems()).containsExactly(file + ": is larger than 1 MB, too large for a configuration file");
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
        assertThat(load().lines())
                .isEqualTo(Settings.only(FlagValues.none(), project).lines());
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
            ConfigLayer layer = new ConfigLayer();
            new YamlFile("f", ValueOrigin.Source.PROJECT, layer, null).read(text.toString());
            assertThat(layer.problems()).allMatch(problem -> problem.where().startsWith("f"));
        }
    }
}
