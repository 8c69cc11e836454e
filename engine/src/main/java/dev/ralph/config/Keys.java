package dev.ralph.config;

import dev.ralph.config.DurationKind.Zero;
import dev.ralph.process.Containment;
import dev.ralph.task.ProjectId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The one table of all settings. Loader, environment, flags, JSON Schema, `config show` and the documentation
/// read it.
public final class Keys {
    private static final List<Key<?>> TABLE = new ArrayList<>();
    /// What a supervised run keeps at least: a block from the start of its output and one from the end.
    private static final ByteSize SMALLEST_OUTPUT = new ByteSize(8192);
    private static final ByteSize SMALLEST_MEMORY = new ByteSize(16 << 20);
    private static final ByteSize SMALLEST_BUS = new ByteSize(4096);
    private static final DurationKind ANY_TIME = new DurationKind(Zero.ALLOWED);
    private static final DurationKind SOME_TIME = new DurationKind(Zero.REFUSED);

    public static final Key<Profile> PROFILE = key(
            "profile",
            Key.Group.LOOP,
            new ChoiceKind<>(List.of(Profile.values())),
            Profile.RESTART,
            "Which loop this is: restart runs the agent again and again until DONE exists, session keeps one conversation going until the promise.");

    public static final Key<List<String>> AGENTS = key(
            "agents",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.AGENTS),
            null,
            "Agents that Ralph knows, the preferred one first; the next is asked when one is limited, missing or fails again and again.");
    public static final Key<List<String>> AGENT_ARGS = key(
            "agent_args",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.LINES),
            List.of(),
            "Arguments for the first of the agents, on top of Ralph's own; on the command line what follows --.");
    public static final Key<String> MODEL = key(
            "model",
            Key.Group.AGENT,
            new LineKind("the name of a model", "MODEL"),
            null,
            "The model that a known agent shall use.");

    public static final Key<List<String>> AGENT = key(
            "agent",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.WORDS),
            null,
            "The agent's program and its arguments, started without a shell; on the command line what follows --.");
    public static final Key<String> COMMAND = key(
            "command",
            Key.Group.AGENT,
            LineKind.SHELL,
            null,
            "The agent as a shell line, run by sh -c; instead of agent.");
    public static final Key<String> STREAM = key(
            "stream",
            Key.Group.AGENT,
            new LineKind("text, or the name of a known agent", "FORMAT"),
            null,
            "What agent or command prints: text, or the name of a known agent whose output it is like.");
    public static final Key<Session> SESSION = key(
            "session",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Session.values())),
            null,
            "Whether an attempt goes on with the conversation of the last one.");
    public static final Key<String> ROLE = key(
            "role",
            Key.Group.AGENT,
            new LineKind("the name of a role", "ROLE"),
            null,
            "Which of the roles the agent plays: what the role says takes the place of the settings above.");
    public static final Key<Roles> ROLES = key(
            "roles",
            Key.Group.AGENT,
            new RolesKind(),
            Roles.NONE,
            "Names such as reviewer, each with an agent, a model or whatever else is different for it.");
    public static final Key<List<String>> ENV_PASS = key(
            "env_pass",
            Key.Group.AGENT,
            new OrWord<>(new ListKind(ListKind.Of.NAMES), "all"),
            null,
            "The only variables of Ralph's own environment that the agent sees; an agent known by name sees them besides what it needs.");
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

    public static final Key<Workspace> WORKSPACE = key(
            "workspace",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Workspace.values())),
            Workspace.IN_PLACE,
            "Where the agent works: in-place is the project itself, worktree a checkout of its last commit, overlay a view of it whose changes come to the project only when they are accepted.");

    public static final Key<SandboxChoice> SANDBOX = key(
            "sandbox",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(SandboxChoice.values())),
            SandboxChoice.OFF,
            "Whether the agent is confined to its workspace: auto as well as the machine can, required not at all without.");
    public static final Key<Network> NETWORK = key(
            "network",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Network.values())),
            Network.OPEN,
            "What a confined agent can reach: open is everything, allow-list its model and the hosts of allow, none nothing at all.");
    public static final Key<List<String>> ALLOW = key(
            "allow",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.HOSTS),
            List.of(),
            "Hosts that an agent may call under network allow-list, besides its model: host:port, a host alone for port 443, *.host for all below it.");
    public static final Key<ByteSize> MAX_NETWORK = key(
            "max_network",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            new ByteSize(20_000_000_000L),
            "How much one program may send and receive under network allow-list.");
    public static final Key<List<String>> TOOLS = key(
            "tools",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.PLACES),
            List.of(),
            "Files and folders of your home, or of another hidden place, that a confined agent may read: tools, caches of downloads.");
    public static final Key<List<String>> SECRETS = key(
            "secrets",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.SECRETS),
            List.of(),
            "Files that a confined agent must not see, and names of variables, whose content is never stored; those that look like secrets need not be named.");
    public static final Key<Duration> MAX_CPU = key(
            "max_cpu",
            Key.Group.LIMITS,
            new OrWord<>(SOME_TIME, "off"),
            null,
            "Processor time that each process of a confined agent may use.");
    public static final Key<ByteSize> MAX_MEMORY = key(
            "max_memory",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_MEMORY), "off"),
            null,
            "Memory that a confined agent may use, with all it starts where the machine allows, otherwise each process.");
    public static final Key<Integer> MAX_PROCESSES = key(
            "max_processes",
            Key.Group.LIMITS,
            new OrWord<>(new WholeNumberKind(10, 1_000_000), "off"),
            null,
            "How many processes and threads a confined agent may have at a time.");
    public static final Key<ByteSize> MAX_FILE_SIZE = key(
            "max_file_size",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            null,
            "How large a file that a confined agent writes may become.");

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

    public static final Key<BigDecimal> MAX_COST = key(
            "max_cost",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("dollars", 6, "20 or 0.50"), "off"),
            new BigDecimal("100"),
            "Dollars a loop may cost, as far as its agents say what they use.");
    public static final Key<BigDecimal> MAX_ATTEMPT_COST = key(
            "max_attempt_cost",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("dollars", 6, "5 or 0.50"), "off"),
            new BigDecimal("25"),
            "Dollars one attempt may cost before it is ended.");
    public static final Key<BigDecimal> MAX_TOKENS = key(
            "max_tokens",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("a whole number", 0, "500000, 500k or 20M"), "off"),
            new BigDecimal("500000000"),
            "Tokens a loop may use.");
    public static final Key<BigDecimal> MAX_ATTEMPT_TOKENS = key(
            "max_attempt_tokens",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("a whole number", 0, "500000, 500k or 20M"), "off"),
            new BigDecimal("100000000"),
            "Tokens one attempt may use before it is ended.");
    public static final Key<Path> PRICES = key(
            "prices",
            Key.Group.MONEY,
            new PathKind("file", "FILE"),
            null,
            "A file with prices of models, on top of those that come with Ralph.");
    public static final Key<Duration> MAX_TIME = key(
            "max_time",
            Key.Group.LIMITS,
            new OrWord<>(SOME_TIME, "off"),
            Duration.ofDays(7),
            "How long the agents of a loop may run altogether; waiting for a provider's limit does not count.");
    public static final Key<ByteSize> MAX_OUTPUT = key(
            "max_output",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            new ByteSize(1L << 40),
            "How much the agents of a loop may print altogether.");
    public static final Key<ByteSize> MAX_ATTEMPT_OUTPUT = key(
            "max_attempt_output",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            new ByteSize(10_000_000_000L),
            "How much one attempt may print before it is ended.");
    public static final Key<ByteSize> MAX_DISK = key(
            "max_disk",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            new ByteSize(200_000_000_000L),
            "How much the attempts of a loop may add to the project's folder altogether.");
    public static final Key<ByteSize> MAX_ATTEMPT_DISK = key(
            "max_attempt_disk",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            new ByteSize(50_000_000_000L),
            "How much one attempt may add to the project's folder before it is ended.");
    public static final Key<ByteSize> MIN_FREE_DISK = key(
            "min_free_disk",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(SMALLEST_OUTPUT), "off"),
            new ByteSize(500_000_000),
            "How much disk space must be free: with less nothing is started, and what runs is ended.");
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
            Duration.ofDays(1),
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

    public static final Key<String> COMPLETION_PROMISE = key(
            "completion_promise",
            Key.Group.PROOF,
            new LineKind("a word or two, such as DONE", "TEXT"),
            null,
            "The agent says that the task is done by printing <promise>TEXT</promise>; DONE in profile session.");
    public static final Key<String> BLOCKED_PROMISE = key(
            "blocked_promise",
            Key.Group.PROOF,
            new LineKind("a word or two, such as BLOCKED", "TEXT"),
            null,
            "The agent says that it cannot go on by printing <promise>TEXT</promise>.");
    public static final Key<Switch> REQUIRE_WORK = key(
            "require_work",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Switch.values())),
            Switch.ON,
            "Whether a promise counts only from an attempt that did something.");

    /// The item of [#CHECKS] that drops what stands before it.
    public static final String NO_CHECKS = "off";

    public static final Key<List<String>> CHECKS = key(
            "checks",
            Key.Group.PROOF,
            new ChecksKind(),
            List.of(),
            "What must hold before DONE or a promise is believed: shell lines that must succeed, or objects with a type. Every layer adds its own; off drops those before it.");
    public static final Key<Layering> CLAIM = key(
            "claim",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Layering.values())),
            Layering.AUTO,
            "Whether what the agent says is searched for contradictions to its claim: auto where a promise is what says that the task is done.");
    public static final Key<Layering> TAMPER = key(
            "tamper",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Layering.values())),
            Layering.AUTO,
            "Whether work is refused that weakens what checks rest on, tests above all: auto in a git repository with a check; rule by rule as a check of type tamper.");
    public static final Key<Layering> CLEAN_ROOM = key(
            "clean_room",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Layering.values())),
            Layering.AUTO,
            "Whether commands of checks run in a fresh checkout of what would be kept: auto where accepted work becomes a commit.");
    public static final Key<String> PREPARE = key(
            "prepare",
            Key.Group.PROOF,
            LineKind.SHELL,
            null,
            "Shell lines that make a clean room ready for the checks, as npm ci; what they add is kept and used again while the files that they see are the same.");
    public static final Key<List<String>> PREPARE_INPUTS = key(
            "prepare_inputs",
            Key.Group.PROOF,
            new ListKind(ListKind.Of.PATTERNS),
            List.of(),
            "The files of the commit that prepare sees, as paths or patterns; without any, the usual lock files and build files.");
    public static final Key<Network> PREPARE_NETWORK = key(
            "prepare_network",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Network.values())),
            null,
            "What prepare can reach in a sandbox; without it, what network says.");
    public static final Key<Integer> FLAKY_RETRIES = key(
            "flaky_retries",
            Key.Group.PROOF,
            new WholeNumberKind(0, 10),
            1,
            "How often a command that failed in a clean room is run again in a new one; when it passes there, it counts as flaky and is told, but not refused.");
    public static final Key<Duration> CHECK_TIMEOUT =
            key("check_timeout", Key.Group.PROOF, SOME_TIME, Duration.ofMinutes(10), "How long one check may take.");
    public static final Key<Keep> KEEP = key(
            "keep",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Keep.values())),
            Keep.NONE,
            "What becomes of accepted work: commit makes a git commit of it.");
    public static final Key<Snapshots> SNAPSHOTS = key(
            "snapshots",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Snapshots.values())),
            Snapshots.AUTO,
            "Whether the project is remembered before and after every attempt that works in it: auto where it is a git repository, always elsewhere, too.");

    public static final Key<ProjectId> PROJECT = key(
            "project",
            Key.Group.PLACE,
            new ProjectKind(),
            null,
            "The project's id; without one it is made from the name of its folder.");
    public static final Key<Path> ROOT = key(
            "root",
            Key.Group.PLACE,
            new PathKind("folder", "DIR"),
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
