package dev.ralph.tamper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileChangeTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int PART = 8;

    record Repeated(String path, String head, String piece, String tail) {
        Repeated(String path, String piece) {
            this(path, "", piece, "");
        }

        String text(int size) {
            return head + piece.repeat((size - head.length() - tail.length()) / piece.length()) + tail;
        }

        @Override
        public String toString() {
            return path + ": " + TamperExcerpt.line(head + "|" + piece + "|" + tail);
        }
    }

    /// Beginnings without ends: a reader that looks for the end from each of them takes the square of the time.
    static List<Repeated> pieces() {
        return List.of(
                new Repeated("a.test.js", "it('"),
                new Repeated("a.test.js", "a ", "a", ""),
                new Repeated("tests/test_a.py", "a_b\n"),
                new Repeated("Makefile", ".PHONY: test\n"),
                new Repeated("package.json", "{\"\\u0074\":"),
                new Repeated("requirements.txt", "a @ "),
                new Repeated("conftest.py", "x.y = 1\n"),
                new Repeated("pom.xml", "<a "),
                new Repeated("pom.xml", "<a>"),
                new Repeated("package.json", "{\"a\":"),
                new Repeated("package.json", "a"),
                new Repeated("pyproject.toml", "a=[\n"),
                new Repeated("Makefile", "a: a\n\tb\n"),
                new Repeated("build.gradle", "|| "),
                new Repeated("jest.config.js", "minimum=1 "),
                new Repeated("result.xml", "1..1\n"),
                new Repeated("result.xml", "", "<report ", ""),
                new Repeated("Makefile", "a", " ", "b"),
                new Repeated("rules.mk", "a b", " ", "=b"),
                new Repeated("Makefile", "export ", " ", "b"),
                new Repeated("Makefile", "test", "-a", "!"),
                new Repeated("requirements.txt", "["),
                new Repeated("requirements.txt", "\""),
                new Repeated("requirements.txt", "a", " ", "b"),
                new Repeated("requirements.txt", "a@"),
                new Repeated("pyproject.toml", "a = \"", "[", "\""),
                new Repeated("pyproject.toml", "a = \"", "' ", "\""),
                new Repeated("build.gradle", "enabled", " ", "x"),
                new Repeated("build.gradle", "enabled "),
                new Repeated("build.gradle", "exclude", " ", "x"),
                new Repeated("build.gradle", "version", " ", "x"),
                new Repeated("go.mod", "a.a"),
                new Repeated(".nycrc", "check-coverage"),
                new Repeated(".nycrc", "all", " ", "x"),
                new Repeated("package.json", "{\"scripts\":{\"test\":\"", "-k ", "\"}}"),
                new Repeated("conftest.py", "x(", "setattr ", ")"),
                new Repeated("conftest.py", "", "a.", "b"));
    }

    /// As long as may be, against a part of it.
    @ParameterizedTest
    @MethodSource("pieces")
    void the_same_piece_again_and_again_takes_time_that_grows_with_its_length(Repeated repeated) {
        int size = FileContent.LARGEST;
        long begun = System.nanoTime();
        look(change(repeated, size / PART));
        Duration part = Duration.ofNanos(System.nanoTime() - begun);

        assertTimeoutPreemptively(part.multipliedBy(3 * PART).plusSeconds(1), () -> look(change(repeated, size)));
    }

    private static FileChange change(Repeated repeated, int size) {
        String text = repeated.text(size);
        return new FileChange(
                repeated.path(), new FileContent.Text(text), new FileContent.Text(text.substring(1) + "y"));
    }

    private static List<TamperFinding> look(FileChange... changes) {
        return TamperGuard.look(List.of(changes), CheckFiles.NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatever_is_written_over_tests_is_looked_at_without_a_stumble(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<TamperSample> samples = TamperGuardTest.samples();
        for (int i = 0; i < 150; i++) {
            TamperSample sample = samples.get(random.nextInt(samples.size()));
            List<FileChange> changes = new ArrayList<>();
            for (FileChange change : sample.changes()) {
                FileContent after =
                        change.after() == null ? null : new FileContent.Text(mutated(change.textAfter(), random));
                changes.add(new FileChange(change.path(), change.before(), after));
            }
            assertThat(TamperGuard.look(changes, CheckFiles.NONE)).allSatisfy(finding -> {
                assertThat(finding.toString())
                        .doesNotContainPattern("\\p{Cntrl}")
                        .hasSizeLessThan(700);
                assertThat(finding.path()).isNotBlank();
            });
        }
    }

    private static String mutated(String text, SplittableRandom random) {
        StringBuilder mutated = new StringBuilder(text);
        List<String> pieces = pieces().stream().map(Repeated::piece).toList();
        for (int i = 0; i < 5; i++) {
            int at = random.nextInt(mutated.length() + 1);
            int end = Math.min(mutated.length(), at + random.nextInt(12));
            mutated.replace(at, end, pieces.get(random.nextInt(pieces.size())));
        }
        return mutated.toString();
    }

    @Test
    void thousands_of_files_are_looked_at_in_bounded_time() {
        List<FileChange> changes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            FileContent before = new FileContent.Text("def test_" + i + "():\n    assert f(" + i + ") == " + i + "\n");
            changes.add(new FileChange("tests/test_" + i + ".py", before, null));
        }
        List<TamperFinding> found = assertTimeoutPreemptively(LONG, () -> TamperGuard.look(changes, CheckFiles.NONE));
        assertThat(found).hasSizeBetween(1, 300).allMatch(finding -> finding.rule() == TamperRule.TEST_DELETED);
    }

    @Test
    void a_rule_is_told_of_however_many_findings_of_another_there_are() {
        List<FileChange> changes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            changes.add(new FileChange("package" + i + "/.npmrc", null, new FileContent.Text("a=b")));
        }
        changes.add(new FileChange("bin/pytest", null, new FileContent.Text("exit 0")));
        assertThat(TamperGuard.look(changes, CheckFiles.NONE))
                .extracting(TamperFinding::rule)
                .contains(TamperRule.INTERPRETER_CONFIG, TamperRule.SHADOWED_TOOL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tests/test_a.py", "pom.xml", "conftest.py", "a.test.js", "jest.config.js"})
    void what_is_too_large_or_no_text_is_a_finding_where_it_matters(String path) {
        FileContent text = new FileContent.Text("def test_a():\n    assert a() == 1\n");
        for (byte[] bytes : List.of(new byte[FileContent.LARGEST + 1], "a\0b".getBytes(StandardCharsets.UTF_8))) {
            assertThat(look(new FileChange(path, text, FileContent.of(bytes))))
                    .extracting(TamperFinding::rule)
                    .containsOnly(TamperRule.UNREADABLE);
        }
        assertThat(look(new FileChange(path, null, new FileContent.Opaque("is a symbolic link"))))
                .extracting(TamperFinding::rule)
                .containsOnly(TamperRule.UNREADABLE);
    }

    @Test
    void a_large_picture_is_no_matter() {
        assertThat(look(new FileChange("docs/picture.png", null, FileContent.tooLarge())))
                .isEmpty();
    }

    @Test
    void thousands_of_files_that_moved_are_looked_at_in_bounded_time() {
        List<FileChange> changes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            FileContent text = new FileContent.Text("def test_" + i + "():\n    assert f(" + i + ") == " + i + "\n");
            changes.add(new FileChange("tests/test_" + i + ".py", text, null));
            changes.add(new FileChange("tests/unit/test_" + i + ".py", null, text));
        }
        assertThat(assertTimeoutPreemptively(LONG, () -> TamperGuard.look(changes, CheckFiles.NONE)))
                .isEmpty();
    }

    @Test
    void text_in_another_encoding_is_looked_at_all_the_same() {
        byte[] latin = "[pytest]\n# gr\u00fc\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] fewer = "[pytest]\n# gr\u00fc\u00dfe\naddopts = --deselect tests/test_a.py\n"
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(look(new FileChange("pytest.ini", FileContent.of(latin), FileContent.of(fewer))))
                .extracting(TamperFinding::rule)
                .containsExactly(TamperRule.BUILD_CHECKS);
    }

    @Test
    void names_of_files_and_tests_cannot_steer_a_terminal() {
        FileContent before = new FileContent.Text("it('\u001b[2Jx', () => { expect(a()).toBe('\u202e'); });");
        assertThat(look(
                        new FileChange("a.test.js", before, new FileContent.Text("//")),
                        new FileChange("tests/test_\u001b[2J\nb.py", before, null),
                        new FileChange("\u001b[2J/.npmrc", null, before)))
                .hasSizeGreaterThan(2)
                .allSatisfy(finding -> assertThat(finding.toString()).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]"));
    }
}
