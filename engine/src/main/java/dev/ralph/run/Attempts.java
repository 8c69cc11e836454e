package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.loop.Signal;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Exit;
import dev.ralph.process.Progress;
import dev.ralph.task.RunIds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The attempts of one loop that this process starts: a folder first, then the journal, then the agent.
final class Attempts {
    private final Site site;
    private final Agent agent;
    private final Papers papers;
    private final Signals signals;
    private final InstantSource clock;
    private volatile @Nullable Current current;

    /// @param live null until the agent is started
    private record Current(int attempt, String run, Instant since, Agent.@Nullable Live live) {}

    Attempts(Site site, Agent agent, Papers papers, Signals signals, InstantSource clock) {
        this.site = site;
        this.agent = agent;
        this.papers = papers;
        this.signals = signals;
        this.clock = clock;
    }

    /// Makes the run folder and writes the prompt; nothing runs yet.
    Event.AttemptStarted prepare(int attempt, @Nullable String refusal) throws IOException {
        Instant now = clock.instant();
        String run = makeFolder(now);
        papers.write(run, attempt, refusal);
        signals.attemptBegins();
        current = new Current(attempt, run, now, null);
        return new Event.AttemptStarted(attempt, run);
    }

    /// Starts what was prepared, unless it already runs. The end of it comes to the inbox.
    boolean begin(int attempt, Policy policy, Inbox inbox) throws CannotStart {
        Current prepared = current;
        if (prepared == null || prepared.attempt() != attempt || prepared.live() != null) {
            return false;
        }
        Agent.Live live = agent.start(new Agent.Place(attempt, site, prepared.run(), policy));
        current = new Current(attempt, prepared.run(), prepared.since(), live);
        var _ = live.exit().thenAccept(exit -> inbox.put(new Notice.Over(exit)));
        return true;
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

    Event.AttemptEnded over(int attempt, Exit exit, Policy policy) {
        Current ended = java.util.Objects.requireNonNull(current);
        Agent.Live live = ended.live();
        current = null;
        Ended end = refusedByShell(ended.run(), Ended.of(exit, policy), policy);
        Signal signal = signals.leftBy(ended.since(), end.how() == Report.How.EXITED ? end.code() : -1);
        boolean intended = end.how() == Report.How.ENDED_AFTER_SIGNAL || (signal != null && signal.asksToWait());
        return new Event.AttemptEnded(
                attempt,
                new Report(
                        end.how(),
                        end.code(),
                        live == null ? 0 : live.pid(),
                        signal,
                        intended ? null : failure(end, live),
                        clock.instant(),
                        exit.took(),
                        exit.proof().name(),
                        exit.leaked(),
                        new Report.Captured(
                                exit.stdout().bytes(),
                                exit.stdout().omitted(),
                                exit.stdout().sha256()),
                        new Report.Captured(
                                exit.stderr().bytes(),
                                exit.stderr().omitted(),
                                exit.stderr().sha256())));
    }

    /// An agent that is a shell line ends with 126 or 127 also where the shell found its program, and that program or
    /// one of its own did not find another: only what the shell says about a word of the line is fatal.
    private Ended refusedByShell(String run, Ended end, Policy policy) {
        boolean shell = policy.agent().kind() == Policy.AgentCommand.Kind.SHELL;
        if (!shell || end.how() != Report.How.EXITED || (end.code() != 126 && end.code() != 127)) {
            return end;
        }
        String line = policy.agent().words().getFirst();
        String refused = ShellRefusal.of(line, site.task().run(run));
        return refused == null
                ? end
                : new Ended(
                        Report.How.NOT_STARTED,
                        end.code(),
                        "the shell could not run `" + refused + "` of `" + line + "`: "
                                + (end.code() == 127 ? "not found. Install it, or correct the line" : "not permitted")
                                + " (exit code " + end.code() + ")");
    }

    private static @Nullable String failure(Ended end, Agent.@Nullable Live live) {
        boolean ownExit = end.how() == Report.How.EXITED || end.how() == Report.How.NOT_STARTED;
        String words = live == null ? null : live.failure();
        return ownExit && words != null ? words : end.failure();
    }

    /// The agent could not be started. Only what trying again cannot mend is fatal.
    Event.AttemptEnded notStarted(int attempt, CannotStart why) {
        current = null;
        boolean fatal = why.kind() != CannotStart.Kind.OTHER;
        return new Event.AttemptEnded(
                attempt,
                new Report(
                        fatal ? Report.How.NOT_STARTED : Report.How.EXITED,
                        -1,
                        0,
                        null,
                        String.valueOf(why.getMessage()),
                        clock.instant(),
                        Duration.ZERO,
                        "NOT_STARTED",
                        false,
                        Report.Captured.NOTHING,
                        Report.Captured.NOTHING));
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
        if (!Files.isDirectory(site.layout().state())) {
            throw new IOException("the state folder " + site.layout().state()
                    + " is gone: the project was moved or deleted; run Ralph again where it is now");
        }
        Files.createDirectories(site.task().runs());
    }

    /// What an exit means to the loop.
    private record Ended(Report.How how, int code, @Nullable String failure) {
        static Ended of(Exit exit, Policy policy) {
            return switch (exit.ending()) {
                case OWN_EXIT -> own(exit);
                case IDLE_LIMIT ->
                    new Ended(
                            Report.How.IDLE_LIMIT,
                            -1,
                            "timed out: no output for " + limit(policy.limits().idle()));
                case WALL_LIMIT ->
                    new Ended(
                            Report.How.WALL_LIMIT,
                            -1,
                            "timed out: ran longer than "
                                    + limit(policy.limits().wall()));
                case OUTPUT_LIMIT ->
                    new Ended(
                            Report.How.OUTPUT_LIMIT,
                            -1,
                            "wrote more than " + policy.limits().keptOutput() + " bytes");
                case STOPPED -> new Ended(Report.How.STOPPED, -1, "stopped");
                case COMPLETED -> new Ended(Report.How.ENDED_AFTER_SIGNAL, -1, null);
            };
        }

        private static Ended own(Exit exit) {
            return switch (exit.status()) {
                case dev.ralph.process.Status.Exited(int code) -> exited(code);
                case dev.ralph.process.Status.Signaled(int signal) ->
                    new Ended(Report.How.SIGNALLED, signal, "killed by signal " + signal + ExitWords.ofSignal(signal));
            };
        }

        private static Ended exited(int code) {
            if (code == CallbackAgent.FATAL_CODE) {
                return new Ended(Report.How.NOT_STARTED, -1, "fatal failure");
            }
            return new Ended(Report.How.EXITED, code, code == 0 ? null : "exit code " + code + ExitWords.ofCode(code));
        }

        private static String limit(@Nullable Duration limit) {
            return limit == null ? "its limit" : dev.ralph.config.DurationText.format(limit);
        }
    }
}
