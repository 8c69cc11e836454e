package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.NotOurs;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.RunIds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job ordered from inside an agent is handed to the engine that supervises that agent: its text is stored, its loop
/// is written to the journal, so that it is not lost if that engine dies now, then the engine is asked to run it. From
/// the second step on the engine may run it unasked.
public final class Handover {
    static final String JOB = "job";

    private Handover() {}

    /// @param supervisingLoop the loop of the agent from inside which the job is ordered
    /// @return the job's loop
    public static String to(Setup setup, String supervisingLoop, Order order) throws IOException {
        StateFolder.make(setup);
        StreamHead head;
        try (Journal journal = SqliteJournal.open(setup.layout().journal())) {
            head = recordNew(setup, journal, order, supervisingLoop);
        }
        Workshop.requests(setup.layout()).send(supervisingLoop, Requests.Kind.ADOPT, head.id());
        return head.id();
    }

    /// Inside a PID namespace many have the same small pid, so an id made of time and pid may be taken.
    private static StreamHead recordNew(Setup setup, Journal journal, Order order, String parent) throws IOException {
        while (true) {
            StreamHead head = head(setup, order, parent);
            if (!claimed(setup.layout().loop(head.id()))) {
                continue; // The counter goes on, and with the next second the name is ours at the latest.
            }
            Site site = new Site(setup.layout(), setup.project(), head);
            new TaskText(site, order.policy().mode()).store(order.prompt());
            try {
                Groundwork groundwork = new Groundwork(setup.project(), setup.layout());
                record(setup, journal, head, groundwork.begin(groundwork.of(order.policy()), head.id()));
                return head;
            } catch (NotOurs taken) {
                Files.deleteIfExists(site.keptTask());
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

    /// A job is one of many beside the loop of its task, so each has a role of its own.
    ///
    /// @param parent the loop whose agent orders it, null for a person's
    static StreamHead head(Setup setup, Order order, @Nullable String parent) {
        String loop = RunIds.next(setup.clock().instant());
        return new StreamHead(
                loop,
                StreamHead.Kind.LOOP,
                parent,
                order.parentRun(),
                setup.projectId().value(),
                order.task().value(),
                order.policy().mode() == Policy.Mode.ONCE ? JOB + "-" + loop : null,
                order.policy().profile());
    }

    static void record(Setup setup, Journal journal, StreamHead head, Policy policy) {
        journal.begin(head);
        journal.append(head.id(), List.of(new Entry<>(1, setup.clock().instant(), new Event.LoopStarted(policy))));
    }
}
