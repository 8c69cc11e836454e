package dev.ralph.engine;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Audit;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Whether the work of every attempt is still there, and every receipt is as it was written.
///
/// @param attempts how many were looked at
/// @param receipts how many were looked at
/// @param troubles what is wrong, each with what it is about; empty when all is well
public record ProjectAudit(int attempts, long receipts, List<String> troubles) {

    public ProjectAudit {
        troubles = List.copyOf(troubles);
    }

    public static ProjectAudit of(EngineOptions options, JournalView journal) throws IOException {
        Audit.Report work = Audit.of(options.project(), conserved(options, journal), idle(options, journal));
        List<String> troubles = new ArrayList<>(work.troubles());
        long receipts = 0;
        for (LoopSummary loop : journal.loops()) {
            LoopReceipts book = LoopReceipts.read(options.layout(), journal, loop);
            troubles.addAll(book.troubles());
            receipts += book.report().receipts();
        }
        return new ProjectAudit(work.attempts(), receipts, troubles);
    }

    /// Every attempt whose work lies at a ref, if nobody took it away.
    private static List<Audit.Ended> conserved(EngineOptions options, JournalView journal) throws IOException {
        RemovedAttempts removed = new RemovedAttempts(options.layout());
        List<Audit.Ended> attempts = new ArrayList<>();
        for (LoopSummary loop : journal.loops()) {
            String id = loop.head().id();
            boolean apart = worksApart(journal.entries(id));
            Set<Integer> gone = removed.of(id);
            for (AttemptSummary attempt : journal.attempts(id)) {
                AttemptReport report = attempt.report();
                AttemptRef ref = new AttemptRef(id, attempt.attempt());
                String commit = report == null ? null : report.effect().commit();
                boolean isMeant = commit != null
                        || (apart && report != null && report.how() != AttemptReport.How.NOT_STARTED)
                        || (apart && attempt.lost() && isDealtWith(attempt, loop))
                        || (attempt.lost()
                                && Conservation.holding(options.project(), ref).isPresent());
                if (isMeant && !gone.contains(attempt.attempt())) {
                    attempts.add(new Audit.Ended(ref, commit));
                }
            }
        }
        return attempts;
    }

    /// What an engine lost is conserved by the next one, before the next attempt begins or the work is kept.
    private static boolean isDealtWith(AttemptSummary lost, LoopSummary loop) {
        return lost.attempt() < loop.attempts() || loop.outcome() == Outcome.COMPLETED;
    }

    private static boolean worksApart(List<JournalEntry<Event>> entries) {
        return !entries.isEmpty()
                && entries.getFirst().event() instanceof Event.LoopStarted started
                && started.policy().confinement().workspace() != ConfinementPolicy.Workspace.IN_PLACE;
    }

    /// Workspaces in which nobody works right now.
    private static List<Path> idle(EngineOptions options, JournalView journal) throws IOException {
        Leases leases = StateFolder.leases(options.layout());
        List<Path> idle = new ArrayList<>();
        for (Path home : new Workspaces(options.project(), options.workspaces()).all()) {
            boolean isRunning = journal.stream(String.valueOf(home.getFileName()))
                    .flatMap(stream -> leases.whoHolds(Leases.key(stream.head())))
                    .isPresent();
            if (!isRunning) {
                idle.add(home);
            }
        }
        return idle;
    }
}
