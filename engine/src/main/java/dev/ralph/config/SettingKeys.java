package dev.ralph.config;

import static dev.ralph.config.SettingKey.Group.LIMITS;
import static dev.ralph.config.SettingKey.Group.LOOP;
import static dev.ralph.config.SettingKey.Group.MONEY;
import static dev.ralph.config.SettingKey.Group.OUTPUT;
import static dev.ralph.config.SettingKey.Group.PLACE;
import static dev.ralph.config.SettingKey.Group.PROOF;

import dev.ralph.config.SettingKey.Group;
import dev.ralph.failure.FailureType;
import dev.ralph.flow.FlowPlan;
import dev.ralph.loop.Caps;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.loop.Signal;
import dev.ralph.paths.ProjectId;
import dev.ralph.process.Containment;
import dev.ralph.signal.PromiseRule;
import dev.ralph.tamper.Measure;
import dev.ralph.workspace.InPlaceStates;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The one table of all settings, in the order in which people read them, and how a policy is made of them. Files,
/// environment, flags, help, completion, JSON Schema, documentation, `config show`, `resume` and the Java API
/// follow from it.
///
/// A new limit is an entry here, its line in [#policy], and what enforces it.
public final class SettingKeys {
    private static final List<SettingKey<?>> TABLE = new ArrayList<>();

    /// What a supervised run keeps at least: a block from the start of its output and one from the end.
    private static final ScalarKind<Long> SIZE = ScalarKind.size(8192);

    private static final ValueKind<Long> SIZE_OR_OFF = OrWordKind.off(SIZE);
    private static final ValueKind<Duration> TIME_OR_OFF = OrWordKind.off(ScalarKind.SOME_TIME);
    private static final ValueKind<Boolean> ON_OFF = ChoiceKind.of("on|off", true, false);

    public static final SettingKey<Profile> PROFILE = key("profile", LOOP, new ProfileKind())
            .standard(() -> Profile.all().getFirst())
            .explained(ProfileKind::help)
            .fixed();

    public static final SettingKey<List<String>> AGENTS = key("agents", Group.AGENT, new ListKind(ListKind.Of.AGENTS))
            .help(
                    "The agent: claude, codex, opencode, gemini, qwen, copilot, builtin, acp or rehearsal. Several: the next one takes over when one is limited, missing or keeps failing.")
            .called("agent")
            .common(1);

    public static final SettingKey<List<String>> AGENT_ARGS = key(
                    "agent_args", Group.AGENT, new ListKind(ListKind.Of.LINES), List.of())
            .help("Extra arguments for the first agent; on the command line, everything after --.");

    public static final SettingKey<String> MODEL = key(
                    "model", Group.AGENT, ScalarKind.line("the name of a model", "MODEL"))
            .help("The model for a known agent.");

    public static final SettingKey<String> EFFORT = key(
                    "effort", Group.AGENT, ScalarKind.line("a level such as high", "LEVEL"))
            .help("How hard the model thinks, as the agent calls it, such as high: for claude, codex and opencode.");

    public static final SettingKey<List<String>> ALLOW_TOOLS = key(
                    "allow_tools", Group.AGENT, new OrWordKind<>(new ListKind(ListKind.Of.TOOLS), "all", null))
            .help(
                    "The only tools of its own that the agent may use, by the names it gives them, such as [Read, Grep].");

    public static final SettingKey<List<String>> DENY_TOOLS = key(
                    "deny_tools", Group.AGENT, new OrWordKind<>(new ListKind(ListKind.Of.TOOLS), "none", null))
            .help("Tools that the agent may not use, by the names it gives them, such as [Edit, Write].");

    public static final SettingKey<List<String>> AGENT = key("agent", Group.AGENT, new ListKind(ListKind.Of.WORDS))
            .help(
                    "The agent as a program and its arguments, run without a shell; on the command line, everything after --.");

    public static final SettingKey<String> COMMAND = key("command", Group.AGENT, ScalarKind.SHELL)
            .help("The agent as a shell line, run with sh -c; use it instead of agent.");

    public static final SettingKey<String> STREAM = key(
                    "stream", Group.AGENT, ScalarKind.line("text, or the name of a known agent", "FORMAT"))
            .help("Output format of agent or command: text, or the name of a known agent that prints the same format.");

    public static final SettingKey<ConversationPolicy.Session> SESSION = key(
                    "session",
                    Group.AGENT,
                    ChoiceKind.named(ConversationPolicy.Session.FRESH, ConversationPolicy.Session.RESUME),
                    ConversationPolicy.Session.FRESH)
            .help("Whether an attempt starts a new conversation (fresh) or continues the previous one (resume).")
            .in(policy -> policy.conversation().session());

    public static final SettingKey<String> ROLE = key(
                    "role", Group.AGENT, ScalarKind.line("the name of a role", "ROLE"))
            .help("The role the agent plays; the role's settings replace the other agent settings.");

    public static final SettingKey<RoleSettings> ROLES = key("roles", Group.AGENT, new RolesKind(), RoleSettings.NONE)
            .help("Named roles, each with its own agent or model.");

    public static final SettingKey<StageSettings> STAGES = key("stages", Group.AGENT, new StagesKind())
            .help(
                    "In profile stage, the stages of a task in order, each with its own settings; default: coder, reviewer, tester, qa.");

    public static final SettingKey<RalphSettings> RALPH = key("ralph", Group.AGENT, new RalphKind())
            .help(
                    "In profile stage, whether and how often stages loop, in the form of specification 003: {enabled: true, default_max_iterations: 10, verify_promises: true, coder: {max_iterations: 15}}.");

    public static final SettingKey<List<String>> ENV_PASS = key(
                    "env_pass", Group.SANDBOX, new OrWordKind<>(new ListKind(ListKind.Of.NAMES), "all", null))
            .help("The only environment variables passed on to the agent; a known agent also gets the ones it needs.");

    public static final SettingKey<List<String>> ENV_UNSET = key(
                    "env_unset", Group.SANDBOX, new ListKind(ListKind.Of.NAMES), List.of())
            .help("Environment variables hidden from the agent.");

    public static final SettingKey<Containment> CONTAINMENT = key(
                    "containment", Group.SANDBOX, ChoiceKind.named(Containment.values()), Containment.AUTO)
            .help("How Ralph tracks and ends the agent's processes; auto picks the strongest way this machine allows.");

    public static final SettingKey<ConfinementPolicy.Workspace> WORKSPACE = key(
                    "workspace",
                    Group.SANDBOX,
                    ChoiceKind.named(ConfinementPolicy.Workspace.values()),
                    ConfinementPolicy.Workspace.IN_PLACE)
            .help(
                    "Where the agent works. in-place: in the project itself; worktree: in a checkout of its last commit; overlay: in a view of the project, whose changes reach it only when they are accepted.")
            .in(policy -> policy.confinement().workspace())
            .fixed();

    public static final SettingKey<ConfinementPolicy.Sandbox> SANDBOX = key(
                    "sandbox",
                    Group.SANDBOX,
                    ChoiceKind.named(ConfinementPolicy.Sandbox.values()),
                    ConfinementPolicy.Sandbox.OFF)
            .help(
                    "Confine the agent to its workspace. auto: as well as this machine can; required: refuse to run without a sandbox.")
            .in(policy -> policy.confinement().sandbox())
            .common(3);

    private static final ChoiceKind<ConfinementPolicy.Network> NETWORKS = ChoiceKind.of(
            "open|allow-list|none",
            ConfinementPolicy.Network.OPEN,
            ConfinementPolicy.Network.LISTED,
            ConfinementPolicy.Network.NONE);

    public static final SettingKey<ConfinementPolicy.Network> NETWORK = key(
                    "network", Group.SANDBOX, NETWORKS, ConfinementPolicy.Network.OPEN)
            .help(
                    "What a confined agent can reach. open: everything; allow-list: its model and the hosts of allow; none: nothing.")
            .in(policy -> policy.confinement().reach().network());

    public static final SettingKey<List<String>> ALLOW = key(
                    "allow", Group.SANDBOX, new ListKind(ListKind.Of.HOSTS), List.of())
            .help(
                    "Hosts an agent may reach with network allow-list, besides its model: host:port, host (port 443), or *.host for all subdomains.")
            .in(policy -> policy.confinement().reach().hosts());

    public static final SettingKey<Long> MAX_NETWORK = key("max_network", Group.SANDBOX, SIZE_OR_OFF, 20_000_000_000L)
            .help("How much data one program may send and receive with network allow-list.")
            .in(policy -> policy.confinement().reach().bytes());

    public static final SettingKey<List<String>> TOOLS = key(
                    "tools", Group.SANDBOX, new ListKind(ListKind.Of.PLACES), List.of())
            .help(
                    "Files and folders in your home or another hidden place that a confined agent may read, such as tools and download caches.")
            .in(policy -> policy.confinement().visibility().tools());

    public static final SettingKey<List<String>> SECRETS = key(
                    "secrets", Group.SANDBOX, new ListKind(ListKind.Of.SECRETS), List.of())
            .help(
                    "Files hidden from a confined agent, and names of variables whose values are never stored; whatever looks like a secret is included already.")
            .in(policy -> policy.confinement().visibility().secrets());

    public static final SettingKey<Duration> MAX_CPU = key("max_cpu", Group.SANDBOX, TIME_OR_OFF)
            .help("CPU time each process of a confined agent may use.")
            .in(policy -> policy.confinement().bounds().cpu());

    public static final SettingKey<Long> MAX_MEMORY = key(
                    "max_memory", Group.SANDBOX, OrWordKind.off(ScalarKind.size(16 << 20)))
            .help(
                    "Memory a confined agent may use: together with its child processes where the machine can limit that, otherwise per process.")
            .in(policy -> policy.confinement().bounds().memory());

    public static final SettingKey<Integer> MAX_PROCESSES = key(
                    "max_processes", Group.SANDBOX, OrWordKind.off(ScalarKind.number(10, 1_000_000)))
            .help("How many processes and threads a confined agent may have at once.")
            .in(policy -> policy.confinement().bounds().processes());

    public static final SettingKey<Long> MAX_FILE_SIZE = key("max_file_size", Group.SANDBOX, SIZE_OR_OFF)
            .help("Largest file a confined agent may write.")
            .in(policy -> policy.confinement().bounds().fileSize());

    public static final SettingKey<Integer> MAX_RESTARTS = key(
                    "max_restarts", LOOP, ScalarKind.number(0, 1_000_000), 100)
            .help("Maximum number of attempts; 0 never runs the agent.")
            .in(policy -> policy.limits().attempts())
            .alias("max-iterations")
            .common(5);

    public static final SettingKey<Duration> RESTART_DELAY = key(
                    "restart_delay", LOOP, ScalarKind.ANY_TIME, Duration.ofSeconds(1))
            .help("Delay before the next attempt.")
            .in(policy -> policy.pace().restartDelay());

    public static final SettingKey<Duration> RECOVERY_DELAY = key(
                    "recovery_delay", LOOP, ScalarKind.ANY_TIME, Duration.ofSeconds(5))
            .help("In profile session, the minimum delay after a failed attempt.")
            .in(policy -> ofRules(policy, SessionRules::recovery));

    public static final SettingKey<String> DESCRIPTION = key(
                    "description", LOOP, ScalarKind.line("a few words", "TEXT"))
            .help("In profile session, a description of the loop for the state file.")
            .in(policy -> ofRules(policy, SessionRules::description));

    public static final SettingKey<Boolean> ENABLED =
            key("enabled", LOOP, ON_OFF, true).help("Set to off to start and resume no loop.");

    public static final SettingKey<Duration> POLL_INTERVAL = key(
                    "poll_interval", LOOP, ScalarKind.SOME_TIME, Duration.ofSeconds(1))
            .help("How often to look for DONE where the system sends no file events.")
            .in(policy -> policy.pace().poll());

    public static final SettingKey<Duration> WAIT_TIMEOUT = key(
                    "wait_timeout", LOOP, ScalarKind.ANY_TIME, Duration.ofMinutes(5))
            .help("How long to wait for child runs after DONE; 0s: do not wait.")
            .in(policy -> policy.pace().childWait());

    public static final SettingKey<Integer> BREAKER = key(
                    "breaker", LOOP, new OrWordKind<>(ScalarKind.number(1, 1_000_000), "off", 0), 0)
            .help("Give up after this many identical failures in a row.")
            .in(policy -> policy.limits().sameFailures());

    public static final SettingKey<BigDecimal> MAX_COST = key(
                    "max_cost", MONEY, OrWordKind.off(ScalarKind.dollars("20 or 0.50")))
            .help("Dollars a loop may cost, as far as its agents report their usage.")
            .standard("100", BigDecimal::new)
            .in(policy -> policy.limits().caps().loop().dollars())
            .common(4);

    public static final SettingKey<BigDecimal> MAX_ATTEMPT_COST = key(
                    "max_attempt_cost", MONEY, OrWordKind.off(ScalarKind.dollars("5 or 0.50")))
            .help("Dollars one attempt may cost before it is stopped.")
            .standard("25", BigDecimal::new)
            .in(policy -> policy.limits().caps().attempt().dollars());

    public static final SettingKey<Long> MAX_TOKENS = key(
                    "max_tokens", MONEY, OrWordKind.off(ScalarKind.TOKENS), 500_000_000L)
            .help("Tokens a loop may use.")
            .in(policy -> policy.limits().caps().loop().tokens());

    public static final SettingKey<Long> MAX_ATTEMPT_TOKENS = key(
                    "max_attempt_tokens", MONEY, OrWordKind.off(ScalarKind.TOKENS), 100_000_000L)
            .help("Tokens one attempt may use before it is stopped.")
            .in(policy -> policy.limits().caps().attempt().tokens());

    public static final SettingKey<Path> PRICES = key("prices", MONEY, ScalarKind.path("file", "FILE"))
            .help("A file with model prices, in addition to the built-in ones.");

    public static final SettingKey<Duration> MAX_TIME = key("max_time", LIMITS, TIME_OR_OFF, Duration.ofDays(7))
            .help("How long the agents of a loop may run in total; waiting for a provider's limit does not count.")
            .in(policy -> policy.limits().caps().busyTime());

    public static final SettingKey<Long> MAX_OUTPUT = key("max_output", LIMITS, SIZE_OR_OFF, 1L << 40)
            .help("How much the agents of a loop may print in total.")
            .in(policy -> policy.limits().caps().loop().output());

    public static final SettingKey<Long> MAX_ATTEMPT_OUTPUT = key(
                    "max_attempt_output", LIMITS, SIZE_OR_OFF, 10_000_000_000L)
            .help("How much one attempt may print before it is stopped.")
            .in(policy -> policy.limits().caps().attempt().output());

    public static final SettingKey<Long> MAX_DISK = key("max_disk", LIMITS, SIZE_OR_OFF, 200_000_000_000L)
            .help("How much the attempts of a loop may add to the project folder in total.")
            .in(policy -> policy.limits().caps().loop().disk());

    public static final SettingKey<Long> MAX_ATTEMPT_DISK = key(
                    "max_attempt_disk", LIMITS, SIZE_OR_OFF, 50_000_000_000L)
            .help("How much one attempt may add to the project folder before it is stopped.")
            .in(policy -> policy.limits().caps().attempt().disk());

    public static final SettingKey<Long> MIN_FREE_DISK = key("min_free_disk", LIMITS, SIZE_OR_OFF, 500_000_000L)
            .help("Free disk space required: with less, nothing is started and running attempts are stopped.")
            .in(policy -> policy.limits().caps().leastFree());

    public static final SettingKey<Duration> IDLE_TIMEOUT = key(
                    "idle_timeout", LIMITS, TIME_OR_OFF, Duration.ofMinutes(5))
            .help("How long an agent may print nothing before it is stopped; output resets the timer.")
            .in(policy -> policy.limits().idle());

    public static final SettingKey<Duration> TIMEOUT = key("timeout", LIMITS, TIME_OR_OFF, Duration.ofDays(1))
            .help("How long one attempt may take.")
            .in(policy -> policy.limits().wall());

    public static final SettingKey<Duration> GRACE = key("grace", LIMITS, ScalarKind.ANY_TIME, Duration.ofSeconds(5))
            .help("How long to wait between SIGTERM and SIGKILL.")
            .in(policy -> policy.pace().grace());

    public static final SettingKey<Duration> STOP_GRACE = key(
                    "stop_grace", LIMITS, ScalarKind.ANY_TIME, Duration.ofSeconds(30))
            .help("The same wait when a person stops the loop.");

    public static final SettingKey<Duration> DONE_GRACE = key(
                    "done_grace", LIMITS, ScalarKind.ANY_TIME, Duration.ofSeconds(30))
            .help("How long an agent may keep running after it wrote DONE.")
            .in(policy -> policy.pace().doneGrace());

    public static final SettingKey<Long> OUTPUT_LIMIT = key("output_limit", LIMITS, SIZE, 64_000_000L)
            .help("How much of each output stream of a run is stored; the middle of longer output is dropped.")
            .in(policy -> policy.limits().keptOutput());

    public static final SettingKey<Long> BUS_ROTATE = key(
                    "bus_rotate", LIMITS, OrWordKind.off(ScalarKind.size(4096)), 64_000_000L)
            .help("Size at which a message bus file is rotated.");

    public static final SettingKey<String> COMPLETION_PROMISE = key(
                    "completion_promise", PROOF, ScalarKind.line("a word or two, such as DONE", "TEXT"))
            .help("The agent claims to be done by printing <promise>TEXT</promise>.")
            .in(policy -> ofPromise(policy, PromiseRule::promise));

    public static final SettingKey<Boolean> PROMISE_PLACE = key(
                    "promise_place", PROOF, ChoiceKind.of("anywhere|own-line", false, true), false)
            .help(
                    "Where a promise counts: anywhere, in upper or lower case; or own-line: alone on its line, exactly as set.")
            .in(policy -> Boolean.TRUE.equals(ofPromise(policy, PromiseRule::ownLine)));

    public static final SettingKey<String> BLOCKED_PROMISE = key(
                    "blocked_promise", PROOF, ScalarKind.line("a word or two, such as BLOCKED", "TEXT"))
            .help("The agent gives up by printing <promise>TEXT</promise>.")
            .in(policy -> ofPromise(policy, PromiseRule::blocked));

    public static final SettingKey<Boolean> REQUIRE_WORK = key("require_work", PROOF, ON_OFF, true)
            .help("Whether a promise counts only after an attempt that did something.")
            .in(policy -> policy.conversation().mustWork());

    public static final SettingKey<ConversationPolicy.OnQuestion> ON_QUESTION = key(
                    "on_question",
                    LOOP,
                    ChoiceKind.of("end|park", ConversationPolicy.OnQuestion.END, ConversationPolicy.OnQuestion.PARK),
                    ConversationPolicy.OnQuestion.END)
            .help(
                    "When the agent asks to wait: end stops the loop until you resume it; park asks you and continues with your answer.")
            .in(policy -> policy.conversation().onQuestion());

    public static final SettingKey<Boolean> AGENT_TOOLS = key("agent_tools", LOOP, ON_OFF, false)
            .help(
                    "Whether the agent gets Ralph's own tools to report that it is done or blocked, ask, post messages and leave notes: over MCP if the agent supports it, otherwise as commands.")
            .in(policy -> policy.conversation().offersTools());

    public static final SettingKey<Integer> MAX_TASKS = key("max_tasks", LIMITS, ScalarKind.number(1, 1_000_000), 50)
            .help("How many tasks of a list one run works on.");

    public static final SettingKey<Integer> MAX_TRIES = key("max_tries", LIMITS, ScalarKind.number(1, 100), 3)
            .help(
                    "How many times a run tries one task of a list, within the limits of the task: after a failure (on_failure: retry), a conflict, or a limit of the run that cut it short.");

    public static final SettingKey<Duration> MAX_RUN_TIME = key(
                    "max_run_time", LIMITS, TIME_OR_OFF, Duration.ofHours(4))
            .help("How long the agents of a run may work; what works at the same time counts once.");

    public static final SettingKey<BigDecimal> MAX_RUN_COST = key(
                    "max_run_cost", MONEY, OrWordKind.off(ScalarKind.dollars("20 or 0.50")))
            .help("Dollars all tasks of a run may cost, as far as their agents report their usage.")
            .standard("50", BigDecimal::new);

    public static final SettingKey<Integer> PARALLELISM = key("parallelism", LIMITS, ScalarKind.number(1, 64), 1)
            .help("How many tasks of a list run at once.")
            .alias("max-parallel");

    public static final SettingKey<List<String>> ONLY = key("only", LIMITS, new ListKind(ListKind.Of.NAMES), List.of())
            .help("Run only these tasks of the list (ids); default: all ready tasks.");

    public static final SettingKey<FlowPlan.OnFailure> ON_FAILURE = key(
                    "on_failure",
                    LIMITS,
                    ChoiceKind.of(
                            "continue|stop|retry",
                            FlowPlan.OnFailure.CONTINUE,
                            FlowPlan.OnFailure.HALT,
                            FlowPlan.OnFailure.RETRY),
                    FlowPlan.OnFailure.CONTINUE)
            .help("After a failed task: continue with the next one, stop the run, or retry the task.");

    public static final SettingKey<FlowPlan.Step> INTEGRATE = key(
                    "integrate",
                    PROOF,
                    ChoiceKind.of("merge|pull-request", FlowPlan.Step.INTEGRATE, FlowPlan.Step.PULL_REQUEST),
                    FlowPlan.Step.INTEGRATE)
            .help(
                    "In profile stage, what to do with a task that passed all stages: merge it into your branch, or push its branch and open a pull-request with gh.");

    public static final SettingKey<Boolean> ADAPTIVE_LIMITS = key("adaptive_limits", LIMITS, ON_OFF, false)
            .help(
                    "Whether a task of a list gets its own limits, from what tasks of its type needed so far; never above the configured limits.");

    public static final SettingKey<String> SPEC = key(
                    "spec", LIMITS, ScalarKind.line("the name of a folder in .kiro/specs", "FEATURE"))
            .help("In profile heal, the spec to work on; default: the only one there is.");

    public static final SettingKey<Boolean> OPTIONAL_TASKS =
            key("optional_tasks", LIMITS, ON_OFF, false).help("In profile heal, whether to do optional tasks too.");

    public static final SettingKey<Weakening> WEAKENING = key(
                    "weakening", PROOF, ChoiceKind.named(Weakening.values()), Weakening.APPLY)
            .help(
                    "In profile heal, what to do with a correction that weakens a property or criterion: apply and report it, ask a person, or block it.");

    public static final SettingKey<Map<String, String>> SPEC_TARGETS = key(
                    "spec_targets",
                    PROOF,
                    new MappingKind(
                            "documents by types of failure, such as {runtime_error: tasks.md}",
                            Stream.of(FailureType.values())
                                    .map(FailureType::word)
                                    .toList()),
                    Map.of())
            .help(
                    "In profile heal, overrides which document is corrected, by type of failure: requirements.md, design.md or tasks.md.");

    public static final SettingKey<String> LIST_FOLDER = key(
                    "list_folder", PLACE, ScalarKind.line("a folder of the project", "DIR"))
            .help(
                    "Folder of tasks.jsonl, progress.jsonl and learning.jsonl, relative to the project; default: its root, or state/ if that has a list.");

    public static final SettingKey<TrackerSettings> TRACKER = key("tracker", PLACE, new TrackerKind())
            .help(
                    "Issue tracker to sync tasks with: {type: github, repo: OWNER/NAME} with the token in GITHUB_TOKEN, or {type: file, path: FILE}.");

    public static final SettingKey<Boolean> ON_HANGUP = key(
                    "on_hangup", LOOP, ChoiceKind.of("stop|continue", false, true), false)
            .help(
                    "When the terminal of a running loop is closed: stop the loop, to be resumed later; or continue, to be watched with `ralph attach`.");

    public static final SettingKey<List<String>> SIGNALS = key(
                    "signals", LOOP, new ListKind(ListKind.Of.SIGNALS), ListKind.words(ConversationPolicy.EVERY_SIGNAL))
            .help(
                    "What counts besides a promise. done: the file DONE; wait-exit: exit code 42; wait-message: a message wait_without_restart; wait-marker: the file WAIT_WITHOUT_RESTART.")
            .in(policy -> ListKind.words(policy.conversation().signals()));

    /// The item of [#CHECKS] that drops what stands before it.
    public static final String NO_CHECKS = "off";

    public static final SettingKey<List<String>> CHECKS = key("checks", PROOF, new ChecksKind(), List.of())
            .help(
                    "A shell line that must succeed before the task counts as done; in files also objects with a type. Layers add up; off drops all checks before it.")
            .called("check")
            .common(2);

    public static final SettingKey<ProofChoice> CLAIM = key(
                    "claim", PROOF, ChoiceKind.named(ProofChoice.values()), ProofChoice.AUTO)
            .help(
                    "Whether to look for contradictions in the agent's final message: auto if it claims to be done by a promise.");

    public static final SettingKey<String> READER = key(
                    "reader", PROOF, ScalarKind.line("the name of a known agent", "AGENT"))
            .help(
                    "The agent that reads the last message of an agent, instead of patterns of words, where no check proves the work.");

    public static final SettingKey<ProofChoice> TAMPER = key(
                    "tamper", PROOF, ChoiceKind.named(ProofChoice.values()), ProofChoice.AUTO)
            .help(
                    "Whether to look for changes to files that affect the checks: auto in a git repository with a check. For single rules, use a check of type tamper.");

    public static final SettingKey<ProofChoice> EXPERIMENTS = key(
                    "experiments", PROOF, ChoiceKind.named(ProofChoice.values()), ProofChoice.AUTO)
            .help(
                    "Whether to run the checks again with the old tests, in a varied environment, and with tests that must fail: auto in a git repository with tests, unless the checks take more than a third of check_timeout.");

    public static final SettingKey<Measure> OLD_TESTS = key(
                    "old_tests", PROOF, ChoiceKind.named(Measure.values()), Measure.ASK)
            .help("What to do if the old tests fail on the new work: allow it, warn, ask a person, or block it.");

    public static final SettingKey<List<String>> TESTS_MAY_CHANGE = key(
                    "tests_may_change", PROOF, new ListKind(ListKind.Of.PATTERNS), List.of())
            .help(
                    "Test files that the task is meant to change, as paths or patterns: their old versions do not count.");

    public static final SettingKey<ProofBasis.Room> CLEAN_ROOM = key(
                    "clean_room", PROOF, ChoiceKind.named(ProofBasis.Room.values()), ProofBasis.Room.AUTO)
            .help("Whether check commands run in a fresh checkout of the work: auto in a git repository with a commit.")
            .in(policy -> policy.proof().room());

    public static final SettingKey<String> PREPARE = key("prepare", PROOF, ScalarKind.SHELL)
            .help(
                    "Shell lines that prepare a clean room for the checks, such as npm ci; what they add is reused until the files they see change.")
            .in(policy -> policy.proof().prepare());

    public static final SettingKey<List<String>> PREPARE_INPUTS = key(
                    "prepare_inputs", PROOF, new ListKind(ListKind.Of.PATTERNS), List.of())
            .help(
                    "The files of the commit that prepare sees, as paths or patterns; default: the usual lock files and build files.")
            .in(policy -> policy.proof().roomSettings().inputs());

    public static final SettingKey<ConfinementPolicy.Network> PREPARE_NETWORK = key("prepare_network", PROOF, NETWORKS)
            .help("What prepare can reach in a sandbox; default: the value of network.")
            .in(policy -> policy.proof().roomSettings().network());

    public static final SettingKey<Boolean> TRY_CHECKS = key("try_checks", PROOF, ON_OFF, false)
            .help(
                    "Whether to run the check commands once in a clean room before the first attempt, to show the baseline.")
            .in(policy -> policy.proof().roomSettings().tried());

    public static final SettingKey<Integer> FLAKY_RETRIES = key("flaky_retries", PROOF, ScalarKind.number(0, 10), 1)
            .help(
                    "How often to rerun a check command that failed in a clean room, each time in a new one; if it passes, it is reported as flaky and not rejected.")
            .in(policy -> policy.proof().roomSettings().retries());

    public static final SettingKey<Duration> CHECK_TIMEOUT = key(
                    "check_timeout", PROOF, ScalarKind.SOME_TIME, Duration.ofMinutes(10))
            .help("How long one check may take.")
            .in(policy -> policy.pace().check());

    public static final SettingKey<Policy.Keep> KEEP = key(
                    "keep",
                    PROOF,
                    ChoiceKind.of("none|commit|branch", Policy.Keep.IN_PLACE, Policy.Keep.COMMIT, Policy.Keep.BRANCH),
                    Policy.Keep.IN_PLACE)
            .help(
                    "What to do with accepted work: commit commits it to your branch; branch commits it to ralph/TASK and leaves yours alone.")
            .in(Policy::keep);

    public static final SettingKey<Policy.OnRefusal> ON_REFUSAL = key(
                    "on_refusal",
                    PROOF,
                    ChoiceKind.of(
                            "keep|discard|discard-failed",
                            Policy.OnRefusal.KEEP,
                            Policy.OnRefusal.DISCARD,
                            Policy.OnRefusal.DISCARD_FAILED),
                    Policy.OnRefusal.KEEP)
            .help("After a failed or refused attempt: keep its changes, discard them, or discard only failed ones.")
            .in(Policy::onRefusal);

    public static final SettingKey<InPlaceStates.Where> SNAPSHOTS = key(
                    "snapshots",
                    PROOF,
                    ChoiceKind.of(
                            "auto|always|off",
                            InPlaceStates.Where.REPOSITORIES,
                            InPlaceStates.Where.EVERYWHERE,
                            InPlaceStates.Where.NOWHERE),
                    InPlaceStates.Where.REPOSITORIES)
            .help(
                    "Whether to save the project before and after every attempt that works in it: auto only in git repositories, always everywhere.");

    public static final SettingKey<ProjectId> PROJECT = key("project", PLACE, ScalarKind.project())
            .help("The project's id; default: made from the name of its folder.");

    public static final SettingKey<Path> ROOT = key("root", PLACE, ScalarKind.path("folder", "DIR"))
            .help(
                    "Keep tasks and state in this folder, in a subfolder named after the project, instead of in .ralph/.");

    public static final SettingKey<Path> STATE_DIR = key("state_dir", PLACE, ScalarKind.path("folder", "DIR"))
            .help("In profile session, the folder of ralph-loop-state.json, instead of .supercoin in the project.")
            .in(policy -> ofRules(policy, rules -> rules.stateDir() == null ? null : Path.of(rules.stateDir())));

    public static final SettingKey<List<String>> NOTIFY = key(
                    "notify", OUTPUT, new ListKind(ListKind.Of.NOTIFY), List.of())
            .help(
                    "Where to send notifications when a loop ends or asks. bell: the terminal; desktop: a desktop notification; a URL: a webhook for Slack, Discord or ntfy, recognised by its host or by a prefix slack:, discord:, ntfy: or json:.");

    public static final SettingKey<List<String>> NOTIFY_COMMAND = key(
                    "notify_command", OUTPUT, new ListKind(ListKind.Of.PROGRAM), List.of())
            .help(
                    "A program and its arguments to run when a loop ends or asks, without a shell; RALPH_NOTIFY_TITLE, _TEXT and others say what happened.");

    public static final SettingKey<Map<String, String>> HOOKS = key(
                    "hooks",
                    OUTPUT,
                    new MappingKind(
                            "shell lines by the names of hooks, such as {onTaskEnd: ./tell.sh}",
                            List.of(
                                    "onTaskStart",
                                    "onIterationStart",
                                    "onAction",
                                    "onIterationEnd",
                                    "onTaskEnd",
                                    "onAnomaly")),
                    Map.of())
            .help(
                    "Shell lines to run on events of a run over a task list, with the event as JSON on standard input: onTaskStart, onIterationStart, onAction, onIterationEnd, onTaskEnd, onAnomaly.");

    public static final SettingKey<Color> COLOR =
            key("color", OUTPUT, ChoiceKind.named(Color.values()), Color.AUTO).help("When to colour output.");

    private static final List<SettingKey<?>> ALL = Collections.unmodifiableList(TABLE);

    private SettingKeys() {}

    private static <T> SettingKey<T> key(String name, Group group, ValueKind<T> kind, T standard) {
        return key(name, group, kind).standard(() -> standard);
    }

    private static <T> SettingKey<T> key(String name, Group group, ValueKind<T> kind) {
        SettingKey<T> key = new SettingKey<>(name, group, kind);
        TABLE.add(key);
        return key;
    }

    private static <T> @Nullable T ofRules(Policy policy, Function<SessionRules, @Nullable T> found) {
        SessionRules rules = policy.conversation().rules();
        return rules == null ? null : found.apply(rules);
    }

    private static <T> @Nullable T ofPromise(Policy policy, Function<PromiseRule, @Nullable T> found) {
        PromiseRule rule = policy.conversation().promise();
        return rule == null ? null : found.apply(rule);
    }

    /// Every key, in the order of the table.
    public static List<SettingKey<?>> all() {
        return ALL;
    }

    /// The names of all keys, for hints.
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (SettingKey<?> key : ALL) {
            names.add(key.name());
        }
        return names;
    }

    /// The key of that name, as `max_restarts`.
    ///
    /// @throws IllegalArgumentException where there is none
    public static SettingKey<?> key(String name) {
        SettingKey<?> key = named(name);
        if (key == null) {
            throw new IllegalArgumentException("there is no setting '" + name + "'" + NearestName.hint(name, names()));
        }
        return key;
    }

    /// The key of that name, or null.
    static @Nullable SettingKey<?> named(String name) {
        for (SettingKey<?> key : ALL) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        return null;
    }

    /// The policy with what the settings say; what no key is about stays as it is in the given one.
    static Policy policy(Policy base, KeyValues say) {
        Caps caps = base.limits().caps();
        ProofBasis proof = base.proof();
        ConversationPolicy talk = new ConversationPolicy(
                        say.value(SESSION),
                        promise(base.conversation().promise(), say),
                        say.value(REQUIRE_WORK),
                        say.value(ON_QUESTION),
                        ListKind.signals(say.value(SIGNALS)),
                        base.conversation().rules() == null ? null : rules(say),
                        say.value(AGENT_TOOLS))
                .changing(base.conversation().mustChange());
        return new Policy(
                base.profile(),
                base.mode(),
                base.agents(),
                new Policy.Limits(
                        say.value(MAX_RESTARTS),
                        say.maybe(IDLE_TIMEOUT),
                        say.maybe(TIMEOUT),
                        say.value(OUTPUT_LIMIT),
                        say.value(BREAKER),
                        new Caps(
                                new Caps.Budget(
                                        say.maybe(MAX_ATTEMPT_TOKENS),
                                        say.maybe(MAX_ATTEMPT_COST),
                                        say.maybe(MAX_ATTEMPT_OUTPUT),
                                        say.maybe(MAX_ATTEMPT_DISK)),
                                new Caps.Budget(
                                        say.maybe(MAX_TOKENS),
                                        say.maybe(MAX_COST),
                                        say.maybe(MAX_OUTPUT),
                                        say.maybe(MAX_DISK)),
                                say.maybe(MAX_TIME),
                                say.maybe(MIN_FREE_DISK),
                                say.value(BREAKER),
                                caps.limited(),
                                caps.silentCpu())),
                new Policy.Pace(
                        say.value(RESTART_DELAY),
                        say.value(POLL_INTERVAL),
                        say.value(WAIT_TIMEOUT),
                        say.value(GRACE),
                        say.value(DONE_GRACE),
                        say.value(CHECK_TIMEOUT)),
                base.checks(),
                say.value(KEEP),
                say.value(ON_REFUSAL),
                base.conversation().counts(Signal.ENDED) ? talk.decidedByChecks() : talk,
                new ConfinementPolicy(
                        say.value(WORKSPACE),
                        say.value(SANDBOX),
                        new ConfinementPolicy.Reach(say.value(NETWORK), say.value(ALLOW), say.maybe(MAX_NETWORK)),
                        new ConfinementPolicy.Visibility(say.value(TOOLS), say.value(SECRETS)),
                        new ConfinementPolicy.Bounds(
                                say.maybe(MAX_CPU),
                                say.maybe(MAX_MEMORY),
                                say.maybe(MAX_PROCESSES),
                                say.maybe(MAX_FILE_SIZE)),
                        base.confinement().ours()),
                new ProofBasis(
                        proof.baseline(),
                        proof.branch(),
                        proof.pins(),
                        say.value(CLEAN_ROOM),
                        say.maybe(PREPARE),
                        new ProofBasis.RoomSettings(
                                say.value(PREPARE_INPUTS),
                                say.maybe(PREPARE_NETWORK),
                                say.value(FLAKY_RETRIES),
                                say.value(TRY_CHECKS))));
    }

    private static SessionRules rules(KeyValues say) {
        Path folder = say.maybe(STATE_DIR);
        return new SessionRules(
                say.value(RECOVERY_DELAY), folder == null ? null : folder.toString(), say.maybe(DESCRIPTION));
    }

    /// Where its place stays what it was, so do its other rules.
    private static @Nullable PromiseRule promise(@Nullable PromiseRule before, KeyValues say) {
        String text = say.maybe(COMPLETION_PROMISE);
        if (text == null) {
            return null;
        }
        boolean ownLine = say.value(PROMISE_PLACE);
        PromiseRule usual = ownLine ? PromiseRule.stage(text) : PromiseRule.session(text);
        PromiseRule rule = before == null || before.ownLine() != ownLine
                ? usual
                : new PromiseRule(text, before.caseSensitive(), ownLine, before.trim(), null);
        return rule.withBlocked(say.maybe(BLOCKED_PROMISE));
    }
}
