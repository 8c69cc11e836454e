package dev.ralph.attempt;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.StreamReader;
import dev.ralph.agent.StreamReading;
import dev.ralph.budget.Prices;
import dev.ralph.budget.ResetTime;
import dev.ralph.budget.UsageMeter;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.ProgramToConfine;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RunFolder;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An agent that is a program: the prompt on stdin, its output in the run folder. One whose words count is
/// listened to.
public record ProcessAgent(
        Supervisor supervisor,
        LoopWorkspace workspace,
        AgentCommandLine starts,
        Supplier<Prices> prices,
        InstantSource clock)
        implements Agent {

    @Override
    public Live start(Place place) throws CannotStart {
        AgentCommandLine.Line line = starts.of(place, worksIn());
        RunFolder folder = place.paths().task().run(place.run());
        AgentCommand command = AgentCommandLine.command(place);
        if (!counts(command, place.policy())) {
            return new RunningProgram(start(place, line, folder), null, List.of());
        }
        AgentKind kind = starts.agentLookup().of(command);
        SpendingGuard guard = new SpendingGuard(clock);
        LiveTranscript transcript = new LiveTranscript(
                        new StreamReading(kind, this::reset),
                        new UsageMeter(prices, place.assignment().counters()),
                        PromiseListener.of(kind, place.policy().conversation().promise(), folder),
                        AgentText.of(place.policy(), kind, folder),
                        place.assignment().left(),
                        guard)
                .speaking(line.version());
        List<OutputTail> listening = listen(transcript, folder);
        try {
            RunningProcess running = start(place, line, folder);
            guard.holds(running);
            running.onOutput(() -> listening.forEach(OutputTail::poke));
            listening.forEach(OutputTail::poke);
            return new RunningProgram(running, transcript, listening);
        } catch (CannotStart | RuntimeException failed) {
            listening.forEach(OutputTail::finish);
            throw failed;
        }
    }

    private Path worksIn() throws CannotStart {
        try {
            return workspace.mappedFolder().seen();
        } catch (IOException unusable) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER, "the workspace cannot be used: " + FileErrorText.words(unusable));
        }
    }

    private RunningProcess start(Place place, AgentCommandLine.Line line, RunFolder folder) throws CannotStart {
        return workspace.start(
                supervisor, launch(place, line, folder), ProgramToConfine.of(AgentCommandLine.command(place)));
    }

    /// Whether somebody listens to the agent.
    static boolean counts(AgentCommand command, Policy policy) {
        return command.kind() == AgentCommand.Kind.KNOWN
                || !command.stream().equals(AgentCommand.TEXT)
                || policy.conversation().promise() != null
                || policy.conversation().mayReject();
    }

    private List<OutputTail> listen(LiveTranscript transcript, RunFolder folder) throws CannotStart {
        List<OutputTail> all = new ArrayList<>();
        all.add(listen(folder.stdout(), transcript.kind().reader(this::reset), transcript));
        StreamReader errors = transcript.kind().errorReader(this::reset);
        if (errors != null) {
            try {
                all.add(listen(folder.stderr(), errors, transcript));
            } catch (CannotStart failed) {
                all.forEach(OutputTail::finish);
                throw failed;
            }
        }
        return List.copyOf(all);
    }

    private static OutputTail listen(Path output, StreamReader reader, LiveTranscript transcript) throws CannotStart {
        try {
            if (!Files.exists(output)) {
                Files.createFile(output);
            }
            return new OutputTail(output, reader, transcript);
        } catch (IOException unusable) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER,
                    "the output file " + output + " cannot be used: " + FileErrorText.words(unusable));
        }
    }

    private @Nullable Instant reset(String words) {
        return new ResetTime(clock.instant(), ZoneId.systemDefault())
                .inWords(words)
                .orElse(null);
    }

    /// The sooner of the attempt's own end and the loop's.
    static @Nullable Duration wall(@Nullable Duration attempt, @Nullable Duration loop) {
        if (attempt == null || loop == null) {
            return attempt == null ? loop : attempt;
        }
        return attempt.compareTo(loop) < 0 ? attempt : loop;
    }

    private static Launch launch(Place place, AgentCommandLine.Line line, RunFolder folder) {
        Policy policy = place.policy();
        return new Launch(
                place.run(),
                line.argv(),
                line.environment(),
                place.paths().project(),
                folder.prompt(),
                folder.stdout(),
                folder.stderr(),
                new RunLimits(
                        policy.limits().idle(),
                        wall(policy.limits().wall(), place.assignment().time()),
                        policy.pace().grace(),
                        policy.limits().keptOutput(),
                        place.assignment().left().output(),
                        policy.limits().caps().silentCpu()));
    }
}
