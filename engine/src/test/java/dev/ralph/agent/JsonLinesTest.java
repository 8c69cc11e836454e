package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Lines that are cut, broken, endless or made to harm. Read as the stream of `acp`, whose lines are the shortest.
class JsonLinesTest {
    private static final String GOOD = "{\"type\":\"text\",\"text\":\"ok\",\"last\":true}";
    private static final AgentEvent OK = new AgentEvent.Text("ok", true);

    @Test
    void a_broken_line_costs_only_itself() {
        assertThat(heard(GOOD, "{\"type\":\"text\"", GOOD, "{\"type\":\"text\"}}", GOOD, "[1]", GOOD, "{}", GOOD))
                .containsExactly(
                        OK,
                        new AgentEvent.Strange("no JSON object: {\"type\":\"text\""),
                        OK,
                        new AgentEvent.Strange("no JSON object: {\"type\":\"text\"}}"),
                        OK,
                        new AgentEvent.Strange("no JSON object: [1]"),
                        OK,
                        new AgentEvent.Strange("an event of an unknown type: "),
                        OK);
    }

    @Test
    void an_object_over_two_lines_is_no_line() {
        assertThat(heard("{\"type\":\"text\",", "\"text\":\"ok\",\"last\":true}", GOOD))
                .hasSize(3)
                .endsWith(OK);
    }

    @Test
    void white_space_around_a_line_and_empty_lines_mean_nothing() {
        assertThat(heard("", "  \t", "\r", " " + GOOD + " \t\r")).containsExactly(OK);
    }

    @Test
    void a_last_line_without_an_end_counts_if_it_is_whole() {
        assertThat(HeardEvents.of(StreamFormat.ACP, bytes(GOOD))).containsExactly(OK);
        assertThat(HeardEvents.of(StreamFormat.ACP, bytes(GOOD + "\n" + GOOD.substring(0, 20))))
                .containsExactly(OK, new AgentEvent.Strange(AgentEvent.Strange.HALF_A_LINE.why()));
    }

    @Test
    void of_a_name_that_is_there_twice_the_last_counts() {
        assertThat(heard("{\"type\":\"x\",\"type\":\"text\",\"text\":\"no\",\"text\":\"ok\",\"last\":true}"))
                .containsExactly(OK);
    }

    @Test
    void names_and_texts_may_be_escaped() {
        assertThat(heard("{\"\\u0074ype\":\"te\\u0078t\",\"text\":\"\\u006fk\",\"last\":true}"))
                .containsExactly(OK);
    }

    @Test
    void bytes_that_are_no_utf_8_become_replacement_characters() {
        byte[] line = bytes("{\"type\":\"text\",\"text\":\"a?b\",\"last\":true}\n" + GOOD + "\n");
        line[new String(line, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xff;

        assertThat(HeardEvents.of(StreamFormat.ACP, line)).containsExactly(new AgentEvent.Text("a\ufffdb", true), OK);
    }

    @Test
    void values_of_the_wrong_type_are_not_there() {
        assertThat(heard(
                        "{\"type\":{\"a\":[1]},\"text\":5}",
                        "{\"type\":\"text\",\"text\":{\"x\":1},\"last\":\"yes\"}",
                        "{\"type\":\"session\",\"id\":[null,{\"a\":1}]}",
                        "{\"type\":\"usage\",\"input\":\"many\",\"output\":-5,\"dollars\":\"x\",\"key\":null}"))
                .hasSize(3)
                .startsWith(new AgentEvent.Strange("an event of an unknown type: "), new AgentEvent.Text("", false));
    }

    @Test
    void numbers_beyond_measure_are_not_there() {
        for (String number : List.of("1e999999999", "-1e-999999999", "9".repeat(900), "0." + "1".repeat(900))) {
            assertThat(HeardEvents.only(
                            AgentEvent.Used.class,
                            heard("{\"type\":\"usage\",\"key\":\"k\",\"input\":" + number + ",\"dollars\":" + number
                                    + "}")))
                    .as(number)
                    .singleElement()
                    .satisfies(used -> {
                        assertThat(used.tokens().total()).isZero();
                        assertThat(used.dollars()).isNull();
                    });
        }
    }

    @Test
    void a_deep_line_is_strange() {
        for (String open : List.of("[", "{\"type\":")) {
            String deep = "{\"type\":" + open.repeat(100_000);

            assertThat(heard(deep, GOOD)).hasSize(2).endsWith(OK);
        }
    }

    @Test
    void a_line_with_a_flood_of_values_is_strange() {
        assertThat(heard("{\"type\":\"text\",\"text\":[" + "{},".repeat(500_000) + "{}]}", GOOD))
                .hasSize(2)
                .endsWith(OK);
    }

    @Test
    void ever_new_names_do_not_fill_the_memory() {
        StreamReader reader = StreamFormat.ACP.reader(ResetTimes.UNKNOWN);
        List<AgentEvent> said = new ArrayList<>();
        long before = used();
        for (int i = 0; i < 40_000; i++) {
            StringBuilder line = new StringBuilder("{\"type\":\"text\",\"text\":\"\"");
            for (int j = 0; j < 10; j++) {
                line.append(",\"name")
                        .append(i)
                        .append('x')
                        .append(j)
                        .append("abcdefghijklmnopqrstuvwxyz")
                        .append("\":1");
            }
            byte[] bytes = bytes(line + "}\n");
            reader.read(bytes, 0, bytes.length, said::add);
            said.clear();
        }

        assertThat(used() - before).isLessThan(20 << 20);
        reader.end(said::add);
    }

    @Test
    void a_line_of_a_hundred_megabytes_is_passed_over_and_costs_no_memory() {
        StreamReader reader = StreamFormat.ACP.reader(ResetTimes.UNKNOWN);
        List<AgentEvent> said = new ArrayList<>();
        byte[] begin = bytes("{\"type\":\"text\",\"text\":\"");
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) 'a');
        byte[] end = bytes("\"}\n" + GOOD + "\n");
        reader.read(begin, 0, begin.length, said::add);
        long most = 0;
        long before = used();
        for (int i = 0; i < 100; i++) {
            reader.read(piece, 0, piece.length, said::add);
            most = i % 20 == 19 ? Math.max(most, used() - before) : most;
        }
        reader.read(end, 0, end.length, said::add);

        assertThat(most).isLessThan(2L * JsonLines.LONGEST_LINE);
        assertThat(said)
                .containsExactly(
                        new AgentEvent.Strange(
                                "a line of " + ((100 << 20) + begin.length + 2) + " bytes was passed over"),
                        OK);
    }

    @Test
    void the_longest_line_is_as_long_whether_it_comes_in_one_piece_or_many() {
        String frame = "{\"type\":\"text\",\"text\":\"\",\"last\":true}";
        for (int extra : new int[] {0, 1}) {
            String text = "a".repeat(JsonLines.LONGEST_LINE - frame.length() + extra);
            byte[] line = bytes("{\"type\":\"text\",\"text\":\"" + text + "\",\"last\":true}\n");

            List<AgentEvent> whole = HeardEvents.of(StreamFormat.ACP, line);

            assertThat(whole).hasOnlyElementsOfType(extra == 0 ? AgentEvent.Text.class : AgentEvent.Strange.class);
            assertThat(HeardEvents.inPieces(StreamFormat.ACP, line, List.of(70_001)))
                    .isEqualTo(whole);
        }
    }

    private static List<AgentEvent> heard(String... lines) {
        return HeardEvents.of(StreamFormat.ACP, lines);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
