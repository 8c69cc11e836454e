package dev.ralph.proof;

import dev.ralph.budget.Prices;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.Confinement;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.environment.LoopVariables;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.Supervisors;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.process.Containment;
import dev.ralph.process.Supervisor;
import dev.ralph.projection.PublicFiles;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.SqliteJournal;
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
final class ProofFixture implements AutoCloseable {
    private static final String LOOP = "loop-1";

    private final Path project;
    private final Supervisor supervisor;
    private final Journal journal;
    private final LoopPaths paths;
    private final LoopWorkspace loopWorkspace;
    private final Provers provers;
    private Policy policy;

    private ProofFixture(Path project, Policy policy) throws IOException {
        this.project = project;
        this.policy = policy;
        StateLayout layout = StateLayout.inProject(project);
        Files.createDirectories(layout.state());
        supervisor = Supervisor.open(Containment.GROUP, layout.leases());
        journal = SqliteJournal.open(layout.journal());
        paths = new LoopPaths(layout, project, StreamHead.loop(LOOP, "scratch", "task-001", "restart"));
        InheritedVariables inherited = InheritedVariables.of(System.getenv());
        PublicFiles files = new PublicFiles(paths, InstantSource.system(), _ -> {});
        Confinement confinement = new Confinement(
                paths, project, policy.confinement(), inherited, new Supervisors(supervisor, layout.leases()), files);
        loopWorkspace = new LoopWorkspace(
                paths, policy, layout.state().resolve("w"), InPlaceStates.Where.REPOSITORIES, confinement, null);
        CheckProcesses checkProcesses = new CheckProcesses(
                paths, new LoopVariables(paths, inherited, null), policy.pace().grace());
        provers = new Provers(
                checkProcesses,
                new CheckPlace(loopWorkspace, supervisor),
                new ReviewLog(paths, List::of, Prices::none));
    }

    /// The agent is about to begin.
    static ProofFixture begin(Path project, Check check) throws Exception {
        Policy.Pace pace = Policy.Pace.DEFAULT;
        Policy plain = Policy.of(Policy.AgentCommand.shell("true"))
                .with(new Policy.Pace(
                        pace.restartDelay(),
                        pace.poll(),
                        pace.childWait(),
                        Duration.ofMillis(100),
                        pace.doneGrace(),
                        pace.check()))
                .withChecks(List.of(check.line()));
        ProofFixture scene = new ProofFixture(project, plain);
        scene.policy = new ProofBaseline(
                        project, scene.paths.layout(), project.resolve("rooms"), InheritedVariables.of(System.getenv()))
                .of(plain);
        scene.loopWorkspace.before(1);
        return scene;
    }

    /// The agent has ended.
    void end() throws IOException {
        loopWorkspace.conserve(1);
        Instant now = Instant.now();
        journal.begin(paths.head());
        journal.append(
                LOOP,
                List.of(
                        new JournalEntry<>(1, now, new Event.LoopStarted(policy)),
                        new JournalEntry<>(2, now, new Event.AttemptStarted(1, "run-1")),
                        new JournalEntry<>(
                                3,
                                now,
                                new Event.AttemptEnded(
                                        1,
                                        AttemptReport.bare(
                                                AttemptReport.How.EXITED,
                                                0,
                                                null,
                                                null,
                                                now,
                                                Duration.ZERO,
                                                "NONE")))));
    }

    ProofResult prove(Check check) throws IOException, InterruptedException {
        return provers.of(check).prove(work());
    }

    WorkUnderProof work() throws IOException {
        return new ProofInputs(paths, loopWorkspace, journal, new AgentLookup(null)).of(policy, 1, 1, List.of());
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
