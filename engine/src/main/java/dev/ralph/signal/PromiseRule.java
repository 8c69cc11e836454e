package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which text between `<promise>` and `</promise>` counts, and where.
///
/// Everything is compared literally, character by character: no pattern, no wildcard, no meaning.
///
/// @param promise one line of at most 1 KiB, without the tags
/// @param caseSensitive whether `Done` is another promise than `DONE`; otherwise the tags may be in any case too
/// @param ownLine whether nothing but blanks may stand beside the tags in their line
/// @param trim whether white space between the tags and the promise is ignored
/// @param blocked the promise by which an agent says that it cannot go on, if there is one
public record PromiseRule(
        String promise,
        boolean caseSensitive,
        boolean ownLine,
        boolean trim,
        @Nullable String blocked) {

    /// The most bytes a promise may have, in UTF-8.
    public static final int LONGEST = 1024;

    static final String OPEN = "<promise>";
    static final String CLOSE = "</promise>";

    public PromiseRule {
        promise = checked("promise", promise, trim);
        if (blocked != null) {
            blocked = checked("blocked promise", blocked, trim);
            if (caseSensitive ? promise.equals(blocked) : fold(promise).equals(fold(blocked))) {
                throw new IllegalArgumentException(
                        "the promise and the blocked promise are both " + shown(promise) + "; choose different ones");
            }
        }
    }

    /// Any case, anywhere in a message, white space ignored.
    public static PromiseRule session(String promise) {
        return new PromiseRule(promise, false, false, true, null);
    }

    /// To the letter, alone in its line.
    public static PromiseRule stage(String promise) {
        return new PromiseRule(promise, true, true, false, null);
    }

    public PromiseRule withBlocked(@Nullable String text) {
        return new PromiseRule(promise, caseSensitive, ownLine, trim, text);
    }

    /// What an agent has to write.
    public String tag() {
        return OPEN + promise + CLOSE;
    }

    /// What it has to write when it cannot go on; null where nothing says so.
    public @Nullable String blockedTag() {
        return blocked == null ? null : OPEN + blocked + CLOSE;
    }

    /// Tells an agent how to say that a human is needed; null where nothing says so.
    public @Nullable String stuck() {
        String tag = blockedTag();
        return tag == null ? null : "If you cannot continue without a human, " + print(tag);
    }

    /// Tells an agent how to say something.
    ///
    /// @param tag what it has to write
    public String print(String tag) {
        return (ownLine ? "print, on a line of its own: " : "print: ") + tag;
    }

    /// @param text what stood between the tags, white space already taken off where that is ignored
    boolean isPromise(String text) {
        return same(text, promise);
    }

    boolean isBlocked(String text) {
        return blocked != null && same(text, blocked);
    }

    private boolean same(String a, String b) {
        if (caseSensitive || a.length() != b.length()) {
            return a.equals(b);
        }
        for (int i = 0; i < a.length(); i++) {
            if (fold(a.charAt(i)) != fold(b.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String fold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            folded.append(fold(text.charAt(i)));
        }
        return folded.toString();
    }

    /// As a JavaScript pattern with the flag `i` compares: no character outside ASCII equals one inside.
    private static char fold(char c) {
        char upper = Character.toUpperCase(c);
        return c >= 128 && upper < 128 ? c : upper;
    }

    private static String checked(String what, String text, boolean trim) {
        String used = trim ? WhiteSpace.strip(text) : text;
        if (WhiteSpace.strip(used).isEmpty()) {
            throw new IllegalArgumentException("the " + what + " is empty; give a word such as DONE");
        }
        if (used.getBytes(UTF_8).length > LONGEST) {
            throw new IllegalArgumentException("the " + what + " " + shown(used) + " has more than " + LONGEST
                    + " bytes; a word or two are enough");
        }
        if (used.chars().anyMatch(c -> c == '\n' || c == '\r')) {
            throw new IllegalArgumentException("the " + what + " " + shown(used) + " has more than one line");
        }
        String lower = used.toLowerCase(Locale.ROOT);
        if (lower.contains(OPEN) || lower.contains(CLOSE)) {
            throw new IllegalArgumentException(
                    "the " + what + " " + shown(used) + " contains a tag; give only what stands between the tags");
        }
        return used;
    }

    private static String shown(String text) {
        return "'" + PromiseExcerpt.of(text) + "'";
    }
}
