package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AgentEvent.Fault;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Says that a turn failed, and with it that the provider's limit was reached where that is the reason.
record TurnFailure(ResetTimes resets) {

    /// From a status, if there is one, and the text of the failure.
    void say(int status, String text, Consumer<AgentEvent> sink) {
        say(FailureText.classify(status, text), status > 0 ? Evidence.STRUCTURED : Evidence.WORDS, text, sink);
    }

    /// From an error class of the agent's own; OTHER means that it has none for this.
    void say(Fault known, int status, String text, Consumer<AgentEvent> sink) {
        AgentEvent.Failed found = FailureText.classify(status, text);
        boolean structured = known != Fault.OTHER || status > 0;
        Fault fault = known == Fault.OTHER ? found.fault() : known;
        say(
                new AgentEvent.Failed(fault, found.status(), found.words()),
                structured ? Evidence.STRUCTURED : Evidence.WORDS,
                text,
                sink);
    }

    private void say(AgentEvent.Failed failed, Evidence evidence, String text, Consumer<AgentEvent> sink) {
        sink.accept(failed);
        if (failed.fault() == Fault.RATE) {
            sink.accept(new AgentEvent.Limited(reset(text), failed.words(), evidence));
        }
    }

    private @Nullable Instant reset(String text) {
        return resets.statedIn(Excerpt.words(text));
    }
}
