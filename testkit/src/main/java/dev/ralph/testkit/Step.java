package dev.ralph.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One answer of a [Script]: what happens to the next request that takes a step.
///
/// @param act what is done
/// @param times how many requests in a row it answers before the script goes on; [#FOREVER] means all that follow
/// @param delay how long the request waits for it
/// @param usage the tokens the answer reports; null means figures made from the sizes of request and answer
public record Step(
        Act act, int times, Duration delay, @Nullable Usage usage) {
    /// So many times that no test gets past it.
    public static final int FOREVER = Integer.MAX_VALUE;

    public Step {
        if (times < 1) {
            throw new IllegalArgumentException("a step is taken at least once, not " + times + " times");
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a step's delay cannot be negative: " + delay);
        }
    }

    /// The model says this and ends its turn.
    public static Step text(String text) {
        return of(new Act.Speak("", text, List.of(), Stop.NATURAL));
    }

    /// The model runs a command line with whichever shell tool the client offers.
    public static Step shell(String command) {
        return calls(new Call.Shell(command));
    }

    /// The model writes a file with whichever write tool the client offers.
    public static Step write(String path, String content) {
        return calls(new Call.Write(path, content));
    }

    /// The model calls exactly this tool.
    public static Step tool(String name, Map<String, ?> arguments) {
        return calls(new Call.Tool(name, arguments));
    }

    /// The model makes several tool calls in one answer.
    public static Step calls(Call... calls) {
        if (calls.length == 0) {
            throw new IllegalArgumentException("a step of calls has at least one call");
        }
        return of(new Act.Speak("", "", List.of(calls), Stop.NATURAL));
    }

    /// A good answer with nothing in it.
    public static Step empty() {
        return text("");
    }

    /// An HTTP error with the body its provider would send.
    public static Step error(int status) {
        return error(status, Map.of());
    }

    /// An HTTP error with these headers; see [Act.Refuse] for what `{{now+N}}` becomes.
    public static Step error(int status, Map<String, String> headers) {
        return of(new Act.Refuse(status, headers, null, null, null));
    }

    /// An HTTP error with these headers and this body; see [Act.Refuse] for what `{{now+N}}` becomes.
    public static Step error(int status, Map<String, String> headers, JsonNode body) {
        return of(new Act.Refuse(status, headers, null, null, body));
    }

    /// The account has reached its usage limit, in the way of the protocol that asks.
    public static Step usageLimit(Duration resetsIn) {
        return of(new Act.LimitUsage(resetsIn));
    }

    /// No answer, ever.
    public static Step hang() {
        return of(new Act.Hang());
    }

    /// The beginning of an answer, and then nothing, ever.
    public static Step hangMidway(String text) {
        return of(new Act.HangMidway(text));
    }

    /// A TCP reset instead of an answer.
    public static Step reset() {
        return of(new Act.Reset());
    }

    /// The beginning of an answer and then a TCP reset.
    public static Step resetMidway(String text) {
        return of(new Act.ResetMidway(text));
    }

    /// A good status and a body that is not JSON.
    public static Step malformed() {
        return of(new Act.Malformed());
    }

    static Step of(Act act) {
        return new Step(act, 1, Duration.ZERO, null);
    }

    /// Answers this many requests before the script goes on.
    public Step times(int count) {
        return new Step(act, count, delay, usage);
    }

    /// Answers all requests that follow.
    public Step forever() {
        return times(FOREVER);
    }

    /// Lets the request wait first.
    public Step after(Duration wait) {
        return new Step(act, times, wait, usage);
    }

    /// Reports these tokens.
    public Step using(Usage tokens) {
        return new Step(act, times, delay, tokens);
    }

    /// Says this before the step's tool calls.
    public Step saying(String text) {
        Act.Speak spoken = spoken("saying");
        return with(new Act.Speak(spoken.thinking(), text, spoken.calls(), spoken.stop()));
    }

    /// Thinks this first, in the protocol's own form for thoughts.
    public Step thinking(String thought) {
        Act.Speak spoken = spoken("thinking");
        return with(new Act.Speak(thought, spoken.text(), spoken.calls(), spoken.stop()));
    }

    /// Gives this as the reason for its end.
    public Step stopping(Stop stop) {
        Act.Speak spoken = spoken("stopping");
        return with(new Act.Speak(spoken.thinking(), spoken.text(), spoken.calls(), stop));
    }

    private Step with(Act other) {
        return new Step(other, times, delay, usage);
    }

    private Act.Speak spoken(String what) {
        if (act instanceof Act.Speak spoken) {
            return spoken;
        }
        throw new IllegalStateException("'" + what + "' belongs to an answer, and this step is none: " + act);
    }
}
