package dev.ralph.config;

import dev.ralph.process.Containment;
import java.time.Duration;
import java.util.List;

/// The settings that say who works, where, and what is in reach from there.
public final class AgentKeys {
    static final KeyTable TABLE = new KeyTable();

    public static final Key<List<String>> AGENTS = TABLE.key(
            "agents",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.AGENTS),
            null,
            "Agents that Ralph knows, the preferred one first; the next is asked when one is limited, missing or fails again and again.");

    public static final Key<List<String>> AGENT_ARGS = TABLE.key(
            "agent_args",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.LINES),
            List.of(),
            "Arguments for the first of the agents, on top of Ralph's own; on the command line what follows --.");

    public static final Key<String> MODEL = TABLE.key(
            "model",
            Key.Group.AGENT,
            new LineKind("the name of a model", "MODEL"),
            null,
            "The model that a known agent shall use.");

    public static final Key<List<String>> AGENT = TABLE.key(
            "agent",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.WORDS),
            null,
            "The agent's program and its arguments, started without a shell; on the command line what follows --.");

    public static final Key<String> COMMAND = TABLE.key(
            "command",
            Key.Group.AGENT,
            LineKind.SHELL,
            null,
            "The agent as a shell line, run by sh -c; instead of agent.");

    public static final Key<String> STREAM = TABLE.key(
            "stream",
            Key.Group.AGENT,
            new LineKind("text, or the name of a known agent", "FORMAT"),
            null,
            "What agent or command prints: text, or the name of a known agent whose output it is like.");

    public static final Key<Session> SESSION = TABLE.key(
            "session",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Session.values())),
            null,
            "Whether an attempt goes on with the conversation of the last one.");

    public static final Key<String> ROLE = TABLE.key(
            "role",
            Key.Group.AGENT,
            new LineKind("the name of a role", "ROLE"),
            null,
            "Which of the roles the agent plays: what the role says takes the place of the settings above.");

    public static final Key<Roles> ROLES = TABLE.key(
            "roles",
            Key.Group.AGENT,
            new RolesKind(),
            Roles.NONE,
            "Names such as reviewer, each with an agent, a model or whatever else is different for it.");

    public static final Key<List<String>> ENV_PASS = TABLE.key(
            "env_pass",
            Key.Group.AGENT,
            new OrWord<>(new ListKind(ListKind.Of.NAMES), "all"),
            null,
            "The only variables of Ralph's own environment that the agent sees; an agent known by name sees them besides what it needs.");

    public static final Key<List<String>> ENV_UNSET = TABLE.key(
            "env_unset",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.NAMES),
            List.of(),
            "Variables that the agent does not see.");

    public static final Key<Containment> CONTAINMENT = TABLE.key(
            "containment",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Containment.values())),
            Containment.AUTO,
            "How the agent's descendants are held together; auto takes the strongest way the machine allows.");

    public static final Key<Workspace> WORKSPACE = TABLE.key(
            "workspace",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Workspace.values())),
            Workspace.IN_PLACE,
            "Where the agent works: in-place is the project itself, worktree a checkout of its last commit, overlay a view of it whose changes come to the project only when they are accepted.");

    public static final Key<SandboxChoice> SANDBOX = TABLE.key(
            "sandbox",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(SandboxChoice.values())),
            SandboxChoice.OFF,
            "Whether the agent is confined to its workspace: auto as well as the machine can, required not at all without.");

    public static final Key<Network> NETWORK = TABLE.key(
            "network",
            Key.Group.AGENT,
            new ChoiceKind<>(List.of(Network.values())),
            Network.OPEN,
            "What a confined agent can reach: open is everything, allow-list its model and the hosts of allow, none nothing at all.");

    public static final Key<List<String>> ALLOW = TABLE.key(
            "allow",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.HOSTS),
            List.of(),
            "Hosts that an agent may call under network allow-list, besides its model: host:port, a host alone for port 443, *.host for all below it.");

    public static final Key<ByteSize> MAX_NETWORK = TABLE.key(
            "max_network",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            new ByteSize(20_000_000_000L),
            "How much one program may send and receive under network allow-list.");

    public static final Key<List<String>> TOOLS = TABLE.key(
            "tools",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.PLACES),
            List.of(),
            "Files and folders of your home, or of another hidden place, that a confined agent may read: tools, caches of downloads.");

    public static final Key<List<String>> SECRETS = TABLE.key(
            "secrets",
            Key.Group.AGENT,
            new ListKind(ListKind.Of.SECRETS),
            List.of(),
            "Files that a confined agent must not see, and names of variables, whose content is never stored; those that look like secrets need not be named.");

    public static final Key<Duration> MAX_CPU = TABLE.key(
            "max_cpu",
            Key.Group.LIMITS,
            new OrWord<>(KeyTable.SOME_TIME, "off"),
            null,
            "Processor time that each process of a confined agent may use.");

    public static final Key<ByteSize> MAX_MEMORY = TABLE.key(
            "max_memory",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_MEMORY), "off"),
            null,
            "Memory that a confined agent may use, with all it starts where the machine allows, otherwise each process.");

    public static final Key<Integer> MAX_PROCESSES = TABLE.key(
            "max_processes",
            Key.Group.LIMITS,
            new OrWord<>(new WholeNumberKind(10, 1_000_000), "off"),
            null,
            "How many processes and threads a confined agent may have at a time.");

    public static final Key<ByteSize> MAX_FILE_SIZE = TABLE.key(
            "max_file_size",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            null,
            "How large a file that a confined agent writes may become.");

    private AgentKeys() {}
}
