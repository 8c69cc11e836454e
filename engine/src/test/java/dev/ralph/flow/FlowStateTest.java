package dev.ralph.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.flow.FlowDecision.*;
import dev.ralph.flow.FlowEvent.*;
import dev.ralph.flow.FlowPlan.OnFailure;
import dev.ralph.flow.FlowPlan.Step;
import dev.ralph.flow.FlowReason.*;
import dev.ralph.flow.TaskReason.*;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.machine.Hold;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.MachineEvent.Birth;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent.PipelineStarted;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineReason;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FlowStateTest {
    private static final PipelineReason PASSED = new PipelineReason.StagesPassed();
    private static final PipelineReason USED_UP = new PipelineReason.GrantUsed("coder");
    private static final PipelineReason FAILED =
            new PipelineReason.StageFailed("coder", "loop-1", new Reason.Broken("the disk is full"));
    private static final PipelineReason STOPPED = new PipelineReason.StoppedBy(StopKind.STOP, "ann");
    private static final PipelinePlan CODER =
            PipelinePlan.of(new PipelinePlan.Stage("coder", Policy.of(AgentCommand.program("agent")), null));
    private static final List<Step> ALL = List.of(Step.values());

    private FlowState flow = flow(2, Grant.UNBOUNDED, OnFailure.CONTINUE, ALL);
    private int pipelines;

    private static FlowState flow(int slots, Grant grant, OnFailure onFailure, List<Step> steps) {
        return FlowState.begin(new FlowStarted(new FlowPlan(5, slots, 2, grant, Grant.UNBOUNDED, onFailure, steps)));
    }

    private static Grant dollars(int dollars) {
        return new Grant(BigDecimal.valueOf(dollars), null, null);
    }

    private void then(FlowEvent event) {
        flow = flow.after(event);
    }

    private void refuses(FlowEvent event) {
        assertThatThrownBy(() -> flow.after(event)).isInstanceOf(IllegalEvent.class);
    }

    private String opens(String task) {
        OpenPipeline open = (OpenPipeline) flow.decision();
        assertThat(open.task()).isEqualTo(task);
        String pipeline = "pipeline-" + ++pipelines;
        then(new PipelineOpened(head(pipeline, task), new PipelineStarted(CODER, open.grant(), open.findings())));
        return pipeline;
    }

    private String picks(String task) {
        assertThat(flow.decision()).isInstanceOf(Pick.class);
        then(new TaskPicked(task));
        return opens(task);
    }

    private void ends(String pipeline, PipelineReason reason) {
        then(new PipelineEnded(pipeline, reason, Cost.NOTHING));
    }

    private static StreamHead head(String pipeline, String task) {
        return new StreamHead(pipeline, StreamHead.Kind.PIPELINE, "flow-1", "project", task, null, "backlog");
    }

    private void stops() {
        then(new StopRequested(StopKind.STOP, "ann"));
    }

    private void endsFor(FlowReason reason, Outcome outcome) {
        assertThat(flow.decision()).isEqualTo(new Finish(reason));
        then(new FlowEnded(reason));
        assertThat(flow.decision()).isEqualTo(new Ended(reason));
        assertThat(flow.hasEnded()).isTrue();
        assertThat(reason.outcome()).isEqualTo(outcome);
    }

    @Test
    void a_task_is_picked_worked_on_integrated_recorded_synced_and_learned_from() {
        String pipeline = picks("a");
        then(new NoneReady(Until.FOR_GOOD));
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(pipeline), Map.of()));
        ends(pipeline, PASSED);
        Done done = new Done(pipeline);
        assertThat(flow.decision()).isEqualTo(new Integrate("a", pipeline));
        then(new Integrated("a", "commit"));
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", done));
        then(new Recorded("a"));
        assertThat(flow.decision()).isEqualTo(new Sync("a", done));
        then(new Synced("a"));
        assertThat(flow.decision()).isEqualTo(new Learn("a", done));
        then(new Learned("a"));
        assertThat(flow.decision()).as("somebody may have added one").isInstanceOf(Pick.class);
        then(new NoneReady(Until.FOR_GOOD));

        endsFor(new AllDone(1), Outcome.COMPLETED);
    }

    @Test
    void only_the_steps_of_the_plan_are_made() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.CONTINUE, List.of(Step.LEARN));
        ends(picks("a"), PASSED);
        then(new Recorded("a"));
        assertThat(flow.decision()).isEqualTo(new Learn("a", new Done("pipeline-1")));
        then(new Learned("a"));

        assertThat(flow.decision()).isEqualTo(new Pick(List.of()));
    }

    @Test
    void a_pipeline_begins_with_the_event_that_opens_it() {
        PipelineStarted started = new PipelineStarted(CODER, Grant.UNBOUNDED, List.of());
        PipelineOpened opened = new PipelineOpened(head("pipeline-1", "a"), started);

        assertThat(opened.births()).containsExactly(new Birth(opened.head(), started));
    }

    @Test
    void it_waits_only_when_every_slot_is_taken_or_no_task_is_ready() {
        String a = picks("a");
        String b = picks("b");

        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(a, b), Map.of()));
        refuses(new TaskPicked("c"));
    }

    @Test
    void a_task_in_flight_is_not_picked_again() {
        String _ = picks("a");

        refuses(new TaskPicked("a"));
    }

    @Test
    void tasks_that_wait_for_others_are_looked_at_again_when_one_is_recorded() {
        String a = picks("a");
        then(new NoneReady(Until.SOMETHING_ENDS));
        ends(a, FAILED);
        then(new Recorded("a"));
        then(new Synced("a"));
        then(new Learned("a"));
        assertThat(flow.decision()).isInstanceOf(Pick.class);
        then(new NoneReady(Until.SOMETHING_ENDS));

        endsFor(new TasksFailed(1), Outcome.BLOCKED);
    }

    @Test
    void tasks_that_wait_for_something_nobody_works_on_end_the_flow() {
        then(new NoneReady(Until.SOMETHING_ENDS));

        endsFor(new TasksWait(), Outcome.BLOCKED);
    }

    @Test
    void a_conflict_sends_the_task_back_while_tries_are_left() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.CONTINUE, ALL);
        ends(picks("a"), PASSED);
        then(new Conflicted("a", List.of("pom.xml")));
        assertThat(((OpenPipeline) flow.decision()).findings()).containsExactly("pom.xml");
        ends(opens("a"), PASSED);
        then(new Conflicted("a", List.of("pom.xml")));

        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new ConflictsUsed("pipeline-2", 2, null)));
    }

    @Test
    void work_that_collided_is_done_again_before_anything_else_is_merged() {
        String a = picks("a");
        String b = picks("b");
        ends(a, PASSED);
        then(new Conflicted("a", List.of("pom.xml")));
        a = opens("a");
        ends(b, PASSED);
        assertThat(flow.decision()).as("a begins with what b would change").isInstanceOf(Pick.class);
        then(new NoneReady(Until.FOR_GOOD));
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(a), Map.of()));
        ends(a, PASSED);
        assertThat(flow.decision()).isEqualTo(new Integrate("a", a, List.of(b)));
        then(new Integrated("a", "commit"));

        assertThat(flow.decision()).isEqualTo(new Integrate("b", b));
    }

    @Test
    void work_that_collided_and_waits_for_a_person_keeps_nothing_from_being_merged() {
        String a = picks("a");
        String b = picks("b");
        ends(a, PASSED);
        then(new Conflicted("a", List.of("pom.xml")));
        a = opens("a");
        ends(b, PASSED);
        then(new NoneReady(Until.FOR_GOOD));
        then(new PipelineParked(a, "q-1", Cost.NOTHING));

        assertThat(flow.decision()).isEqualTo(new Integrate("b", b));
    }

    @Test
    void one_task_is_integrated_at_a_time_in_the_order_of_picking() {
        String a = picks("a");
        String b = picks("b");
        ends(b, PASSED);
        assertThat(flow.decision()).isEqualTo(new Integrate("b", b));
        refuses(new Integrated("a", "commit"));
        ends(a, PASSED);
        assertThat(flow.decision()).isEqualTo(new Integrate("a", a, List.of(b)));
        refuses(new Integrated("b", "commit"));
        then(new Integrated("a", "commit"));
        assertThat(flow.decision()).isEqualTo(new Integrate("b", b));
    }

    @Test
    void after_a_stop_all_that_wait_to_be_merged_are_as_they_may_have_been_together() {
        String a = picks("a");
        String b = picks("b");
        ends(b, PASSED);
        ends(a, PASSED);
        stops();
        assertThat(flow.decision()).isEqualTo(new Integrate("a", a, List.of(b)));
        then(new Integrated("a", "commit"));
        assertThat(flow.decision()).isEqualTo(new Integrate("b", b));
        then(new Integrated("b", "commit"));
        then(new Recorded("a"));
        then(new Recorded("b"));

        endsFor(new FlowReason.StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void a_task_that_cannot_be_begun_is_recorded_so_and_the_others_are() {
        then(new TaskPicked("a"));
        refuses(new TaskRefused("b", "its branch is taken"));
        then(new TaskRefused("a", "its branch is taken"));
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new NotBegun("its branch is taken")));
        then(new Recorded("a"));
        then(new Synced("a"));
        then(new Learned("a"));
        assertThat(flow.failed()).isEqualTo(1);
        String _ = picks("b");

        refuses(new TaskRefused("b", "its branch is taken"));
    }

    @Test
    void a_pull_request_is_opened_where_work_would_be_merged() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.CONTINUE, List.of(Step.PULL_REQUEST));
        ends(picks("a"), PASSED);
        assertThat(flow.decision()).isEqualTo(new Integrate("a", "pipeline-1"));
        then(new Integrated("a", null, "https://forge.example/1", null));

        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new Done("pipeline-1")));
    }

    @Test
    void a_task_that_failed_is_tried_again_only_if_the_plan_says_so() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.RETRY, List.of());
        ends(picks("a"), USED_UP);
        ends(opens("a"), USED_UP);

        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new PipelineFailed("pipeline-2", USED_UP)));
    }

    private static FlowState retrying(Grant task) {
        return FlowState.begin(new FlowStarted(
                new FlowPlan(5, 1, 9, Grant.UNBOUNDED, task, OnFailure.RETRY, List.of(Step.INTEGRATE))));
    }

    private static Cost attempts(int many) {
        return new Cost(Spent.NOTHING, Duration.ZERO, many);
    }

    @Test
    void another_try_gets_what_the_earlier_ones_left_of_its_tasks_limits() {
        Grant task = new Grant(BigDecimal.TEN, null, Duration.ofMinutes(30), 10);
        flow = retrying(task);
        Cost cost = new Cost(spent(4).spent(), Duration.ofMinutes(20), 3);
        then(new PipelineEnded(picks("a"), FAILED, cost));
        assertThat(grant()).isEqualTo(new Grant(BigDecimal.valueOf(6), null, Duration.ofMinutes(10), 7));

        ends(opens("a"), PASSED);
        then(new Conflicted("a", List.of("pom.xml")));
        assertThat(grant()).isEqualTo(new Grant(BigDecimal.valueOf(6), null, Duration.ofMinutes(10), 7));
    }

    @Test
    void a_task_whose_tries_have_used_up_one_of_its_limits_gets_no_other_and_the_limit_is_the_reason() {
        flow = retrying(new Grant(BigDecimal.TEN, null, null, 5));
        then(new PipelineEnded(picks("a"), FAILED, attempts(3)));
        String second = opens("a");
        then(new PipelineEnded(second, USED_UP, attempts(2)));
        Reason five = new Reason.AttemptsUsed(5);
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new LimitUsed(second, 2, five)));
        then(new Recorded("a"));

        then(new PipelineEnded(picks("b"), PASSED, attempts(5)));
        then(new Conflicted("b", List.of("pom.xml")));
        assertThat(flow.decision()).isEqualTo(new RecordTask("b", new ConflictsUsed("pipeline-3", 1, five)));
        then(new Recorded("b"));

        then(new PipelineEnded(picks("c"), FAILED, spent(10)));
        assertThat(flow.decision())
                .as("a single try says its own reason")
                .isEqualTo(new RecordTask("c", new PipelineFailed("pipeline-4", FAILED)));
    }

    @Test
    void what_nobody_says_of_an_earlier_try_keeps_its_task_from_no_other() {
        flow = retrying(new Grant(BigDecimal.TEN, null, Duration.ofMinutes(30), 10));
        then(new PipelineEnded(picks("a"), FAILED, new Cost(Spent.UNKNOWN, null, 1)));

        assertThat(grant()).isEqualTo(new Grant(BigDecimal.TEN, null, Duration.ofMinutes(30), 9));
    }

    @Test
    void a_flow_that_halts_takes_no_task_after_one_that_failed() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.HALT, List.of());
        ends(picks("a"), USED_UP);
        then(new Recorded("a"));

        endsFor(new TasksFailed(1), Outcome.BLOCKED);
    }

    @Test
    void no_more_tasks_are_picked_than_allowed() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.CONTINUE, List.of());
        for (int task = 1; task <= 5; task++) {
            ends(picks("task-" + task), PASSED);
            then(new Recorded("task-" + task));
        }

        assertThat(flow.decision()).isEqualTo(new LookForMore());
        refuses(new TaskPicked("task-6"));
        then(new NoneReady(Until.NEXT_RUN));
        endsFor(new TasksUsed(5), Outcome.EXHAUSTED);
    }

    @Test
    void a_limit_that_left_no_task_out_ended_nothing() {
        flow = flow(1, dollars(10), OnFailure.CONTINUE, List.of());
        Spent all = new Spent(Map.of(), BigDecimal.TEN, true);
        then(new PipelineEnded(picks("a"), PASSED, new Cost(all, Duration.ZERO)));
        then(new Recorded("a"));
        assertThat(flow.decision()).isEqualTo(new LookForMore());
        then(new NoneReady(Until.FOR_GOOD));

        endsFor(new AllDone(1), Outcome.COMPLETED);
    }

    @Test
    void a_limit_that_left_tasks_out_is_told_before_those_that_failed() {
        flow = FlowState.begin(new FlowStarted(
                new FlowPlan(1, 1, 1, Grant.UNBOUNDED, Grant.UNBOUNDED, OnFailure.CONTINUE, List.of())));
        ends(picks("a"), FAILED);
        then(new Recorded("a"));
        then(new NoneReady(Until.NEXT_RUN));

        endsFor(new TasksUsed(1), Outcome.EXHAUSTED);
    }

    @Test
    void a_parked_pipeline_gives_its_slot_to_another_task_and_comes_back_before_a_new_one() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.CONTINUE, List.of());
        String a = picks("a");
        then(new PipelineParked(a, "q-1", Cost.NOTHING));
        assertThat(flow.workers()).isEmpty();
        String b = picks("b");
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(b), Map.of(a, "q-1")));
        then(new PipelineReturned(a));
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(b), Map.of()));
        ends(b, PASSED);
        then(new Recorded("b"));

        assertThat(flow.workers()).containsExactly(a);
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(a), Map.of()));
        refuses(new PipelineReturned(a));
    }

    @Test
    void a_flow_whose_tasks_are_all_parked_is_parked_itself() {
        String a = picks("a");
        then(new NoneReady(Until.FOR_GOOD));
        assertThat(flow.isParked()).isFalse();
        then(new PipelineParked(a, "q-1", Cost.NOTHING));

        assertThat(flow.isParked()).isTrue();
    }

    @Test
    void who_starts_a_parked_flow_again_gets_a_new_run_under_a_new_plan() {
        flow = FlowState.begin(
                new FlowStarted(new FlowPlan(2, 1, 2, dollars(10), dollars(4), OnFailure.HALT, List.of())));
        String a = picks("a");
        then(new PipelineParked(a, "q-1", Cost.NOTHING));
        Spent four = new Spent(Map.of(), BigDecimal.valueOf(4), true);
        then(new PipelineEnded(picks("b"), USED_UP, new Cost(four, Duration.ZERO)));
        then(new Recorded("b"));
        assertThat(flow.isParked()).as("one failed, and two were picked").isTrue();

        FlowPlan next = new FlowPlan(1, 2, 2, dollars(9), dollars(9), OnFailure.CONTINUE, List.of());
        then(new FlowResumed(next));

        assertThat(flow.plan()).isEqualTo(next);
        assertThat(List.of(flow.picked(), flow.failed())).containsOnly(0);
        then(new TaskPicked("c"));
        assertThat(((OpenPipeline) flow.decision()).grant())
                .as("what the parked one may still use is granted when it comes back")
                .isEqualTo(dollars(9));
        String c = opens("c");
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(c), Map.of(a, "q-1")));
        refuses(new FlowResumed(next));
        ends(c, PASSED);
        then(new Recorded("c"));
        then(new PipelineReturned(a));
        ends(a, PASSED);
        then(new Recorded("a"));
        then(new NoneReady(Until.NEXT_RUN));

        endsFor(new TasksUsed(1), Outcome.EXHAUSTED);
    }

    @Test
    void that_no_task_is_ready_is_asked_again_when_one_comes_back() {
        String a = picks("a");
        then(new NoneReady(Until.FOR_GOOD));
        then(new PipelineParked(a, "q-1", Cost.NOTHING));
        then(new PipelineReturned(a));

        assertThat(flow.decision()).isEqualTo(new Pick(List.of("a")));
    }

    @Test
    void that_no_task_is_ready_is_asked_again_when_the_list_changes_and_a_slot_is_free() {
        flow = flow(2, Grant.UNBOUNDED, OnFailure.CONTINUE, List.of());
        String a = picks("a");
        refuses(new TasksChanged());
        then(new NoneReady(Until.SOMETHING_ENDS));
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(a), Map.of()));

        then(new TasksChanged());

        assertThat(flow.decision()).isEqualTo(new Pick(List.of("a")));
        String b = picks("b");
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(a, b), Map.of()));
        refuses(new TasksChanged());
    }

    @Test
    void only_a_flow_that_waits_for_answers_is_started_again() {
        FlowResumed again = new FlowResumed(flow.plan());
        refuses(again);
        String _ = picks("a");
        refuses(again);
        stops();
        refuses(again);
    }

    @Test
    void slots_share_what_is_left_and_what_a_pipeline_does_not_use_goes_to_the_next() {
        flow = flow(2, dollars(10), OnFailure.CONTINUE, List.of());
        then(new TaskPicked("a"));
        assertThat(((OpenPipeline) flow.decision()).grant()).isEqualTo(dollars(5));
        refuses(new PipelineOpened(head("x", "a"), new PipelineStarted(CODER, dollars(6), List.of())));
        String a = opens("a");
        String b = picks("b");
        Spent two = new Spent(Map.of(), BigDecimal.TWO, true);
        then(new PipelineEnded(a, PASSED, new Cost(two, Duration.ZERO)));
        then(new Recorded("a"));
        then(new TaskPicked("c"));
        assertThat(((OpenPipeline) flow.decision()).grant()).isEqualTo(dollars(3));
        assertThat(flow.workers()).containsExactly(b);
    }

    @Test
    void what_is_left_is_shared_by_the_tasks_that_are_ready_not_by_empty_slots() {
        flow = flow(4, dollars(10), OnFailure.CONTINUE, List.of());
        then(new TaskPicked("a", 1));
        assertThat(grant()).isEqualTo(dollars(5));
        String _ = opens("a");
        then(new TaskPicked("b", 0));
        assertThat(grant()).isEqualTo(dollars(5));

        flow = flow(4, dollars(10), OnFailure.CONTINUE, List.of());
        then(new TaskPicked("a", 0));
        assertThat(grant()).isEqualTo(dollars(10));
    }

    @Test
    void a_task_with_a_limit_of_its_own_gets_that_and_the_last_one_what_is_left() {
        flow = limited(10, 4);
        String a = picks("a");
        String _ = picks("b");
        then(new TaskPicked("c", 2));
        assertThat(grant()).isEqualTo(dollars(2));
        String _ = opens("c");
        assertThat(flow.decision()).as("nothing is left, and others work").isInstanceOf(AwaitAny.class);
        assertThat(flow.isShort()).isTrue();

        then(new PipelineEnded(a, PASSED, spent(1)));
        then(new Recorded("a"));

        assertThat(flow.isShort()).isFalse();
        then(new TaskPicked("d", 1));
        assertThat(grant()).isEqualTo(dollars(3));
    }

    @Test
    void time_is_not_shared_and_what_passes_at_once_counts_once() {
        flow = flow(2, new Grant(null, null, Duration.ofMinutes(60)), OnFailure.CONTINUE, List.of());
        String a = picks("a");
        String b = picks("b");
        then(new PipelineEnded(a, PASSED, new Cost(Spent.NOTHING, Duration.ofMinutes(20))));
        then(new Recorded("a"));
        then(new NoneReady(Until.SOMETHING_ENDS));
        then(new PipelineEnded(b, PASSED, new Cost(Spent.NOTHING, Duration.ofMinutes(30))));
        then(new Recorded("b"));
        then(new TaskPicked("c"));

        assertThat(grant().time()).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void what_a_parked_pipeline_has_not_used_is_for_others_until_it_comes_back() {
        flow = limited(6, 6);
        String a = picks("a");
        then(new PipelineParked(a, "q-1", spent(1)));
        then(new TaskPicked("b", 0));
        assertThat(grant()).isEqualTo(dollars(5));
        String b = opens("b");
        then(new PipelineReturned(a));
        assertThat(flow.workers()).as("nothing is left for it").containsExactly(b);

        then(new PipelineEnded(b, PASSED, spent(2)));

        assertThat(flow.workers()).containsExactly(a);
        assertThat(has(a)).as("what it used, and what is left").isEqualTo(dollars(4));
    }

    @Test
    void one_that_comes_back_when_nothing_is_left_and_nobody_works_comes_to_its_end() {
        flow = limited(4, 4);
        String a = picks("a");
        then(new PipelineParked(a, "q-1", spent(1)));
        String b = picks("b");
        then(new PipelineReturned(a));
        assertThat(flow.workers()).containsExactly(b);
        then(new PipelineEnded(b, USED_UP, spent(3)));

        assertThat(flow.workers()).containsExactly(a);
        assertThat(has(a)).isEqualTo(dollars(1));
        then(new Recorded("b"));
        then(new PipelineEnded(a, USED_UP, spent(1)));
        then(new Recorded("a"));
        then(new NoneReady(Until.NEXT_RUN));
        endsFor(new GrantUsed(), Outcome.EXHAUSTED);
    }

    @Test
    void a_task_that_the_flows_grant_ended_is_tried_again_with_what_others_leave() {
        flow = limited(5, 4);
        String a = picks("a");
        String b = picks("b");
        then(new PipelineEnded(b, USED_UP, spent(1)));
        assertThat(flow.decision()).as("another works").isEqualTo(new AwaitAny(List.of(a), Map.of()));
        then(new PipelineEnded(a, PASSED, spent(1)));
        then(new Recorded("a"));

        assertThat(flow.decision()).isEqualTo(new OpenPipeline("b", dollars(3), List.of()));
        String again = opens("b");
        then(new PipelineEnded(again, USED_UP, spent(3)));
        Reason four = new Reason.CapReached(Reason.Cap.DOLLARS, BigDecimal.valueOf(4), BigDecimal.valueOf(4));
        assertThat(flow.decision()).isEqualTo(new RecordTask("b", new LimitUsed(again, 2, four)));
        then(new Recorded("b"));
        then(new NoneReady(Until.NEXT_RUN));
        endsFor(new GrantUsed(), Outcome.EXHAUSTED);
    }

    @Test
    void a_task_at_its_own_limit_is_not_tried_again() {
        flow = limited(10, 4);
        String a = picks("a");
        then(new NoneReady(Until.FOR_GOOD));
        then(new PipelineEnded(a, USED_UP, spent(4)));

        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new PipelineFailed(a, USED_UP)));
    }

    @Test
    void a_flow_that_halts_and_has_nothing_left_ends_at_its_limit() {
        flow = flow(1, dollars(4), OnFailure.HALT, List.of());
        then(new PipelineEnded(picks("a"), USED_UP, spent(4)));
        then(new Recorded("a"));

        endsFor(new GrantUsed(), Outcome.EXHAUSTED);
    }

    private static FlowState limited(int run, int task) {
        return FlowState.begin(
                new FlowStarted(new FlowPlan(5, 4, 2, dollars(run), dollars(task), OnFailure.CONTINUE, List.of())));
    }

    private static Cost spent(int dollars) {
        return new Cost(new Spent(Map.of(), BigDecimal.valueOf(dollars), true), Duration.ZERO);
    }

    private Grant grant() {
        return ((OpenPipeline) flow.decision()).grant();
    }

    private Grant has(String pipeline) {
        return Objects.requireNonNull(flow.grants().granted(pipeline));
    }

    @Test
    void a_task_gets_no_more_than_the_plan_allows_each() {
        flow = FlowState.begin(
                new FlowStarted(new FlowPlan(5, 1, 2, dollars(10), dollars(4), OnFailure.CONTINUE, List.of())));
        then(new TaskPicked("a"));

        assertThat(((OpenPipeline) flow.decision()).grant()).isEqualTo(dollars(4));
    }

    @Test
    void when_all_is_spent_no_task_is_picked_and_one_that_was_is_recorded() {
        flow = flow(1, dollars(10), OnFailure.RETRY, List.of());
        String a = picks("a");
        then(new PipelineEnded(a, USED_UP, new Cost(Spent.UNKNOWN, Duration.ZERO)));
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new NotAfforded()));
        then(new Recorded("a"));
        then(new NoneReady(Until.SOMETHING_ENDS));

        endsFor(new GrantUsed(), Outcome.EXHAUSTED);
    }

    @Test
    void a_stop_reaches_every_pipeline_and_their_ends_are_awaited_and_recorded() {
        String a = picks("a");
        String b = picks("b");
        then(new PipelineParked(b, "q-1", Cost.NOTHING));
        String c = picks("c");
        stops();
        assertThat(flow.decision()).isEqualTo(new StopChildren(List.of(a, b, c), StopKind.STOP, "ann"));
        refuses(new PipelineEnded(a, STOPPED, Cost.NOTHING));
        then(new StopPassedOn());
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(a, b, c), Map.of()));
        refuses(new PipelineParked(a, "q-2", Cost.NOTHING));
        for (String pipeline : List.of(b, c, a)) {
            ends(pipeline, STOPPED);
            RecordTask due = (RecordTask) flow.decision();
            assertThat(due.reason()).isEqualTo(new PipelineFailed(pipeline, STOPPED));
            then(new Recorded(due.task()));
        }

        endsFor(new FlowReason.StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void a_stop_between_the_pick_and_the_pipeline_opens_none() {
        then(new TaskPicked("a"));
        stops();
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new FlowStopped(StopKind.STOP)));
        then(new Recorded("a"));

        endsFor(new FlowReason.StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void after_a_stop_only_what_waited_to_be_merged_is_brought_to_its_end() {
        String a = picks("a");
        String b = picks("b");
        ends(a, PASSED);
        stops();
        then(new StopPassedOn());
        assertThat(flow.decision()).isEqualTo(new Integrate("a", a));
        then(new Integrated("a", "commit"));
        then(new Recorded("a"));
        ends(b, PASSED);

        assertThat(flow.decision()).isEqualTo(new RecordTask("b", new FlowStopped(StopKind.STOP)));
    }

    @Test
    void after_a_stop_a_conflict_sends_nothing_back() {
        flow = flow(1, Grant.UNBOUNDED, OnFailure.CONTINUE, ALL);
        ends(picks("a"), PASSED);
        stops();
        then(new Conflicted("a", List.of("pom.xml")));

        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new FlowStopped(StopKind.STOP)));
    }

    @Test
    void a_second_stop_changes_nothing_unless_the_first_waits_for_attempts() {
        String a = picks("a");
        then(new StopRequested(StopKind.AFTER_ATTEMPT, "ann"));
        then(new StopPassedOn());
        stops();
        assertThat(flow.decision()).isEqualTo(new StopChildren(List.of(a), StopKind.STOP, "ann"));
        FlowState stopping = flow;
        then(new StopRequested(StopKind.CANCEL, "bob"));

        assertThat(flow).isEqualTo(stopping);
    }

    @Test
    void a_stop_after_the_end_is_known_changes_nothing() {
        then(new NoneReady(Until.FOR_GOOD));
        FlowState finishing = flow;
        stops();

        assertThat(flow).isEqualTo(finishing);
    }

    @Test
    void a_task_that_cannot_be_integrated_is_recorded_so_and_the_others_go_on() {
        String a = picks("a");
        String b = picks("b");
        ends(a, PASSED);
        refuses(new TroubleFound("the disk is full"));
        then(new IntegrationFailed("a", "the disk is full", null));
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new NotIntegrated(a, "the disk is full")));
        then(new Recorded("a"));
        then(new Synced("a"));
        then(new Learned("a"));
        then(new NoneReady(Until.FOR_GOOD));

        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(b), Map.of()));
    }

    @Test
    void trouble_stops_every_pipeline_and_what_became_of_each_task_is_recorded() {
        String a = picks("a");
        then(new TroubleFound("the list is damaged"));
        assertThat(flow.decision()).isEqualTo(new StopChildren(List.of(a), StopKind.STOP, "the run"));
        then(new StopPassedOn());
        ends(a, PASSED);
        assertThat(flow.decision()).isEqualTo(new RecordTask("a", new FlowStopped(StopKind.STOP)));
        then(new Recorded("a"));

        endsFor(new Broken("the list is damaged"), Outcome.BLOCKED);
    }

    @Test
    void an_integrated_task_that_cannot_be_recorded_is_tried_once_more_when_the_rest_is_stopped() {
        String a = picks("a");
        String b = picks("b");
        ends(a, PASSED);
        then(new Integrated("a", "commit"));
        then(new TroubleFound("the disk is full"));
        assertThat(flow.decision()).isEqualTo(new StopChildren(List.of(b), StopKind.STOP, "the run"));
        then(new StopPassedOn());
        RecordTask again = new RecordTask("a", new Done(a));
        assertThat(flow.decision()).isEqualTo(again);
        FlowState once = flow;
        then(new Recorded("a"));
        assertThat(flow.done()).isEqualTo(1);
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(b), Map.of()));
        flow = once;
        then(new TroubleFound("the disk is still full"));
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(b), Map.of()));
        ends(b, STOPPED);
        then(new Recorded("b"));

        endsFor(new Broken("the disk is full"), Outcome.BLOCKED);
    }

    @Test
    void a_journal_is_replayed_from_its_start() {
        FlowStarted started = new FlowStarted(flow.plan());

        assertThat(FlowState.replay(List.of(started, new TaskPicked("a")))).isEqualTo(flow.after(new TaskPicked("a")));
        assertThatThrownBy(() -> FlowState.replay(List.of())).isInstanceOf(IllegalEvent.class);
        refuses(started);
    }

    @Test
    void a_plan_without_tasks_slots_or_tries_is_refused() {
        assertThatThrownBy(() -> flow(0, Grant.UNBOUNDED, OnFailure.HALT, ALL))
                .hasMessage("a flow of 5 tasks in 0 slots with 2 tries: each must be 1 or more");
    }

    @Test
    void while_it_is_held_nothing_begins_and_everything_else_goes_on() {
        String parked = picks("a");
        String working = picks("b");
        then(new PipelineParked(parked, "question-1", Cost.NOTHING));
        then(new Held("ann"));
        Hold held = new Hold(true, "ann");
        assertThat(flow.decision()).isEqualTo(new HoldChildren(List.of(parked, working), held));
        then(new HoldPassedOn());

        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(working), Map.of()));
        refuses(new TaskPicked("c"));
        refuses(new PipelineReturned(parked));
        ends(working, PASSED);
        assertThat(flow.decision()).isEqualTo(new Integrate("b", working));
        then(new Integrated("b", "commit"));
        then(new Recorded("b"));
        then(new Synced("b"));
        then(new Learned("b"));
        assertThat(flow.decision()).isEqualTo(new AwaitAny(List.of(), Map.of()));
        assertThat(flow.isParked()).isFalse();

        then(new Released("bob"));
        assertThat(flow.decision()).isEqualTo(new HoldChildren(List.of(parked), new Hold(false, "bob")));
        then(new HoldPassedOn());
        assertThat(flow.decision()).isInstanceOf(Pick.class);
    }

    @Test
    void a_hold_between_an_integration_and_a_stop_leaves_nothing_half_merged() {
        String pipeline = picks("a");
        String other = picks("b");
        ends(pipeline, PASSED);
        then(new Held("ann"));
        stops();

        assertThat(flow.decision()).isEqualTo(new StopChildren(List.of(other), StopKind.STOP, "ann"));
        then(new StopPassedOn());
        assertThat(flow.decision()).isEqualTo(new Integrate("a", pipeline));
    }
}
