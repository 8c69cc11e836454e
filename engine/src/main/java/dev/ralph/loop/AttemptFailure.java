package dev.ralph.loop;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What went wrong with an attempt.
public sealed interface AttemptFailure {

    record ExitCode(int code) implements AttemptFailure {}

    /// Ended by a signal that Ralph did not send.
    record Killed(int signal) implements AttemptFailure {}

    /// @param limit null where nobody knows it
    record TimedOut(Timer timer, @Nullable Duration limit) implements AttemptFailure {}

    /// Whose time was over.
    enum Timer {
        /// The agent printed nothing for so long.
        SILENCE,
        ATTEMPT,
        /// All attempts together.
        LOOP
    }

    /// It used more than one attempt may.
    record OverCap(Reason.Cap cap, BigDecimal allowed) implements AttemptFailure {}

    /// @param least bytes that must be free
    record DiskFull(long least) implements AttemptFailure {}

    /// It waited for its provider's limit to end, which needs no process.
    record AwaitedProvider() implements AttemptFailure {}

    /// Somebody asked for its end.
    record Stopped() implements AttemptFailure {}

    /// Its engine died.
    record Lost() implements AttemptFailure {}

    /// It left a folder where the file DONE says that the task is done.
    record DoneIsFolder(String path) implements AttemptFailure {}

    /// As the agent, or what should have started it, said it.
    record Told(String words) implements AttemptFailure {
        private static final Pattern PASSING = Pattern.compile("(?=\\S*\\d)\\S{5,}");

        /// Ids, times and sums are no difference.
        private String gist() {
            return PASSING.matcher(words).replaceAll("");
        }
    }

    /// Whether the same happened again.
    default boolean isLike(AttemptFailure other) {
        return equals(other)
                || (this instanceof Told one
                        && other instanceof Told another
                        && one.gist().equals(another.gist()));
    }
}
