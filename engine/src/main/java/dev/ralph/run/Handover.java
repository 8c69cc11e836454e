package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopHead;
import dev.ralph.store.NotOurs;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.RunIds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
        LoopHead head;
        try (Journal journal = SqliteJournal.open(setup.layout().journal())) {
            head = recordNew(setup, journal, order);
        }
        Requests.send(setup.layout(), supervisingLoop, Requests.Kind.ADOPT, head.loop());
        return head.loop();
    }

    /// Inside a PID namespace many have the same small pid, so an id made of time and pid may be taken.
    private static LoopHead recordNew(Setup setup, Journal journal, Order order) throws IOException {
        while (true) {
            LoopHead head = head(setup, order);
            if (!claimed(setup.layout().loop(head.loop()))) {
                continue; // The counter goes on, and with the next second the name is ours at the latest.
            }
            Site site = new Site(setup.layout(), setup.project(), head);
            new TaskText(site, order.policy().mode()).store(order.prompt());
            try {
                Groundwork groundwork = new Groundwork(setup);
                record(setup, journal, head, groundwork.begin(groundwork.of(order.policy()), head.loop()));
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

    static LoopHead head(Setup setup, Order order) {
        String loop = RunIds.next(setup.clock().instant());
        return new LoopHead(
                loop,
                setup.projectId().value(),
                order.task().value(),
                order.policy().profile(),
                order.parentRun());
    }

    static void record(Setup setup, Journal journal, LoopHead head, Policy policy) {
        journal.begin(head);
        journal.append(head.loop(), List.of(new Entry(1, setup.clock().instant(), new Event.LoopStarted(policy))));
    }
}
