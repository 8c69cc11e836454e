package dev.ralph.testkit;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a [ModelStep] does to the request that takes it.
public sealed interface StepAction {
    /// A whole answer. Without text and calls it is empty.
    record Speak(String thinking, String text, List<ScriptedCall> calls, StopReason stop) implements StepAction {
        public Speak {
            calls = List.copyOf(calls);
        }
    }

    /// An HTTP error. Without a body it has the one its protocol's provider would send for this status.
    ///
    /// In headers and body `{{now+N}}` becomes the epoch second in N seconds (a number, where it is the whole
    /// value) and `{{iso+N}}` the same time as `2026-01-31T12:00:00Z`.
    record Refuse(
            int status,
            Map<String, String> headers,
            @Nullable String message,
            @Nullable String type,
            @Nullable JsonNode body)
            implements StepAction {
        public Refuse {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("an error step's status is 400 to 599, not " + status);
            }
            headers = checked(headers);
        }
    }

    /// The account's usage limit is reached: in the words, headers and status of whichever provider's protocol
    /// the client speaks.
    record LimitUsage(Duration resetsIn) implements StepAction {
        public LimitUsage {
            if (resetsIn.isNegative()) {
                throw new IllegalArgumentException("a usage limit resets in the future, not in " + resetsIn);
            }
        }
    }

    /// Accepts the request and never answers.
    record Hang() implements StepAction {}

    /// Begins the answer with this text and never goes on.
    record HangMidway(String text) implements StepAction {}

    /// Drops the connection with a TCP reset instead of answering.
    record Reset() implements StepAction {}

    /// Begins the answer with this text, then drops the connection with a TCP reset.
    record ResetMidway(String text) implements StepAction {}

    /// Status 200 and a body that is not JSON.
    record Malformed() implements StepAction {}

    private static Map<String, String> checked(Map<String, String> headers) {
        Map<String, String> kept = new TreeMap<>();
        headers.forEach((name, value) -> {
            if (!HeadReader.isToken(name) || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new IllegalArgumentException("not an HTTP header: '" + name + ": " + value + "'");
            }
            kept.put(name.toLowerCase(Locale.ROOT), value);
        });
        return Collections.unmodifiableMap(kept);
    }
}
