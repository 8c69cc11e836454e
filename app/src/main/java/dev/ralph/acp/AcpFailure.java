package dev.ralph.acp;

import java.util.Locale;

/// Why the agent did not do what it was asked.
///
/// @param status the HTTP status the agent named, 0 for none
/// @param words  one line for people
record AcpFailure(Kind kind, int status, String words) {
    private static final int LONGEST = 2_000;
    private static final int LOGIN_NEEDED = -32000;

    /// The classes of `docs/acp-bridge.md`.
    enum Kind {
        MISSING(127),
        TIMEOUT(124),
        CANCELLED(143),
        LOGIN(1),
        CREDIT(1),
        MODEL(1),
        CONTEXT(1),
        RATE(1),
        OVERLOADED(1),
        REQUEST(1),
        TURNS(1),
        UNKNOWN_SESSION(1),
        PROTOCOL(1),
        DIED(1),
        OTHER(1);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    AcpFailure {
        words = oneLine(words, LONGEST);
    }

    static AcpFailure of(Kind kind, String words) {
        return new AcpFailure(kind, 0, words);
    }

    /// What the agent's answer says, by numbers only: words are the reader's business.
    ///
    /// @param otherwise the class when there is no number that says more
    static AcpFailure told(RpcMessage answer, Kind otherwise) {
        long code = answer.number("error.code");
        int status = status(answer, code);
        Kind kind = status > 0 ? byStatus(status) : code == LOGIN_NEEDED ? Kind.LOGIN : otherwise;
        return new AcpFailure(kind, status, words(answer, code));
    }

    private static int status(RpcMessage answer, long code) {
        for (String field : new String[] {"status", "statusCode", "status_code", "httpStatus", "http_status", "code"}) {
            long number = answer.number("error.data." + field);
            if (isStatus(number)) {
                return (int) number;
            }
        }
        return isStatus(code) ? (int) code : 0;
    }

    private static boolean isStatus(long number) {
        return number >= 400 && number <= 599;
    }

    private static Kind byStatus(int status) {
        return switch (status) {
            case 401, 403 -> Kind.LOGIN;
            case 402 -> Kind.CREDIT;
            case 404 -> Kind.MODEL;
            case 413 -> Kind.CONTEXT;
            case 429 -> Kind.RATE;
            default -> status >= 500 ? Kind.OVERLOADED : Kind.REQUEST;
        };
    }

    private static String words(RpcMessage answer, long code) {
        String message = answer.text("error.message");
        StringBuilder words = new StringBuilder(message.isEmpty() ? "error " + code : message);
        for (String field :
                new String[] {"error.data", "error.data.message", "error.data.details", "error.data.error"}) {
            String more = answer.text(field);
            if (!more.isEmpty() && words.indexOf(more) < 0) {
                words.append(": ").append(more);
            }
        }
        return words.toString();
    }

    /// Control characters become spaces, and what is too long is cut.
    static String oneLine(String text, int longest) {
        int end = Math.min(text.length(), longest);
        StringBuilder line = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        if (text.length() > longest) {
            line.setCharAt(longest - 1, '…');
        }
        return line.toString().strip();
    }
}
