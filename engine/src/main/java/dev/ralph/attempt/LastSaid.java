package dev.ralph.attempt;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.AgentKind;
import dev.ralph.loop.Policy;
import dev.ralph.paths.RunFolder;
import dev.ralph.signal.PromiseRule;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an agent said since its last tool call, and, as long as that is nothing, what it said before it. What it prints
/// of its prompt is passed over.
public final class LastSaid implements Consumer<AgentEvent> {
    /// Of more, the end is kept: there a claim stands.
    private static final int LONGEST = 1 << 20;

    private final PromptEcho promptEcho;
    private final StringBuilder words = new StringBuilder();
    private String before = "";

    public LastSaid(PromptEcho promptEcho) {
        this.promptEcho = promptEcho;
    }

    /// Null where nobody asks for it.
    static @Nullable LastSaid of(Policy policy, AgentKind kind, RunFolder folder) {
        PromiseRule promise = policy.conversation().promise();
        boolean explains = promise != null && promise.blocked() != null;
        return explains || policy.conversation().mayReject() ? new LastSaid(PromptEcho.of(kind, folder)) : null;
    }

    @Override
    public void accept(AgentEvent said) {
        if (said instanceof AgentEvent.ToolCall && !words.toString().isBlank()) {
            before = words.toString();
            words.setLength(0);
        } else if (said instanceof AgentEvent.Text text) {
            add(text);
        }
    }

    private void add(AgentEvent.Text text) {
        words.append(promptEcho.isIn(text.text()) ? "" : text.text());
        if (text.last() && !words.isEmpty() && words.charAt(words.length() - 1) != '\n') {
            words.append('\n');
        }
        if (words.length() > 2 * LONGEST) {
            words.delete(0, words.length() - LONGEST);
        }
    }

    public String words() {
        return words.toString().isBlank() ? before : words.toString();
    }
}
