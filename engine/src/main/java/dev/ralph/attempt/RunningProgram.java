package dev.ralph.attempt;

import dev.ralph.budget.Spent;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.Progress;
import dev.ralph.process.RunningProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A program that runs, and perhaps somebody who listens to it.
///
/// @param listening to its output and perhaps its error output; to neither when nobody listens
record RunningProgram(RunningProcess running, @Nullable LiveTranscript transcript, List<OutputTail> listening)
        implements Agent.Live {
    @Override
    public long pid() {
        return running.pid();
    }

    @Override
    public CompletableFuture<Exit> exit() {
        return running.exit();
    }

    @Override
    public CompletableFuture<EndCause> ending() {
        return running.ending();
    }

    @Override
    public void end(EndCause why, Duration grace) {
        running.end(why, grace);
    }

    @Override
    public Progress progress() {
        Progress raw = running.progress();
        if (transcript == null) {
            return raw;
        }
        String deed = transcript.deed();
        boolean isText = !transcript.kind().saysItsEnd(); // the lines of any other stream are for programs
        return deed.isEmpty() && isText ? raw : new Progress(raw.stdoutBytes(), raw.stderrBytes(), deed, raw.idle());
    }

    @Override
    public Optional<Spent> spent() {
        return Optional.ofNullable(transcript).map(LiveTranscript::spent);
    }

    @Override
    public @Nullable LiveTranscript heard() {
        listening.forEach(OutputTail::finish);
        return transcript;
    }

    @Override
    public boolean isFinished() {
        return transcript != null && transcript.isFinished();
    }
}
