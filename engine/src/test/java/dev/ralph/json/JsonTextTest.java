package dev.ralph.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    private static Map<String, @Nullable Object> everything() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("z", 1L);
        all.put("a", new BigDecimal("1.50"));
        all.put("big", new BigDecimal("123456789012345678901234567890"));
        all.put("hundred", new BigDecimal("1E+2"));
        all.put("list", Arrays.asList("text", null, true, false, List.of(), Map.of()));
        all.put("\"odd\" \\ name\n", "tab\t NUL \u0000 bell \u0007 line\u2028end 😀");
        all.put("half", "\ud83d and \ude00");
        return all;
    }

    @Test
    void what_was_written_comes_back_equal() {
        assertThat(JsonText.parse(JsonText.of(everything()))).isEqualTo(everything());
    }

    @Test
    void fields_are_written_in_their_order_on_one_line() {
        assertThat(JsonText.of(everything()))
                .startsWith("{\"z\":1,\"a\":1.50,\"big\":123456789012345678901234567890,\"hundred\":1E+2,"
                        + "\"list\":[\"text\",null,true,false,[],{}],\"\\\"odd\\\" \\\\ name\\n\":")
                .endsWith("\"half\":\"\\ud83d and \\ude00\"}");
    }

    @Test
    void of_two_equal_names_the_last_counts() {
        assertThat(JsonText.object("{\"a\":1,\"a\":2}")).isEqualTo(Map.of("a", 2L));
    }

    @Test
    void every_cut_of_a_text_is_refused() {
        String text = JsonText.of(everything());
        for (int length = 0; length < text.length(); length++) {
            String cut = text.substring(0, length);
            assertThatThrownBy(() -> JsonText.parse(cut))
                    .isInstanceOf(InvalidJson.class)
                    .hasMessageContaining("JSON");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "[1] 2", "{\"a\":1e999999999}", "nul", "{a:1}", "[1,]"})
    void what_is_not_one_value_is_refused(String text) {
        assertThatThrownBy(() -> JsonText.parse(text))
                .isInstanceOf(InvalidJson.class)
                .hasMessageContaining("JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "null", "\"text\""})
    void what_is_no_object_is_refused_where_one_is_wanted(String text) {
        assertThatThrownBy(() -> JsonText.object(text))
                .isInstanceOf(InvalidJson.class)
                .hasMessageContaining("object");
    }

    private static List<String> items(String text) {
        List<String> items = new ArrayList<>();
        try {
            JsonText.items(text, 20, (name, line, value) -> items.add(name + "@" + line + " " + JsonText.of(value)));
        } catch (InvalidJson e) {
            items.add("broken in line " + e.line());
        }
        return items;
    }

    @Test
    void items_are_handed_over_one_by_one_with_their_list_and_line() {
        assertThat(items("[1,\n\"é😀\", [2,\n[3]],\n\n {\"a\" : {\"b\":null}}]"))
                .containsExactly("@1 1", "@2 \"é😀\"", "@2 [2,[3]]", "@5 {\"a\":{\"b\":null}}");
        assertThat(items("{\"a\":\n1,\"b\":[true,\n{}],\"c\":[],\"d\":{\"e\":[4]}}"))
                .containsExactly("a@2 1", "b@2 true", "b@3 {}", "d@3 {\"e\":[4]}");
    }

    @Test
    void an_item_that_is_too_long_is_null_and_the_next_is_whole() {
        assertThat(items("[[\"01234567890123456789\"],\n[1e999999],[\"0123456789abcdef\"],[5]]"))
                .containsExactly("@1 null", "@2 null", "@2 [\"0123456789abcdef\"]", "@2 [5]");
    }

    @Test
    void what_stands_before_a_broken_place_is_handed_over() {
        assertThat(items("[{\"a\":1},\n{\"b\":2},\n{\"c\" 3}]"))
                .containsExactly("@1 {\"a\":1}", "@2 {\"b\":2}", "broken in line 3");
        assertThat(items("[1] 2")).containsExactly("@1 1", "broken in line 1");
        assertThat(items("[1,")).containsExactly("@1 1", "broken in line 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "7", "null", "\"[]\"", "]", "{]"})
    void what_is_neither_a_list_nor_an_object_has_no_items(String text) {
        assertThat(items(text)).containsExactly("broken in line 1");
    }
}
