package dev.ralph.engine;

import dev.ralph.attempt.TaskText;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunIds;
import dev.ralph.proof.ProofBaseline;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.OwnershipLost;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job ordered from inside an agent is handed to the engine that supervises that agent: its text is stored, its
/// loop is written to the journal, so that it is not lost if that engine dies now, then the engine is asked to run
/// it. From the second step on the engine may run it unasked.
public final class JobHandover {
    private JobHandover() {}

    /// @param supervisingLoop the loop of the agent from inside which the job is ordered
    /// @return the job's loop
    public static String to(EngineOptions options, String supervisingLoop, LoopOrder order) throws IOException {
        StateFolder.make(options);
        StreamHead head;
        try (Journal journal = SqliteJournal.open(options.layout().journal())) {
            head = recordNew(options, journal, order, supervisingLoop);
        }
        StateFolder.requests(options.layout()).send(supervisingLoop, Requests.Kind.ADOPT, head.id());
        return head.id();
    }

    /// Inside a PID namespace many have the same small pid, so an id made of time and pid may be taken.
    private static StreamHead recordNew(EngineOptions options, Journal journal, LoopOrder order, String parent)
            throws IOException {
        while (true) {
            StreamHead head = head(options, order, parent);
            if (!claimed(options.layout().loop(head.id()))) {
                continue; // The counter goes on, and with the next second the name is ours at the latest.
            }
            LoopPaths paths = new LoopPaths(options.layout(), options.project(), head);
            new TaskText(paths, order.policy().mode()).store(order.prompt());
            try {
                ProofBaseline groundwork =
                        new ProofBaseline(options.project(), options.layout(), options.rooms(), options.environment());
                record(options, journal, head, groundwork.begin(groundwork.of(order.policy()), head.id()));
                return head;
            } catch (OwnershipLost taken) {
                Files.deleteIfExists(paths.keptTask());
            }
        }
    }

    /// Whether the folder of a loop is now ours: nobody else's text is overwritten.
    private static boolean claimed(Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    /// @param parent the loop whose agent orders it, null for a person's
    static StreamHead head(EngineOptions options, LoopOrder order, @Nullable String parent) {
        String loop = RunIds.next(options.clock().instant());
        return new StreamHead(
                loop,
                StreamHead.Kind.LOOP,
                parent,
                order.parentRun(),
                options.projectId().value(),
                order.task().value(),
                order.policy().mode() == Policy.Mode.ONCE ? StreamHead.jobRole(loop) : null,
                order.policy().profile());
    }

    static void record(EngineOptions options, Journal journal, StreamHead head, Policy policy) {
        journal.begin(head);
        journal.append(
                head.id(), List.of(new JournalEntry<>(1, options.clock().instant(), new Event.LoopStarted(policy))));
    }
}
