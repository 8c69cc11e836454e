package dev.ralph.session;

import dev.ralph.signal.PromiseRule;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How the loops of one program behave.
///
/// @param enabled whether loops can be started, and started ones go on
/// @param continuationDelay from the end of a turn to the next prompt
/// @param stateDir where the state lies; null for `.supercoin` in the working folder
/// @param requireWork whether a promise needs at least one action of the agent since the loop began, as far as the host
///     knows about actions
/// @param blockedPromise by which an agent says that it cannot go on; null for none
public record RalphLoopConfig(
        boolean enabled,
        int defaultMaxIterations,
        String defaultCompletionPromise,
        Duration continuationDelay,
        @Nullable Path stateDir,
        boolean requireWork,
        @Nullable String blockedPromise) {

    public static final int DEFAULT_MAX_ITERATIONS = 100;
    public static final String DEFAULT_COMPLETION_PROMISE = "DONE";
    public static final Duration DEFAULT_CONTINUATION_DELAY = Duration.ofMillis(500);

    public static final RalphLoopConfig DEFAULT = new RalphLoopConfig(
            true, DEFAULT_MAX_ITERATIONS, DEFAULT_COMPLETION_PROMISE, DEFAULT_CONTINUATION_DELAY, null, true, null);

    public RalphLoopConfig {
        if (defaultMaxIterations < 1) {
            throw new IllegalArgumentException(
                    "defaultMaxIterations is " + defaultMaxIterations + "; a loop needs a finite limit of at least 1");
        }
        if (continuationDelay.isNegative()) {
            throw new IllegalArgumentException("continuationDelay is " + continuationDelay + "; it cannot be negative");
        }
        PromiseRule rule = PromiseRule.session(defaultCompletionPromise).withBlocked(blockedPromise);
        defaultCompletionPromise = rule.promise();
        blockedPromise = rule.blocked();
    }

    public RalphLoopConfig withDelay(Duration delay) {
        return new RalphLoopConfig(
                enabled, defaultMaxIterations, defaultCompletionPromise, delay, stateDir, requireWork, blockedPromise);
    }

    public RalphLoopConfig withStateDir(@Nullable Path folder) {
        return new RalphLoopConfig(
                enabled,
                defaultMaxIterations,
                defaultCompletionPromise,
                continuationDelay,
                folder,
                requireWork,
                blockedPromise);
    }

    public RalphLoopConfig withBlockedPromise(@Nullable String text) {
        return new RalphLoopConfig(
                enabled,
                defaultMaxIterations,
                defaultCompletionPromise,
                continuationDelay,
                stateDir,
                requireWork,
                text);
    }

    /// Believes a promise even from an agent that did nothing.
    public RalphLoopConfig withoutRequiredWork() {
        return new RalphLoopConfig(
                enabled,
                defaultMaxIterations,
                defaultCompletionPromise,
                continuationDelay,
                stateDir,
                false,
                blockedPromise);
    }

    public RalphLoopConfig disabled() {
        return new RalphLoopConfig(
                false,
                defaultMaxIterations,
                defaultCompletionPromise,
                continuationDelay,
                stateDir,
                requireWork,
                blockedPromise);
    }
}
