package dev.ralph.attempt;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.AgentKind;
import dev.ralph.loop.Policy;
import dev.ralph.paths.RunFolder;
import dev.ralph.signal.PromiseRule;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an agent said since its last tool call, and, as long as that is nothing, what it said before it; and all that
/// it said in its attempt. What it prints of its prompt is passed over.
public final class AgentText implements Consumer<AgentEvent> {
    /// Of more, the end is kept: there a claim stands.
    private static final int LONGEST = 1 << 20;

    private final PromptEcho promptEcho;
    private final StringBuilder all = new StringBuilder();

    /// Where the words before the last tool call begin, and those after it.
    private int before;

    private int after;

    public AgentText(PromptEcho promptEcho) {
        this.promptEcho = promptEcho;
    }

    /// Null where nobody asks for it.
    static @Nullable AgentText of(Policy policy, AgentKind kind, RunFolder folder) {
        PromiseRule promise = policy.conversation().promise();
        boolean explains = promise != null && promise.blocked() != null;
        return explains || policy.conversation().mayReject() ? new AgentText(PromptEcho.of(kind, folder)) : null;
    }

    @Override
    public void accept(AgentEvent said) {
        if (said instanceof AgentEvent.ToolCall && !all.substring(after).isBlank()) {
            endLine();
            before = after;
            after = all.length();
        } else if (said instanceof AgentEvent.Text text) {
            add(text);
        }
    }

    private void add(AgentEvent.Text text) {
        all.append(promptEcho.isIn(text.text()) ? "" : text.text());
        if (text.last()) {
            endLine();
        }
        if (all.length() > 2 * LONGEST) {
            int gone = all.length() - LONGEST;
            all.delete(0, gone);
            before = Math.max(0, before - gone);
            after = Math.max(0, after - gone);
        }
    }

    private void endLine() {
        if (!all.isEmpty() && all.charAt(all.length() - 1) != '\n') {
            all.append('\n');
        }
    }

    public String words() {
        String last = all.substring(after);
        return last.isBlank() ? all.substring(before, after) : last;
    }

    /// Of the whole attempt.
    String all() {
        return all.toString();
    }
}
