package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralph.flow.FlowEvent;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event;
import dev.ralph.pipeline.PipelineEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What programs read: the output of every command is as its schema in docs/json says, and as the stored sample. Who
/// means to change it runs this with `-Dralph.regenerate=true` and looks at the difference.
class JsonContractTest {
    private static final Path ROOT = Path.of(System.getProperty("ralph.repository", ".."));
    private static final Path SCHEMAS = ROOT.resolve("docs/json");
    private static final Path SAMPLES = ROOT.resolve("app/src/test/resources/json");
    private static final String LATER = "if [ -e one ]; then touch two; fi; touch one; echo '{\"said\":\"hello\"}'; ";

    /// A sample by its name, and what is typed; the schema is the one of that name up to a dot.
    private static final Map<String, List<String>> COMMANDS = new LinkedHashMap<>();

    static {
        type("task-add", "task", "add", "--task", "added", "--accept", "false", "Add a thing");
        type("run.plan", "run", "Do it", "--task", "planned", "--plan", "--check", "true", "--", "my-agent");
        type(
                "run",
                "run",
                "--task",
                "fix",
                "--prompt",
                "Fix it",
                "--profile",
                "restart",
                "--check",
                "test -e two",
                "--keep",
                "commit",
                "--max-restarts",
                "3",
                "--restart-delay",
                "10ms",
                "--command",
                LATER + GitProject.DONE);
        type("run.failed", "run", "--task", "poor", "--prompt", "x", "--max-restarts", "1", "--command", "exit 3");
        type(
                "run.waiting",
                "run",
                "--task",
                "asks",
                "--prompt",
                "x",
                "--on-question",
                "park",
                "--command",
                "echo 'Which table?'; exit 42");
        type("inbox", "inbox");
        type("answer", "answer");
        type("answer.given", "answer", "asks", "The second");
        type("tell", "tell", "asks", "Mind the index");
        type("run.job", "job", "--task", "once", "--prompt", "x", "--command", "true");
        type("status", "status");
        type("board", "board");
        type("top", "top");
        type("stage-status", "stage", "status");
        type("task-list", "task", "list");
        type("task-show", "task", "show", "fix");
        type("logs", "logs", "fix");
        type("logs.checks", "logs", "fix", "--checks");
        type("cost", "cost", "fix");
        type("receipts", "receipts", "fix");
        type("verify", "verify", "fix");
        type("diff", "diff", "fix");
        type("report", "report", "--since", "1d");
        type("learn", "learn");
        type("metrics", "metrics");
        type("audit", "audit");
        type("bus-post", "bus", "post", "--task", "fix", "Look here");
        type("bus-read", "bus", "read", "--task", "fix", "--type", "FACT");
        type("fork", "fork", "fix", "1");
        type("rewind", "rewind", "fix", "1");
        type("cancel", "cancel", "fix-from-1");
        type("doctor", "doctor");
        type("init", "init", "--dry-run");
        type("config-show", "config", "show");
        type("config-check", "config", "check");
        type("gc", "gc", "--older-than", "0s");
        type("completion", "completion", "fish");
        type("version", "--version");
    }

    private static void type(String name, String... words) {
        COMMANDS.put(name, List.of(words));
    }

    /// The same in a project with a list of tasks.
    private static final Map<String, List<String>> LIST_COMMANDS = new LinkedHashMap<>();

    static {
        LIST_COMMANDS.put("task-edit", List.of("task", "edit", "RALPH-001", "--priority", "9"));
        LIST_COMMANDS.put(
                "run.flow",
                List.of(("run --check off --workspace worktree --sandbox off --network open"
                                + " --containment group -- sh agent.sh")
                        .split(" ")));
        LIST_COMMANDS.put("task-import", List.of("task", "import", "TODO.md"));
        LIST_COMMANDS.put("sync", List.of("sync"));
    }

    private static final Map<String, List<String>> SPEC_COMMANDS =
            Map.of("spec-lint", List.of("spec", "lint"), "spec-show", List.of("spec", "show", "search"));

    @TempDir
    Path base;

    @Test
    void every_command_prints_what_its_schema_says_and_what_its_sample_shows() throws Exception {
        everyPrints(COMMANDS, GitProject.of(base));
    }

    @Test
    void so_do_the_commands_about_a_list_of_tasks_and_a_run_over_it() throws Exception {
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("agent.sh", "echo new >new; " + GitProject.DONE + "\n");
        project.write("TODO.md", "- [ ] First thing\n- [x] Old thing\n");
        project.write(".ralph/config.yaml", "tracker: {type: file, path: issues.jsonl}\n");
        project.write("issues.jsonl", "{\"id\":1,\"title\":\"First issue\"}\n");
        project.write(
                "tasks.jsonl",
                "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-001\",\"title\":\"Make it\",\"status\":\"pending\"},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n");
        project.commit("tasks");

        everyPrints(LIST_COMMANDS, project);
    }

    @Test
    void so_do_the_commands_about_features() throws Exception {
        GitProject project = GitProject.of(base);
        SpecCommandsTest.feature(project);
        project.write(".kiro/specs/search/tasks.md", SpecCommandsTest.TASKS + "- [ ] More\n");

        everyPrints(SPEC_COMMANDS, project);
    }

    @Test
    void so_does_a_run_over_a_spec_that_is_corrected() throws Exception {
        GitProject project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("agent.sh", "grep -q 'into two' && touch two\ntrue\n");
        project.write(
                "corrector.sh",
                "printf '<correction>\\nSummary: where\\n\\n"
                        + "- [ ] 1. Make it\\n  - into two\\n</correction>\\n'\n");
        project.write(".ralph/config.yaml", "roles: {corrector: {command: sh corrector.sh}}\n");
        project.write(".kiro/specs/search/tasks.md", "- [ ] 1. Make it\n").commit("spec");
        Shell.Said said = project.ralph(
                "heal",
                "--json",
                "--check",
                "test -e two",
                "--workspace",
                "in-place",
                "--sandbox",
                "off",
                "--network",
                "open",
                "--containment",
                "group",
                "--command",
                "sh agent.sh");

        isValid("run", said.out());
        assertThat(said.out())
                .contains("\"type\":\"failure_classified\"")
                .contains("\"event\":{\"change\":\"Updated tasks.md Task 1: where\"}")
                .contains("\"type\":\"summary\"");
    }

    private static void everyPrints(Map<String, List<String>> commands, GitProject project) throws Exception {
        for (Map.Entry<String, List<String>> command : commands.entrySet()) {
            String name = command.getKey();
            List<String> words = new ArrayList<>(command.getValue());
            words.add(words.contains("--") ? words.indexOf("--") : words.size(), "--json");

            Shell.Said said = project.ralph(words.toArray(String[]::new));

            assertThat(said.out()).as(name + ": " + said.err()).isNotEmpty();
            isValid(name.replaceFirst("\\..*", ""), said.out());
            compare(name, byKind(steady(said.out(), project)));
        }
    }

    @Test
    void every_command_that_prints_json_has_a_sample_and_every_event_is_in_its_schema() throws Exception {
        Set<String> without = new TreeSet<>(Set.of(
                "acp-bridge",
                "builtin-agent",
                "__complete",
                "rehearse", // for Ralph itself
                "config-schema", // is one
                "demo",
                "job",
                "resume",
                "attach",
                "stage-run",
                "heal",
                "spec-new", // as run
                "stop",
                "pause", // as cancel
                "blocked",
                "ask",
                "reject",
                "post",
                "mcp", // speaks JSON-RPC
                "remember", // as complete, which works inside an attempt only
                "bus-tail", // as bus-read
                "task-block",
                "task-unblock",
                "task-done")); // as task-edit
        CommandContext context = new CommandContext(System.out, System.err, Map.of());
        for (Command command : Commands.table(context).commands()) {
            String name = command.path().replace(' ', '-');
            assertThat(COMMANDS.containsKey(name)
                            || LIST_COMMANDS.containsKey(name)
                            || without.contains(name)
                            || Files.exists(schemaFile(name)))
                    .as(name)
                    .isTrue();
        }
        String events = Files.readString(schemaFile("run"));
        Stream.of(Event.class, PipelineEvent.class, FlowEvent.class)
                .flatMap(type -> Stream.of(type.getPermittedSubclasses()))
                .map(type ->
                        type.getSimpleName().replaceAll("(?<!^)([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT))
                .forEach(type -> assertThat(events).contains("\"" + type + "\""));
    }

    /// Each line is as the schema says.
    static void isValid(String name, String out) throws Exception {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(schemaFile(name)), InputFormat.JSON);
        for (String line : out.split("\n")) {
            assertThat(schema.validate(line, InputFormat.JSON))
                    .as(name + ": " + line)
                    .isEmpty();
        }
    }

    private static Path schemaFile(String name) {
        return SCHEMAS.resolve(name + ".schema.json");
    }

    private static void compare(String name, String found) throws Exception {
        Path sample = SAMPLES.resolve(name + ".jsonl");
        if (Boolean.getBoolean("ralph.regenerate")) {
            Files.createDirectories(SAMPLES);
            Files.writeString(sample, found);
        }
        assertThat(found).as(name).isEqualTo(Files.readString(sample));
    }

    /// Of a flow: its own events, then those of its pipelines, then those of their loops, since each has its thread.
    private static String byKind(String out) {
        List<String> kinds = List.of("flow", "pipeline", "loop");
        List<String> lines = new ArrayList<>(out.lines().toList());
        if (lines.stream().noneMatch(line -> line.contains("\"kind\":\"flow\",\"stream\""))) {
            return out;
        }
        lines.sort(Comparator.comparingInt(line -> line.startsWith("{\"type\":\"summary\"")
                ? kinds.size()
                : kinds.indexOf(line.replaceFirst("\\{\"type\":\"\\w+\",\"kind\":\"(\\w+)\".*", "$1"))));
        return String.join("\n", lines) + "\n";
    }

    /// Without what differs from run to run and from machine to machine.
    private static String steady(String out, GitProject project) throws Exception {
        StringBuilder steady = new StringBuilder();
        for (String line : out.split("\n")) {
            Object value = JsonText.parse(line);
            if (value instanceof Map<?, ?> event && "signal_seen".equals(event.get("type"))) {
                continue; // it depends on whether the agent still runs
            }
            String text = JsonText.of(steady("", value))
                    .replace(project.folder().toRealPath().toString(), "PROJECT")
                    .replace(project.folder().toString(), "PROJECT")
                    .replace(project.state().toString(), "STATE")
                    .replaceAll("\\d{8}-\\d{10}-\\d+-\\d+", "ID")
                    .replaceAll("\"ID/\\d+/\\d+\"", "\"ID/N/N\"") // as many entries as signals were seen
                    .replaceAll("MSG-\\d{8}-\\d{6}-\\d+-PID\\d+-\\d+", "MSG")
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                    .replaceAll("\\b[0-9a-f]{64}\\b", "SHA256")
                    .replaceAll("\\b[0-9a-f]{40}\\b", "COMMIT")
                    .replaceAll("\\b[0-9a-f]{12}\\b", "SHORT")
                    .replaceAll("index [0-9a-f]+\\.\\.[0-9a-f]+", "index")
                    .replaceAll("/project-[0-9a-f]{1,8}/", "/project-HASH/")
                    .replaceAll(" by \\S+ \\(pid \\d+\\)", " by ME")
                    .replaceAll("# Written by[^\"]*", "TEXT");
            steady.append(text).append('\n');
        }
        return steady.toString();
    }

    private static @Nullable Object steady(String key, @Nullable Object value) {
        if (Set.of("tools", "variables").contains(key)) { // of the machine, in a receipt
            return "ANY";
        }
        if (value instanceof Map<?, ?> fields) {
            Map<String, @Nullable Object> steady = new LinkedHashMap<>();
            fields.forEach((name, item) -> steady.put(name.toString(), steady(name.toString(), item)));
            return steady;
        }
        if (value instanceof List<?> items) {
            if (key.equals("findings")) { // those of the machine are its own
                return items.stream()
                        .filter(item ->
                                item instanceof Map<?, ?> finding && "configuration".equals(finding.get("what")))
                        .toList();
            }
            boolean installed = key.equals("agents") && items.stream().allMatch(String.class::isInstance);
            return installed
                    ? List.of()
                    : items.stream().map(item -> steady(key, item)).toList();
        }
        boolean measured = Set.of(
                        "seq",
                        "pid",
                        "took",
                        "took_ms",
                        "disk",
                        "bytes",
                        "freed_bytes",
                        "seconds",
                        "time",
                        "warnings",
                        "sha256")
                .contains(key);
        boolean machine = Set.of(
                        "arch",
                        "jdk",
                        "kernel",
                        "os",
                        "git",
                        "first",
                        "script",
                        "version",
                        "tier",
                        "sandbox",
                        "proof",
                        "variables_sha256")
                .contains(key);
        return measured && value instanceof Number ? (Object) 0L : machine && value != null ? "ANY" : value;
    }
}
