package dev.ralph.run;

import dev.ralph.budget.Prices;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.machine.StreamHead;
import dev.ralph.process.Containment;
import dev.ralph.process.Supervisor;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.verify.Check;
import dev.ralph.workspace.InPlaceStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// A loop whose first attempt has ended and says that it is done, with nothing of Ralph but what proves it.
final class ProvingScene implements AutoCloseable {
    private static final String LOOP = "loop-1";

    private final Path project;
    private final Supervisor supervisor;
    private final Journal journal;
    private final Site site;
    private final Workplace workplace;
    private final Provers provers;
    private Policy policy;

    private ProvingScene(Path project, Policy policy) throws IOException {
        this.project = project;
        this.policy = policy;
        Layout layout = Layout.inProject(project);
        Files.createDirectories(layout.state());
        supervisor = Supervisor.open(Containment.GROUP, layout.leases());
        journal = SqliteJournal.open(layout.journal());
        site = new Site(layout, project, StreamHead.loop(LOOP, "scratch", "task-001", "restart"));
        Inheritance inherited = Inheritance.of(System.getenv());
        PublicFiles files = new PublicFiles(site, InstantSource.system(), _ -> {});
        Confinement confinement = new Confinement(
                site, project, policy.confines(), inherited, new Keepers(supervisor, layout.leases()), files);
        workplace =
                new Workplace(site, policy, layout.state().resolve("w"), InPlaceStates.Where.REPOSITORIES, confinement);
        Errands errands = new Errands(
                site, new Surroundings(site, inherited, null), policy.pace().grace());
        provers = new Provers(
                errands, new Workbench(workplace, supervisor), new ReviewBook(site, List::of, Prices::none));
    }

    /// The agent is about to begin.
    static ProvingScene begin(Path project, Check check) throws Exception {
        Policy.Pace pace = Policy.Pace.DEFAULT;
        Policy plain = Policy.restart(Policy.AgentCommand.shell("true"))
                .with(new Policy.Pace(
                        pace.restartDelay(),
                        pace.poll(),
                        pace.childWait(),
                        Duration.ofMillis(100),
                        pace.doneGrace(),
                        pace.check()))
                .withChecks(List.of(check.line()));
        ProvingScene scene = new ProvingScene(project, plain);
        scene.policy = new Groundwork(project, scene.site.layout()).of(plain);
        scene.workplace.before(1);
        return scene;
    }

    /// The agent has ended.
    void end() throws IOException {
        workplace.conserve(1);
        Instant now = Instant.now();
        journal.begin(site.head());
        journal.append(
                LOOP,
                List.of(
                        new Entry<>(1, now, new Event.LoopStarted(policy)),
                        new Entry<>(2, now, new Event.AttemptStarted(1, "run-1")),
                        new Entry<>(
                                3,
                                now,
                                new Event.AttemptEnded(
                                        1,
                                        Report.bare(Report.How.EXITED, 0, null, null, now, Duration.ZERO, "NONE")))));
    }

    Proven prove(Check check) throws IOException, InterruptedException {
        return provers.of(check).prove(claimed());
    }

    Claimed claimed() throws IOException {
        return new Claims(site, workplace, journal, new Kinds(null)).of(policy, 1, 1, List.of());
    }

    Path project() {
        return project;
    }

    @Override
    public void close() throws IOException {
        journal.close();
        supervisor.close();
    }
}
