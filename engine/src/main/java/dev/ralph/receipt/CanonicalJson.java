package dev.ralph.receipt;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The one form a JSON value has when it is hashed: names in order, no blanks, UTF-8 with only the necessary escapes
/// (as RFC 8785 has it; numbers that are not whole are written as plain decimals).
///
/// Values are maps, lists, texts, numbers, booleans and null.
final class CanonicalJson {
    private CanonicalJson() {}

    static String of(Map<String, ?> object) {
        StringBuilder json = new StringBuilder();
        write(json, object);
        return json.toString();
    }

    private static void write(StringBuilder json, @Nullable Object value) {
        switch (value) {
            case null -> json.append("null");
            case Map<?, ?> object -> {
                json.append('{');
                new TreeMap<>(object).forEach((name, member) -> {
                    json.append(json.charAt(json.length() - 1) == '{' ? "" : ",");
                    JsonText.quote(json, whole(String.valueOf(name)));
                    json.append(':');
                    write(json, member);
                });
                json.append('}');
            }
            case List<?> list -> {
                json.append('[');
                for (int i = 0; i < list.size(); i++) {
                    json.append(i == 0 ? "" : ",");
                    write(json, list.get(i));
                }
                json.append(']');
            }
            case String text -> JsonText.quote(json, whole(text));
            case Boolean flag -> json.append(flag);
            case Integer number -> json.append(number);
            case Long number -> json.append(number);
            case BigDecimal number -> json.append(plain(number));
            default -> throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /// Half a surrogate pair, as cutting a text can leave it, has no UTF-8 form.
    private static String whole(String text) {
        return text.chars().anyMatch(c -> Character.isSurrogate((char) c))
                ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                : text;
    }

    /// @throws IllegalArgumentException when it is not exactly one JSON object
    static Map<String, @Nullable Object> parse(String text) {
        try {
            return JsonText.object(text);
        } catch (InvalidJson wrong) {
            throw new IllegalArgumentException("it " + wrong.what(), wrong);
        }
    }
}
