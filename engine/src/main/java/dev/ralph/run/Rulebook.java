package dev.ralph.run;

import dev.ralph.loop.Proof;
import dev.ralph.tamper.Finding;
import dev.ralph.tamper.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Ralph's configuration of a project. A loop has its own checks in the journal; what stands here the next ones are
/// checked by, and no diff shows it to anybody, wherever the agent works.
record Rulebook(Path project) {
    /// Also its name among the pins.
    static final String FILE = ".ralph/config.yaml";

    /// Another text as soon as it is another configuration, or none.
    String hash() throws IOException {
        Sight.Seen seen = new OpenSight(project, "/").at(FILE);
        String sha256 = seen.sha256();
        return sha256 == null ? seen.kind().name().toLowerCase(Locale.ROOT) : sha256;
    }

    private boolean isChanged(Proof since) throws IOException {
        String pinned = since.pins().get(FILE);
        return pinned != null && !pinned.equals(hash());
    }

    Optional<Finding> finding(Proof since) throws IOException {
        return isChanged(since)
                ? Optional.of(new Finding(
                        Rule.RALPH_CONFIG, FILE, 0, "what the next loops are checked by was changed meanwhile"))
                : Optional.empty();
    }

    /// For whoever resumes a loop, who takes it as it is now.
    Optional<String> remark(Proof since) throws IOException {
        return isChanged(since)
                ? Optional.of(FILE + " is not what it was when the loop began: look whether that is what you want; the"
                        + " loop goes on with its own checks")
                : Optional.empty();
    }
}
