package dev.ralph.run;

import dev.ralph.loop.Policy;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.Limits;
import dev.ralph.process.Progress;
import dev.ralph.process.Running;
import dev.ralph.process.Supervisor;
import dev.ralph.task.RunFolder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// An agent that is a program: the prompt on stdin, its output in the run folder.
record ProcessAgent(Supervisor supervisor, Surroundings environment) implements Agent {

    @Override
    public Live start(Place place) throws CannotStart {
        RunFolder folder = place.site().task().run(place.run());
        Policy policy = place.policy();
        Limits limits = new Limits(
                policy.limits().idle(),
                policy.limits().wall(),
                policy.pace().grace(),
                policy.limits().keptOutput());
        return new Program(supervisor.start(new Launch(
                place.run(),
                policy.agent().argv(),
                environment.of(place.run()),
                place.site().project(),
                folder.prompt(),
                folder.stdout(),
                folder.stderr(),
                limits)));
    }

    private record Program(Running running) implements Live {
        @Override
        public long pid() {
            return running.pid();
        }

        @Override
        public CompletableFuture<Exit> exit() {
            return running.exit();
        }

        @Override
        public void end(Ending why, Duration grace) {
            running.end(why, grace);
        }

        @Override
        public Progress progress() {
            return running.progress();
        }
    }
}
