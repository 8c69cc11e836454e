package dev.ralph.config;

import dev.ralph.config.DurationKind.Zero;
import dev.ralph.process.Containment;
import dev.ralph.task.ProjectId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The one table of all settings. Loader, environment, flags, JSON Schema, `config show` and the documentation read it.
public final class Keys {
    private static final List<Key<?>> TABLE = new ArrayList<>();
    /// What a supervised run keeps at least: a block from the start of its output and one from the end.
    private static final ByteSize SMALLEST_OUTPUT = new ByteSize(8192);
    private static final ByteSize SMALLEST_BUS = new ByteSize(4096);
    private static final DurationKind ANY_TIME = new DurationKind(Zero.ALLOWED);
    private static final DurationKind SOME_TIME = new DurationKind(Zero.REFUSED);

    public static final Key<Profile> PROFILE = key(
            "profile",
            Key.Group.LOOP,
            new ChoiceKind<>(List.of(Profile.values())),
            Profile.RESTART,
            "Which loop this is: restart runs the agent again and again until DONE exists.");

    public static final Key<List<String>> AGENT = key(
            "agent",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.WORDS),
            null,
            "The agent's program and its arguments, started without a shell; on the command line what follows --.");
    public static final Key<String> COMMAND = key(
            "command",
            Key.Group.AGENT,
            new LineKind(),
            null,
            "The agent as a shell line, run by sh -c; instead of agent.");
    public static final Key<List<String>> ENV_PASS = key(
            "env_pass",
            Key.Group.AGENT,
            new OrWord<>(new ListKind(ListKind.Of.NAMES), "all"),
            null,
            "The only variables of Ralph's own environment that the agent sees.");
    public static final Key<List<String>> ENV_UNSET = key(
            "env_unset",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.NAMES),
            List.of(),
            "Variables that the agent does not see.");
    public static final Key<Containment> CONTAINMENT = key(
            "containment",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Containment.values())),
            Containment.AUTO,
            "How the agent's descendants are held together; auto takes the strongest way the machine allows.");

    public static final Key<Integer> MAX_RESTARTS = key(
            "max_restarts",
            Key.Group.LOOP,
            new WholeNumberKind(0, 1_000_000),
            100,
            "How many times the agent is run at most; 0 never runs it.");
    public static final Key<Duration> RESTART_DELAY = key(
            "restart_delay", Key.Group.LOOP, ANY_TIME, Duration.ofSeconds(1), "How long to wait before the next run.");
    public static final Key<Duration> POLL_INTERVAL = key(
            "poll_interval",
            Key.Group.LOOP,
            SOME_TIME,
            Duration.ofSeconds(1),
            "How often to look for DONE where file events do not tell.");
    public static final Key<Duration> WAIT_TIMEOUT = key(
            "wait_timeout",
            Key.Group.LOOP,
            ANY_TIME,
            Duration.ofMinutes(5),
            "How long to wait for child runs after DONE; 0s does not wait.");
    public static final Key<Integer> BREAKER = key(
            "breaker",
            Key.Group.LOOP,
            new OrWord<>(new WholeNumberKind(1, 1_000_000), "off"),
            null,
            "After how many times the same failure in a row to give up.");

    public static final Key<Duration> IDLE_TIMEOUT = key(
            "idle_timeout",
            Key.Group.LIMITS,
            new OrWord<>(SOME_TIME, "off"),
            Duration.ofMinutes(5),
            "How long an agent may be silent before it is ended; output starts the time anew.");
    public static final Key<Duration> TIMEOUT = key(
            "timeout",
            Key.Group.LIMITS,
            new OrWord<>(SOME_TIME, "off"),
            null,
            "How long one run of the agent may take in all.");
    public static final Key<Duration> GRACE = key(
            "grace",
            Key.Group.LIMITS,
            ANY_TIME,
            Duration.ofSeconds(5),
            "How long an agent may take to end between SIGTERM and SIGKILL.");
    public static final Key<Duration> STOP_GRACE = key(
            "stop_grace", Key.Group.LIMITS, ANY_TIME, Duration.ofSeconds(30), "The same when a person stops the loop.");
    public static final Key<Duration> DONE_GRACE = key(
            "done_grace",
            Key.Group.LIMITS,
            ANY_TIME,
            Duration.ofSeconds(30),
            "How long an agent may go on after DONE was seen during its run.");
    public static final Key<ByteSize> OUTPUT_LIMIT = key(
            "output_limit",
            Key.Group.LIMITS,
            new SizeKind(SMALLEST_OUTPUT),
            new ByteSize(64_000_000),
            "How much of each output stream of a run is stored; the middle of longer output is left out.");
    public static final Key<ByteSize> BUS_ROTATE = key(
            "bus_rotate",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_BUS), "off"),
            new ByteSize(64_000_000),
            "At what size a message bus file is put aside and a new one begun.");

    /// The item of [#CHECKS] that drops what stands before it.
    public static final String NO_CHECKS = "off";

    public static final Key<List<String>> CHECKS = key(
            "checks",
            Key.Group.PROOF,
            new ListKind(ListKind.Of.LINES),
            List.of(),
            "Shell lines that must succeed before DONE is believed. Every layer adds its own; off drops those before it.");
    public static final Key<Duration> CHECK_TIMEOUT =
            key("check_timeout", Key.Group.PROOF, SOME_TIME, Duration.ofMinutes(10), "How long one check may take.");
    public static final Key<Keep> KEEP = key(
            "keep",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Keep.values())),
            Keep.NONE,
            "What becomes of accepted work: commit makes a git commit of it.");

    public static final Key<ProjectId> PROJECT = key(
            "project",
            Key.Group.PLACE,
            new ProjectKind(),
            null,
            "The project's id; without one it is made from the name of its folder.");
    public static final Key<Path> ROOT = key(
            "root",
            Key.Group.PLACE,
            new FolderKind(),
            null,
            "Keep tasks and state in a folder named after the project below this one, instead of in .ralph/.");

    public static final Key<Color> COLOR = key(
            "color", Key.Group.OUTPUT, new ChoiceKind<>(List.of(Color.values())), Color.AUTO, "When to colour output.");

    private static final List<Key<?>> ALL = List.copyOf(TABLE);

    private Keys() {}

    /// Every key, in the order of the table.
    public static List<Key<?>> all() {
        return ALL;
    }

    /// The names of all keys, for hints.
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Key<?> key : ALL) {
            names.add(key.name());
        }
        return names;
    }

    /// The key of that name, or null.
    static @Nullable Key<?> named(String name) {
        for (Key<?> key : ALL) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        return null;
    }

    private static <T> Key<T> key(String name, Key.Group group, Kind<T> kind, @Nullable T standard, String help) {
        Key<T> key = new Key<>(name, group, kind, standard, help);
        TABLE.add(key);
        return key;
    }
}
