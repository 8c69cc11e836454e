package dev.ralph.attempt;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.AgentKind;
import dev.ralph.paths.RunFolder;
import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import org.jspecify.annotations.Nullable;

/// The promise in an agent's words, as far as they are its own: what it prints of its prompt is passed over.
final class PromiseListener {
    private final PromiseScan scan;
    private final PromptEcho promptEcho;

    PromiseListener(PromiseRule rule, PromptEcho promptEcho) {
        this.scan = new PromiseScan(rule);
        this.promptEcho = promptEcho;
    }

    static @Nullable PromiseListener of(AgentKind kind, @Nullable PromiseRule rule, RunFolder folder) {
        return rule == null ? null : new PromiseListener(rule, PromptEcho.of(kind, folder));
    }

    void hear(AgentEvent.Text words) {
        scan.read(promptEcho.isIn(words.text()) ? "\n" : words.text());
        if (words.last()) {
            scan.endMessage();
        }
    }

    PromiseFinding finding() {
        scan.endMessage();
        return scan.finding();
    }
}
