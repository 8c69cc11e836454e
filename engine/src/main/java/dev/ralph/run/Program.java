package dev.ralph.run;

import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Progress;
import dev.ralph.process.Running;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A program that runs, and perhaps somebody who listens to it.
///
/// @param listening to its output and perhaps its error output; to neither when nobody listens
record Program(Running running, @Nullable Hearing hearing, List<Listening> listening) implements Agent.Live {
    @Override
    public long pid() {
        return running.pid();
    }

    @Override
    public CompletableFuture<Exit> exit() {
        return running.exit();
    }

    @Override
    public CompletableFuture<Ending> ending() {
        return running.ending();
    }

    @Override
    public void end(Ending why, Duration grace) {
        running.end(why, grace);
    }

    @Override
    public Progress progress() {
        Progress raw = running.progress();
        if (hearing == null) {
            return raw;
        }
        String deed = hearing.deed();
        boolean isText = !hearing.kind().saysItsEnd(); // the lines of any other stream are for programs
        return deed.isEmpty() && isText ? raw : new Progress(raw.stdoutBytes(), raw.stderrBytes(), deed, raw.idle());
    }

    @Override
    public @Nullable Hearing heard() {
        listening.forEach(Listening::finish);
        return hearing;
    }

    @Override
    public boolean isFinished() {
        return hearing != null && hearing.isFinished();
    }
}
