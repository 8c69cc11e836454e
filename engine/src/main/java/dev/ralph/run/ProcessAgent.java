package dev.ralph.run;

import dev.ralph.agent.AgentKind;
import dev.ralph.budget.Meter;
import dev.ralph.budget.Prices;
import dev.ralph.budget.ResetTime;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An agent that is a program: the prompt on stdin, its output in the run folder. One whose words count is listened to.
record ProcessAgent(Supervisor supervisor, Starts starts, Supplier<Prices> prices, InstantSource clock)
        implements Agent {

    @Override
    public Live start(Place place) throws CannotStart {
        Starts.Line line = starts.of(place);
        RunFolder folder = place.site().task().run(place.run());
        AgentCommand command = Starts.command(place);
        if (!counts(command, place.policy())) {
            return new Program(supervisor.start(launch(place, line, folder)), null, null);
        }
        create(folder.stdout());
        AtomicReference<@Nullable Running> started = new AtomicReference<>();
        AgentKind kind = starts.kinds().of(command);
        Hearing hearing = new Hearing(
                kind,
                new Meter(prices.get(), place.who().counters()),
                Pledge.of(kind, place.policy().talk().promise(), folder),
                place.who().left(),
                () -> tooDear(started.get()));
        Listening listening;
        try {
            listening =
                    new Listening(place.run(), folder.stdout(), hearing.kind().reader(this::reset), hearing);
        } catch (IOException unreadable) {
            throw cannotRead(folder.stdout(), unreadable);
        }
        try {
            Running running = supervisor.start(launch(place, line, folder));
            started.set(running);
            if (hearing.dear() != null) { // it was quicker than we are
                tooDear(running);
            }
            running.onOutput(listening::poke);
            listening.poke();
            return new Program(running, hearing, listening);
        } catch (CannotStart | RuntimeException failed) {
            listening.finish();
            throw failed;
        }
    }

    /// Whether somebody listens to the agent.
    static boolean counts(AgentCommand command, Policy policy) {
        return command.kind() == AgentCommand.Kind.KNOWN
                || !command.stream().equals(AgentCommand.TEXT)
                || policy.talk().promise() != null;
    }

    private @Nullable Instant reset(String words) {
        return new ResetTime(clock.instant(), ZoneId.systemDefault())
                .inWords(words)
                .orElse(null);
    }

    private static void tooDear(@Nullable Running running) {
        if (running != null) {
            running.end(Ending.COST_LIMIT);
        }
    }

    private static void create(Path output) throws CannotStart {
        try {
            if (!Files.exists(output)) {
                Files.createFile(output);
            }
        } catch (IOException unwritable) {
            throw cannotRead(output, unwritable);
        }
    }

    private static CannotStart cannotRead(Path output, IOException why) {
        return new CannotStart(
                CannotStart.Kind.OTHER, "the output file " + output + " cannot be used: " + Trouble.words(why));
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
