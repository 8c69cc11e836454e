package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.ralph.verify.ReportGlob;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// However long a report, a line or a name is: reading takes time in proportion, and little memory.
class HugeReportsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int MB = 1 << 20;

    @TempDir
    Path folder;

    /// What a report can be full of.
    enum Full {
        CDATA("<testsuite><testcase name=\"a\" classname=\"C\"><system-out><![CDATA[", "]]></system-out></testcase>"),
        TEXT("<testsuite><testcase name=\"a\" classname=\"C\"><system-out>", "</system-out></testcase>"),
        REFERENCES("<testsuite><testcase name=\"a\" classname=\"C\"><system-out>", "</system-out></testcase>"),
        TAP("TAP version 14\nok 1 - a\n", "1..1\n"),
        TAP_IN_ONE_LINE("TAP version 14\nok 1 - a\n# ", "\n1..1\n"),
        GO("{\"Action\":\"pass\",\"Package\":\"C\",\"Test\":\"a\"}\n", "{\"Action\":\"pass\",\"Package\":\"C\"}\n");

        private final String before;
        private final String after;

        Full(String before, String after) {
            this.before = before;
            this.after = after;
        }

        private String line() {
            return switch (this) {
                case CDATA -> "[DEBUG] <said/> ]] > \ud83d\ude00 ä ".repeat(3) + "\n";
                case TEXT -> "[DEBUG] said \ud83d\ude00 ä ".repeat(3) + "\n";
                case REFERENCES -> "[DEBUG] &lt;said&gt; &amp; &#228; \ud83d\ude00".repeat(3) + "\n";
                case TAP -> "# said \ud83d\ude00 ä\n";
                case TAP_IN_ONE_LINE -> "said \ud83d\ude00 ä ";
                case GO ->
                    "{\"Action\":\"output\",\"Package\":\"C\",\"Test\":\"a\",\"Output\":\"ä \ud83d\ude00\\n\"}\n";
            };
        }

        private void write(Path file, long bytes) throws IOException {
            try (Writer out = Files.newBufferedWriter(file)) {
                out.write(before);
                for (long one = line().getBytes(StandardCharsets.UTF_8).length, all = one; all < bytes; all += one) {
                    out.write(line());
                }
                out.write(after);
                if (!name().startsWith("TAP") && this != GO) {
                    out.write("</testsuite>");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Full.class)
    void an_honest_report_of_60_megabytes_is_read_in_a_small_heap(Full full) throws Exception {
        full.write(folder.resolve("report"), 60L * MB);

        assertThat(read("-Xmx64m")).isEqualTo("passed []");
    }

    @Test
    void a_report_that_needs_more_memory_than_there_is_is_a_broken_one() throws Exception {
        try (Writer out = Files.newBufferedWriter(folder.resolve("report"))) {
            out.write("<testsuite><testcase classname=\"C\" name=\"");
            for (int i = 0; i < 60; i++) {
                out.write("a".repeat(MB));
            }
            out.write("\"/></testsuite>");
        }

        assertThat(read("-Xmx64m")).contains("report, why=reading it takes more memory than there is");
    }

    /// In a JVM of its own.
    private String read(String heap) throws Exception {
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+UseSerialGC",
                        "-cp",
                        Objects.requireNonNull(System.getProperty("java.class.path")),
                        Reading.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(Duration.ofMinutes(2))).isTrue();
        return Files.readString(said).strip();
    }

    /// Reads the report in a folder as a check does.
    static final class Reading {
        private Reading() {}

        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[0]);
            Path report = folder.resolve("report");
            Path aside = Files.move(report, folder.resolve("aside"));
            ReportFiles files = ReportFiles.watch(folder, folder, List.of(new ReportGlob("report")));
            Files.move(aside, report);
            TestRun run = files.read(Instant.now().minus(Duration.ofHours(1)), Set.of());
            System.out.println(run.total().words() + " " + run.broken());
        }
    }

    @Test
    void a_line_full_of_times_is_read_at_once() {
        String text = "1..1\nok 1 " + "#time=".repeat(150_000) + " x\n";
        String longer = "1..1\nok 1 " + "#time=".repeat(350_000) + " x\n";

        assertTimeoutPreemptively(SOON, () -> {
            assertThat(ReportSample.read(text).total()).isEqualTo(new TestTally(1, 0, 0, 0));
            assertThatThrownBy(() -> ReportSample.read(longer)).hasMessage("the line of a test is longer than 1 MiB");
        });
    }

    @Test
    void many_subtests_of_a_test_with_a_long_name_hold_it_once() {
        StringBuilder text = new StringBuilder("TAP version 14\n");
        for (int i = 0; i < 20_000; i++) {
            text.append("    ok\n");
        }
        text.append("    1..20000\nok 1 - ").append("parent ".repeat(MB / 8)).append("\n1..1\n");

        assertTimeoutPreemptively(
                SOON,
                () -> assertThat(ReportSample.read(text.toString()).total()).isEqualTo(new TestTally(20_000, 0, 0, 0)));
    }

    @Test
    void many_tests_in_a_suite_with_a_long_name_hold_it_once() {
        String text = "<testsuite name=\"" + "suite ".repeat(10 * MB / 6) + "\">"
                + "<testcase name=\"a\"/>".repeat(200_000) + "</testsuite>";

        assertTimeoutPreemptively(
                SOON, () -> assertThat(ReportSample.read(text).total()).isEqualTo(new TestTally(200_000, 0, 0, 0)));
    }

    @Test
    void what_comes_behind_too_many_tests_is_not_even_read() throws Exception {
        ReportFiles files = ReportFiles.watch(folder, folder, List.of(new ReportGlob("*.xml")));
        String many = "<testsuite>" + "<testcase name=\"a\"/>".repeat(150_000) + "</testsuite>";
        Files.writeString(folder.resolve("1.xml"), many);
        Files.writeString(folder.resolve("2.xml"), many);
        Files.writeString(folder.resolve("3.xml"), "<testsuite><testcase name=\"a\"/></testsuite>");

        assertThat(files.read(Instant.now(), Set.of()).broken())
                .containsExactly(
                        new TestRun.Broken("2.xml", "with it the reports hold more than 200000 tests"),
                        new TestRun.Broken("3.xml", "the reports before it hold more than 200000 tests"));
    }

    @Test
    void long_names_that_differ_only_in_their_folder_or_end_are_told_apart() throws Exception {
        String here = "/home/ann/shop/" + "x".repeat(5000);
        String there = "x".repeat(5000);
        assertThat(ReportSample.read("1..1\nok 1 - " + here + "\n").tests())
                .isEqualTo(ReportSample.read("1..1\nok 1 - " + there + "\n").tests())
                .isNotEqualTo(ReportSample.read("1..1\nok 1 - " + there + "y\n").tests());
        assertThat(ReportSample.read("1..1\nok 1 - " + "x".repeat(5000) + " # SKIP later\n")
                        .total())
                .isEqualTo(new TestTally(0, 0, 0, 1));
    }

    @Test
    void long_sections_mean_what_they_meant_and_what_only_looks_like_one_is_none() throws Exception {
        for (int length = (1 << 15) - 6; length < (1 << 15) + 3; length++) {
            for (String end : List.of("]]", "]", "\ud83d\ude00", ">", "]] >", "<![CDATA[", "-->", "?>")) {
                String text = "<testsuite><!-- <![CDATA[ --><?x <![CDATA[ ?><testcase name=\"a\" classname=\"C\">"
                        + "<system-out>" + "y".repeat(1 << 16) + "<![CDATA[" + "x".repeat(length) + end
                        + "</system-out><failure/>]]></system-out><skipped/></testcase></testsuite>";
                assertThat(ReportSample.words(ReportSample.read(text))).isEqualTo(Map.of("C > a", "skipped"));
            }
        }
    }
}
