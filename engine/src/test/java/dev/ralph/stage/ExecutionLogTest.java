package dev.ralph.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `execution.jsonl` and `metadata.json` of a task.
class ExecutionLogTest {
    private static final Instant NOW = Instant.parse("2024-01-15T10:30:00Z");
    private static final String CLAIM = new Check.Claim(CheckFields.NONE).line();
    private static final Policy ANY = Policy.of(Policy.AgentCommand.program("agent"));
    private static final Policy POLICY = ANY.with(ANY.limits().withAttempts(2))
            .with(ANY.pace().withRestartDelay(Duration.ofSeconds(1)))
            .withChecks(List.of(CLAIM, "make test"))
            .with(new ConversationPolicy(
                    ConversationPolicy.Session.FRESH, PromiseRule.stage("IMPLEMENTATION_COMPLETE"), false));

    @TempDir
    Path project;

    private LoopPaths paths;

    @BeforeEach
    void folder() throws IOException {
        paths = new LoopPaths(
                StateLayout.inProject(project),
                project,
                new StreamHead("loop-1", StreamHead.Kind.LOOP, "pipeline-1", "app", "TASK-001", "coder", "stage"));
        Files.createDirectories(paths.task().path());
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(project.resolve(".ralph/tasks/TASK-001/execution.jsonl"));
    }

    private static Event ended(int attempt, @Nullable Signal signal, @Nullable AttemptFailure failure) {
        AttemptReport.How how =
                failure instanceof AttemptFailure.TimedOut ? AttemptReport.How.WALL_LIMIT : AttemptReport.How.EXITED;
        return new Event.AttemptEnded(
                attempt,
                AttemptReport.bare(
                        how, failure == null ? 0 : 1, signal, failure, NOW, Duration.ofSeconds(45), "REAPED"));
    }

    private static Event checked(int exitCode) {
        return new Event.ChecksEnded(new Verdict(List.of(
                new Verdict.Result(CLAIM, 0, Duration.ZERO, "", ""),
                new Verdict.Result("make test", exitCode, Duration.ZERO, "", ""))));
    }

    private static final List<Event> PAST = List.of(
            new Event.LoopStarted(POLICY),
            new Event.AttemptStarted(1, "run-1"),
            ended(1, Signal.PROMISE, null),
            new Event.ChildrenEnded(0, List.of()),
            checked(1),
            new Event.SignalRefused("", NOW),
            new Event.RestEnded(),
            new Event.AttemptStarted(2, "run-2"));

    private void show(Projection projection, List<Event> events, int from) {
        LoopState state = null;
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            state = state == null ? LoopState.begin((Event.LoopStarted) event) : state.after(event);
            projection.follow(new JournalEntry<>(i + 1, NOW, event));
            if (i >= from) {
                projection.show(state);
            }
        }
    }

    private static List<Event> then(Event... more) {
        List<Event> events = new ArrayList<>(PAST);
        events.addAll(List.of(more));
        return events;
    }

    private ExecutionLog executionLog() {
        return new ExecutionLog(
                paths,
                _ -> StageTasks.EXHAUSTED,
                complaint -> assertThat(complaint).isNull());
    }

    @Test
    void a_promise_that_was_refused_is_continued_and_one_that_was_believed_is_verified() throws Exception {
        show(
                executionLog(),
                then(ended(2, Signal.PROMISE, null), new Event.ChildrenEnded(0, List.of()), checked(0)),
                0);

        assertThat(log()).hasSize(2);
        assertThat(log().get(0))
                .startsWith("{\"task_id\":\"TASK-001\",\"stage\":\"coder\",\"ralph_iteration\":1,\"ralph_max\":2,"
                        + "\"promise_found\":true,\"continuing\":true,\"duration_ms\":45000,"
                        + "\"verified\":false,\"reason\":\"Promise refused\","
                        + "\"details\":\"check `make test` failed (exit 1)");
        assertThat(log().get(1))
                .startsWith("{\"task_id\":\"TASK-001\",\"stage\":\"coder\",\"ralph_iteration\":2,\"ralph_max\":2,"
                        + "\"promise_found\":true,\"continuing\":false,\"duration_ms\":45000,"
                        + "\"verified\":true,\"reason\":\"Promise verified\",\"details\":null,");
    }

    @Test
    void what_words_refuse_has_the_reason_of_the_document_and_the_rest_apart() throws Exception {
        Verdict.Result said =
                new Verdict.Result(CLAIM, 1, Duration.ZERO, "", "", "nobody approved it", null, "no-approval", null);
        show(
                executionLog(),
                then(
                        ended(2, Signal.PROMISE, null),
                        new Event.ChildrenEnded(0, List.of()),
                        new Event.ChecksEnded(new Verdict(List.of(said)))),
                0);

        assertThat(log().get(1))
                .contains("\"verified\":false,\"reason\":\"No review approval detected\","
                        + "\"details\":\"nobody approved it\",");
    }

    @Test
    void the_last_iteration_without_a_promise_says_that_it_was_the_last() throws Exception {
        show(executionLog(), then(ended(2, null, null)), 0);

        assertThat(log().get(1))
                .contains("\"ralph_iteration\":2,\"ralph_max\":2,\"promise_found\":false,\"continuing\":false,")
                .contains("\"verified\":null,\"reason\":\"Max iterations reached without completion promise\",");
    }

    @Test
    void a_timeout_is_in_the_log() throws Exception {
        AttemptFailure late = new AttemptFailure.TimedOut(AttemptFailure.Timer.ATTEMPT, Duration.ofMinutes(10));

        show(executionLog(), then(ended(2, null, late)), 0);

        assertThat(log().get(1))
                .contains("\"reason\":null,\"details\":\"agent timeout: ")
                .contains("\"timeout\":true,");
    }

    @Test
    void a_line_that_a_crash_kept_from_being_written_is_written_later_and_none_twice() throws Exception {
        show(executionLog(), PAST.subList(0, 6), 5);
        assertThat(log()).hasSize(1);

        show(executionLog(), then(ended(2, null, null)), PAST.size());

        assertThat(log()).hasSize(2);
    }

    @Test
    void metadata_say_where_the_loop_stands_in_the_documents_words() throws Exception {
        show(new StageMetadata(paths, complaint -> assertThat(complaint).isNull()), PAST, 0);

        assertThat(project.resolve(".ralph/tasks/TASK-001/metadata.json"))
                .content()
                .isEqualToIgnoringWhitespace("""
                {"ralph": {
                  "stage": "coder",
                  "iteration": 2,
                  "max_iterations": 2,
                  "started_at": "2024-01-15T10:30:00Z",
                  "completion_promise": "IMPLEMENTATION_COMPLETE"
                }}
                """);
    }
}
