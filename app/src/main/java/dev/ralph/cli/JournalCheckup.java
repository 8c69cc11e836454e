package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Event;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.JournalDamaged;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalUnusable;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.OwnerProcess;
import dev.ralph.store.RecoveredJournal;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether the journal is sound: every entry of every loop can be read, and together they make sense.
///
/// Looking changes nothing, except that a damaged journal is copied once. Only [#rebuild] makes a new one.
record JournalCheckup(Ralph ralph) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /// @param sound whether what depends on the journal can be looked at
    record Result(boolean sound, List<DoctorFinding> findings) {}

    private StateLayout layout() {
        return ralph.layout();
    }

    Result look() throws IOException {
        if (!Files.exists(layout().journal())) {
            return new Result(true, List.of(DoctorFinding.ready("journal", "none yet in " + layout().state())));
        }
        List<DoctorFinding> findings = new ArrayList<>();
        try (JournalView journal = ralph.journal()) {
            long entries = 0;
            List<LoopSummary> loops = journal.loops();
            for (LoopSummary loop : loops) {
                entries += read(journal, loop, findings);
            }
            if (findings.isEmpty()) {
                findings.add(DoctorFinding.ready(
                        "journal",
                        layout().journal() + " is sound (loops: " + loops.size() + ", entries: " + entries + ")"));
            }
            interrupted(loops, findings);
            return new Result(true, findings);
        } catch (JournalDamaged damaged) {
            return new Result(false, damaged(damaged));
        } catch (JournalUnusable trouble) {
            String words = String.valueOf(trouble.getMessage());
            return new Result(false, List.of(DoctorFinding.trouble("journal", words, "fix this, then: ralph doctor")));
        }
    }

    private static long read(JournalView journal, LoopSummary loop, List<DoctorFinding> findings) {
        List<JournalEntry<Event>> entries = journal.entries(loop.head().id());
        try {
            // A loop that runs may have moved on between the two questions.
            LoopSummary implied = LoopSummary.of(loop.head(), entries);
            if (implied.seq() == loop.seq() && !implied.equals(loop)) {
                findings.add(DoctorFinding.trouble(
                        "journal",
                        "loop " + loop.head().id() + ": the loop index does not match the entries",
                        "rebuild it from the entries: ralph doctor --rebuild-journal"));
            }
        } catch (IllegalEvent impossible) {
            findings.add(DoctorFinding.trouble(
                    "journal",
                    "loop " + loop.head().id() + ": " + impossible.getMessage(),
                    "keep the valid entries: ralph doctor --rebuild-journal"));
        }
        return entries.size();
    }

    private void interrupted(List<LoopSummary> loops, List<DoctorFinding> findings) {
        for (LoopSummary loop : loops) {
            String task = loop.head().task();
            if (loop.activity() == Activity.PARKED && !loop.head().isJob()) {
                findings.add(DoctorFinding.ready(
                        "loop", "task " + task + " waits for your answer; see it with `ralph answer`"));
            } else if (loop.open() && !loop.head().isJob() && !ralph.isRunning(task)) {
                boolean fresh = loop.attempts() == 0;
                findings.add(DoctorFinding.warning(
                        "loop",
                        "task " + task
                                + (fresh
                                        ? " has not begun"
                                        : " was interrupted in attempt " + loop.attempts() + " of "
                                                + loop.maxAttempts()),
                        (fresh ? "start it" : "continue") + " with `ralph resume " + task
                                + "`, or give it up with `ralph cancel --task " + task + "`"));
            }
        }
    }

    private List<DoctorFinding> damaged(JournalDamaged damaged) throws IOException {
        RecoveredJournal salvage = ralph.recoverableJournal();
        List<DoctorFinding> findings = new ArrayList<>();
        findings.add(DoctorFinding.trouble(
                "journal",
                String.valueOf(damaged.getMessage()),
                "saved a copy as " + copy() + ". Rebuild from what can be saved: ralph doctor --rebuild-journal"));
        findings.add(DoctorFinding.warning(
                "journal",
                extent(salvage) + " can be saved",
                salvage.losses().isEmpty()
                        ? "nothing else was found"
                        : "lost: " + String.join("; ", salvage.losses())));
        return findings;
    }

    /// One copy for each state the damaged file was in.
    private Path copy() throws IOException {
        Path journal = layout().journal();
        String stamp = STAMP.format(Files.getLastModifiedTime(journal).toInstant());
        Path copy = journal.resolveSibling(journal.getFileName() + ".copy-" + stamp);
        for (String part : List.of("", "-wal")) {
            Path from = journal.resolveSibling(journal.getFileName() + part);
            Path to = copy.resolveSibling(copy.getFileName() + part);
            if (Files.exists(from) && !Files.exists(to)) {
                Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return copy;
    }

    /// Makes a new journal of what can be saved of this one, which is kept under another name.
    DoctorFinding rebuild() throws IOException {
        if (!Files.exists(layout().journal())) {
            return DoctorFinding.ready("journal", "there is none to rebuild in " + layout().state());
        }
        Optional<OwnerProcess> holder = ralph.leases().anyHolder();
        if (holder.isPresent()) {
            return DoctorFinding.trouble(
                    "journal",
                    "in use by " + holder.get().words() + "; not rebuilt",
                    "end that process first, then rebuild");
        }
        Optional<DoctorFinding> unfit = unfit();
        if (unfit.isPresent()) {
            return unfit.get();
        }
        RecoveredJournal salvage = ralph.recoverableJournal();
        Path kept = salvage.rebuild();
        return DoctorFinding.ready("journal", "rebuilt with " + extent(salvage) + "; the old one is saved as " + kept);
    }

    private static String extent(RecoveredJournal salvage) {
        return Amount.of(salvage.entries(), "entry", "entries") + " of "
                + Amount.of(salvage.streams().size(), "loop");
    }

    /// What this Ralph does not understand, it must not call lost.
    private Optional<DoctorFinding> unfit() {
        try (JournalView journal = ralph.journal()) {
            journal.loops().forEach(loop -> journal.entries(loop.head().id()));
            return Optional.empty();
        } catch (JournalDamaged toBeRebuilt) {
            return Optional.empty();
        } catch (JournalUnusable trouble) {
            return Optional.of(DoctorFinding.trouble(
                    "journal", "it was not rebuilt: " + trouble.getMessage(), "fix this, then: ralph doctor"));
        }
    }
}
