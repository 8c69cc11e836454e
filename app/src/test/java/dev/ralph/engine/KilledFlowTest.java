package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.FlowProgram.Scenario;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.StateLayout;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills the process of a flow, and with it its pipelines and loops, at the fault points of all three, runs it again,
/// and audits what is left.
///
/// By default some of the points, others in each scenario; with `-Dralph.soak=true` every visit of every point.
class KilledFlowTest {
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");
    private static final int SOME = 2;
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    Path base;

    private record Death(Scenario scenario, String visit, int number) {}

    @Test
    void a_flow_killed_anywhere_loses_nothing_and_repeats_nothing() throws Exception {
        List<Death> deaths = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            Path folder = base.resolve("count-" + scenario);
            assertThat(run(folder, scenario, "")).contains(scenario.end.toString());
            assertThat(problems(folder, scenario))
                    .as(scenario + " without any death")
                    .isEmpty();
            Set<String> names = new LinkedHashSet<>();
            List<String> worth = new ArrayList<>();
            for (String visit : Files.readAllLines(folder.resolve("visits"))) {
                if (SOAK || (!visit.startsWith("before") && names.add(visit.substring(0, visit.lastIndexOf('#'))))) {
                    worth.add(visit);
                }
            }
            int stride = SOAK ? 1 : Math.max(1, worth.size() / SOME);
            for (int i = deaths.size() * 7 % stride; i < worth.size(); i += stride) {
                deaths.add(new Death(scenario, worth.get(i), deaths.size()));
            }
        }

        List<Future<List<String>>> running = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try (ExecutorService two = Executors.newFixedThreadPool(2)) {
            deaths.forEach(death -> running.add(two.submit(() -> die(death))));
            for (Future<List<String>> death : running) {
                problems.addAll(death.get());
            }
        }
        System.out.println("flows killed: " + deaths.size());
        assertThat(problems).isEmpty();
    }

    private List<String> die(Death death) throws Exception {
        Path folder = base.resolve("death-" + death.number());
        String said = run(folder, death.scenario(), death.visit());
        boolean killed = Files.exists(folder.resolve("killed"));
        // Once more where the process dies while it is brought back.
        said += run(folder, death.scenario(), death.number() % 3 == 0 ? "#" + (3 + death.number() % 40) : "");
        said += run(folder, death.scenario(), "");
        List<String> problems = new ArrayList<>(problems(folder, death.scenario()));
        if (!killed) {
            problems.add("was not killed");
        }
        return problems.isEmpty() ? List.of() : List.of(death + " " + problems + "\n" + said);
    }

    /// What it printed. A flow that has ended is not run again.
    private static String run(Path folder, Scenario scenario, String kill) throws Exception {
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
            if (scenario.workspace() != Workspace.IN_PLACE) {
                begin(folder, scenario);
            }
        }
        if (hasEnded(folder)) {
            return "";
        }
        List<String> command = QuickJava.command();
        command.addAll(List.of(
                "-Dralph.fault.hook=" + SelfKill.class.getName(),
                "-Dralph.fault.visits=" + folder.resolve("visits"),
                "-Dralph.fault.kill=" + kill,
                "-Dralph.fault.once=" + folder.resolve(kill.startsWith("#") ? "killed-again" : "killed"),
                FlowProgram.class.getName(),
                folder.toString(),
                scenario.name()));
        Path said = folder.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()));
        builder.environment().put("XDG_STATE_HOME", state(folder).toString());
        builder.environment().put("PATH", forge(folder) + ":" + System.getenv("PATH"));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return "did not end within " + PATIENCE_SECONDS + " s: " + Files.readString(said);
        }
        return Files.readString(said);
    }

    private static void begin(Path folder, Scenario scenario) throws Exception {
        git(folder, "init", "-q", "-b", "main");
        if (scenario == Scenario.PARALLEL) {
            Files.writeString(folder.resolve(".gitattributes"), "count merge=union\nran merge=union\n");
            Files.writeString(folder.resolve("both"), "a\n-\n-\n-\nb\n");
            git(folder, "add", ".gitattributes", "both");
        }
        git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
        if (scenario == Scenario.PULL_REQUEST) {
            Path forge = Files.createDirectories(forge(folder));
            git(folder, "init", "-q", "--bare", forge.resolve("origin").toString());
            git(folder, "remote", "add", "origin", forge.resolve("origin").toString());
            Path gh = forge.resolve("gh");
            Files.writeString(gh, """
                    #!/bin/sh
                    cd "$(dirname "$0")"
                    pr=pr-$(echo "$4" | tr / -)
                    case "$1 $2" in
                    "pr list")
                        printf '['
                        [ ! -e $pr ] || printf '{"url":"%s","state":"OPEN","isCrossRepository":false}' "$(cat $pr)"
                        echo ']' ;;
                    "pr create") echo "$4" >> created; echo "https://forge.example/$4" > $pr; cat $pr ;;
                    esac
                    """);
            assertThat(gh.toFile().setExecutable(true)).isTrue();
        }
    }

    /// Where a stand-in for `gh` lies, and what it is called for.
    private static Path forge(Path folder) {
        return folder.resolveSibling(folder.getFileName() + "-forge");
    }

    private static Path state(Path folder) {
        return folder.resolveSibling(folder.getFileName() + "-state");
    }

    private static String git(Path folder, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
        return said;
    }

    private static boolean hasEnded(Path folder) {
        Path journal = StateLayout.inProject(folder).journal();
        if (!Files.exists(journal)) {
            return false;
        }
        try (JournalView view = SqliteJournal.view(journal)) {
            return view.streams(StreamQuery.of(FlowProgram.FLOW)).stream().anyMatch(StreamSummary::ended);
        }
    }

    /// Each task is one commit, with what its coder did in both rounds; nothing of the workspaces is left.
    private static void expectOneCommitEach(Path folder, List<String> problems) throws Exception {
        for (String task : List.of("a", "b")) {
            String log = git(folder, "log", "--format=%s", "main", "--", "draft-" + task);
            expect(log.equals(task + "\n"), task + " is kept as " + log, problems);
            String draft = git(folder, "show", "main:draft-" + task);
            expect(draft.startsWith("first\n") && draft.contains("again\n"), task + " is " + draft, problems);
        }
        expect(git(folder, "log", "--format=%s", "main").lines().count() == 3, "there are other commits", problems);
        String branches = git(folder, "branch", "--list", "task/*");
        expect(branches.isEmpty(), "branches are left: " + branches, problems);
        if (Files.exists(folder.resolve("both"))) {
            String both = git(folder, "show", "main:both");
            expect(both.equals("a-a\n-\n-\n-\nb-b\n"), "both is " + both, problems);
        }
        expectNoWorkspaces(folder, problems);
    }

    /// Each task is pushed, and has one pull request; the branch of the user is where it was.
    private static void expectPullRequests(Path folder, List<String> problems) throws Exception {
        expect(git(folder, "log", "--format=%s", "main").equals("first\n"), "something is merged", problems);
        for (String task : List.of("a", "b")) {
            String there = git(folder, "ls-remote", "origin", "refs/heads/task/" + task);
            String here = git(folder, "rev-parse", "task/" + task).strip();
            expect(there.startsWith(here), task + " is pushed as " + there, problems);
            String draft = git(folder, "show", "task/" + task + ":draft-" + task);
            expect(draft.startsWith("first\n") && draft.contains("again\n"), task + " is " + draft, problems);
        }
        List<String> created = Files.readAllLines(forge(folder).resolve("created"));
        expect(created.equals(List.of("task/a", "task/b")), "pull requests: " + created, problems);
        expectNoWorkspaces(folder, problems);
    }

    private static void expectNoWorkspaces(Path folder, List<String> problems) throws Exception {
        try (Stream<Path> left = Files.walk(state(folder).resolve("ralph/workspaces"), 2)) {
            List<Path> deep = left.skip(2).toList();
            expect(deep.isEmpty(), "workspaces are left: " + deep, problems);
        }
    }

    private static List<String> problems(Path folder, Scenario scenario) throws Exception {
        List<String> problems = new ArrayList<>();
        try (JournalView journal =
                SqliteJournal.view(StateLayout.inProject(folder).journal())) {
            List<StreamSummary> streams = journal.streams(StreamQuery.ALL);
            List<StreamSummary> flows = streams.stream()
                    .filter(stream -> stream.head().kind() == StreamHead.Kind.FLOW)
                    .toList();
            expect(flows.size() == 1, "there are " + flows.size() + " flows", problems);
            Set<String> born = new HashSet<>();
            for (StreamSummary stream : streams) {
                expect(stream.ended(), stream.head() + " has not ended", problems);
                events(journal, stream.head()).stream()
                        .flatMap(event -> event.births().stream())
                        .forEach(birth ->
                                expect(born.add(birth.head().id()), birth.head() + " is given twice", problems));
            }
            for (StreamSummary stream : streams) {
                boolean isRoot = stream.head().kind() == StreamHead.Kind.FLOW;
                expect(isRoot || born.contains(stream.head().id()), stream.head() + " has no parent", problems);
            }
            FlowState flow =
                    FlowState.replay(flowEvents(journal, flows.getFirst().head()));
            expect(scenario.end.equals(flow.end()), "it ended: " + flow.end(), problems);
            Long tokens = flow.grants().settled().tokens();
            expect(
                    scenario.plan().grant().tokens() == null || (tokens != null && tokens <= FlowProgram.TOKENS),
                    "it used " + tokens,
                    problems);
            List<String> ran =
                    Files.exists(folder.resolve("ran")) ? Files.readAllLines(folder.resolve("ran")) : List.of();
            expect(new HashSet<>(ran).size() == ran.size(), "an attempt ran twice: " + ran, problems);
            expect(
                    Files.readAllLines(folder.resolve("outcomes")).size() == flow.done() + flow.failed(),
                    "recorded: " + Files.readAllLines(folder.resolve("outcomes")),
                    problems);
        }
        if (scenario == Scenario.PULL_REQUEST) {
            expectPullRequests(folder, problems);
        } else if (scenario.workspace() != Workspace.IN_PLACE) {
            expectOneCommitEach(folder, problems);
        }
        problems.addAll(LivingProcesses.of(folder));
        return problems;
    }

    private static void expect(boolean holds, String otherwise, List<String> problems) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    private static List<FlowEvent> flowEvents(JournalView journal, StreamHead flow) {
        return journal.entriesAfter(StreamType.FLOW, flow.id(), 0).stream()
                .map(JournalEntry::event)
                .toList();
    }

    private static List<? extends MachineEvent> events(JournalView journal, StreamHead head) {
        return switch (head.kind()) {
            case FLOW -> flowEvents(journal, head);
            case LOOP -> List.of();
            case PIPELINE -> {
                List<PipelineEvent> events = journal.entriesAfter(StreamType.PIPELINE, head.id(), 0).stream()
                        .map(JournalEntry::event)
                        .toList();
                var _ = PipelineState.replay(events);
                yield events;
            }
        };
    }
}
