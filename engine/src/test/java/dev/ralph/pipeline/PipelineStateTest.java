package dev.ralph.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.machine.Hold;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.MachineEvent.Birth;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineDecision.*;
import dev.ralph.pipeline.PipelineEvent.*;
import dev.ralph.pipeline.PipelinePlan.Correction;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelinePlan.UsedUp;
import dev.ralph.pipeline.PipelineReason.*;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineStateTest {
    private static final Reason PROVEN = new Reason.Proven();
    private static final Reason USED_UP = new Reason.AttemptsUsed(3);
    private static final Reason FAILED = new Reason.Broken("the disk is full");
    private static final Reason NO_AGENT = new Reason.NoAgent(new AttemptFailure.Told("not found"));
    private static final Reason CANCELLED = new Reason.StoppedBy(StopKind.CANCEL, "ann");
    private static final Policy POLICY = Policy.of(AgentCommand.program("agent"));
    private static final Stage CODER = new Stage("coder", POLICY, null);
    private static final Stage REVIEWER = new Stage("reviewer", POLICY, new Rejection("coder", 2));
    private static final PipelinePlan STAGES = new PipelinePlan(List.of(CODER, REVIEWER), null, UsedUp.END);
    private static final PipelinePlan HEAL = new PipelinePlan(
            List.of(new Stage("execute", POLICY, null)), new Correction("correct", POLICY, 2), UsedUp.END);
    private static final List<String> NONE = List.of();

    private PipelineState pipeline = started(STAGES);
    private int loops;

    private static PipelineState started(PipelinePlan plan) {
        return PipelineState.begin(new PipelineStarted(plan, Grant.UNBOUNDED, NONE));
    }

    private void then(PipelineEvent event) {
        pipeline = pipeline.after(event);
    }

    /// The next loop, which the pipeline must want.
    private String opens(String role) {
        OpenLoop open = (OpenLoop) pipeline.decision();
        assertThat(open.role()).isEqualTo(role);
        String loop = "loop-" + ++loops;
        then(new StageOpened(head(loop, role), open.policy(), open.grant(), open.findings()));
        assertThat(pipeline.decision()).isEqualTo(new AwaitLoop(loop));
        return loop;
    }

    private void runs(String role, Reason reason, String... findings) {
        then(new StageEnded(opens(role), reason, List.of(findings), Cost.NOTHING));
    }

    private static StreamHead head(String loop, String role) {
        return new StreamHead(loop, StreamHead.Kind.LOOP, "pipeline-1", "project", "task", role, "stage");
    }

    private static StopRequested stop(StopKind kind) {
        return new StopRequested(kind, "ann");
    }

    private void refuses(PipelineEvent event) {
        assertThatThrownBy(() -> pipeline.after(event)).isInstanceOf(IllegalEvent.class);
    }

    private void endsFor(PipelineReason reason, Outcome outcome) {
        assertThat(pipeline.decision()).isEqualTo(new Finish(reason));
        then(new PipelineEnded(reason));
        assertThat(pipeline.decision()).isEqualTo(new Ended(reason));
        assertThat(pipeline.hasEnded()).isTrue();
        assertThat(reason.outcome()).isEqualTo(outcome);
    }

    @Test
    void stages_run_one_after_the_other_and_then_the_task_is_completed() {
        runs("coder", PROVEN);
        runs("reviewer", PROVEN);

        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void the_loop_of_a_stage_begins_with_the_event_that_opens_it() {
        StageOpened opened = new StageOpened(head("loop-1", "coder"), POLICY, Grant.UNBOUNDED, NONE);

        assertThat(opened.births()).containsExactly(new Birth(opened.head(), new LoopStarted(POLICY)));
    }

    @Test
    void a_rejection_goes_back_with_its_findings_as_often_as_the_plan_says() {
        for (int time = 1; time <= 2; time++) {
            runs("coder", PROVEN);
            runs("reviewer", PROVEN, "no test for null");
            assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("no test for null");
        }
        runs("coder", PROVEN);
        runs("reviewer", PROVEN, "no test for null");

        endsFor(new RejectionsUsed("reviewer", 2), Outcome.EXHAUSTED);
    }

    private static Reason rejected(String... findings) {
        return new Reason.Rejected(List.of(findings));
    }

    private static PipelinePlan asking(int rejections) {
        return new PipelinePlan(
                List.of(CODER, new Stage("reviewer", POLICY, new Rejection("coder", rejections))), null, UsedUp.ASK);
    }

    /// The coder works, and the reviewer sends that back.
    private void sendsBack(String... findings) {
        runs("coder", PROVEN);
        runs("reviewer", rejected(findings), findings);
    }

    @Test
    void a_loop_that_rejects_sends_the_work_back_and_the_stage_has_not_passed() {
        sendsBack("no test for 0", "the name is wrong");

        OpenLoop again = (OpenLoop) pipeline.decision();
        assertThat(again.role()).isEqualTo("coder");
        assertThat(again.findings()).containsExactly("no test for 0", "the name is wrong");
        runs("coder", PROVEN);
        assertThat(((OpenLoop) pipeline.decision()).findings())
                .as("it is corrected")
                .isEmpty();
        runs("reviewer", PROVEN);
        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void the_loop_of_a_stage_may_reject_exactly_where_the_plan_says_what_happens_then() {
        assertThat(CODER.policy().conversation().mayReject()).isFalse();
        assertThat(REVIEWER.policy().conversation().mayReject()).isTrue();
        runs("coder", PROVEN);

        assertThat(((OpenLoop) pipeline.decision()).policy().conversation().mayReject())
                .isTrue();
        assertThatThrownBy(() -> new Correction("correct", REVIEWER.policy(), 1))
                .hasMessage("who corrects or classifies cannot send work back: correct");
    }

    @Test
    void a_rejection_of_the_last_stage_does_not_complete_a_pipeline_that_is_stopped() {
        runs("coder", PROVEN);
        String loop = opens("reviewer");
        then(stop(StopKind.STOP));
        then(new StopPassedOn(loop));
        then(new StageEnded(loop, rejected("no"), List.of("no"), Cost.NOTHING));

        endsFor(new PipelineReason.StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void the_same_finding_for_the_third_time_is_asked_about_and_the_answer_goes_with_it() {
        pipeline = started(asking(10));
        sendsBack("No test for 0");
        sendsBack(" no  test\tfor 0 ", "the name is wrong");
        sendsBack("slow", "NO TEST FOR 0");
        assertThat(pipeline.decision()).isEqualTo(new Ask(new Stalemate("reviewer", "NO TEST FOR 0", 3)));
        then(Asked.byItself("q-1", "what now?"));
        then(new Answered("q-1", "0 never comes", "ann"));

        OpenLoop again = (OpenLoop) pipeline.decision();
        assertThat(again.role()).isEqualTo("coder");
        assertThat(again.findings()).containsExactly("slow", "NO TEST FOR 0", "0 never comes");
        sendsBack("no test for 0");
        sendsBack("no test for 0");
        assertThat(pipeline.decision()).as("it is counted anew").isInstanceOf(OpenLoop.class);
        sendsBack("no test for 0");
        assertThat(pipeline.decision()).isEqualTo(new Ask(new Stalemate("reviewer", "no test for 0", 3)));
    }

    @Test
    void a_stalemate_ends_a_pipeline_that_asks_nobody_and_a_stop_ends_one_that_asks() {
        pipeline = started(new PipelinePlan(asking(10).stages(), null, UsedUp.END));
        for (int time = 1; time <= 3; time++) {
            sendsBack("no");
        }
        endsFor(new Stalemate("reviewer", "no", 3), Outcome.BLOCKED);

        pipeline = started(asking(10));
        for (int time = 1; time <= 3; time++) {
            sendsBack("no");
        }
        then(stop(StopKind.CANCEL));
        endsFor(new PipelineReason.StoppedBy(StopKind.CANCEL, "ann"), Outcome.CANCELLED);
    }

    @Test
    void the_same_finding_twice_in_one_rejection_or_of_another_stage_is_no_stalemate() {
        Stage tester = new Stage("tester", POLICY, new Rejection("coder", 10));
        pipeline = started(new PipelinePlan(
                List.of(CODER, new Stage("reviewer", POLICY, new Rejection("coder", 10)), tester), null, UsedUp.ASK));
        sendsBack("no", "No");
        sendsBack("no");
        runs("coder", PROVEN);
        runs("reviewer", PROVEN);
        runs("tester", rejected("no"), "no");

        assertThat(((OpenLoop) pipeline.decision()).role()).isEqualTo("coder");
    }

    @Test
    void other_findings_each_time_are_sent_back_until_the_plan_says_that_it_is_enough() {
        pipeline = started(asking(10));
        for (int time = 1; time <= 10; time++) {
            sendsBack("finding " + time);
            assertThat(((OpenLoop) pipeline.decision()).role()).isEqualTo("coder");
        }
        sendsBack("finding 11");

        assertThat(pipeline.decision()).isEqualTo(new Ask(new RejectionsUsed("reviewer", 10)));
    }

    private static final Policy STRONGER = POLICY.withAgents(List.of(AgentCommand.program("stronger")));
    private static final Policy OTHER = POLICY.withAgents(List.of(AgentCommand.program("other")));

    private static PipelinePlan climbing(@Nullable Correction correction) {
        return new PipelinePlan(
                List.of(new Stage("coder", POLICY, null, List.of(STRONGER, OTHER)), REVIEWER), correction, UsedUp.END);
    }

    private List<AgentCommand> agents() {
        return ((OpenLoop) pipeline.decision()).policy().agents();
    }

    @Test
    void a_stage_that_fails_works_on_with_the_next_rung_of_its_ladder_and_knows_what_failed() {
        pipeline = started(climbing(null));
        assertThat(agents()).isEqualTo(POLICY.agents());
        runs("coder", USED_UP, "max iterations reached");
        assertThat(agents()).isEqualTo(STRONGER.agents());
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("max iterations reached");
        runs("coder", FAILED, "the disk is full");
        assertThat(agents()).isEqualTo(OTHER.agents());
        assertThat(((OpenLoop) pipeline.decision()).findings())
                .containsExactly("max iterations reached", "the disk is full");
        runs("coder", new Reason.GaveUp(), "it gave up");

        endsFor(new StageFailed("coder", "loop-3", new Reason.GaveUp()), Outcome.BLOCKED);
    }

    @Test
    void a_rung_that_helped_is_not_left_and_what_was_sent_back_is_told_on_every_rung() {
        pipeline = started(climbing(null));
        runs("coder", USED_UP);
        runs("coder", PROVEN);
        runs("reviewer", rejected("no test for 0"), "no test for 0");
        assertThat(agents()).isEqualTo(STRONGER.agents());
        runs("coder", USED_UP, "max iterations reached");

        assertThat(agents()).isEqualTo(OTHER.agents());
        assertThat(((OpenLoop) pipeline.decision()).findings())
                .containsExactly("no test for 0", "max iterations reached");
    }

    @Test
    void what_no_other_agent_can_help_with_ends_the_pipeline_although_a_rung_is_left() {
        pipeline = started(climbing(null));
        runs("coder", NO_AGENT);

        endsFor(new StageFailed("coder", "loop-1", NO_AGENT), Outcome.FATAL);
    }

    @Test
    void a_failure_is_corrected_only_when_no_rung_is_left() {
        pipeline = started(climbing(new Correction("correct", POLICY, 1)));
        runs("coder", USED_UP);
        runs("coder", USED_UP);
        runs("coder", USED_UP);

        assertThat(pipeline.decision()).isEqualTo(new Classify("coder", "loop-3"));
    }

    @Test
    void after_a_stop_no_rung_is_tried() {
        pipeline = started(climbing(null));
        String loop = opens("coder");
        then(stop(StopKind.STOP));
        then(new StopPassedOn(loop));
        then(new StageEnded(loop, USED_UP, NONE, Cost.NOTHING));

        endsFor(new PipelineReason.StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void a_rung_gets_what_the_grant_leaves_and_none_when_that_is_nothing() {
        Grant grant = new Grant(new BigDecimal("5"), null, null);
        pipeline = PipelineState.begin(new PipelineStarted(climbing(null), grant, NONE));
        Spent spent = new Spent(java.util.Map.of(), new BigDecimal("2"), true);
        then(new StageEnded(opens("coder"), USED_UP, NONE, new Cost(spent, Duration.ZERO)));
        assertThat(((OpenLoop) pipeline.decision())
                        .policy()
                        .limits()
                        .caps()
                        .grant()
                        .dollars())
                .isEqualByComparingTo("3");
        then(new StageEnded(opens("coder"), USED_UP, NONE, new Cost(Spent.UNKNOWN, Duration.ZERO)));

        endsFor(new GrantUsed("coder"), Outcome.EXHAUSTED);
    }

    /// As journals of earlier versions tell a rejection.
    @Test
    void findings_of_a_stage_that_may_not_reject_end_the_pipeline() {
        runs("coder", PROVEN, "the task makes no sense");

        endsFor(new RejectionsUsed("coder", 0), Outcome.EXHAUSTED);
    }

    @Test
    void a_stage_that_fails_ends_a_pipeline_without_correction() {
        runs("coder", USED_UP);

        endsFor(new StageFailed("coder", "loop-1", USED_UP), Outcome.EXHAUSTED);
    }

    @Test
    void a_failure_is_classified_corrected_and_executed_again() {
        pipeline = started(HEAL);
        runs("execute", USED_UP);
        assertThat(pipeline.decision()).isEqualTo(new Classify("execute", "loop-1"));
        then(new FailureClassified("compilation", "no type Cart in design.md"));
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("no type Cart in design.md");
        runs("correct", PROVEN);
        assertThat(pipeline.decision()).isEqualTo(new ApplyCorrection("loop-2", null));
        then(new CorrectionApplied("design.md"));
        runs("execute", PROVEN);

        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    private static PipelinePlan asking() {
        return new PipelinePlan(HEAL.stages(), new Correction("correct", POLICY, 2, 0, POLICY), UsedUp.END);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_is_unclear_a_classifier_is_asked_once_and_whatever_comes_of_it_the_failure_is_classified(boolean well) {
        pipeline = started(asking());
        runs("execute", FAILED);
        then(new FailureUnclear());
        assertThat(((OpenLoop) pipeline.decision()).findings()).isEmpty();
        runs("classifier", well ? PROVEN : FAILED);
        assertThat(pipeline.decision()).isEqualTo(new Classify("execute", "loop-2", true));
        refuses(new FailureUnclear());
        then(new FailureClassified("runtime", "cause"));
        runs("correct", PROVEN);
        then(new CorrectionApplied("change"));
        runs("execute", PROVEN);

        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void nobody_is_asked_without_a_classifier_and_none_is_a_stage() {
        pipeline = started(HEAL);
        runs("execute", FAILED);
        refuses(new FailureUnclear());

        assertThatThrownBy(() -> new PipelinePlan(
                        List.of(new Stage("classifier", POLICY, null)),
                        new Correction("correct", POLICY, 2, 0, POLICY),
                        UsedUp.END))
                .hasMessage("the classifier has the role of another");
    }

    @Test
    void two_allowed_corrections_mean_at_most_three_executions() {
        pipeline = started(HEAL);
        for (int time = 1; time <= 2; time++) {
            runs("execute", FAILED);
            then(new FailureClassified("runtime", "cause"));
            runs("correct", PROVEN);
            then(new CorrectionApplied("change"));
        }
        runs("execute", FAILED);

        endsFor(new CorrectionsUsed("execute", 2), Outcome.EXHAUSTED);
    }

    @Test
    void a_correction_that_is_refused_or_not_made_counts_too() {
        pipeline = started(HEAL);
        runs("execute", FAILED);
        then(new FailureClassified("runtime", "cause"));
        runs("correct", PROVEN);
        then(new CorrectionRefused("a section is missing"));
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("a section is missing");
        runs("correct", USED_UP);

        endsFor(new CorrectionsUsed("execute", 2), Outcome.EXHAUSTED);
    }

    @Test
    void who_was_lost_with_the_engine_begins_again_and_does_not_count() {
        pipeline = started(HEAL);
        runs("execute", new Reason.AttemptFailed(new AttemptFailure.Lost()));
        runs("execute", FAILED);
        then(new FailureClassified("runtime", "cause"));
        runs("correct", new Reason.AttemptFailed(new AttemptFailure.Lost()));
        runs("correct", new Reason.AttemptFailed(new AttemptFailure.Lost()));
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("cause");
        runs("correct", PROVEN);

        assertThat(pipeline.decision()).isInstanceOf(ApplyCorrection.class);
        assertThat(pipeline.setbacks().corrections()).isZero();
    }

    @Test
    void what_nobody_can_correct_ends_the_pipeline() {
        pipeline = started(HEAL);
        runs("execute", NO_AGENT);

        endsFor(new StageFailed("execute", "loop-1", NO_AGENT), Outcome.FATAL);
    }

    @Test
    void an_answer_may_bring_less_to_use_for_the_loop_that_asked_and_those_after_it() {
        pipeline = PipelineState.begin(new PipelineStarted(STAGES, new Grant(null, 100L, null), NONE));
        String loop = opens("coder");
        then(new Asked("q-1", "which database?", loop));
        then(new Answered("q-1", "SQLite", "ann", new Grant(null, 40L, null)));
        assertThat(Objects.requireNonNull(pipeline.grants().granted(loop)).tokens())
                .isEqualTo(40L);
        Spent thirty = new Spent(Map.of("model", new Tokens(30, 0, 0, 0)), null, true);
        then(new StageEnded(loop, PROVEN, NONE, new Cost(thirty, Duration.ZERO)));
        assertThat(((OpenLoop) pipeline.decision()).grant().tokens()).isEqualTo(10L);

        pipeline = started(asking(0));
        sendsBack("no test");
        then(Asked.byItself("q-1", "how?"));
        then(new Answered("q-1", "so", "ann", Grant.NOTHING));
        endsFor(new GrantUsed("coder"), Outcome.EXHAUSTED);
    }

    @Test
    void a_loop_that_asks_parks_the_pipeline_until_the_answer() {
        String loop = opens("coder");
        refuses(Asked.byItself("q-1", "which database?"));
        then(new Asked("q-1", "which database?", loop));
        assertThat(pipeline.isParked()).isTrue();
        assertThat(pipeline.workers()).isEmpty();
        assertThat(pipeline.decision()).isEqualTo(new AwaitAnswer("q-1"));
        refuses(new Answered("q-2", "SQLite", "ann"));
        then(new Answered("q-1", "SQLite", "ann"));

        assertThat(pipeline.decision()).isEqualTo(new AwaitLoop(loop));
        assertThat(pipeline.workers()).containsExactly(loop);
        refuses(new Answered("q-1", "SQLite", "ann"));
    }

    @Test
    void a_person_may_allow_as_many_rejections_again() {
        pipeline = started(new PipelinePlan(List.of(CODER, REVIEWER), null, UsedUp.ASK));
        for (int time = 1; time <= 3; time++) {
            runs("coder", PROVEN);
            runs("reviewer", PROVEN, "no test for null");
        }
        assertThat(pipeline.decision()).isEqualTo(new Ask(new RejectionsUsed("reviewer", 2)));
        then(Asked.byItself("q-1", "what now?"));
        then(new Answered("q-1", "null never comes", "ann"));
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("no test for null", "null never comes");
        for (int time = 1; time <= 3; time++) {
            runs("coder", PROVEN);
            runs("reviewer", PROVEN, "no test for null");
        }

        assertThat(pipeline.decision()).isEqualTo(new Ask(new RejectionsUsed("reviewer", 2)));
    }

    @Test
    void a_person_may_allow_as_many_corrections_again() {
        pipeline = started(new PipelinePlan(HEAL.stages(), new Correction("correct", POLICY, 0), UsedUp.ASK));
        runs("execute", FAILED);
        assertThat(pipeline.decision()).isEqualTo(new Ask(new CorrectionsUsed("execute", 0)));
        then(Asked.byItself("q-1", "what now?"));
        then(new Answered("q-1", "I changed the design", "ann"));
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("I changed the design");
        runs("execute", PROVEN);

        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void a_checkpoint_asks_before_the_first_stage_and_the_answer_is_told_to_it() {
        pipeline = started(new PipelinePlan(HEAL.stages(), HEAL.correction(), UsedUp.END, "look at it"));
        assertThat(pipeline.decision()).isEqualTo(new Ask(new Checkpoint("look at it")));
        then(Asked.byItself("q-1", "look at it"));
        assertThat(pipeline.isParked()).isTrue();
        then(new Answered("q-1", "it looks well", "ann"));
        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("it looks well");
        runs("execute", PROVEN);

        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void a_stop_at_a_checkpoint_ends_the_pipeline() {
        pipeline = started(new PipelinePlan(HEAL.stages(), null, UsedUp.ASK, "look at it"));
        then(Asked.byItself("q-1", "look at it"));
        then(stop(StopKind.STOP));

        endsFor(new StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void corrections_of_earlier_pipelines_count() {
        pipeline = started(new PipelinePlan(HEAL.stages(), new Correction("correct", POLICY, 3, 2, null), UsedUp.ASK));
        runs("execute", FAILED);
        then(new FailureClassified("test", "cause"));
        runs("correct", PROVEN);
        then(new CorrectionApplied("third"));
        runs("execute", FAILED);

        assertThat(pipeline.decision()).isEqualTo(new Ask(new CorrectionsUsed("execute", 3)));
    }

    @Test
    void a_correction_that_needs_a_person_is_applied_with_the_answer() {
        pipeline = started(HEAL);
        runs("execute", FAILED);
        then(new FailureClassified("property", "cause"));
        runs("correct", PROVEN);
        then(Asked.byItself("q-1", "this weakens property 5"));
        then(new Answered("q-1", "yes", "ann"));

        assertThat(pipeline.decision()).isEqualTo(new ApplyCorrection("loop-2", "yes"));
    }

    @Test
    void a_stop_is_passed_on_to_the_loop_and_its_end_awaited() {
        String loop = opens("coder");
        then(stop(StopKind.CANCEL));
        assertThat(pipeline.decision()).isEqualTo(new StopChild(loop, StopKind.CANCEL, "ann"));
        refuses(new StageEnded(loop, CANCELLED, NONE, Cost.NOTHING));
        then(new StopPassedOn(loop));
        assertThat(pipeline.decision()).isEqualTo(new AwaitLoop(loop));
        refuses(new Asked("q-1", "too late", loop));
        then(new StageEnded(loop, CANCELLED, NONE, Cost.NOTHING));

        endsFor(new PipelineReason.StoppedBy(StopKind.CANCEL, "ann"), Outcome.CANCELLED);
    }

    @Test
    void after_a_stop_no_stage_is_opened_although_the_loop_had_just_completed() {
        String loop = opens("coder");
        then(stop(StopKind.STOP));
        then(new StopPassedOn(loop));
        then(new StageEnded(loop, PROVEN, NONE, Cost.NOTHING));

        endsFor(new PipelineReason.StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }

    @Test
    void a_task_whose_last_stage_passed_before_it_heard_of_the_stop_is_completed() {
        runs("coder", PROVEN);
        String loop = opens("reviewer");
        then(stop(StopKind.STOP));
        then(new StopPassedOn(loop));
        then(new StageEnded(loop, PROVEN, NONE, Cost.NOTHING));

        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void a_stop_reaches_the_loop_of_a_parked_pipeline() {
        String loop = opens("coder");
        then(new Asked("q-1", "which database?", loop));
        then(stop(StopKind.STOP));

        assertThat(pipeline.isParked()).isFalse();
        assertThat(pipeline.decision()).isEqualTo(new StopChild(loop, StopKind.STOP, "ann"));
    }

    @Test
    void a_stop_ends_whatever_is_not_a_loop_at_once() {
        PipelineState opening = started(HEAL);
        pipeline = opening;
        runs("execute", FAILED);
        PipelineState classifying = pipeline;
        then(new FailureClassified("runtime", "cause"));
        runs("correct", PROVEN);
        PipelineState applying = pipeline;
        then(Asked.byItself("q-1", "weaker?"));

        for (PipelineState state : List.of(opening, classifying, applying, pipeline)) {
            assertThat(state.after(stop(StopKind.STOP)).decision())
                    .isEqualTo(new Finish(new PipelineReason.StoppedBy(StopKind.STOP, "ann")));
        }
    }

    @Test
    void a_second_stop_changes_nothing_unless_the_first_waits_for_the_attempt() {
        String loop = opens("coder");
        then(stop(StopKind.AFTER_ATTEMPT));
        then(new StopPassedOn(loop));
        PipelineState leaving = pipeline;
        assertThat(leaving.after(stop(StopKind.AFTER_ATTEMPT))).isEqualTo(leaving);
        then(stop(StopKind.STOP));
        assertThat(pipeline.decision()).isEqualTo(new StopChild(loop, StopKind.STOP, "ann"));
        PipelineState stopping = pipeline;

        assertThat(stopping.after(stop(StopKind.CANCEL))).isEqualTo(stopping);
    }

    @Test
    void a_stop_after_the_end_is_known_changes_nothing() {
        runs("coder", NO_AGENT);
        PipelineState finishing = pipeline;
        then(stop(StopKind.STOP));

        assertThat(pipeline).isEqualTo(finishing);
    }

    @Test
    void a_loop_gets_what_is_left_and_its_caps_are_lowered_to_that() {
        Grant grant = new Grant(new BigDecimal("5"), 1000L, Duration.ofHours(1));
        pipeline = PipelineState.begin(new PipelineStarted(STAGES, grant, NONE));
        OpenLoop open = (OpenLoop) pipeline.decision();
        int attempts = POLICY.limits().attempts();
        Grant own = new Grant(grant.dollars(), grant.tokens(), grant.time(), attempts);
        assertThat(open.grant()).isEqualTo(own);
        assertThat(open.policy().limits().grant()).isEqualTo(own);
        assertThat(open.policy().limits().caps().attempt())
                .isEqualTo(POLICY.limits().caps().attempt());
        refuses(new StageOpened(head("loop-1", "coder"), POLICY, grant, NONE));
        refuses(new StageOpened(head("loop-1", "coder"), POLICY, Grant.UNBOUNDED, NONE));
        refuses(new StageOpened(head("loop-1", "reviewer"), open.policy(), grant, NONE));

        String loop = opens("coder");
        Spent spent = new Spent(java.util.Map.of(), new BigDecimal("2"), true);
        then(new StageEnded(loop, PROVEN, NONE, new Cost(spent, Duration.ofMinutes(20))));

        assertThat(((OpenLoop) pipeline.decision()).grant())
                .isEqualTo(new Grant(new BigDecimal("3"), 1000L, Duration.ofMinutes(40), attempts));
    }

    @Test
    void a_loop_that_does_not_say_what_it_used_has_used_its_grant() {
        Grant grant = new Grant(new BigDecimal("5"), null, null);
        pipeline = PipelineState.begin(new PipelineStarted(STAGES, grant, NONE));
        then(new StageEnded(opens("coder"), PROVEN, NONE, new Cost(Spent.UNKNOWN, Duration.ZERO)));

        endsFor(new GrantUsed("reviewer"), Outcome.EXHAUSTED);
    }

    @Test
    void trouble_ends_the_pipeline_where_no_loop_is_open() {
        PipelineState opening = pipeline;
        opens("coder");
        refuses(new TroubleFound("the disk is full"));
        pipeline = opening.after(new TroubleFound("the disk is full"));

        endsFor(new Broken("the disk is full"), Outcome.BLOCKED);
    }

    @Test
    void findings_of_an_earlier_pipeline_are_told_to_the_first_stage() {
        pipeline = PipelineState.begin(new PipelineStarted(STAGES, Grant.UNBOUNDED, List.of("conflict in pom.xml")));

        assertThat(((OpenLoop) pipeline.decision()).findings()).containsExactly("conflict in pom.xml");
    }

    @Test
    void a_journal_is_replayed_from_its_start() {
        PipelineStarted started = new PipelineStarted(STAGES, Grant.UNBOUNDED, NONE);

        assertThat(PipelineState.replay(List.of(started, stop(StopKind.STOP))))
                .isEqualTo(started(STAGES).after(stop(StopKind.STOP)));
        assertThatThrownBy(() -> PipelineState.replay(List.of())).isInstanceOf(IllegalEvent.class);
        refuses(started);
    }

    @Test
    void a_plan_that_cannot_work_is_refused() {
        assertThatThrownBy(() -> new PipelinePlan(List.of(), null, UsedUp.END))
                .hasMessage("a pipeline has at least one stage");
        assertThatThrownBy(() -> new PipelinePlan(List.of(CODER, CODER), null, UsedUp.END))
                .hasMessage("stage coder is given twice");
        assertThatThrownBy(() -> new PipelinePlan(List.of(REVIEWER, CODER), null, UsedUp.END))
                .hasMessage("stage reviewer rejects to coder: it must be itself or a stage before it");
        assertThatThrownBy(() -> new PipelinePlan(List.of(CODER), new Correction("coder", POLICY, 1), UsedUp.END))
                .hasMessage("the corrector has the role of a stage, coder");
        assertThatThrownBy(() -> new Rejection("coder", -1)).hasMessage("rejections are -1: it must be 0 or more");
    }

    @Test
    void while_it_is_held_no_loop_is_opened_and_its_loop_knows() {
        String loop = opens("coder");
        then(new Held("ann"));
        assertThat(pipeline.decision()).isEqualTo(new HoldChild(loop, new Hold(true, "ann")));
        then(new HoldPassedOn(loop));
        then(new StageEnded(loop, PROVEN, NONE, Cost.NOTHING));

        assertThat(pipeline.decision()).isEqualTo(new AwaitRelease());
        assertThat(pipeline.isParked()).isFalse();
        refuses(new StageOpened(head("loop-2", "reviewer"), POLICY, Grant.UNBOUNDED, NONE));
        then(new Released("bob"));
        runs("reviewer", PROVEN);
        endsFor(new StagesPassed(), Outcome.COMPLETED);
    }

    @Test
    void an_answer_while_it_is_held_is_kept_and_the_loop_hears_of_the_release() {
        String loop = opens("coder");
        then(new Asked("question-1", "which?", loop));
        then(new Held("ann"));
        then(new Answered("question-1", "this", "bob"));
        assertThat(pipeline.decision()).isEqualTo(new HoldChild(loop, new Hold(true, "ann")));
        then(new Released("ann"));

        assertThat(pipeline.decision()).isEqualTo(new HoldChild(loop, new Hold(false, "ann")));
    }

    @Test
    void a_stop_while_it_is_held_ends_it() {
        then(new Held("ann"));
        then(stop(StopKind.STOP));

        endsFor(new StoppedBy(StopKind.STOP, "ann"), Outcome.STOPPED);
    }
}
