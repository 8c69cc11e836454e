package dev.ralph.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordCodecTest {

    private sealed interface Shape {
        record Circle(BigDecimal radius) implements Shape {}

        record Square(int side, @Nullable Colour colour) implements Shape {}

        sealed interface Open extends Shape {
            record Line(Duration length) implements Open {}
        }
    }

    private enum Colour {
        RED,
        GREEN
    }

    private record Drawing(
            String title,
            boolean done,
            long size,
            @Nullable Integer pages,
            Instant at,
            Shape main,
            List<Shape> shapes,
            Map<String, Shape.Square> named,
            Map<String, List<String>> words,
            @Nullable Shape last) {
        Drawing {
            if (size < 0) {
                throw new IllegalArgumentException("a drawing has a size, not " + size);
            }
        }
    }

    private static final Drawing DRAWING = new Drawing(
            "tät ✓",
            true,
            Long.MAX_VALUE,
            null,
            Instant.parse("2026-03-01T10:00:00.123456789Z"),
            new Shape.Circle(new BigDecimal("1.50")),
            List.of(new Shape.Square(2, null), new Shape.Open.Line(Duration.ofMillis(1500))),
            Map.of("b", new Shape.Square(1, Colour.RED), "a", new Shape.Square(2, Colour.GREEN)),
            Map.of("w", List.of("x", "y")),
            null);

    private static final String TEXT = "{\"title\":\"tät ✓\",\"done\":true,\"size\":9223372036854775807,\"pages\":null,"
            + "\"at\":\"2026-03-01T10:00:00.123456789Z\",\"main\":{\"type\":\"Circle\",\"radius\":1.50},"
            + "\"shapes\":[{\"type\":\"Square\",\"side\":2,\"colour\":null},{\"type\":\"Line\",\"length\":1.5}],"
            + "\"named\":{\"a\":{\"side\":2,\"colour\":\"GREEN\"},\"b\":{\"side\":1,\"colour\":\"RED\"}},"
            + "\"words\":{\"w\":[\"x\",\"y\"]},\"last\":null}";

    @Test
    void a_record_is_written_by_its_components() {
        assertThat(RecordCodec.text(DRAWING)).isEqualTo(TEXT);
    }

    @Test
    void what_was_written_comes_back_equal() {
        assertThat(RecordCodec.read(Drawing.class, TEXT)).isEqualTo(DRAWING);
    }

    @Test
    void unknown_fields_are_passed_over_at_every_depth() {
        String more = TEXT.replace("{\"type\":\"Circle\"", "{\"new\":[1,{\"b\":null}],\"type\":\"Circle\"")
                .replace("{\"title\"", "{\"newer\":{\"a\":1.5e3},\"title\"");
        assertThat(RecordCodec.read(Drawing.class, more)).isEqualTo(DRAWING);
    }

    @Test
    void a_missing_field_is_null_where_its_component_may_be() {
        String less = TEXT.replace("\"pages\":null,", "")
                .replace(",\"last\":null", "")
                .replace(",\"colour\":null", "");
        assertThat(RecordCodec.read(Drawing.class, less)).isEqualTo(DRAWING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "title":"tät ✓",             |                          | Drawing.title is missing
            "done":true,                 |                          | Drawing.done is missing
            "size":9223372036854775807   | "size":null              | Drawing.size is missing
            "side":2,"colour":null       | "colour":null            | Drawing.shapes.side is missing
            "type":"Circle",             |                          | Drawing.main.type is missing
            "done":true                  | "done":"true"            | Drawing.done is not true or false
            "title":"tät ✓"              | "title":7                | Drawing.title is not a text
            "side":2                     | "side":2.5               | Drawing.shapes.side is not a whole number
            "side":2                     | "side":3000000000        | Drawing.shapes.side is not a whole number
            "2026-03-01T                 | "soon                    | Drawing.at is not a time
            "length":1.5                 | "length":"1.5"           | Drawing.shapes.length is not a number
            "length":1.5                 | "length":1.0000000001    | Drawing.shapes.length is not a duration in seconds
            ["x","y"]                    | ["x",null]               | Drawing.words.w holds null
            ["x","y"]                    | {}                       | Drawing.words.w is not a list
            {"w":["x","y"]}              | []                       | Drawing.words is not an object
            9223372036854775807          | -1                       | makes no sense: a drawing has a size
            """)
    void what_does_not_fit_is_damage(String part, @Nullable String instead, String says) {
        refused(
                TEXT.replaceFirst(java.util.regex.Pattern.quote(part), instead == null ? "" : instead),
                InvalidJson.Why.DAMAGED,
                says);
    }

    @Test
    void a_name_without_a_counterpart_is_unknown() {
        refused(TEXT.replace("Circle", "Torus"), InvalidJson.Why.UNKNOWN, "Drawing.main.type is Torus");
        refused(TEXT.replace("GREEN", "BLUE"), InvalidJson.Why.UNKNOWN, "Drawing.named.a.colour is BLUE");
    }

    private static void refused(String text, InvalidJson.Why why, String says) {
        assertThat(text).isNotEqualTo(TEXT);
        assertThatThrownBy(() -> RecordCodec.read(Drawing.class, text))
                .isInstanceOfSatisfying(
                        InvalidJson.class, e -> assertThat(e.why()).isEqualTo(why))
                .hasMessageContaining(says);
    }
}
