package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.process.PlainText;
import java.util.Locale;

/// Why something failed, from a status and the text of the failure. The text of a failure is all that is ever looked
/// at: an agent that writes about limits, or a tool that prints them, is not asked.
///
/// Statuses are only found in phrases that name one ("status 429", "429 Too Many Requests"), so that line numbers and
/// sizes are none; words have to stand by themselves, so that a package called ratelimit is none.
final class FailureText {
    private static final int LONGEST = 8000;

    private static final String[] STATUS_BEFORE = {
        "status ",
        "status: ",
        "status code ",
        "status code: ",
        "statuscode: ",
        "statuscode=",
        "api error: ",
        "api error (",
        "api error ",
        "error code: ",
        "http ",
        "http error ",
        "\"code\":",
        "\"code\": ",
        "\"status\":",
        "\"statuscode\":",
        "code: ",
        "[code "
    };

    private static final String[] STATUS_PHRASES = {
        "400 bad request",
        "401 unauthorized",
        "402 payment required",
        "403 forbidden",
        "404 not found",
        "413 payload too large",
        "413 request entity too large",
        "429 too many requests",
        "500 internal server error",
        "502 bad gateway",
        "503 service unavailable",
        "504 gateway timeout"
    };

    private FailureText() {}

    /// @param status of HTTP if it is known, else 0: then the words are searched for one
    static AgentEvent.Failed classify(int status, String text) {
        String words = Excerpt.words(text);
        String plain = PlainText.of(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
        String lower = plain.toLowerCase(Locale.ROOT);
        int known = status > 0 ? status : statusIn(lower);
        return new AgentEvent.Failed(fault(known, lower), known, words);
    }

    private static Fault fault(int status, String words) {
        if (holds(words, FailurePhrases.UNKNOWN_SESSION)) {
            return Fault.UNKNOWN_SESSION;
        }
        if (status == 402 || (status < 500 && holds(words, FailurePhrases.CREDIT))) {
            return Fault.CREDIT;
        }
        if (status == 413
                || ((status == 0 || status == 400 || status == 422) && holds(words, FailurePhrases.CONTEXT))) {
            return Fault.CONTEXT;
        }
        return status > 0 ? byStatus(status, words) : byWords(words);
    }

    private static Fault byStatus(int status, String words) {
        return switch (status) {
            case 401, 403, 407 -> Fault.LOGIN;
            case 404 -> Fault.MODEL;
            case 408 -> Fault.NETWORK;
            case 429 -> Fault.RATE;
            default -> {
                if (status >= 500) {
                    yield Fault.OVERLOADED;
                }
                // Some providers answer 400 to a wrong key or model, or at the end of a budget.
                Fault fault = byWords(words);
                yield fault == Fault.LOGIN || fault == Fault.MODEL || fault == Fault.RATE ? fault : Fault.REQUEST;
            }
        };
    }

    private static Fault byWords(String words) {
        if (holds(words, FailurePhrases.TURNS)) {
            return Fault.TURNS;
        }
        if (holds(words, FailurePhrases.RATE)
                || (holds(words, FailurePhrases.LIMIT) && holds(words, FailurePhrases.AGAIN))) {
            return Fault.RATE;
        }
        if (holds(words, FailurePhrases.LOGIN)) {
            return Fault.LOGIN;
        }
        if (holds(words, FailurePhrases.MODEL)) {
            return Fault.MODEL;
        }
        if (holds(words, FailurePhrases.OVERLOADED)) {
            return Fault.OVERLOADED;
        }
        if (holds(words, FailurePhrases.NETWORK)) {
            return Fault.NETWORK;
        }
        return holds(words, FailurePhrases.REQUEST) ? Fault.REQUEST : Fault.OTHER;
    }

    /// Whether one of the phrases stands in the text by itself, not as a part of longer words.
    private static boolean holds(String text, String[] phrases) {
        for (String phrase : phrases) {
            for (int at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
                if (isApart(text, at - 1) && isApart(text, at + phrase.length()) && !isName(text, at, phrase)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether dots make the phrase a part of a name, as in `rate_limit.go`.
    private static boolean isName(String text, int at, String phrase) {
        int end = at + phrase.length();
        boolean before = at > 1 && text.charAt(at - 1) == '.' && !isApart(text, at - 2);
        return before || (end + 1 < text.length() && text.charAt(end) == '.' && !isApart(text, end + 1));
    }

    private static boolean isApart(String text, int at) {
        return at < 0 || at >= text.length() || !isWord(text.charAt(at));
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '/';
    }

    /// A status of HTTP that the (lower-case) text names as such, else 0.
    static int statusIn(String text) {
        for (String phrase : STATUS_PHRASES) {
            int at = text.indexOf(phrase);
            if (at >= 0 && isApart(text, at - 1)) {
                return Integer.parseInt(phrase.substring(0, 3));
            }
        }
        for (String before : STATUS_BEFORE) {
            for (int at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
                int status = isApart(text, at - 1) ? statusAt(text, at + before.length()) : 0;
                if (status > 0) {
                    return status;
                }
            }
        }
        return 0;
    }

    private static int statusAt(String text, int at) {
        if (at + 3 > text.length() || !isApart(text, at + 3)) {
            return 0;
        }
        int status = 0;
        for (int i = at; i < at + 3; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            status = status * 10 + (c - '0');
        }
        return status >= 400 && status <= 599 ? status : 0;
    }
}
