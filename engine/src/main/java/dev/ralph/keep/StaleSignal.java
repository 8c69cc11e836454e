package dev.ralph.keep;

import dev.ralph.attempt.MarkerFiles;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.loop.UnansweredSignal;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.Optional;

/// What an attempt said to be done counts no more once somebody has undone or edited its work, or has gone back to
/// an earlier attempt, while its loop had ended: every check that looks at what the attempt left would look at
/// something that is not there.
///
/// @param next what the loop goes on with
public record StaleSignal(LoopWorkspace workspace, MarkerFiles signals, Policy next) {

    /// A file that said it is put aside before the loop goes on: whoever dies in between finds no claim, never one
    /// about something else.
    ///
    /// @return why it counts no more, for the user; empty where it stands
    public Optional<String> of(UnansweredSignal claim) throws IOException {
        boolean isOpen =
                claim.signal() == Signal.PROMISE || ((claim.signal() == Signal.DONE || looksAtAttempts()) && isDone());
        if (!isOpen || !(claim.state().phase() instanceof Phase.Ended ended) || ended.outcome() == Outcome.COMPLETED) {
            return Optional.empty();
        }
        int attempt = claim.state().attempts();
        String changed = workspace.changed(attempt).orElse(null);
        if (changed == null) {
            return Optional.empty();
        }
        String why = changed + " is no longer as attempt " + attempt + " left it, so ";
        String promise = claim.signal() == Signal.PROMISE ? "its promise no longer counts" : "";
        String file = isDone() ? "DONE no longer counts; moved to " + signals.refuse(attempt) : "";
        return Optional.of(why + promise + (promise.isEmpty() || file.isEmpty() ? "" : ", and ") + file);
    }

    /// Whether a DONE of the user's own, too, would be held against what is not there any more.
    private boolean looksAtAttempts() {
        return !workspace.isInPlace()
                || next.checks().stream().anyMatch(line -> Check.of(line) instanceof Check.Tamper);
    }

    private boolean isDone() {
        return signals.lookForDone().isPresent();
    }
}
