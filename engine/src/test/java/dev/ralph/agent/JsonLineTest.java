package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The scanner of lines against a JSON library, on objects and on broken objects from a seed.
class JsonLineTest {
    private static final int ROUNDS = Boolean.getBoolean("ralph.soak") ? 500_000 : 20_000;
    private static final WantedFields SHAPE =
            WantedFields.of("text", "number", "flag", "in.text", "list.text", "list", "any.*.text");
    private static final String[] NAMES = {
        "text", "number", "flag", "in", "list", "any", "other", "t\\u0065xt", "", "texts"
    };
    private static final String[] TEXTS = {
        "",
        "a",
        "plain words of some length, longer than eight",
        "\\n\\t\\\"\\\\\\/\\b\\f\\r",
        "\\u00e4\\u20ac",
        "äöü€",
        "\\ud83d\\ude00",
        "😀",
        "12345678",
        "1234567\\n",
        "{\\\"a\\\":[1,2]}",
        "]}",
        "\\u0000",
        "/",
        "x\\u0041y"
    };
    private static final String[] NUMBERS = {"0", "-1", "12345", "999999999999999999", "1.5", "-0.25", "1e3", "2E-2"};

    private final JsonMapper mapper = new JsonMapper();

    @Test
    void objects_are_read_as_by_a_library() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            String json = object(random, 0);
            byte[] bytes = ("x" + json + " \n").getBytes(StandardCharsets.UTF_8);
            JsonLine line = new JsonLine(SHAPE);

            assertThat(line.read(bytes, 1, bytes.length)).as(json).isEqualTo(JsonLine.Outcome.READ);
            assertThat(line.end()).as(json).isEqualTo(bytes.length - 2);
            assertSame(json, line.fields(), mapper.readTree(json));
        }
    }

    /// The beginning of an object is short and nothing else; with a line end in it, it is broken.
    @Test
    void a_cut_object_is_short_and_a_line_end_breaks_it() {
        for (int round = 0; round < ROUNDS / 4; round++) {
            Random random = new Random(round);
            byte[] bytes = object(random, 0).getBytes(StandardCharsets.UTF_8);
            int cut = 1 + random.nextInt(bytes.length - 1);
            byte[] ended = Arrays.copyOf(bytes, cut + 1);
            ended[cut] = '\n';

            assertThat(new JsonLine(SHAPE).read(bytes, 0, cut)).isEqualTo(JsonLine.Outcome.SHORT);
            assertThat(new JsonLine(SHAPE).read(ended, 0, ended.length)).isEqualTo(JsonLine.Outcome.BROKEN);
        }
    }

    private static void assertSame(String json, JsonFieldValues fields, JsonNode tree) {
        JsonNode text = tree.get("text");
        JsonNode number = tree.get("number");
        JsonNode flag = tree.get("flag");
        assertThat(fields.text("text")).as(json).isEqualTo(text != null && text.isString() ? text.stringValue() : null);
        assertThat(fields.decimal("number") == null).as(json).isEqualTo(number == null || !number.isNumber());
        if (number != null && number.isNumber()) {
            assertThat(fields.decimal("number")).as(json).isEqualByComparingTo(number.decimalValue());
        }
        assertThat(fields.flag("flag")).as(json).isEqualTo(flag != null && flag.isBoolean() && flag.booleanValue());
        JsonNode inside = tree.get("in");
        JsonFieldValues in = fields.object("in");
        assertThat(in != null).as(json).isEqualTo(inside != null && inside.isObject());
        if (in != null && inside.get("text") != null && inside.get("text").isString()) {
            assertThat(in.text("text")).as(json).isEqualTo(inside.get("text").stringValue());
        }
        JsonNode list = tree.get("list");
        List<String> texts = new ArrayList<>();
        if (list != null && list.isArray()) {
            list.forEach(item -> {
                if (item.isString()) {
                    texts.add(item.stringValue());
                }
            });
            assertThat(fields.texts("list")).as(json).isEqualTo(texts);
        }
        JsonNode any = tree.get("any");
        if (any != null && any.isObject()) {
            List<String> objects = new ArrayList<>();
            any.propertyStream()
                    .filter(entry -> entry.getValue().isObject())
                    .forEach(entry -> objects.add(entry.getKey()));
            assertThat(fields.entries("any").stream().map(JsonFieldValues.Entry::name))
                    .as(json)
                    .containsAll(objects);
        }
    }

    private static String object(Random random, int depth) {
        StringBuilder json = new StringBuilder("{").append(space(random));
        for (int i = random.nextInt(5); i > 0; i--) {
            json.append('"')
                    .append(depth == 1 && random.nextBoolean() ? "name" + i : NAMES[random.nextInt(NAMES.length)])
                    .append('"')
                    .append(space(random))
                    .append(':')
                    .append(space(random))
                    .append(value(random, depth))
                    .append(space(random))
                    .append(i > 1 ? "," : "")
                    .append(space(random));
        }
        return json.append('}').toString();
    }

    private static String value(Random random, int depth) {
        int kind = random.nextInt(depth > 3 ? 5 : 8);
        return switch (kind) {
            case 0, 1 -> '"' + TEXTS[random.nextInt(TEXTS.length)] + TEXTS[random.nextInt(TEXTS.length)] + '"';
            case 2 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 3 -> random.nextBoolean() ? "true" : "false";
            case 4 -> "null";
            case 5, 6 -> object(random, depth + 1);
            default -> {
                List<String> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(space(random) + value(random, depth + 1) + space(random));
                }
                yield "[" + String.join(",", items) + "]";
            }
        };
    }

    private static String space(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> " ";
            case 1 -> "\t\r ";
            default -> "";
        };
    }
}
