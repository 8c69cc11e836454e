package dev.ralph.process;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// Takes out of foreign text what is meant for a terminal: colours and cursor movements vanish, every other control
/// character but line ends and tabs becomes a replacement character, so that nothing is hidden, and so does what turns
/// the direction of writing around. The text may come in pieces.
public final class PlainText {
    private static final char ESCAPE = '\u001b';

    private enum State {
        TEXT,
        ESCAPED,
        PARAMETERS
    }

    private State state = State.TEXT;
    private boolean returned;

    /// A whole text.
    public static String of(String text) {
        PlainText filter = new PlainText();
        StringBuilder plain = new StringBuilder(text.length());
        filter.append(text, plain);
        filter.end(plain);
        return plain.toString();
    }

    public void append(CharSequence text, StringBuilder plain) {
        for (int i = 0; i < text.length(); i++) {
            append(text.charAt(i), plain);
        }
    }

    /// A sequence that was broken off is no sequence.
    public void end(StringBuilder plain) {
        if (state == State.ESCAPED) {
            plain.append('\ufffd');
        }
        state = State.TEXT;
        returned = false;
    }

    private void append(char c, StringBuilder plain) {
        switch (state) {
            case TEXT -> text(c, plain);
            case ESCAPED -> {
                if (c == '[') {
                    state = State.PARAMETERS;
                } else {
                    state = State.TEXT;
                    plain.append('\ufffd');
                    text(c, plain);
                }
            }
            case PARAMETERS -> {
                if (c < ' ' || c > '~') {
                    state = State.TEXT;
                    text(c, plain);
                } else if (c >= '@') {
                    state = State.TEXT;
                }
            }
        }
    }

    private void text(char c, StringBuilder plain) {
        if (returned && c != '\n') {
            plain.append('\ufffd');
        }
        returned = c == '\r';
        if (c == ESCAPE) {
            state = State.ESCAPED;
        } else if (!returned) {
            plain.append(c == '\n' || c == '\t' || !misleads(c) ? c : '\ufffd');
        }
    }

    /// Controls, other line ends, and what turns the direction of the rest of a line around.
    public static boolean misleads(char c) {
        return Character.isISOControl(c) || (c >= '\u2028' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    }

    /// Whether the user's terminal shows more than ASCII. Where nothing is said of an encoding it is UTF-8.
    public static boolean isUnicode(Map<String, String> environment) {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("UTF-8")
                .toUpperCase(Locale.ROOT);
        return locale.contains("UTF-8") || locale.contains("UTF8");
    }
}
