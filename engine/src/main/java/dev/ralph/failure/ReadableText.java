package dev.ralph.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text as a person sees it on a terminal, bounded, in one pass.
final class ReadableText {
    static final int LONGEST_LINE = 1_000;
    private static final int BEGINNING = 64 * 1024;
    private static final int MIDDLE = 128 * 1024;
    private static final int END = 192 * 1024;
    private static final int LONGEST = BEGINNING + MIDDLE + END + 1_000;

    /// What a line between beginning and end must have to be kept with its neighbours.
    private static final Pattern TELLING = Pattern.compile(
            "error|fail|exception|panic|not ok|cannot|not found|undefined|counterexample|falsif|traceback|killed|memory|timed out",
            Pattern.CASE_INSENSITIVE);

    /// A time, or the name of a service or package, that something around the tool put before every line.
    private static final Pattern[] PREFIXES = {
        Pattern.compile("^\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[.,\\dZ+:]*\\]? ?"),
        Pattern.compile("^\\[?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?\\]? "),
        Pattern.compile("^[a-zA-Z][\\w.@/-]{0,40} *\\| ?"),
        Pattern.compile("^[a-zA-Z@][\\w.@/-]{0,40}:[a-zA-Z][\\w-]{0,20}: ?"),
        Pattern.compile("^#\\d+ \\d+\\.\\d+ "),
    };

    /// An event of `go test -json`, `go build -json` or `cargo --message-format json`.
    private static final Pattern EVENT = Pattern.compile("\\{\"(?:Time|Action|ImportPath|reason)\":\"");

    private static final Pattern CARRIED = Pattern.compile("\"(?:Output|rendered)\":\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    private ReadableText() {}

    static String of(String text) {
        List<String> lines = withoutPrefix(bounded(lines(text)));
        return String.join("\n", lines);
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int length = text.length();
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c == '\n') {
                // Many empty lines say no more than two.
                int count = lines.size();
                if (!line.isEmpty()
                        || count < 2
                        || !lines.get(count - 1).isEmpty()
                        || !lines.get(count - 2).isEmpty()) {
                    add(lines, line);
                }
                line.setLength(0);
                i++;
            } else if (c == 0x1b) {
                i = afterEscape(text, i + 1);
            } else if (c == '\r') {
                // A progress line that is written over; before the end of a line it says nothing.
                if (i + 1 < length && text.charAt(i + 1) != '\n' && text.charAt(i + 1) != '\r') {
                    line.setLength(0);
                }
                i++;
            } else {
                if (c == '\t' || (c >= ' ' && c != 0x7f)) {
                    line.append(c);
                } else if (c == '\b' && !line.isEmpty()) {
                    line.setLength(line.length() - 1);
                }
                i++;
            }
        }
        if (!line.isEmpty()) {
            add(lines, line);
        }
        return lines;
    }

    /// Of an event in JSON, what its tool would have printed.
    private static void add(List<String> lines, StringBuilder line) {
        if (line.isEmpty() || line.charAt(0) != '{' || !EVENT.matcher(line).lookingAt()) {
            lines.add(shortened(line));
            return;
        }
        Matcher carried = CARRIED.matcher(line);
        if (carried.find()) {
            ESCAPED.matcher(carried.group(1))
                    .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape.group(1))))
                    .lines()
                    .forEach(one -> lines.add(shortened(new StringBuilder(one))));
        }
    }

    private static String unescaped(String escape) {
        return switch (escape.charAt(0)) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'u' -> Character.toString(Integer.parseInt(escape.substring(1), 16));
            default -> escape;
        };
    }

    /// @return the place behind the escape sequence whose first character after the escape is at `i`
    private static int afterEscape(String text, int i) {
        int length = text.length();
        if (i >= length) {
            return i;
        }
        char kind = text.charAt(i);
        if (kind == '[') {
            i++;
            while (i < length && text.charAt(i) >= 0x20 && text.charAt(i) < 0x40) {
                i++;
            }
            return Math.min(length, i + (i < length && text.charAt(i) >= 0x40 && text.charAt(i) < 0x7f ? 1 : 0));
        }
        if (kind == ']') {
            int end = i;
            while (end < length && end < i + 300 && text.charAt(end) != 0x07 && text.charAt(end) != '\n') {
                if (text.charAt(end) == 0x1b) {
                    return Math.min(length, end + 2);
                }
                end++;
            }
            return end < length && text.charAt(end) == 0x07 ? end + 1 : end;
        }
        return kind == '\n' ? i : i + 1;
    }

    private static String shortened(StringBuilder line) {
        int length = line.length();
        while (length > 0 && (line.charAt(length - 1) == ' ' || line.charAt(length - 1) == '\t')) {
            length--;
        }
        if (length <= LONGEST_LINE) {
            return line.substring(0, length);
        }
        int tail = LONGEST_LINE / 4;
        return line.substring(0, LONGEST_LINE - tail - 3) + " … " + line.substring(length - tail, length);
    }

    private static List<String> bounded(List<String> lines) {
        long size = lines.stream().mapToLong(line -> line.length() + 1L).sum();
        if (size <= LONGEST) {
            return lines;
        }
        int first = 0;
        for (int room = BEGINNING; room > lines.get(first).length(); first++) {
            room -= lines.get(first).length() + 1;
        }
        int last = lines.size();
        for (int room = END; room > lines.get(last - 1).length(); last--) {
            room -= lines.get(last - 1).length() + 1;
        }
        List<String> kept = new ArrayList<>(lines.subList(0, first));
        int room = MIDDLE;
        int taken = first;
        for (int i = first; i < last && room > 0; i++) {
            if (TELLING.matcher(lines.get(i)).find()) {
                for (taken = Math.max(taken, i - 2); taken < Math.min(last, i + 4) && room > 0; taken++) {
                    kept.add(lines.get(taken));
                    room -= lines.get(taken).length() + 1;
                }
            }
        }
        kept.addAll(lines.subList(last, lines.size()));
        return kept;
    }

    private static List<String> withoutPrefix(List<String> lines) {
        long filled = lines.stream().filter(line -> !line.isEmpty()).count();
        if (filled < 4) {
            return lines;
        }
        for (Pattern prefix : PREFIXES) {
            long with =
                    lines.stream().filter(line -> prefix.matcher(line).find()).count();
            if (with * 10 >= filled * 9) {
                return lines.stream()
                        .map(line -> prefix.matcher(line).replaceFirst(""))
                        .toList();
            }
        }
        return lines;
    }
}
