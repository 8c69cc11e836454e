package dev.ralph.run;

import dev.ralph.agent.Said;
import dev.ralph.signal.Finding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;

/// The promise in an agent's words, as far as they are its own: what it prints of its prompt is passed over.
final class Pledge {
    private final PromiseScan scan;
    private final Echo echo;

    Pledge(PromiseRule rule, Echo echo) {
        this.scan = new PromiseScan(rule);
        this.echo = echo;
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
