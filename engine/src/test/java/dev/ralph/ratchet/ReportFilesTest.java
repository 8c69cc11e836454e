package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.verify.ReportGlob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportFilesTest {
    private static final List<ReportGlob> REPORTS = List.of(new ReportGlob("**/reports/*.xml"));

    @TempDir
    Path root;

    private void report(String file, String... passing) throws IOException {
        StringBuilder text = new StringBuilder("<testsuite>");
        for (String test : passing) {
            text.append("<testcase classname='C' name='").append(test).append("'/>");
        }
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "</testsuite>");
    }

    @Test
    void only_what_the_run_wrote_counts() throws Exception {
        report("reports/old.xml", "old");
        report("reports/again.xml", "stale");
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        Instant began = Instant.now();
        report("reports/new.xml", "new");
        report("sub/module/reports/deep.xml", "deep");
        report("reports/again.xml", "fresh");
        report("elsewhere/other.xml", "other");
        TestRun run = files.read(began, Set.of());
        assertThat(ReportSample.words(run)).containsOnlyKeys("C > new", "C > deep", "C > fresh");
        assertThat(run.read()).isEqualTo(3);
    }

    @Test
    void a_report_from_the_future_that_lay_there_before_does_not_count() throws Exception {
        report("reports/fake.xml", "fake");
        Files.setLastModifiedTime(
                root.resolve("reports/fake.xml"), FileTime.from(Instant.now().plus(Duration.ofDays(1))));
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        assertThat(files.read(Instant.now(), Set.of())).isEqualTo(TestRun.NONE);
    }

    @Test
    void a_report_that_the_run_only_copied_from_somewhere_does_not_count() throws Exception {
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        Instant began = Instant.now();
        report("reports/fake.xml", "fake");
        Files.setLastModifiedTime(root.resolve("reports/fake.xml"), FileTime.from(began.minus(Duration.ofHours(1))));
        assertThat(files.read(began, Set.of())).isEqualTo(TestRun.NONE);
    }

    @Test
    void a_file_of_the_commit_does_not_count_even_when_it_is_written_again() throws Exception {
        report("reports/fake.xml", "fake");
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        Instant began = Instant.now();
        report("reports/fake.xml", "touched");
        report("reports/real.xml", "real");
        assertThat(ReportSample.words(files.read(began, Set.of(Path.of("reports/fake.xml")))))
                .containsOnlyKeys("C > real");
    }

    @Test
    void the_folder_that_is_only_for_reports_is_left_as_it_was() throws Exception {
        List<ReportGlob> own = List.of(new ReportGlob(".ralph-reports/*.xml"));
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), own);
        report(".ralph-reports/a.xml", "a");
        assertThat(files.read(Instant.now(), Set.of()).read()).isEqualTo(1);
        files.tidy();
        assertThat(root).isEmptyDirectory();
        report(".ralph-reports/users.xml", "a");
        ReportFiles later = ReportFiles.watch(root, root.toAbsolutePath(), own);
        report(".ralph-reports/a.xml", "a");
        later.tidy();
        assertThat(root.resolve(".ralph-reports")).isDirectoryNotContaining("glob:**/a.xml");
        assertThat(root.resolve(".ralph-reports/users.xml")).exists();
    }

    @Test
    void links_are_not_followed(@TempDir Path outside) throws Exception {
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        Instant began = Instant.now();
        Files.writeString(outside.resolve("a.xml"), "<testsuite><testcase name='a'/></testsuite>");
        Files.createDirectories(root.resolve("reports"));
        Files.createSymbolicLink(root.resolve("reports/a.xml"), outside.resolve("a.xml"));
        Files.createDirectories(root.resolve("x"));
        Files.createSymbolicLink(root.resolve("x/reports"), outside);
        assertThat(files.read(began, Set.of())).isEqualTo(TestRun.NONE);
    }

    @Test
    void a_broken_report_is_told_beside_the_good_ones() throws Exception {
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        Instant began = Instant.now();
        report("reports/good.xml", "good");
        Files.writeString(root.resolve("reports/torn.xml"), "<testsuite><testcase name='torn'/>");
        Files.writeString(root.resolve("reports/void.xml"), "");
        TestRun run = files.read(began, Set.of());
        assertThat(ReportSample.words(run)).containsOnlyKeys("C > good");
        assertThat(run.broken())
                .extracting(TestRun.Broken::report)
                .containsExactly("reports/torn.xml", "reports/void.xml");
    }

    @Test
    void the_folder_of_the_tree_is_no_part_of_a_name() throws Exception {
        ReportFiles files = ReportFiles.watch(root, root.toAbsolutePath(), REPORTS);
        Instant began = Instant.now();
        Path file = root.resolve("reports/node.xml");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "<testsuites><testcase classname='test' file='" + root.toAbsolutePath() + "/test/a.js' name='in "
                        + root.toAbsolutePath() + "'/></testsuites>");
        assertThat(ReportSample.words(files.read(began, Set.of()))).containsOnlyKeys("test/a.js > in .");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/*.xml", "./a/*.xml", "a/**", "**/*.xml", "**/a/**/b.xml", "a/", "a/{b,c}.xml"})
    void patterns_as_people_write_them(String pattern) {
        assertThat(new ReportGlob(pattern).matches(Path.of("a/b.xml"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/etc/*.xml", "../x.xml", "a/../../x", "a/{b", "a\0b"})
    void patterns_that_cannot_be(String pattern) {
        assertThatThrownBy(() -> new ReportGlob(pattern)).isInstanceOf(IllegalArgumentException.class);
    }
}
