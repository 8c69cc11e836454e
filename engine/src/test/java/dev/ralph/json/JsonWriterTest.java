package dev.ralph.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void what_is_put_together_piece_by_piece_is_the_json_of_those_values() {
        JsonWriter json = new JsonWriter();
        json.object(() -> {
            json.field("text", "{[:\"\n\ud83d");
            json.field("none", (String) null);
            json.field("number", 7);
            json.number("decimal", new BigDecimal("0.10"));
            json.number("unknown", null);
            json.field("flag", true);
            json.arrayField("list", () -> {
                json.value("[");
                json.array(() -> {});
                json.object(() -> json.rawField("raw", "[1]"));
                json.raw("{}");
            });
            json.objectField("empty", () -> {});
        });

        assertThat(json)
                .hasToString(
                        "{\"text\":\"{[:\\\"\\n\\ud83d\",\"none\":null,\"number\":7,\"decimal\":0.10,\"unknown\":null,"
                                + "\"flag\":true,\"list\":[\"[\",[],{\"raw\":[1]},{}],\"empty\":{}}");
        assertThat(JsonText.object(json.toString())).containsKeys("text", "list", "empty");
    }

    @Test
    void an_indented_text_has_a_field_on_each_line_and_says_the_same() {
        Map<String, Object> value = Map.of("a", List.of(1L, Map.of("b", List.of())));

        String text = JsonText.indented(value);

        assertThat(text).isEqualTo("{\n  \"a\" : [ 1, {\n    \"b\" : [ ]\n  } ]\n}");
        assertThat(JsonText.parse(text)).isEqualTo(value);
    }
}
