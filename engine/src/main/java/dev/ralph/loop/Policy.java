package dev.ralph.loop;

import dev.ralph.budget.Grant;
import dev.ralph.verify.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Everything a loop was told when it started. It is part of the journal, so a resumed loop obeys the same rules.
///
/// @param profile the bundle of defaults it came from, as users type it
/// @param mode    whether the agent runs again and again, or once
/// @param agents  how to start the agent; the first that can work does
/// @param limits  what bounds it
/// @param pace    how long it waits for what
/// @param checks  what must hold before a signal is believed, in this order, a line each; none: presence is enough
/// @param keep    what happens with accepted work
/// @param onRefusal what happens with other work
/// @param conversation    how it speaks with the agent, and what it listens for
/// @param confinement where the agent works, and what it can reach
/// @param proof   what the checks rest on
public record Policy(
        String profile,
        Mode mode,
        List<AgentCommand> agents,
        Limits limits,
        Pace pace,
        List<String> checks,
        Keep keep,
        OnRefusal onRefusal,
        ConversationPolicy conversation,
        ConfinementPolicy confinement,
        ProofBasis proof) {
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final int MOST_AGENTS = 16;

    public Policy {
        Objects.requireNonNull(profile);
        agents = List.copyOf(agents);
        if (agents.isEmpty() || agents.size() > MOST_AGENTS) {
            throw new IllegalArgumentException(
                    agents.size() + " agents are given: it must be one, or a chain of at most " + MOST_AGENTS);
        }
        checks = List.copyOf(checks);
        checks.forEach(Check::of); // says what is wrong with one that is none
    }

    /// With one agent that is not listened to.
    public Policy(
            String profile, Mode mode, AgentCommand agent, Limits limits, Pace pace, List<String> checks, Keep keep) {
        this(
                profile,
                mode,
                List.of(agent),
                limits,
                pace,
                checks,
                keep,
                OnRefusal.KEEP,
                ConversationPolicy.NONE,
                ConfinementPolicy.NONE,
                ProofBasis.NONE);
    }

    /// What holds where nobody says otherwise. No profile has that name, so it reads as the usual one.
    public static Policy of(AgentCommand agent) {
        return new Policy("default", Mode.LOOP, agent, Limits.DEFAULT, Pace.DEFAULT, List.of(), Keep.IN_PLACE);
    }

    /// The agent that is asked first.
    public AgentCommand agent() {
        return agents.getFirst();
    }

    public Policy with(Limits changed) {
        return new Policy(
                profile, mode, agents, changed, pace, checks, keep, onRefusal, conversation, confinement, proof);
    }

    public Policy with(Pace changed) {
        return new Policy(
                profile, mode, agents, limits, changed, checks, keep, onRefusal, conversation, confinement, proof);
    }

    public Policy withChecks(List<String> changed) {
        return new Policy(
                profile, mode, agents, limits, pace, changed, keep, onRefusal, conversation, confinement, proof);
    }

    public Policy with(Keep changed) {
        return new Policy(
                profile, mode, agents, limits, pace, checks, changed, onRefusal, conversation, confinement, proof);
    }

    public Policy with(ConversationPolicy changed) {
        return new Policy(profile, mode, agents, limits, pace, checks, keep, onRefusal, changed, confinement, proof);
    }

    public Policy with(ConfinementPolicy changed) {
        return new Policy(profile, mode, agents, limits, pace, checks, keep, onRefusal, conversation, changed, proof);
    }

    public Policy with(ProofBasis changed) {
        return new Policy(
                profile, mode, agents, limits, pace, checks, keep, onRefusal, conversation, confinement, changed);
    }

    public Policy with(OnRefusal changed) {
        return new Policy(profile, mode, agents, limits, pace, checks, keep, changed, conversation, confinement, proof);
    }

    /// Whether nothing but the agent's word says that the task is done.
    public boolean isUnverified() {
        return checks.stream().noneMatch(check -> Check.of(check).proves());
    }

    /// Whether accepted work has to be brought from somewhere to somewhere else.
    public boolean keeps() {
        return keep != Keep.IN_PLACE || confinement.workspace() != ConfinementPolicy.Workspace.IN_PLACE;
    }

    /// Whether accepted work is committed where it was done.
    public boolean commitsInPlace() {
        return keep != Keep.IN_PLACE && confinement.workspace() == ConfinementPolicy.Workspace.IN_PLACE;
    }

    /// Whether commands of checks run in a fresh checkout of what would be kept.
    public boolean usesCleanRoom() {
        return switch (proof.room()) {
            case ON -> true;
            case OFF -> false;
            case AUTO -> proof.baseline() != null;
        };
    }

    /// Whether what is checked in a fresh checkout is the folder as a commit of it would be, though none is made.
    public boolean checksFolder() {
        return usesCleanRoom() && !keeps() && proof.room() == ProofBasis.Room.AUTO;
    }

    public Policy withAgents(List<AgentCommand> changed) {
        return new Policy(
                profile, mode, changed, limits, pace, checks, keep, onRefusal, conversation, confinement, proof);
    }

    /// LOOP ends by a signal whatever the exit codes say; ONCE is a single attempt whose exit code is the answer.
    public enum Mode {
        LOOP,
        ONCE
    }

    /// IN_PLACE leaves the files where the agent wrote them; COMMIT also records accepted work as a git commit; BRANCH
    /// makes that commit on a branch of its own and leaves the one that is checked out alone.
    public enum Keep {
        IN_PLACE,
        COMMIT,
        BRANCH
    }

    /// KEEP lets the next attempt begin with what a refused or failed one left; DISCARD with what was there before it;
    /// DISCARD_FAILED with that only where it failed.
    public enum OnRefusal {
        KEEP,
        DISCARD,
        DISCARD_FAILED
    }

    /// The program and its arguments, as given. A SHELL line is one string, run by `sh -c`. A KNOWN agent is one
    /// that Ralph has an adapter for: its name, then arguments on top of those the adapter gives.
    ///
    /// @param model  what the agent shall use, null for its own choice
    /// @param stream what its output looks like: the name of an adapter, or `text`
    /// @param allowedTools the only tools of its own that it may use, null for all
    /// @param deniedTools  those it may not use, null for none
    public record AgentCommand(
            Kind kind,
            List<String> words,
            @Nullable String model,
            String stream,
            @Nullable List<String> allowedTools,
            @Nullable List<String> deniedTools) {
        public static final String TEXT = "text";

        public enum Kind {
            PROGRAM,
            SHELL,
            KNOWN
        }

        public AgentCommand(Kind kind, List<String> words) {
            this(kind, words, null, TEXT);
        }

        public AgentCommand(Kind kind, List<String> words, @Nullable String model, String stream) {
            this(kind, words, model, stream, null, null);
        }

        public static AgentCommand known(String name, @Nullable String model, List<String> more) {
            List<String> words = new ArrayList<>(List.of(name));
            words.addAll(more);
            return new AgentCommand(Kind.KNOWN, words, model, name);
        }

        public AgentCommand {
            words = List.copyOf(words);
            allowedTools = allowedTools == null ? null : List.copyOf(allowedTools);
            deniedTools = deniedTools == null ? null : List.copyOf(deniedTools);
            if (words.isEmpty() || words.getFirst().isBlank()) {
                throw new IllegalArgumentException("the agent command is empty: give the program to run");
            }
            if (kind == Kind.SHELL && words.size() != 1) {
                throw new IllegalArgumentException("a shell line is one string, but " + words.size() + " were given");
            }
            for (String word : words) {
                if (word.indexOf('\0') >= 0) {
                    throw new IllegalArgumentException("the agent command holds a NUL character");
                }
            }
        }

        public AgentCommand limitedTo(@Nullable List<String> allowed, @Nullable List<String> denied) {
            return new AgentCommand(kind, words, model, stream, allowed, denied);
        }

        public static AgentCommand program(String... words) {
            return new AgentCommand(Kind.PROGRAM, List.of(words));
        }

        public static AgentCommand shell(String line) {
            return new AgentCommand(Kind.SHELL, List.of(line));
        }

        /// What is really executed.
        public List<String> argv() {
            return kind == Kind.SHELL ? List.of("/bin/sh", "-c", words.getFirst()) : words;
        }
    }

    /// @param attempts     how many executions are allowed; 0 means the agent never runs
    /// @param idle         longest silence of one attempt, null for none
    /// @param wall         longest attempt, null for none
    /// @param keptOutput   bytes stored of each output stream of an attempt; everything is counted
    /// @param sameFailures equal failures in a row that end the loop as BLOCKED; 0 switches this breaker off
    /// @param caps         what it may use up
    public record Limits(
            int attempts,
            @Nullable Duration idle,
            @Nullable Duration wall,
            long keptOutput,
            int sameFailures,
            Caps caps) {
        public static final Limits DEFAULT = new Limits(100, Duration.ofMinutes(5), Duration.ofDays(1), 64L << 20, 0);

        /// With the usual caps.
        public Limits(
                int attempts, @Nullable Duration idle, @Nullable Duration wall, long keptOutput, int sameFailures) {
            this(attempts, idle, wall, keptOutput, sameFailures, Caps.DEFAULT);
        }

        public Limits {
            if (attempts < 0) {
                throw new IllegalArgumentException("max restarts is " + attempts + ": it must be 0 or more");
            }
            positive("idle timeout", idle);
            positive("timeout", wall);
            if (keptOutput < 8192) {
                throw new IllegalArgumentException(
                        "output limit is " + keptOutput + " bytes: it must be 8192 bytes or more");
            }
            if (sameFailures < 0) {
                throw new IllegalArgumentException("breaker is " + sameFailures + ": it must be 0 (off) or more");
            }
        }

        public Limits withAttempts(int changed) {
            return new Limits(changed, idle, wall, keptOutput, sameFailures, caps);
        }

        /// What it may use up altogether.
        public Grant grant() {
            Grant bounds = caps.grant();
            return new Grant(bounds.dollars(), bounds.tokens(), bounds.time(), attempts);
        }

        /// The same, but no more than the grant allows altogether.
        public Limits within(Grant grant) {
            Integer most = grant.attempts();
            return withAttempts(most == null ? attempts : Math.min(attempts, most))
                    .with(caps.within(grant));
        }

        public Limits with(Caps changed) {
            return new Limits(attempts, idle, wall, keptOutput, sameFailures, changed);
        }
    }

    /// @param restartDelay from the end of one attempt to the start of the next
    /// @param poll         how often files are looked at where file events do not arrive
    /// @param childWait    how long children may go on after the signal
    /// @param grace        from the polite signal to the deadly one
    /// @param doneGrace    how long an agent may go on after it signalled
    /// @param check        longest single check
    public record Pace(
            Duration restartDelay,
            Duration poll,
            Duration childWait,
            Duration grace,
            Duration doneGrace,
            Duration check) {
        public static final Pace DEFAULT = new Pace(
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10));

        public Pace {
            notNegative("restart delay", restartDelay);
            positive("poll interval", poll);
            notNegative("wait timeout", childWait);
            notNegative("grace", grace);
            notNegative("done grace", doneGrace);
            positive("check timeout", check);
        }

        public Pace withRestartDelay(Duration changed) {
            return new Pace(changed, poll, childWait, grace, doneGrace, check);
        }

        public Pace withPoll(Duration changed) {
            return new Pace(restartDelay, changed, childWait, grace, doneGrace, check);
        }

        public Pace withChildWait(Duration changed) {
            return new Pace(restartDelay, poll, changed, grace, doneGrace, check);
        }
    }

    static void positive(String name, @Nullable Duration value) {
        if (value != null && (value.isNegative() || value.isZero())) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be more than zero");
        }
        reachable(name, value);
    }

    static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is " + value + ": it must not be negative");
        }
        reachable(name, value);
    }

    /// Within what instants and nanoseconds can count.
    private static void reachable(String name, @Nullable Duration value) {
        if (value != null && value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + " is " + value + ": it must not be more than " + LONGEST.toDays() + " days");
        }
    }
}
