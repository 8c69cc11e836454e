package dev.ralph.attempt;

import dev.ralph.budget.Spent;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.TreeFingerprint;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.AttemptEffect;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.RunIds;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.OutputResult;
import dev.ralph.process.Progress;
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
public final class Attempts {
    private final LoopPaths paths;
    private final Agent agent;
    private final PromptFile promptFile;
    private final MarkerFiles signals;
    private final TreeFingerprint trees;
    private final InstantSource clock;
    private volatile @Nullable Current current;

    /// @param live null until the agent is started
    /// @param tree the project before it began
    private record Current(
            int attempt,
            String run,
            Instant since,
            Decision.Assignment assignment,
            @Nullable String tree,
            DiskUse disk,
            Agent.@Nullable Live live) {
        Current with(Agent.Live started) {
            return new Current(attempt, run, since, assignment, tree, disk, started);
        }
    }

    public Attempts(
            LoopPaths paths,
            Agent agent,
            PromptFile promptFile,
            MarkerFiles signals,
            TreeFingerprint trees,
            InstantSource clock) {
        this.paths = paths;
        this.agent = agent;
        this.promptFile = promptFile;
        this.signals = signals;
        this.trees = trees;
        this.clock = clock;
    }

    public LoopWorkspace workspace() {
        return trees.place();
    }

    /// Makes the run folder and writes the prompt; nothing runs yet.
    public Event.AttemptStarted prepare(Decision.StartAttempt start, Policy policy) throws IOException {
        Instant now = clock.instant();
        UnlinkedFiles.require(paths.task().home(), paths.task().runs()); // agents write there, and so does Ralph
        Path grows = trees.place().grows();
        String run = makeFolder(now);
        promptFile.write(run, start, policy);
        signals.attemptBegins();
        ProjectDisk disk =
                ProjectDisk.of(paths).grownBy(grows, paths.task().run(run).prompt());
        Long leastFree = policy.limits().caps().leastFree();
        DiskUse use = new DiskUse(disk, start.assignment().left(), leastFree, System::nanoTime);
        current = new Current(start.attempt(), run, now, start.assignment(), trees.now(), use, null);
        return new Event.AttemptStarted(start.attempt(), run, trees.place().level());
    }

    /// Starts what was prepared, unless it already runs. The end of it comes to the inbox.
    public boolean begin(int attempt, Policy policy, Inbox inbox) throws CannotStart {
        Current prepared = current;
        if (prepared == null || prepared.attempt() != attempt || prepared.live() != null) {
            return false;
        }
        Agent.Live live = agent.start(new Agent.Place(attempt, paths, prepared.run(), policy, prepared.assignment()));
        current = prepared.with(live);
        var _ = live.ending().thenAccept(why -> {
            AttemptFailure.TimedOut late = ExitMeaning.timedOut(why, policy, prepared.assignment());
            if (late != null) {
                inbox.put(new InboxItem.TimedOut(late));
            }
        });
        var _ = live.exit().thenAccept(exit -> inbox.put(new InboxItem.Over(exit)));
        return true;
    }

    /// Why no attempt may be started at the moment; null when one may.
    public AttemptFailure.@Nullable DiskFull tooLittleSpace(Policy policy) {
        return DiskUse.tooLittle(ProjectDisk.of(paths), policy.limits().caps().leastFree());
    }

    /// Ends what runs when it takes more disk space than it may.
    public void watchDisk(Duration grace) {
        Current now = current;
        if (now != null && now.live() != null && now.disk().over() != null) {
            now.live().end(EndCause.DISK_LIMIT, grace);
        }
    }

    /// Bytes that the attempt which has just ended added. To be asked before its work is conserved, which takes space,
    /// too.
    public long addedBytes() {
        Current now = current;
        return now == null ? 0 : now.disk().taken();
    }

    /// Whether this process prepared or started the attempt.
    public boolean ours(int attempt) {
        Current now = current;
        return now != null && now.attempt() == attempt;
    }

    public Optional<Agent.Live> live() {
        Current now = current;
        return now == null ? Optional.empty() : Optional.ofNullable(now.live());
    }

    public Optional<Progress> progress() {
        return live().map(Agent.Live::progress);
    }

    /// What the running attempt has used so far, as its agent says.
    public Optional<Spent> spent() {
        return live().flatMap(Agent.Live::spent);
    }

    /// The running attempt's run id.
    public Optional<String> run() {
        Current now = current;
        return now == null ? Optional.empty() : Optional.of(now.run());
    }

    /// @param added  bytes that it added
    /// @param commit what its end is conserved as, null where it is not
    public Event.AttemptEnded over(int attempt, Exit exit, Policy policy, long added, @Nullable String commit) {
        Current ended = Objects.requireNonNull(current);
        Agent.Live live = ended.live();
        current = null;
        Policy.AgentCommand command = policy.agents().get(ended.assignment().agent());
        ExitMeaning end = refusedByShell(
                ended.run(),
                ExitMeaning.of(exit, policy, ended.assignment(), ended.disk().over()),
                command);
        LiveTranscript transcript = live == null ? null : live.heard();
        Instant now = clock.instant();
        String tree = trees.now();
        RunFolder folder = paths.task().run(ended.run());
        AttemptFindings findings = transcript == null
                ? AttemptFindings.NONE
                : new AttemptReading(policy, folder, now, ended.assignment().limited())
                        .of(transcript, exit, TreeFingerprint.isStill(ended.tree(), tree));
        boolean own = AgentLookup.choosesItsExitCode(command);
        Declaration declared = signals.declared(folder);
        int code = own && end.how() == AttemptReport.How.EXITED ? end.code() : -1;
        Signal signal = signals.leftBy(ended.since(), code, declared);
        if (findings.signal() != null && signal != Signal.DONE && signal != Signal.GAVE_UP) {
            signal = findings.signal();
        }
        if (signal == Signal.GAVE_UP) {
            declared = signals.blocked(declared, findings.blocker());
        }
        boolean intended = signal != null && signal.asksToWait();
        AttemptFailure failure =
                signals.lookForDone().orElse(null) instanceof Event.TroubleFound(Reason.DoneIsFolder done)
                        ? new AttemptFailure.DoneIsFolder(done.path())
                        : findings.failure() != null ? findings.failure() : failure(end, live);
        return new Event.AttemptEnded(
                attempt,
                new AttemptReport(
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
                        findings.statement(),
                        new AttemptEffect(ended.tree(), tree, added, commit),
                        trees.place().sandboxReport(),
                        declared,
                        signals.scrubbed(StageFindings.of(policy, folder, findings.rejected()))));
    }

    private static AttemptReport.Captured captured(OutputResult output) {
        return new AttemptReport.Captured(output.bytes(), output.omitted(), output.sha256());
    }

    /// An agent that is a shell line ends with 126 or 127 also where the shell found its program, and that program or
    /// one of its own did not find another: only what the shell says about a word of the line is fatal.
    private ExitMeaning refusedByShell(String run, ExitMeaning end, Policy.AgentCommand command) {
        boolean shell = command.kind() == Policy.AgentCommand.Kind.SHELL;
        if (!shell || end.how() != AttemptReport.How.EXITED || (end.code() != 126 && end.code() != 127)) {
            return end;
        }
        String line = command.words().getFirst();
        String refused = ShellRefusal.of(line, paths.task().run(run));
        return refused == null
                ? end
                : new ExitMeaning(
                        AttemptReport.How.NOT_STARTED,
                        end.code(),
                        new AttemptFailure.Told("the shell could not run `" + refused + "` of `" + line + "`: "
                                + (end.code() == 127 ? "not found. Install it, or correct the line" : "not permitted")
                                + " (exit code " + end.code() + ")"));
    }

    private static @Nullable AttemptFailure failure(ExitMeaning end, Agent.@Nullable Live live) {
        boolean ownExit = end.how() == AttemptReport.How.EXITED || end.how() == AttemptReport.How.NOT_STARTED;
        String words = live == null ? null : live.failure();
        return ownExit && words != null ? new AttemptFailure.Told(words) : end.failure();
    }

    /// The agent could not be started. Only what trying again cannot mend is fatal.
    public Event.AttemptEnded notStarted(int attempt, CannotStart why) {
        current = null;
        boolean fatal = why.kind() != CannotStart.Kind.OTHER;
        return new Event.AttemptEnded(
                attempt,
                AttemptReport.bare(
                        fatal ? AttemptReport.How.NOT_STARTED : AttemptReport.How.EXITED,
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
                Files.createDirectory(paths.task().run(run).path());
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
            Folders.below(paths.layout().state(), paths.task().runs());
        } catch (NoSuchFileException gone) {
            throw new IOException(
                    "the state folder " + paths.layout().state()
                            + " is gone: the project was moved or deleted; run Ralph again where it is now",
                    gone);
        }
    }
}
