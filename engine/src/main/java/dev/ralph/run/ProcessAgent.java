package dev.ralph.run;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Reading;
import dev.ralph.agent.StreamReader;
import dev.ralph.budget.Meter;
import dev.ralph.budget.Prices;
import dev.ralph.budget.ResetTime;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.Limits;
import dev.ralph.process.Running;
import dev.ralph.process.Supervisor;
import dev.ralph.task.RunFolder;
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
record ProcessAgent(
        Supervisor supervisor, Workplace workplace, Starts starts, Supplier<Prices> prices, InstantSource clock)
        implements Agent {

    @Override
    public Live start(Place place) throws CannotStart {
        Starts.Line line = starts.of(place);
        RunFolder folder = place.site().task().run(place.run());
        AgentCommand command = Starts.command(place);
        if (!counts(command, place.policy())) {
            return new Program(start(place, line, folder), null, List.of());
        }
        AgentKind kind = starts.kinds().of(command);
        Leash leash = new Leash(clock);
        Hearing hearing = new Hearing(
                        new Reading(kind, this::reset),
                        new Meter(prices.get(), place.who().counters()),
                        Pledge.of(kind, place.policy().talk().promise(), folder),
                        place.who().left(),
                        leash)
                .speaking(line.version());
        List<Listening> listening = listen(hearing, folder);
        try {
            Running running = start(place, line, folder);
            leash.holds(running);
            running.onOutput(() -> listening.forEach(Listening::poke));
            listening.forEach(Listening::poke);
            return new Program(running, hearing, listening);
        } catch (CannotStart | RuntimeException failed) {
            listening.forEach(Listening::finish);
            throw failed;
        }
    }

    private Running start(Place place, Starts.Line line, RunFolder folder) throws CannotStart {
        return workplace.start(supervisor, launch(place, line, folder), Guest.of(Starts.command(place)));
    }

    /// Whether somebody listens to the agent.
    static boolean counts(AgentCommand command, Policy policy) {
        return command.kind() == AgentCommand.Kind.KNOWN
                || !command.stream().equals(AgentCommand.TEXT)
                || policy.talk().promise() != null;
    }

    private List<Listening> listen(Hearing hearing, RunFolder folder) throws CannotStart {
        List<Listening> all = new ArrayList<>();
        all.add(listen(folder.stdout(), hearing.kind().reader(this::reset), hearing));
        StreamReader errors = hearing.kind().errorReader(this::reset);
        if (errors != null) {
            try {
                all.add(listen(folder.stderr(), errors, hearing));
            } catch (CannotStart failed) {
                all.forEach(Listening::finish);
                throw failed;
            }
        }
        return List.copyOf(all);
    }

    private static Listening listen(Path output, StreamReader reader, Hearing hearing) throws CannotStart {
        try {
            if (!Files.exists(output)) {
                Files.createFile(output);
            }
            return new Listening(output, reader, hearing);
        } catch (IOException unusable) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER,
                    "the output file " + output + " cannot be used: " + Trouble.words(unusable));
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

    private static Launch launch(Place place, Starts.Line line, RunFolder folder) {
        Policy policy = place.policy();
        return new Launch(
                place.run(),
                line.argv(),
                line.environment(),
                place.site().project(),
                folder.prompt(),
                folder.stdout(),
                folder.stderr(),
                new Limits(
                        policy.limits().idle(),
                        wall(policy.limits().wall(), place.who().time()),
                        policy.pace().grace(),
                        policy.limits().keptOutput(),
                        place.who().left().output(),
                        policy.limits().caps().silentCpu()));
    }
}
