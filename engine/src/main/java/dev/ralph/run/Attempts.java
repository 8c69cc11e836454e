package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Trace;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Output;
import dev.ralph.process.Progress;
import dev.ralph.task.Folders;
import dev.ralph.task.RunIds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The attempts of one loop that this process starts: a folder first, then the journal, then the agent.
final class Attempts {
    private final Site site;
    private final Agent agent;
    private final Papers papers;
    private final Signals signals;
    private final Trees trees;
    private final InstantSource clock;
    private volatile @Nullable Current current;

    /// @param live null until the agent is started
    /// @param tree the project before it began
    private record Current(
            int attempt,
            String run,
            Instant since,
            Decision.Who who,
            @Nullable String tree,
            DiskUse disk,
            Agent.@Nullable Live live) {
        Current with(Agent.Live started) {
            return new Current(attempt, run, since, who, tree, disk, started);
        }
    }

    Attempts(Site site, Agent agent, Papers papers, Signals signals, Trees trees, InstantSource clock) {
        this.site = site;
        this.agent = agent;
        this.papers = papers;
        this.signals = signals;
        this.trees = trees;
        this.clock = clock;
    }

    Workplace workplace() {
        return trees.place();
    }

    /// Makes the run folder and writes the prompt; nothing runs yet.
    Event.AttemptStarted prepare(Decision.StartAttempt start, Policy policy) throws IOException {
        Instant now = clock.instant();
        Path grows = trees.place().grows();
        String run = makeFolder(now);
        papers.write(run, start, policy);
        signals.attemptBegins();
        ProjectDisk disk =
                ProjectDisk.of(site).grownBy(grows, site.task().run(run).prompt());
        Long leastFree = policy.limits().caps().leastFree();
        DiskUse use = new DiskUse(disk, start.who().left(), leastFree, System::nanoTime);
        current = new Current(start.attempt(), run, now, start.who(), trees.now(), use, null);
        return new Event.AttemptStarted(start.attempt(), run, trees.place().level());
    }

    /// Starts what was prepared, unless it already runs. The end of it comes to the inbox.
    boolean begin(int attempt, Policy policy, Inbox inbox) throws CannotStart {
        Current prepared = current;
        if (prepared == null || prepared.attempt() != attempt || prepared.live() != null) {
            return false;
        }
        Agent.Live live = agent.start(new Agent.Place(attempt, site, prepared.run(), policy, prepared.who()));
        current = prepared.with(live);
        var _ = live.ending().thenAccept(why -> {
            AttemptFailure.TimedOut late = Ended.timedOut(why, policy, prepared.who());
            if (late != null) {
                inbox.put(new Notice.TimedOut(late));
            }
        });
        var _ = live.exit().thenAccept(exit -> inbox.put(new Notice.Over(exit)));
        return true;
    }

    /// Why no attempt may be started at the moment; null when one may.
    AttemptFailure.@Nullable DiskFull tooLittleSpace(Policy policy) {
        return DiskUse.tooLittle(ProjectDisk.of(site), policy.limits().caps().leastFree());
    }

    /// Ends what runs when it takes more disk space than it may.
    void watchDisk(Duration grace) {
        Current now = current;
        if (now != null && now.live() != null && now.disk().over() != null) {
            now.live().end(Ending.DISK_LIMIT, grace);
        }
    }

    /// Bytes that the attempt which has just ended added. To be asked before its work is conserved, which takes space,
    /// too.
    long addedBytes() {
        Current now = current;
        return now == null ? 0 : now.disk().taken();
    }

    /// Whether this process prepared or started the attempt.
    boolean ours(int attempt) {
        Current now = current;
        return now != null && now.attempt() == attempt;
    }

    Optional<Agent.Live> live() {
        Current now = current;
        return now == null ? Optional.empty() : Optional.ofNullable(now.live());
    }

    Optional<Progress> progress() {
        return live().map(Agent.Live::progress);
    }

    /// The running attempt's run id.
    Optional<String> run() {
        Current now = current;
        return now == null ? Optional.empty() : Optional.of(now.run());
    }

    /// @param added  bytes that it added
    /// @param commit what its end is conserved as, null where it is not
    Event.AttemptEnded over(int attempt, Exit exit, Policy policy, long added, @Nullable String commit) {
        Current ended = Objects.requireNonNull(current);
        Agent.Live live = ended.live();
        current = null;
        Policy.AgentCommand command = policy.agents().get(ended.who().agent());
        Ended end = refusedByShell(
                ended.run(), Ended.of(exit, policy, ended.who(), ended.disk().over()), command);
        Hearing hearing = live == null ? null : live.heard();
        Instant now = clock.instant();
        String tree = trees.now();
        Words words = hearing == null
                ? Words.NONE
                : new Verdicts(
                                policy,
                                site.task().run(ended.run()),
                                now,
                                ended.who().limited())
                        .of(hearing, exit, Trees.isStill(ended.tree(), tree));
        boolean own = Kinds.choosesItsExitCode(command);
        Signal signal = signals.leftBy(ended.since(), own && end.how() == Report.How.EXITED ? end.code() : -1);
        if (words.signal() != null && signal != Signal.DONE) {
            signal = words.signal();
        }
        boolean intended = signal != null && signal.asksToWait();
        AttemptFailure failure = words.failure() != null ? words.failure() : failure(end, live);
        return new Event.AttemptEnded(
                attempt,
                new Report(
                        end.how(),
                        end.code(),
                        live == null ? 0 : live.pid(),
                        signal,
                        intended ? null : failure,
                        now,
                        exit.took(),
                        exit.proof().name(),
                        exit.leaked(),
                        captured(exit.stdout()),
                        captured(exit.stderr()),
                        words.testimony(),
                        new Trace(ended.tree(), tree, added, commit),
                        trees.place().custody()));
    }

    private static Report.Captured captured(Output output) {
        return new Report.Captured(output.bytes(), output.omitted(), output.sha256());
    }

    /// An agent that is a shell line ends with 126 or 127 also where the shell found its program, and that program or
    /// one of its own did not find another: only what the shell says about a word of the line is fatal.
    private Ended refusedByShell(String run, Ended end, Policy.AgentCommand command) {
        boolean shell = command.kind() == Policy.AgentCommand.Kind.SHELL;
        if (!shell || end.how() != Report.How.EXITED || (end.code() != 126 && end.code() != 127)) {
            return end;
        }
        String line = command.words().getFirst();
        String refused = ShellRefusal.of(line, site.task().run(run));
        return refused == null
                ? end
                : new Ended(
                        Report.How.NOT_STARTED,
                        end.code(),
                        new AttemptFailure.Told("the shell could not run `" + refused + "` of `" + line + "`: "
                                + (end.code() == 127 ? "not found. Install it, or correct the line" : "not permitted")
                                + " (exit code " + end.code() + ")"));
    }

    private static @Nullable AttemptFailure failure(Ended end, Agent.@Nullable Live live) {
        boolean ownExit = end.how() == Report.How.EXITED || end.how() == Report.How.NOT_STARTED;
        String words = live == null ? null : live.failure();
        return ownExit && words != null ? new AttemptFailure.Told(words) : end.failure();
    }

    /// The agent could not be started. Only what trying again cannot mend is fatal.
    Event.AttemptEnded notStarted(int attempt, CannotStart why) {
        current = null;
        boolean fatal = why.kind() != CannotStart.Kind.OTHER;
        return new Event.AttemptEnded(
                attempt,
                Report.bare(
                        fatal ? Report.How.NOT_STARTED : Report.How.EXITED,
                        -1,
                        null,
                        new AttemptFailure.Told(String.valueOf(why.getMessage())),
                        clock.instant(),
                        Duration.ZERO,
                        "NOT_STARTED"));
    }

    private String makeFolder(Instant now) throws IOException {
        while (true) {
            String run = RunIds.next(now);
            try {
                FaultPoint.RUN_FOLDER.before();
                Files.createDirectory(site.task().run(run).path());
                FaultPoint.RUN_FOLDER.after();
                return run;
            } catch (FileAlreadyExistsException taken) {
                // Another process with our recycled pid was here in the same second; the counter goes on.
            } catch (NoSuchFileException first) {
                makeParent();
            }
        }
    }

    private void makeParent() throws IOException {
        try {
            Folders.below(site.layout().state(), site.task().runs());
        } catch (NoSuchFileException gone) {
            throw new IOException(
                    "the state folder " + site.layout().state()
                            + " is gone: the project was moved or deleted; run Ralph again where it is now",
                    gone);
        }
    }
}
