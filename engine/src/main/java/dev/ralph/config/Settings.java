package dev.ralph.config;

import dev.ralph.process.Containment;
import dev.ralph.task.ProjectId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
        Color color,
        Talk talk,
        Caps caps,
        Room room) {

    private static final Duration CONTINUATION_DELAY = Duration.ofMillis(500);
    private static final Integer SESSION_BREAKER = 5;

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
    ///
    /// @param checks    their definitions, a line each, as they were given
    /// @param claim     whether the agent's own words are looked at
    /// @param tamper    whether what checks rest on is looked at
    /// @param room      where commands run
    /// @param reviewer  who makes a review that names nobody, null for one of the loop's agents
    public record Proof(
            List<String> checks,
            Duration checkTimeout,
            Keep keep,
            Snapshots snapshots,
            Layering claim,
            Layering tamper,
            CleanRoom room,
            @Nullable Reviewing reviewer) {
        public Proof {
            checks = List.copyOf(checks);
            positive("check_timeout", checkTimeout);
        }
    }

    /// The agent of the role `reviewer`.
    ///
    /// @param stream what a shell line prints, null for text
    public record Reviewing(AgentCommand agent, @Nullable String stream) {}

    /// Fresh checkouts for the commands of checks.
    ///
    /// @param used    whether they run there
    /// @param prepare what makes one ready, null for nothing
    /// @param inputs  what that sees; empty for the usual
    /// @param network what that can reach, null for what the loop's network is
    /// @param retries how often a command that failed is run again
    public record CleanRoom(
            Layering used,
            @Nullable String prepare,
            List<String> inputs,
            @Nullable Network network,
            int retries) {
        public CleanRoom {
            inputs = List.copyOf(inputs);
        }
    }

    /// How the agent is spoken with, and what it says when it is done.
    ///
    /// @param stream  what a program or shell line prints, null for text
    /// @param promise null when only files count
    public record Talk(
            Session session,
            @Nullable String stream,
            @Nullable String promise,
            @Nullable String blocked,
            boolean requireWork) {}

    /// What a loop may use up. Null is no bound.
    ///
    /// @param leastFree free disk space below which nothing is started
    /// @param prices    a file with prices on top of ours
    public record Caps(
            @Nullable BigDecimal cost,
            @Nullable BigDecimal attemptCost,
            @Nullable Long tokens,
            @Nullable Long attemptTokens,
            @Nullable Duration time,
            @Nullable ByteSize output,
            @Nullable ByteSize attemptOutput,
            @Nullable ByteSize disk,
            @Nullable ByteSize attemptDisk,
            @Nullable ByteSize leastFree,
            @Nullable Path prices) {}

    /// Where the agent works, and what it can reach and use from there. A bound that is null is none.
    ///
    /// @param allow   hosts it may call
    /// @param tools   what it may read of hidden places
    /// @param secrets files it must not see, and variables
    public record Room(
            Workspace workspace,
            SandboxChoice sandbox,
            Network network,
            List<String> allow,
            List<String> tools,
            List<String> secrets,
            @Nullable ByteSize transfer,
            @Nullable Duration cpu,
            @Nullable ByteSize memory,
            @Nullable Integer processes,
            @Nullable ByteSize fileSize) {}

    /// What holds for a project where nobody configured anything.
    public static Settings standard(Path project) {
        return new Effective.Builder(ProjectId.of(project)).build().settings();
    }

    static Settings from(Effective from) {
        return new Settings(
                from.value(Keys.PROFILE),
                agent(from),
                new AgentEnvironment(from.maybe(AgentKeys.ENV_PASS), from.value(AgentKeys.ENV_UNSET)),
                from.value(AgentKeys.CONTAINMENT),
                loop(from),
                new Limits(
                        from.maybe(LimitKeys.IDLE_TIMEOUT),
                        from.maybe(LimitKeys.TIMEOUT),
                        from.value(LimitKeys.GRACE),
                        from.value(LimitKeys.STOP_GRACE),
                        from.value(LimitKeys.DONE_GRACE),
                        from.value(LimitKeys.OUTPUT_LIMIT)),
                new Proof(
                        from.value(ProofKeys.CHECKS),
                        from.value(ProofKeys.CHECK_TIMEOUT),
                        from.value(ProofKeys.KEEP),
                        from.value(ProofKeys.SNAPSHOTS),
                        from.value(ProofKeys.CLAIM),
                        from.value(ProofKeys.TAMPER),
                        new CleanRoom(
                                from.value(ProofKeys.CLEAN_ROOM),
                                from.maybe(ProofKeys.PREPARE),
                                from.value(ProofKeys.PREPARE_INPUTS),
                                from.maybe(ProofKeys.PREPARE_NETWORK),
                                from.value(ProofKeys.FLAKY_RETRIES)),
                        reviewer(from)),
                from.value(Keys.PROJECT),
                from.maybe(Keys.ROOT),
                from.maybe(LimitKeys.BUS_ROTATE),
                from.value(Keys.COLOR),
                talk(from),
                new Caps(
                        from.maybe(LimitKeys.MAX_COST),
                        from.maybe(LimitKeys.MAX_ATTEMPT_COST),
                        whole(from.maybe(LimitKeys.MAX_TOKENS)),
                        whole(from.maybe(LimitKeys.MAX_ATTEMPT_TOKENS)),
                        from.maybe(LimitKeys.MAX_TIME),
                        from.maybe(LimitKeys.MAX_OUTPUT),
                        from.maybe(LimitKeys.MAX_ATTEMPT_OUTPUT),
                        from.maybe(LimitKeys.MAX_DISK),
                        from.maybe(LimitKeys.MAX_ATTEMPT_DISK),
                        from.maybe(LimitKeys.MIN_FREE_DISK),
                        from.maybe(LimitKeys.PRICES)),
                room(from));
    }

    /// Where the role says nothing about who works, it is one of the loop's own.
    private static @Nullable Reviewing reviewer(Effective from) {
        Effective played = from.playing("reviewer");
        AgentCommand agent = played == null ? null : agent(played);
        return played == null || agent == null || agent.equals(agent(from))
                ? null
                : new Reviewing(agent, played.maybe(AgentKeys.STREAM));
    }

    private static Room room(Effective from) {
        return new Room(
                from.value(AgentKeys.WORKSPACE),
                from.value(AgentKeys.SANDBOX),
                from.value(AgentKeys.NETWORK),
                from.value(AgentKeys.ALLOW),
                from.value(AgentKeys.TOOLS),
                from.value(AgentKeys.SECRETS),
                from.maybe(AgentKeys.MAX_NETWORK),
                from.maybe(AgentKeys.MAX_CPU),
                from.maybe(AgentKeys.MAX_MEMORY),
                from.maybe(AgentKeys.MAX_PROCESSES),
                from.maybe(AgentKeys.MAX_FILE_SIZE));
    }

    /// Where nobody said otherwise, the profile decides.
    private static Talk talk(Effective from) {
        boolean session = from.value(Keys.PROFILE) == Profile.SESSION;
        Session kept = from.maybe(AgentKeys.SESSION);
        String promise = from.maybe(ProofKeys.COMPLETION_PROMISE);
        return new Talk(
                kept == null ? (session ? Session.RESUME : Session.FRESH) : kept,
                from.maybe(AgentKeys.STREAM),
                promise == null && session ? "DONE" : promise,
                from.maybe(ProofKeys.BLOCKED_PROMISE),
                from.value(ProofKeys.REQUIRE_WORK) == Switch.ON);
    }

    private static Loop loop(Effective from) {
        boolean session = from.value(Keys.PROFILE) == Profile.SESSION;
        boolean unsaid = from.origin(Keys.RESTART_DELAY).equals(Origin.STANDARD);
        boolean noBreaker = from.origin(Keys.BREAKER).equals(Origin.STANDARD);
        return new Loop(
                from.value(Keys.MAX_RESTARTS),
                session && unsaid ? CONTINUATION_DELAY : from.value(Keys.RESTART_DELAY),
                from.value(Keys.POLL_INTERVAL),
                from.value(Keys.WAIT_TIMEOUT),
                session && noBreaker ? SESSION_BREAKER : from.maybe(Keys.BREAKER));
    }

    private static @Nullable Long whole(@Nullable BigDecimal amount) {
        return amount == null ? null : amount.longValueExact();
    }

    private static @Nullable AgentCommand agent(Effective from) {
        List<String> words = from.maybe(AgentKeys.AGENT);
        if (words != null) {
            return new AgentCommand.Words(words);
        }
        List<String> known = from.maybe(AgentKeys.AGENTS);
        if (known != null) {
            boolean later = from.origin(AgentKeys.MODEL)
                            .source()
                            .compareTo(from.origin(AgentKeys.AGENTS).source())
                    > 0;
            List<String> chain = later ? withoutFirstModel(known) : known;
            return AgentCommand.Known.of(chain, from.maybe(AgentKeys.MODEL), from.value(AgentKeys.AGENT_ARGS));
        }
        String line = from.maybe(AgentKeys.COMMAND);
        return line == null ? null : new AgentCommand.Shell(line);
    }

    /// The model of a stronger layer takes the place of the one beside the agent's name.
    private static List<String> withoutFirstModel(List<String> chain) {
        List<String> without = new ArrayList<>(chain);
        String first = without.getFirst();
        int colon = first.indexOf(':');
        without.set(0, colon < 0 ? first : first.substring(0, colon));
        return without;
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
