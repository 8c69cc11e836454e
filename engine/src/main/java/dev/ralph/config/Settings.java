package dev.ralph.config;

import dev.ralph.process.Containment;
import dev.ralph.task.ProjectId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of one loop, with their units. Where a component may be null, null means: none, or switched off.
///
/// @param agent the program to run, null if nobody named one
/// @param project the project's id
/// @param root the folder that holds the state of many projects, null for `.ralph/` in the project itself
/// @param busRotation at what size a message bus file is put aside
public record Settings(
        Profile profile,
        @Nullable AgentCommand agent,
        AgentEnvironment environment,
        Containment containment,
        Loop loop,
        Limits limits,
        Proof proof,
        ProjectId project,
        @Nullable Path root,
        @Nullable ByteSize busRotation,
        Color color) {

    /// How the agent is run again and again.
    ///
    /// @param maxRestarts how many runs there are at most
    /// @param waitTimeout how long to wait for child runs after DONE
    /// @param breaker after how many times the same failure in a row to give up, null for never
    public record Loop(
            int maxRestarts,
            Duration restartDelay,
            Duration pollInterval,
            Duration waitTimeout,
            @Nullable Integer breaker) {
        public Loop {
            if (maxRestarts < 0) {
                throw new IllegalArgumentException("max_restarts cannot be negative: " + maxRestarts);
            }
            notNegative("restart_delay", restartDelay);
            positive("poll_interval", pollInterval);
            notNegative("wait_timeout", waitTimeout);
            if (breaker != null && breaker < 1) {
                throw new IllegalArgumentException("breaker must be at least 1: " + breaker);
            }
        }
    }

    /// What one run of an agent may use.
    ///
    /// @param idleTimeout how long without output, null for as long as it likes
    /// @param timeout how long in all, null for as long as it likes
    /// @param grace between SIGTERM and SIGKILL
    /// @param stopGrace the same when a person stops the loop
    /// @param doneGrace how long it may go on after DONE was seen
    /// @param outputLimit what is stored of each output stream
    public record Limits(
            @Nullable Duration idleTimeout,
            @Nullable Duration timeout,
            Duration grace,
            Duration stopGrace,
            Duration doneGrace,
            ByteSize outputLimit) {
        public Limits {
            if (idleTimeout != null) {
                positive("idle_timeout", idleTimeout);
            }
            if (timeout != null) {
                positive("timeout", timeout);
            }
            notNegative("grace", grace);
            notNegative("stop_grace", stopGrace);
            notNegative("done_grace", doneGrace);
        }
    }

    /// What must hold before DONE is believed, and what then becomes of the work.
    public record Proof(List<String> checks, Duration checkTimeout, Keep keep) {
        public Proof {
            checks = List.copyOf(checks);
            positive("check_timeout", checkTimeout);
        }
    }

    /// What holds for a project where nobody configured anything.
    public static Settings standard(Path project) {
        return new Effective.Builder(ProjectId.of(project)).build().settings();
    }

    static Settings from(Effective from) {
        return new Settings(
                from.value(Keys.PROFILE),
                agent(from),
                new AgentEnvironment(from.maybe(Keys.ENV_PASS), from.value(Keys.ENV_UNSET)),
                from.value(Keys.CONTAINMENT),
                new Loop(
                        from.value(Keys.MAX_RESTARTS),
                        from.value(Keys.RESTART_DELAY),
                        from.value(Keys.POLL_INTERVAL),
                        from.value(Keys.WAIT_TIMEOUT),
                        from.maybe(Keys.BREAKER)),
                new Limits(
                        from.maybe(Keys.IDLE_TIMEOUT),
                        from.maybe(Keys.TIMEOUT),
                        from.value(Keys.GRACE),
                        from.value(Keys.STOP_GRACE),
                        from.value(Keys.DONE_GRACE),
                        from.value(Keys.OUTPUT_LIMIT)),
                new Proof(from.value(Keys.CHECKS), from.value(Keys.CHECK_TIMEOUT), from.value(Keys.KEEP)),
                from.value(Keys.PROJECT),
                from.maybe(Keys.ROOT),
                from.maybe(Keys.BUS_ROTATE),
                from.value(Keys.COLOR));
    }

    private static @Nullable AgentCommand agent(Effective from) {
        List<String> words = from.maybe(Keys.AGENT);
        if (words != null) {
            return new AgentCommand.Words(words);
        }
        String line = from.maybe(Keys.COMMAND);
        return line == null ? null : new AgentCommand.Shell(line);
    }

    private static void positive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be longer than 0s: " + value);
        }
    }

    private static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " cannot be negative: " + value);
        }
    }
}
