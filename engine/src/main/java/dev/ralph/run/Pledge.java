package dev.ralph.run;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Said;
import dev.ralph.signal.Finding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/// The promise in an agent's words, as far as they are its own: what it prints of its prompt is passed over.
final class Pledge {
    private final PromiseScan scan;
    private final Echo echo;

    Pledge(PromiseRule rule, Echo echo) {
        this.scan = new PromiseScan(rule);
        this.echo = echo;
    }

    /// Only plain text may hold the prompt unmarked; one that cannot be read any more is not looked for.
    static @Nullable Pledge of(AgentKind kind, @Nullable PromiseRule rule, RunFolder folder) {
        if (rule == null || kind.saysItsEnd()) {
            return rule == null ? null : new Pledge(rule, Echo.NONE);
        }
        try {
            return new Pledge(rule, new Echo(Files.readString(folder.prompt())));
        } catch (IOException gone) {
            return new Pledge(rule, Echo.NONE);
        }
    }

    void hear(Said.Text words) {
        scan.read(echo.isIn(words.text()) ? "\n" : words.text());
        if (words.last()) {
            scan.endMessage();
        }
    }

    Finding finding() {
        scan.endMessage();
        return scan.finding();
    }
}
