package dev.ralph.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
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
}
