package dev.ralph.projection;

import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.LenientText;
import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `run-info.yaml`: what other tools read about a run. Written whole, by rename, so that no reader sees half of it.
/// Readers ignore keys they do not know.
public record RunInfo(Map<String, String> values) {
    public static final String NO_TIME = "0001-01-01T00:00:00Z";
    private static final int NEWEST_VERSION = 1;
    private static final int LONGEST = 1 << 20;
    private static final String NUMBERS = " version pid pgid exit_code ";

    public RunInfo {
        values = new LinkedHashMap<>(values);
    }

    public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
    }

    public boolean ended() {
        return get("end_time").filter(time -> !time.startsWith("0001-")).isPresent();
    }

    public long number(String key) {
        try {
            return Long.parseLong(values.getOrDefault(key, "0"));
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    public Optional<Instant> startTime() {
        try {
            return get("start_time").map(Instant::parse);
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    public static String time(@Nullable Instant at) {
        return at == null ? NO_TIME : at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    public void write(Path file) throws IOException {
        WholeFile.write(FaultPoint.RUN_INFO, file, text());
    }

    /// Writes it only if the file says something else.
    void mend(Path file) throws IOException {
        String right = text();
        if (!right.equals(stored(file))) {
            write(file);
        }
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) -> text.append(key)
                .append(": ")
                .append(NUMBERS.contains(" " + key + " ") ? value : quoted(value))
                .append('\n'));
        return text.toString();
    }

    /// Null when there is nothing to read, or more than any run has to say: anybody may have put it there.
    private static @Nullable String stored(Path file) {
        try {
            BasicFileAttributes found = file.getFileSystem()
                    .provider()
                    .readAttributesIfExists(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean readable = found != null && found.isRegularFile() && found.size() <= LONGEST;
            return readable ? LenientText.read(file) : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    /// Empty when the file is missing, unreadable, or of a version we do not know.
    public static Optional<RunInfo> read(Path file) {
        String text = stored(file);
        if (text == null) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0 && !Character.isWhitespace(line.charAt(0))) {
                values.put(
                        line.substring(0, colon).strip(),
                        unquoted(line.substring(colon + 1).strip()));
            }
        });
        RunInfo info = new RunInfo(values);
        return values.isEmpty() || info.number("version") > NEWEST_VERSION ? Optional.empty() : Optional.of(info);
    }

    private static String quoted(String value) {
        StringBuilder text = new StringBuilder(value.length() + 16).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        text.append("\\x")
                                .append(Character.forDigit(c >> 4, 16))
                                .append(Character.forDigit(c & 15, 16));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('"').toString();
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || value.charAt(0) != value.charAt(value.length() - 1)) {
            return value;
        }
        String inside = value.substring(1, value.length() - 1);
        return switch (value.charAt(0)) {
            case '\'' -> inside.replace("''", "'");
            case '"' -> unescaped(inside);
            default -> value;
        };
    }

    /// Undoes what [#quoted] did.
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            int code = escaped == 'x' ? hex(text, i + 1) : -1;
            i += code >= 0 ? 2 : 0;
            plain.append(code >= 0 ? (char) code : escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
        }
        return plain.toString();
    }

    /// The value of the two digits there, -1 where there are none.
    private static int hex(String text, int at) {
        int high = at + 1 < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(text.charAt(at + 1), 16);
        return low < 0 ? -1 : high * 16 + low;
    }
}
