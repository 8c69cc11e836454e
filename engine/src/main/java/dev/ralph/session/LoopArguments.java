package dev.ralph.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is written behind `/ralph`: `"task description" [--max-iterations=N] [--completion-promise=TEXT]`.
///
/// The task may be in double or single quotes; without quotes it ends at the first ` --`. Nothing is guessed: a flag
/// that is not understood is refused, because one that strays into the task leaves a loop without its limit.
public record LoopArguments(String prompt, StartLoopOptions options) {
    private static final String LIMIT = "--max-iterations";
    private static final String PROMISE = "--completion-promise";

    /// @throws IllegalArgumentException that says what is wrong with which part
    public static LoopArguments parse(String text) {
        Words words = new Words(text.strip());
        String task = words.task();
        Integer limit = null;
        String promise = null;
        for (String word = words.next(); word != null; word = words.next()) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!name.equals(LIMIT) && !name.equals(PROMISE)) {
                throw new IllegalArgumentException("'" + word + "' is not understood behind the task; there is " + LIMIT
                        + "=N and " + PROMISE + "=TEXT, and a task that contains -- goes into quotes");
            }
            String value = equals < 0 ? words.next() : word.substring(equals + 1);
            if (value == null || value.isEmpty()) {
                throw new IllegalArgumentException(name + " needs a value, as in " + name + "=" + example(name));
            }
            if (name.equals(LIMIT)) {
                limit = limit(value);
            } else {
                promise = value;
            }
        }
        if (task.isBlank()) {
            throw new IllegalArgumentException("no task is given; write it first, in quotes");
        }
        return new LoopArguments(task, new StartLoopOptions(limit, promise, null));
    }

    private static String example(String name) {
        return name.equals(LIMIT) ? "25" : "ALL_FIXED";
    }

    private static Integer limit(String value) {
        try {
            int limit = Integer.parseInt(value);
            if (limit >= 1) {
                return limit;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as for a number that makes no sense
        }
        throw new IllegalArgumentException(
                LIMIT + "=" + value + " is not a limit; give a whole number of at least 1, such as " + LIMIT + "=25");
    }

    /// Words with quotes around them or around their value.
    private static final class Words {
        private final String text;
        private int at;

        Words(String text) {
            this.text = text;
        }

        String task() {
            if (text.isEmpty()) {
                return "";
            }
            char first = text.charAt(0);
            if (first == '"' || first == '\'') {
                int close = closing(first, 1);
                if (close >= 0) {
                    at = close + 1;
                    return unescaped(text.substring(1, close), first);
                }
            }
            int flags = text.startsWith("--") ? 0 : text.indexOf(" --");
            at = flags < 0 ? text.length() : flags;
            return text.substring(0, at).strip();
        }

        @Nullable
        String next() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                return null;
            }
            List<String> parts = new ArrayList<>();
            while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
                parts.add(part());
            }
            return String.join("", parts);
        }

        /// A quoted part, or all up to the next quote or blank.
        private String part() {
            char c = text.charAt(at);
            int close = c == '"' || c == '\'' ? closing(c, at + 1) : -1;
            if (close >= 0) {
                String quoted = unescaped(text.substring(at + 1, close), c);
                at = close + 1;
                return quoted;
            }
            int start = at++;
            while (at < text.length()
                    && !Character.isWhitespace(text.charAt(at))
                    && "\"'".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at);
        }

        private int closing(char quote, int from) {
            for (int i = from; i < text.length(); i++) {
                if (text.charAt(i) == '\\') {
                    i++;
                } else if (text.charAt(i) == quote) {
                    return i;
                }
            }
            return -1;
        }

        private static String unescaped(String quoted, char quote) {
            return quoted.replace("\\" + quote, String.valueOf(quote));
        }
    }
}
