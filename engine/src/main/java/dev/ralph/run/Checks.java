package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Verdict;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.Limits;
import dev.ralph.process.Running;
import dev.ralph.process.Status;
import dev.ralph.process.Supervisor;
import dev.ralph.task.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs the check lines, one after the other, until one fails.
final class Checks {
    private static final int OUTPUT_LINES = 20;
    private static final int OUTPUT_BYTES = 4000;
    private static final long KEPT_OUTPUT = 1 << 20;

    private final Site site;
    private final Supervisor supervisor;
    private final Workplace workplace;
    private final Surroundings environment;
    private final Signals signals;

    Checks(Site site, Supervisor supervisor, Workplace workplace, Surroundings environment, Signals signals) {
        this.site = site;
        this.supervisor = supervisor;
        this.workplace = workplace;
        this.environment = environment;
        this.signals = signals;
    }

    /// The verdict, or a stop request that came meanwhile.
    Event run(Policy policy, int attempt, Inbox inbox) throws IOException {
        List<Verdict.Result> results = new ArrayList<>();
        for (String line : policy.checks()) {
            Place place = new Place(line, attempt, results.size() + 1);
            Running running;
            try {
                running = workplace.start(supervisor, launch(policy, place), Guest.CHECK);
            } catch (CannotStart why) {
                return new Event.TroubleFound(Outcome.FAILED, "cannot run check `" + line + "`: " + why.getMessage());
            }
            var _ = running.exit().thenAccept(exit -> inbox.put(new Notice.Over(exit)));
            Waited waited = await(running, policy, inbox);
            if (waited.stop() != null) {
                return waited.stop();
            }
            results.add(result(place, waited.exit()));
            if (!results.getLast().passed()) {
                break;
            }
        }
        return new Event.ChecksEnded(new Verdict(results));
    }

    private record Waited(Exit exit, Event.@Nullable StopRequested stop) {}

    private Waited await(Running running, Policy policy, Inbox inbox) {
        List<Notice> later = new ArrayList<>();
        Event.StopRequested stop = null;
        while (true) {
            switch (next(inbox, policy.pace())) {
                case Notice.Over over -> {
                    later.forEach(inbox::put);
                    return new Waited(over.exit(), stop);
                }
                case Notice.Asked asked -> {
                    if (asked.event() instanceof Event.StopRequested first && stop == null) {
                        stop = first;
                        running.end(Ending.STOPPED);
                    } else {
                        later.add(asked);
                    }
                }
                case Notice.Touched _ -> {}
                case null -> {}
            }
            Optional<Event.StopRequested> marked = stop == null ? signals.lookForStop() : Optional.empty();
            if (marked.isPresent()) {
                stop = marked.get();
                running.end(Ending.STOPPED);
            }
        }
    }

    /// An interrupt asks for a stop: the check that runs is ended first, as for any other.
    private static @Nullable Notice next(Inbox inbox, Policy.Pace pace) {
        try {
            return inbox.take(pace.poll());
        } catch (InterruptedException stop) {
            return new Notice.Asked(new Event.StopRequested(Event.StopKind.STOP, "interrupt"), pace.grace());
        }
    }

    /// One check of one attempt, and where its output goes.
    private record Place(String line, int attempt, int number) {
        String name() {
            return "check-" + attempt + "-" + number;
        }
    }

    private Path file(Place place, String suffix) {
        return site.layout().loop(site.head().loop()).resolve("checks").resolve(place.name() + suffix);
    }

    private Launch launch(Policy policy, Place place) throws IOException {
        Path stdout = file(place, ".txt");
        Path stderr = file(place, "-stderr.txt");
        Folders.below(site.layout().state(), stdout.getParent());
        Files.deleteIfExists(stdout);
        Files.deleteIfExists(stderr);
        String tag = site.head().loop() + "-" + place.name();
        return new Launch(
                tag,
                List.of("/bin/sh", "-c", place.line()),
                environment.ofCheck(tag),
                site.project(),
                Path.of("/dev/null"),
                stdout,
                stderr,
                new Limits(null, policy.pace().check(), policy.pace().grace(), KEPT_OUTPUT));
    }

    private Verdict.Result result(Place place, Exit exit) throws IOException {
        int code = switch (exit.status()) {
            case Status.Exited(int exited) -> exited;
            case Status.Signaled(int signal) -> 128 + signal;
        };
        String output = LenientText.tail(file(place, ".txt"), OUTPUT_LINES, OUTPUT_BYTES)
                + LenientText.tail(file(place, "-stderr.txt"), OUTPUT_LINES, OUTPUT_BYTES);
        return new Verdict.Result(
                place.line(),
                exit.ending() == Ending.WALL_LIMIT ? -1 : code,
                exit.took(),
                output.strip(),
                exit.stdout().sha256());
    }
}
