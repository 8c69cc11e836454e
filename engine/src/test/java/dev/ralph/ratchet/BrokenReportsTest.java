package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing of a report that is cut off, malformed or an attack is believed.
class BrokenReportsTest {
    @ParameterizedTest
    @EnumSource(
            value = ReportSample.class,
            names = {"SUREFIRE", "GRADLE", "PYTEST", "JEST", "GO_JUNIT", "NODE_XML"})
    void xml_that_is_cut_off_anywhere(ReportSample sample) {
        String text = sample.text().stripTrailing();
        for (int end = 1; end < text.length(); end += 7) {
            String part = text.substring(0, end);
            assertThatThrownBy(() -> ReportSample.read(part)).as(part).isInstanceOf(BrokenReport.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"TAP version 13\nok 1 - a\n", "1..2\nok 1 - a\n", "ok 1\n1..1\nok 2\n", "1..1\n1..1\nok 1\n"})
    void tap_without_all_that_was_planned(String text) {
        assertThatThrownBy(() -> ReportSample.read(text)).isInstanceOf(BrokenReport.class);
    }

    @Test
    void tap_that_bails_out_or_ends_inside_a_subtest_or_its_details() {
        assertThatThrownBy(() -> ReportSample.read("1..1\nok 1\nBail out! no database\n"))
                .hasMessage("the run gave up: Bail out! no database");
        assertThatThrownBy(() -> ReportSample.read("1..1\nok 1\n    ok 1 - inner\n"))
                .isInstanceOf(BrokenReport.class);
        assertThatThrownBy(() -> ReportSample.read("1..2\nok 1\n  ---\nok 2\n")).isInstanceOf(BrokenReport.class);
    }

    @Test
    void go_json_with_a_torn_line() {
        String text = ReportSample.GO_JSON.text();
        assertThatThrownBy(() -> ReportSample.read(text.substring(0, text.length() - 20)))
                .hasMessageStartingWith("line 18 is broken JSON");
    }

    @Test
    void an_entity_of_a_file_is_neither_read_nor_named(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "the-secret");
        assertThatThrownBy(() -> ReportSample.read("<?xml version=\"1.0\"?>\n<!DOCTYPE testsuite [<!ENTITY x SYSTEM \""
                        + secret.toUri() + "\">]>\n<testsuite><testcase name=\"&x;\"/></testsuite>"))
                .isInstanceOf(BrokenReport.class)
                .hasMessageContaining("document type");
        assertThatThrownBy(() -> ReportSample.read("<testsuite><testcase name=\"&x;\"/></testsuite>"))
                .isInstanceOf(BrokenReport.class);
    }

    @Test
    void a_billion_laughs_end_at_once() {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<!DOCTYPE testsuite [<!ENTITY a0 \"ha\">");
        for (int i = 1; i < 30; i++) {
            text.append("<!ENTITY a")
                    .append(i)
                    .append(" \"")
                    .append(("&a" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        String bomb = text + "]><testsuite><testcase name=\"x\">&a29;</testcase></testsuite>";
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> ReportSample.read(bomb)).isInstanceOf(BrokenReport.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1..5", "ok", "not ok # ", "\n", "x\n1..5\n"})
    void blanks_without_end_are_looked_at_in_no_time(String beginning) {
        String text = beginning + " ".repeat(60_000) + "x" + "\n".repeat(60_000);
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (int file = 0; file < 20; file++) {
                assertThatThrownBy(() -> ReportSample.read(text)).isInstanceOf(BrokenReport.class);
            }
        });
    }

    @Test
    void elements_nested_without_end_and_tests_without_number() {
        assertThatThrownBy(() -> ReportSample.read("<testsuite>".repeat(100_000)))
                .isInstanceOf(BrokenReport.class);
        String many = "<testsuite>" + "<testcase name=\"a\"/>".repeat(200_001) + "</testsuite>";
        assertThatThrownBy(() -> ReportSample.read(many)).hasMessage("it holds more than 200000 tests");
        String deep = "1..1\n"
                + java.util.stream.IntStream.range(0, 200)
                        .mapToObj(depth -> " ".repeat(4 * depth) + "ok 1\n")
                        .collect(java.util.stream.Collectors.joining());
        assertThatThrownBy(() -> ReportSample.read(deep)).hasMessageContaining("nested more than 100 deep");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n",
                "hello",
                "{}",
                "{\"a\":1}",
                "[1]",
                "<html><body/></html>",
                "<a><testsuite/></a>",
                "<testsuite><testcase/></testsuite>",
                "<testsuite><testcase name=\" \"/></testsuite>",
                "PK\u0003\u0004"
            })
    void what_is_no_report(String text) {
        assertThatThrownBy(() -> ReportSample.read(text)).isInstanceOf(BrokenReport.class);
    }

    @Test
    void numbers_that_a_report_states_about_itself_are_not_believed() throws Exception {
        TestRun run = ReportSample.read(
                "<testsuite tests=\"500\" failures=\"0\"><testcase name=\"a\" classname=\"C\"/></testsuite>");
        assertThat(run.total()).isEqualTo(new TestTally(1, 0, 0, 0));
    }

    @ParameterizedTest
    @EnumSource(ReportSample.class)
    void a_damaged_one_is_read_or_refused_and_nothing_else(ReportSample sample) {
        byte[] whole = sample.bytes();
        for (int seed = 0; seed < 700; seed++) {
            Random random = new Random(seed);
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(8); i >= 0; i--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(4)) {
                    case 0 -> bytes[at] = (byte) random.nextInt(256);
                    case 1 -> bytes[at] = (byte) "<>&\"'{}[]# \n0-".charAt(random.nextInt(14));
                    case 2 -> bytes = java.util.Arrays.copyOf(bytes, at + 1);
                    default -> System.arraycopy(whole, 0, bytes, at, Math.min(40, bytes.length - at));
                }
            }
            try {
                TestRun run = ReportSample.read(bytes, "r", "/x");
                assertThat(run.tests().keySet()).allMatch(test -> test.name().length() <= 400);
            } catch (BrokenReport refused) {
                assertThat(refused).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void utf_16_and_byte_order_marks_are_fine() throws Exception {
        String text =
                "<?xml version=\"1.0\" encoding=\"UTF-16\"?><testsuite><testcase name=\"ä\" classname=\"C\"/></testsuite>";
        assertThat(ReportSample.words(ReportSample.read(text.getBytes(StandardCharsets.UTF_16), "r", "/x")))
                .containsOnlyKeys("C > ä");
        assertThat(ReportSample.words(
                        ReportSample.read("\uFEFF<testsuite><testcase name=\"ä\" classname=\"C\"/></testsuite>")))
                .containsOnlyKeys("C > ä");
    }

    @Test
    void what_a_test_printed_as_elements_takes_no_test_away() throws Exception {
        String text = "<testsuite><testcase name=\"a\" classname=\"C\"><system-out><testcase name=\"b\"><failure/>"
                + "</testcase></system-out><failure/></testcase></testsuite>";
        assertThat(ReportSample.words(ReportSample.read(text))).isEqualTo(java.util.Map.of("C > a", "failed"));
    }

    @Test
    void a_test_right_inside_a_test_whose_failure_would_be_lost() {
        assertThatThrownBy(
                        () -> ReportSample.read("<testsuite><testcase name=\"a\" classname=\"C\"><testcase name=\"b\">"
                                + "<failure/></testcase></testcase></testsuite>"))
                .hasMessage("the test 'b' stands right inside the test 'a'");
    }

    @Test
    void a_brace_by_itself_opens_only_the_test_right_before_it() {
        for (String between : new String[] {"# a comment\n", "1..2\n", "something else\n"}) {
            assertThatThrownBy(() -> ReportSample.read(
                            "TAP version 14\nok 1 - a\n" + between + "{\n    ok 1 - b\n    1..1\n}\n"))
                    .as(between)
                    .isInstanceOf(BrokenReport.class);
        }
    }

    @Test
    void tap_that_ends_before_the_brace_of_a_subtest() {
        assertThatThrownBy(() -> ReportSample.read("1..1\nok 1 - a {\n    ok 1 - b\n    1..1\n"))
                .hasMessage("it ends inside a subtest: it was cut off");
    }

    @Test
    void references_to_characters_are_no_attack() throws Exception {
        String text = "<testsuite><testcase name=\"a\" classname=\"C\"><failure message=\"" + "&lt;&#10;".repeat(40_000)
                + "\">" + "&amp;&#9;&gt;".repeat(200_000) + "</failure></testcase></testsuite>";
        assertThat(ReportSample.words(ReportSample.read(text))).isEqualTo(java.util.Map.of("C > a", "failed"));
    }

    @Test
    void what_a_report_is_called_and_says_steers_no_terminal() {
        TestRun.Broken broken = new TestRun.Broken("TEST-\u001b[2J\nx.xml", "the run gave up:\u202e \u0007");
        assertThat(broken).isEqualTo(new TestRun.Broken("TEST- [2J x.xml", "the run gave up:"));
    }
}
