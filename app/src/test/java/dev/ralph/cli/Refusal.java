package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.Event;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import dev.ralph.verify.Check;
import java.nio.file.Path;
import java.util.List;

/// What the last verdict of a task says.
///
/// @param check  the check that refused; null when none did, or none was made
/// @param reason the words that the next prompt would show; empty when nothing was refused
record Refusal(@org.jspecify.annotations.Nullable Check check, String reason) {
    static Refusal of(Path project, String task) {
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(project).journal())) {
            List<Verdict> verdicts = journal
                    .entries(journal.loopsOf(task).getFirst().head().id())
                    .stream()
                    .map(entry -> entry.event())
                    .filter(Event.ChecksEnded.class::isInstance)
                    .map(event -> ((Event.ChecksEnded) event).verdict())
                    .toList();
            if (verdicts.isEmpty() || verdicts.getLast().passed()) {
                return new Refusal(null, "");
            }
            String line = verdicts.getLast().results().getLast().check();
            return new Refusal(
                    Check.of(line),
                    Profile.of("restart")
                            .wording()
                            .of(verdicts.getLast().refusal().orElseThrow()));
        }
    }
}
