package dev.ralph.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.backlog.TaskList;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoardCardsTest {
    private static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

    private final TaskList list = new TaskList();
    private final List<StreamSummary> streams = new ArrayList<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Set<String> running = new HashSet<>();
    private final Map<String, Card.Question> questions = new HashMap<>();

    @ParameterizedTest
    @CsvSource({
        "coder, IMPLEMENTING",
        "tester, TESTING",
        "reviewer, REVIEWING",
        "qa, REVIEWING",
        "translator, IMPLEMENTING"
    })
    void a_task_of_profile_stage_is_in_the_lane_of_its_stage(String role, Lane lane) {
        pipeline("p1", "T", "stage", role, 4, null, null);
        stage("l1", "p1", "T", role, Activity.RUNNING, 3, 15);
        running.add("p1");

        assertThat(summary(card("T"))).isEqualTo(lane + " WORKING " + role + " 3/15");
    }

    @Test
    void an_attempt_that_a_providers_limit_ended_counts_for_none() {
        pipeline("p1", "T", "stage", "coder", 4, null, null);
        StreamHead head = new StreamHead("l1", StreamHead.Kind.LOOP, "p1", "p", "T", "coder", "stage");
        streams.add(summary(head, false, new LoopSummary.Progress(Activity.RUNNING, 4, 16, null, null, null, 1)));
        running.add("p1");

        assertThat(summary(card("T"))).isEqualTo("IMPLEMENTING WORKING coder 3/15");
    }

    @Test
    void a_stage_whose_checks_run_stays_in_its_lane() {
        pipeline("p1", "T", "stage", "coder", 4, null, null);
        stage("l1", "p1", "T", "coder", Activity.CHECKING, 3, 15);
        running.add("l1");

        assertThat(summary(card("T"))).isEqualTo("IMPLEMENTING WORKING coder 3/15");
    }

    @ParameterizedTest
    @CsvSource({
        "RUNNING, IMPLEMENTING WORKING",
        "RESTING, IMPLEMENTING WORKING",
        "LIMITED, IMPLEMENTING LIMITED",
        "CHECKING, TESTING WORKING",
        "KEEPING, TESTING WORKING",
        "PAUSED, REVIEWING PAUSED",
        "STOPPING, IMPLEMENTING WORKING"
    })
    void a_single_loop_is_in_the_lane_of_what_it_does(Activity activity, String expected) {
        loop("l1", "fix", activity, 2, 10, null, null);
        running.add("l1");
        texts.put("fix", "Fix it");

        assertThat(summary(card("fix"))).isEqualTo(expected + " null 2/10");
        assertThat(card("fix").title()).isEqualTo("Fix it");
        assertThat(card("fix").listed()).isFalse();
    }

    @Test
    void a_task_of_a_backlog_has_no_role() {
        task("RALPH-001", "in_progress", "");
        pipeline("p1", "RALPH-001", "backlog", "agent", 1, null, null);
        stage("l1", "p1", "RALPH-001", "agent", Activity.CHECKING, 1, 10);
        running.add("p1");

        assertThat(summary(card("RALPH-001"))).isEqualTo("TESTING WORKING null 1/10");
    }

    @Test
    void what_asks_waits_for_its_answer_and_then_for_somebody_who_runs_it() {
        loop("l1", "fix", Activity.PARKED, 2, 10, null, null);
        questions.put("l1", new Card.Question("q", "Which?"));
        assertThat(summary(card("fix"))).isEqualTo("REVIEWING ASKS null 2/10");
        assertThat(card("fix").question()).isEqualTo(new Card.Question("q", "Which?"));

        questions.clear();

        assertThat(card("fix").mark()).isEqualTo(Card.Mark.INTERRUPTED);
        assertThat(card("fix").question()).isNull();
    }

    @Test
    void the_question_of_a_stage_is_the_one_of_its_task() {
        pipeline("p1", "T", "stage", "coder", 4, null, null);
        stage("l1", "p1", "T", "coder", Activity.PARKED, 1, 15);
        questions.put("l1", new Card.Question("q", "Which?"));

        assertThat(summary(card("T"))).isEqualTo("IMPLEMENTING ASKS coder 1/15");
        assertThat(card("T").question()).isNotNull();
    }

    @Test
    void what_nobody_runs_is_interrupted_or_was_not_begun() {
        loop("l1", "begun", Activity.RUNNING, 2, 10, null, null);
        loop("l2", "fork", Activity.READY, 0, 10, null, null);

        assertThat(summary(card("begun"))).isEqualTo("IMPLEMENTING INTERRUPTED null 2/10");
        assertThat(summary(card("fork"))).isEqualTo("TODO READY null 0/0");
    }

    @Test
    void what_ended_is_done_or_to_do() {
        loop("l1", "good", Activity.ENDED, 2, 10, Outcome.COMPLETED, new Reason.Proven());
        loop("l2", "poor", Activity.ENDED, 10, 10, Outcome.EXHAUSTED, new Reason.AttemptsUsed(10));

        assertThat(summary(card("good"))).isEqualTo("DONE DONE null 2/10");
        assertThat(summary(card("poor"))).isEqualTo("TODO FAILED null 10/10");
        assertThat(card("poor").words()).isNotEmpty();
    }

    @Test
    void the_loop_that_was_begun_last_counts_and_jobs_only_where_there_is_no_other() {
        loop("l1", "fix", Activity.ENDED, 10, 10, Outcome.EXHAUSTED, new Reason.AttemptsUsed(10));
        loop("l2", "fix", Activity.RUNNING, 1, 10, null, null);
        StreamHead job =
                new StreamHead("l3", StreamHead.Kind.LOOP, null, "p", "fix", StreamHead.jobRole("l3"), "restart");
        streams.add(summary(job, false, new LoopSummary.Progress(Activity.RUNNING, 1, 1, null, null, null)));
        running.add("l2");
        assertThat(summary(card("fix"))).isEqualTo("IMPLEMENTING WORKING null 1/10");

        streams.removeIf(stream -> !stream.head().isJob());
        running.add("l3");

        assertThat(summary(card("fix"))).isEqualTo("IMPLEMENTING WORKING job 1/1");
    }

    @Test
    void tasks_of_the_list_stand_as_it_says_where_nobody_works_on_them() {
        task("A", "pending", "");
        task("B", "pending", ",\"blockedBy\":[\"A\"]");
        task("C", "blocked", ",\"reason\":\"needs a key\"");
        task("D", "done", "");
        task("E", "cancelled", "");
        task("F", "review", "");
        task("G", "in_progress", "");

        assertThat(all())
                .containsExactly(
                        "A: TODO READY null 0/0",
                        "B: TODO WAITS null 0/0",
                        "C: TODO BLOCKED null 0/0",
                        "D: DONE DONE null 0/0",
                        "E: TODO STOPPED null 0/0",
                        "F: REVIEWING WAITS null 0/0",
                        "G: IMPLEMENTING INTERRUPTED null 0/0");
        assertThat(card("B").words()).isEqualTo("after A");
        assertThat(card("C").words()).isEqualTo("needs a key");
    }

    @Test
    void a_task_that_was_given_back_shows_what_failed() {
        task(
                "T",
                "pending",
                ",\"metadata\":{\"ralph_failure\":{\"stage\":\"coder\",\"iterations_used\":15,\"reason\":\"Max iterations"
                        + " reached without completion promise\"}}");

        assertThat(summary(card("T"))).isEqualTo("TODO FAILED coder 15/15");
        assertThat(card("T").words()).isEqualTo("Max iterations reached without completion promise");
    }

    @Test
    void a_task_that_was_cancelled_differs_from_one_that_was_never_tried() {
        task("T", "pending", "");
        pipeline("p1", "T", "stage", "coder", 4, null, new PipelineReason.StoppedBy(Event.StopKind.CANCEL, "me"));

        assertThat(summary(card("T"))).isEqualTo("TODO STOPPED coder 0/0");
        assertThat(card("T").words()).isEqualTo("cancelled by me");
    }

    @Test
    void a_task_that_was_cancelled_while_nobody_ran_it_is_to_do() {
        task("T", "in_progress", "");
        pipeline("p1", "T", "stage", "coder", 4, null, new PipelineReason.StoppedBy(Event.StopKind.CANCEL, "me"));

        assertThat(summary(card("T"))).isEqualTo("TODO STOPPED coder 0/0");
    }

    @Test
    void a_task_that_passed_every_stage_is_about_to_be_merged() {
        task("T", "in_progress", "");
        pipeline("p1", "T", "stage", "qa", 4, null, new PipelineReason.StagesPassed());
        running.add("p1");

        assertThat(summary(card("T"))).isEqualTo("REVIEWING WORKING merge 0/0");
    }

    @Test
    void a_paused_pipeline_says_so() {
        pipeline("p1", "T", "stage", "tester", 4, "me", null);
        stage("l1", "p1", "T", "tester", Activity.RUNNING, 1, 10);
        running.add("p1");

        assertThat(summary(card("T"))).isEqualTo("TESTING PAUSED tester 1/10");
    }

    @Test
    void a_text_that_nobody_has_begun_is_ready() {
        texts.put("later", "Do it later");

        assertThat(summary(card("later"))).isEqualTo("TODO READY null 0/0");
    }

    private void task(String id, String status, String more) {
        list.apply("{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":\"Do " + id + "\",\"status\":\""
                + status + "\",\"createdAt\":\"2026-01-01T00:00:00Z\"" + more
                + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}");
    }

    private void loop(
            String id,
            String task,
            Activity activity,
            int attempts,
            int most,
            @Nullable Outcome outcome,
            @Nullable Reason reason) {
        streams.add(summary(
                StreamHead.loop(id, "p", task, "restart"),
                outcome != null,
                new LoopSummary.Progress(activity, attempts, most, null, outcome, reason)));
    }

    private void stage(
            String id, String pipeline, String task, String role, Activity activity, int attempts, int most) {
        StreamHead head = new StreamHead(id, StreamHead.Kind.LOOP, pipeline, "p", task, role, "stage");
        streams.add(summary(head, false, new LoopSummary.Progress(activity, attempts, most, null, null, null)));
    }

    private void pipeline(
            String id,
            String task,
            String profile,
            String role,
            int stages,
            @Nullable String heldBy,
            @Nullable PipelineReason reason) {
        StreamHead head = new StreamHead(id, StreamHead.Kind.PIPELINE, "flow", "p", task, null, profile);
        streams.add(summary(head, reason != null, new PipelineProgress(role, 1, stages, heldBy, reason)));
    }

    /// Each was begun a second after the one before.
    private StreamSummary summary(StreamHead head, boolean ended, Record detail) {
        Instant begun = NOON.plusSeconds(streams.size());
        return new StreamSummary(head, begun, begun, 1, ended, false, detail);
    }

    private List<Card> cards() {
        return new BoardCards(list, streams, texts, head -> running.contains(head.id()), questions).all();
    }

    private Card card(String task) {
        return cards().stream()
                .filter(card -> card.task().equals(task))
                .findFirst()
                .orElseThrow();
    }

    private List<String> all() {
        return cards().stream().map(card -> card.task() + ": " + summary(card)).toList();
    }

    private static String summary(Card card) {
        return card.lane() + " " + card.mark() + " " + card.role() + " " + card.iteration() + "/" + card.most();
    }
}
