package dev.ralph.config;

import dev.ralph.paths.ProjectId;
import dev.ralph.wording.DurationText;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One value in one text: a number, a duration, a size, a line, a path.
///
/// @param reader what the text means; null, or an exception that says more, where it does not fit
/// @param writer the value as it could be written in the file
record ScalarKind<T>(
        String expected, String placeholder, Map<String, Object> schema, Reader<T> reader, Function<T, String> writer)
        implements ValueKind<T> {
    /// Something visible, and no NUL, which no program can be given.
    static final String LINE = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";

    static final ScalarKind<String> SHELL = line("a line for the shell", "'SHELL LINE'");

    static final ScalarKind<Duration> ANY_TIME =
            duration("a duration such as 500ms, 5s, 10m or 1h30m", "^(?=.)", _ -> true);

    static final ScalarKind<Duration> SOME_TIME = duration(
            "a duration longer than 0s, such as 500ms, 5s, 10m or 1h30m", "^(?=.*[1-9])", Duration::isPositive);

    /// With the suffixes people use: `500k`, `20M`.
    static final ScalarKind<Long> TOKENS = amount(
            "a whole number more than 0, such as 500000, 500k or 20M",
            "N",
            0,
            "integer",
            "^[0-9]+[kMG]?$",
            BigDecimal::longValueExact,
            String::valueOf);

    private static final long LARGEST_AMOUNT = 1_000_000_000_000_000L;
    private static final int LONGEST_AMOUNT = 32;
    private static final int LONGEST_PROJECT = 64;

    interface Reader<T> {
        @Nullable
        T of(WrittenValue written, Base base) throws ValueMismatch;
    }

    @Override
    public T read(WrittenValue written, Base base) throws ValueMismatch {
        T value;
        try {
            value = reader.of(written, base);
        } catch (IllegalArgumentException wrong) {
            throw new ValueMismatch(written, ForeignText.shortenedMessage(wrong));
        }
        if (value == null) {
            throw ValueMismatch.expected(written, expected);
        }
        return value;
    }

    @Override
    public String text(T value) {
        return writer.apply(value);
    }

    static ScalarKind<Integer> number(int least, int most) {
        return new ScalarKind<>(
                "a whole number from " + least + " to " + most,
                "N",
                JsonObject.of("type", "integer", "minimum", least, "maximum", most),
                (written, _) -> {
                    String digits = figure(written);
                    boolean quoted = written instanceof WrittenValue.Text text
                            && text.notation() == WrittenValue.Notation.QUOTED;
                    // Longer than any int: no need to know by how much.
                    if (digits == null || quoted || digits.length() > 11 || !digits.matches("0|-?[1-9][0-9]*")) {
                        return null;
                    }
                    long value = Long.parseLong(digits);
                    return value < least || value > most ? null : (int) value;
                },
                value -> Integer.toString(value));
    }

    static ScalarKind<BigDecimal> dollars(String example) {
        return amount(
                "dollars more than 0, such as " + example,
                "DOLLARS",
                6,
                "number",
                "^[0-9]+([.][0-9]+)?[kMG]?$",
                Function.identity(),
                BigDecimal::toPlainString);
    }

    /// @param fraction digits allowed after the point
    private static <N> ScalarKind<N> amount(
            String expected,
            String placeholder,
            int fraction,
            String type,
            String pattern,
            Function<BigDecimal, N> made,
            Function<N, String> writer) {
        return new ScalarKind<>(
                expected,
                placeholder,
                JsonObject.anyOf(JsonObject.of("type", type, "exclusiveMinimum", 0), JsonObject.text(pattern)),
                (written, _) -> {
                    BigDecimal value = amount(figure(written));
                    if (value == null
                            || value.signum() <= 0
                            || value.compareTo(BigDecimal.valueOf(LARGEST_AMOUNT)) > 0) {
                        return null;
                    }
                    return value.stripTrailingZeros().scale() <= fraction ? made.apply(value) : null;
                },
                writer);
    }

    /// Null when it is no number. Only digits and one point: an exponent could make it gigabytes long.
    private static @Nullable BigDecimal amount(@Nullable String text) {
        if (text == null || text.length() > LONGEST_AMOUNT || !text.matches("[0-9]+([.][0-9]+)?[kMG]?")) {
            return null;
        }
        int power = "kMG".indexOf(text.charAt(text.length() - 1)) + 1;
        BigDecimal value =
                new BigDecimal(power == 0 ? text : text.substring(0, text.length() - 1)).movePointRight(3 * power);
        return value.scale() < 0 ? value.setScale(0) : value;
    }

    private static ScalarKind<Duration> duration(String expected, String beginning, Function<Duration, Boolean> fits) {
        String number = "[0-9]+(\\.[0-9]{1,3})?";
        return new ScalarKind<>(
                expected,
                "DURATION",
                JsonObject.text(beginning + "(" + number + "d)?(" + number + "h)?(" + number + "m)?(" + number
                        + "s)?([0-9]+ms)?$"),
                (written, _) -> {
                    String text = figure(written);
                    Duration value = text == null ? null : DurationText.parse(text);
                    return value == null || !fits.apply(value) ? null : value;
                },
                DurationText::brief);
    }

    /// A number of bytes.
    static ScalarKind<Long> size(long least) {
        return new ScalarKind<>(
                "a size of at least " + ByteText.format(least) + ", such as 512k, 64MB or 1GiB",
                "SIZE",
                JsonObject.text("^[0-9]+([bB]|[kKmMgGtT]([iI]?[bB])?)$"),
                (written, _) -> {
                    String text = figure(written);
                    Long value = text == null ? null : (Long) ByteText.parse(text);
                    return value == null || value < least ? null : value;
                },
                ByteText::format);
    }

    /// @param what completing "expected …"
    static ScalarKind<String> line(String what, String placeholder) {
        return new ScalarKind<>(
                what,
                placeholder,
                JsonObject.text(LINE),
                (written, _) -> {
                    String line = ValueKind.scalar(written, what);
                    return line.isBlank() || line.indexOf('\0') >= 0 ? null : line;
                },
                YamlText::ifNeeded);
    }

    /// `~/` is the home folder, a relative path starts where its layer lives.
    static ScalarKind<Path> path(String thing, String placeholder) {
        String expected = "the path of a " + thing;
        return new ScalarKind<>(
                expected,
                placeholder,
                JsonObject.text(LINE),
                (written, base) -> {
                    String text = ValueKind.scalar(written, expected);
                    try {
                        return text.isBlank() ? null : path(text, written, base);
                    } catch (InvalidPathException none) {
                        return null;
                    }
                },
                path -> YamlText.ifNeeded(path.toString()));
    }

    private static Path path(String text, WrittenValue written, Base base) throws ValueMismatch {
        if (!text.equals("~") && !text.startsWith("~/")) {
            return base.folder().resolve(text).normalize();
        }
        if (base.home() == null) {
            throw new ValueMismatch(
                    written, "found " + written.described() + ", but HOME is not set; write the whole path");
        }
        return base.home().resolve(text.substring(Math.min(2, text.length()))).normalize();
    }

    static ScalarKind<ProjectId> project() {
        String expected = "1 to " + LONGEST_PROJECT + " lower-case letters, digits or hyphens, such as my-app";
        return new ScalarKind<>(
                expected,
                "ID",
                JsonObject.of("type", "string", "maxLength", LONGEST_PROJECT, "pattern", "^[a-z0-9][a-z0-9-]*$"),
                (written, _) -> {
                    String id = ValueKind.scalar(written, expected);
                    try {
                        return new ProjectId(id);
                    } catch (IllegalArgumentException none) {
                        return null;
                    }
                },
                id -> YamlText.ifNeeded(id.value()));
    }

    /// The text of what may look like a number; null for anything else.
    private static @Nullable String figure(WrittenValue written) {
        return written instanceof WrittenValue.Text text
                        && text.meaning() != YamlMeaning.NOTHING
                        && text.meaning() != YamlMeaning.TRUTH
                ? text.value()
                : null;
    }
}
