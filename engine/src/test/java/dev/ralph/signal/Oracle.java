package dev.ralph.signal;

import dev.ralph.signal.PromiseFinding.Why;
import dev.ralph.signal.PromiseFinding.Wrong;
import java.util.Locale;
import java.util.regex.Pattern;

/// Says the same as a scan, from the whole text and without any cleverness.
final class Oracle {
    private static final String SPACE =
            "[\\t\\n\\x0b\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*";

    private Oracle() {}

    /// Whether a message keeps the promise, by the very pattern of the session's specification.
    static boolean sessionKeeps(String promise, String message) {
        return Pattern.compile(
                        "<promise>" + SPACE + Pattern.quote(promise) + SPACE + "</promise>",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL)
                .matcher(message)
                .find();
    }

    /// Whether a message keeps the promise, line by line as the stage's specification says.
    static boolean stageKeeps(String promise, String message) {
        for (String line : message.split("[\\r\\n]", -1)) {
            if (line.replaceAll("^[ \\t\\x0b\\f]+|[ \\t\\x0b\\f]+$", "").equals("<promise>" + promise + "</promise>")) {
                return true;
            }
        }
        return false;
    }

    /// The whole finding. A tag is the text from the last opening tag before a closing one.
    static PromiseFinding finding(PromiseRule rule, String message) {
        String text = rule.caseSensitive() ? message : message.toLowerCase(Locale.ROOT);
        PromiseFinding finding = PromiseFinding.NONE;
        int from = 0;
        while (true) {
            int firstOpen = text.indexOf(PromiseRule.OPEN, from);
            int close = firstOpen < 0 ? -1 : text.indexOf(PromiseRule.CLOSE, firstOpen);
            if (close < 0) {
                return finding;
            }
            int open = text.lastIndexOf(PromiseRule.OPEN, close);
            int end = close + PromiseRule.CLOSE.length();
            String inside = message.substring(open + PromiseRule.OPEN.length(), close);
            boolean alone = !rule.ownLine() || isAlone(message, open, end);
            finding = next(rule, finding, rule.trim() ? WhiteSpace.strip(inside) : inside, alone);
            from = end;
        }
    }

    private static PromiseFinding next(PromiseRule rule, PromiseFinding before, String inside, boolean alone) {
        boolean promise = rule.isPromise(inside);
        boolean blocked = rule.isBlocked(inside);
        if (alone && (promise || blocked)) {
            return promise ? PromiseFinding.KEPT : PromiseFinding.BLOCKED;
        }
        if (before.equals(PromiseFinding.KEPT) || before.equals(PromiseFinding.BLOCKED)) {
            return before;
        }
        return new Wrong(PromiseExcerpt.of(inside), promise || blocked ? Why.NOT_ALONE : Why.OTHER_TEXT);
    }

    private static boolean isAlone(String message, int open, int end) {
        int lineStart = Math.max(message.lastIndexOf('\n', open), message.lastIndexOf('\r', open)) + 1;
        int lineEnd = end;
        while (lineEnd < message.length() && message.charAt(lineEnd) != '\n' && message.charAt(lineEnd) != '\r') {
            lineEnd++;
        }
        boolean oneLine = message.substring(open, end).chars().noneMatch(c -> c == '\n' || c == '\r');
        return oneLine && isBlank(message.substring(lineStart, open)) && isBlank(message.substring(end, lineEnd));
    }

    private static boolean isBlank(String text) {
        return text.chars().allMatch(c -> c == ' ' || c == '\t' || c == 0x0b || c == '\f');
    }
}
