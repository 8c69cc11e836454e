package dev.ralph.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One answer of a [ModelScript]: what happens to the next request that takes a step.
///
/// @param action what is done
/// @param times how many requests in a row it answers before the script goes on; [#FOREVER] means all that follow
/// @param delay how long the request waits for it
/// @param usage the tokens the answer reports; null means figures made from the sizes of request and answer
public record ModelStep(
        StepAction action,
        int times,
        Duration delay,
        @Nullable TokenCounts usage) {
    /// So many times that no test gets past it.
    public static final int FOREVER = Integer.MAX_VALUE;

    public ModelStep {
        if (times < 1) {
            throw new IllegalArgumentException("a step is taken at least once, not " + times + " times");
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a step's delay cannot be negative: " + delay);
        }
    }

    /// The model says this and ends its turn.
    public static ModelStep text(String text) {
        return of(new StepAction.Speak("", text, List.of(), StopReason.NATURAL));
    }

    /// The model runs a command line with whichever shell tool the client offers.
    public static ModelStep shell(String command) {
        return calls(new ScriptedCall.Shell(command));
    }

    /// The model writes a file with whichever write tool the client offers.
    public static ModelStep write(String path, String content) {
        return calls(new ScriptedCall.Write(path, content));
    }

    /// The model calls exactly this tool.
    public static ModelStep tool(String name, Map<String, ?> arguments) {
        return calls(new ScriptedCall.Tool(name, arguments));
    }

    /// The model makes several tool calls in one answer.
    public static ModelStep calls(ScriptedCall... calls) {
        if (calls.length == 0) {
            throw new IllegalArgumentException("a step of calls has at least one call");
        }
        return of(new StepAction.Speak("", "", List.of(calls), StopReason.NATURAL));
    }

    /// A good answer with nothing in it.
    public static ModelStep empty() {
        return text("");
    }

    /// An HTTP error with the body its provider would send.
    public static ModelStep error(int status) {
        return error(status, Map.of());
    }

    /// An HTTP error with these headers; see [StepAction.Refuse] for what `{{now+N}}` becomes.
    public static ModelStep error(int status, Map<String, String> headers) {
        return of(new StepAction.Refuse(status, headers, null, null, null));
    }

    /// An HTTP error with these headers and this body; see [StepAction.Refuse] for what `{{now+N}}` becomes.
    public static ModelStep error(int status, Map<String, String> headers, JsonNode body) {
        return of(new StepAction.Refuse(status, headers, null, null, body));
    }

    /// The account has reached its usage limit, in the way of the protocol that asks.
    public static ModelStep usageLimit(Duration resetsIn) {
        return of(new StepAction.LimitUsage(resetsIn));
    }

    /// No answer, ever.
    public static ModelStep hang() {
        return of(new StepAction.Hang());
    }

    /// The beginning of an answer, and then nothing, ever.
    public static ModelStep hangMidway(String text) {
        return of(new StepAction.HangMidway(text));
    }

    /// A TCP reset instead of an answer.
    public static ModelStep reset() {
        return of(new StepAction.Reset());
    }

    /// The beginning of an answer and then a TCP reset.
    public static ModelStep resetMidway(String text) {
        return of(new StepAction.ResetMidway(text));
    }

    /// A good status and a body that is not JSON.
    public static ModelStep malformed() {
        return of(new StepAction.Malformed());
    }

    static ModelStep of(StepAction action) {
        return new ModelStep(action, 1, Duration.ZERO, null);
    }

    /// Answers this many requests before the script goes on.
    public ModelStep times(int count) {
        return new ModelStep(action, count, delay, usage);
    }

    /// Answers all requests that follow.
    public ModelStep forever() {
        return times(FOREVER);
    }

    /// Lets the request wait first.
    public ModelStep after(Duration wait) {
        return new ModelStep(action, times, wait, usage);
    }

    /// Reports these tokens.
    public ModelStep using(TokenCounts tokens) {
        return new ModelStep(action, times, delay, tokens);
    }

    /// Says this before the step's tool calls.
    public ModelStep saying(String text) {
        StepAction.Speak spoken = spoken("saying");
        return with(new StepAction.Speak(spoken.thinking(), text, spoken.calls(), spoken.stop()));
    }

    /// Thinks this first, in the protocol's own form for thoughts.
    public ModelStep thinking(String thought) {
        StepAction.Speak spoken = spoken("thinking");
        return with(new StepAction.Speak(thought, spoken.text(), spoken.calls(), spoken.stop()));
    }

    /// Gives this as the reason for its end.
    public ModelStep stopping(StopReason stop) {
        StepAction.Speak spoken = spoken("stopping");
        return with(new StepAction.Speak(spoken.thinking(), spoken.text(), spoken.calls(), stop));
    }

    private ModelStep with(StepAction other) {
        return new ModelStep(other, times, delay, usage);
    }

    private StepAction.Speak spoken(String what) {
        if (action instanceof StepAction.Speak spoken) {
            return spoken;
        }
        throw new IllegalStateException("'" + what + "' belongs to an answer, and this step is none: " + action);
    }
}
