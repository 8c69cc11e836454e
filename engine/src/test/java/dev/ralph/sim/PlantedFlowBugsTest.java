package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Grants;
import dev.ralph.budget.Spent;
import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTask;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.World;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePhase;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Correction;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.pipeline.RetryCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The control of the simulation of flows: engines with one bug each, and the promise that notices it.
class PlantedFlowBugsTest {
    private static final int MOST_SEEDS = 10_000;

    private static FlowParts flow(Flows joints) {
        return new FlowParts() {
            @Override
            public Joints<FlowState, FlowEvent, FlowDecision> flow() {
                return joints;
            }
        };
    }

    private static FlowParts pipeline(Pipelines joints) {
        return new FlowParts() {
            @Override
            public Joints<PipelineState, PipelineEvent, PipelineDecision> pipeline() {
                return joints;
            }
        };
    }

    private abstract static class Flows implements FlowParts.Joints<FlowState, FlowEvent, FlowDecision> {}

    private abstract static class Pipelines
            implements FlowParts.Joints<PipelineState, PipelineEvent, PipelineDecision> {}

    private static FlowState with(FlowState state, List<FlowTask> tasks, Grants grants) {
        return new FlowState(
                state.plan(),
                tasks,
                state.picked(),
                state.done(),
                state.failed(),
                state.none(),
                grants,
                state.hold(),
                state.end(),
                state.heard(),
                state.over());
    }

    private static FlowState begun(FlowPlan plan) {
        return FlowState.begin(new FlowEvent.FlowStarted(plan));
    }

    private static PipelineState with(PipelineState state, PipelinePlan plan) {
        return new PipelineState(
                plan,
                state.phase(),
                state.at(),
                state.setbacks(),
                state.findings(),
                state.grants(),
                state.hold(),
                state.stop());
    }

    private static PipelineState in(PipelineState state, PipelinePhase phase) {
        return new PipelineState(
                state.plan(),
                phase,
                state.at(),
                state.setbacks(),
                state.findings(),
                state.grants(),
                state.hold(),
                state.stop());
    }

    private static final FlowParts CHILDREN_WRITTEN_APART = new FlowParts() {
        @Override
        public SimStreams.Births births() {
            return SimStreams.Births.APART;
        }
    };

    private static final FlowParts END_OF_A_PIPELINE_TAKEN_TWICE = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            boolean deaf = event instanceof FlowEvent.PipelineEnded ended
                    && ended.outcome() == Outcome.COMPLETED
                    && state.none() == null;
            return deaf ? with(state.after(event), state.tasks(), state.grants()) : state.after(event);
        }
    });

    private static final FlowParts END_OF_A_LOOP_GUESSED = pipeline(new Pipelines() {
        @Override
        public World<PipelineEvent, PipelineDecision> world(
                World<PipelineEvent, PipelineDecision> real, FlowSituation scene, String stream) {
            return decision -> decision instanceof PipelineDecision.AwaitLoop await
                            && !scene.state(await.loop(), LoopState.class).hasEnded()
                    ? new PipelineEvent.StageEnded(await.loop(), new Reason.GaveUp(), List.of(), Cost.NOTHING)
                    : real.perform(decision);
        }
    });

    private static final FlowParts LIMIT_FORGOTTEN = flow(new Flows() {
        @Override
        public FlowState begun(FlowState state) {
            return with(state, state.tasks(), Grants.of(Grant.UNBOUNDED));
        }
    });

    private static final FlowParts RESERVED_GRANT_FORGOTTEN = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            if (!(event instanceof FlowEvent.PipelineOpened opened)) {
                return next;
            }
            return reserving(next, opened.head().id(), new Grants.Reserved(Grant.NOTHING, Duration.ZERO, null));
        }
    });

    private static FlowState reserving(FlowState state, String pipeline, Grants.Reserved what) {
        Map<String, Grants.Reserved> open = new TreeMap<>(state.grants().open());
        open.put(pipeline, what);
        Grants grants = state.grants();
        return with(state, state.tasks(), new Grants(grants.limit(), open, grants.settled(), grants.cost()));
    }

    private static final FlowParts PARKED_GRANT_GIVEN_TO_TWO = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            if (!(event instanceof FlowEvent.PipelineReturned back)) {
                return next;
            }
            Grants.Reserved before = state.grants().open().get(back.pipeline());
            return before == null
                    ? next
                    : reserving(next, back.pipeline(), new Grants.Reserved(before.grant(), before.since(), null));
        }
    });

    private static final FlowParts TIME_BEGINS_ANEW_WITH_EVERY_TASK = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            Grants grants = next.grants();
            Grant settled = grants.settled();
            return with(
                    next,
                    next.tasks(),
                    new Grants(
                            grants.limit(),
                            grants.open(),
                            new Grant(settled.dollars(), settled.tokens(), Duration.ZERO),
                            grants.cost()));
        }
    });

    private static final FlowParts UNKNOWN_COUNTS_AS_NOTHING = pipeline(new Pipelines() {
        @Override
        public PipelineState after(PipelineState state, PipelineEvent event) {
            return state.after(
                    event instanceof PipelineEvent.StageEnded ended
                                    && ended.cost().spent().equals(Spent.UNKNOWN)
                            ? new PipelineEvent.StageEnded(ended.loop(), ended.reason(), ended.findings(), Cost.NOTHING)
                            : event);
        }
    });

    private static final FlowParts PARKED_WORKS_WITHOUT_A_SLOT = flow(new Flows() {
        @Override
        public List<String> workers(FlowState state) {
            List<String> all = new ArrayList<>(state.workers());
            for (FlowTask task : state.tasks()) {
                if (task.stand() instanceof FlowTask.Parked parked) {
                    all.add(parked.pipeline());
                }
            }
            return all;
        }
    });

    private static final FlowParts RETURNED_WITHOUT_A_FREE_SLOT = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            return with(
                    next,
                    next.tasks().stream()
                            .map(task -> task.stand() instanceof FlowTask.Returning back
                                    ? task.in(new FlowTask.Running(back.pipeline()))
                                    : task)
                            .toList(),
                    next.grants());
        }
    });

    private static final FlowParts ANSWER_INVENTED = pipeline(new Pipelines() {
        @Override
        public World<PipelineEvent, PipelineDecision> world(
                World<PipelineEvent, PipelineDecision> real, FlowSituation scene, String stream) {
            return decision -> real.perform(decision);
        }
    });

    private static final FlowParts ANSWER_TAKEN_TWICE = pipeline(new Pipelines() {
        @Override
        public PipelineState after(PipelineState state, PipelineEvent event) {
            boolean first =
                    event instanceof PipelineEvent.Answered && state.findings().isEmpty();
            return first && state.phase() instanceof PipelinePhase.Parked
                    ? new PipelineState(
                            state.plan(),
                            state.phase(),
                            state.at(),
                            state.setbacks(),
                            List.of("once more"),
                            state.grants(),
                            state.hold(),
                            state.stop())
                    : state.after(event);
        }
    });

    private static final FlowParts STOP_IGNORED_BEFORE_A_PIPELINE_OPENS = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            boolean deaf =
                    event instanceof FlowEvent.StopRequested && state.decision() instanceof FlowDecision.OpenPipeline;
            return deaf ? state : state.after(event);
        }
    });

    private static final FlowParts STOP_NOT_PASSED_ON = flow(new Flows() {
        @Override
        public World<FlowEvent, FlowDecision> world(
                World<FlowEvent, FlowDecision> real, FlowSituation scene, String stream) {
            return new World<>() {
                @Override
                public FlowEvent perform(FlowDecision decision) throws InterruptedException {
                    return decision instanceof FlowDecision.StopChildren
                            ? new FlowEvent.StopPassedOn()
                            : real.perform(decision);
                }

                @Override
                public boolean isReady(FlowDecision decision) {
                    return real.isReady(decision);
                }
            };
        }
    });

    private static final FlowParts STOP_PASSED_ON_BEFORE_IT_IS_JOURNALED = flow(new Flows() {
        @Override
        public World<FlowEvent, FlowDecision> world(
                World<FlowEvent, FlowDecision> real, FlowSituation scene, String stream) {
            return new World<>() {
                @Override
                public FlowEvent perform(FlowDecision decision) throws InterruptedException {
                    FlowEvent.StopRequested asked = scene.requests.get(stream);
                    if (asked != null && decision instanceof FlowDecision.AwaitAny await) {
                        await.running().forEach(child -> scene.passOn(child, asked.kind(), asked.by()));
                    }
                    return real.perform(decision);
                }

                @Override
                public boolean isReady(FlowDecision decision) {
                    return real.isReady(decision);
                }
            };
        }
    });

    private static final FlowParts STOPPED_WITHOUT_WAITING_FOR_PIPELINES = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            return event instanceof FlowEvent.StopPassedOn ? with(next, List.of(), next.grants()) : next;
        }
    });

    private static final FlowParts HOLD_NOT_PASSED_ON = flow(new Flows() {
        @Override
        public World<FlowEvent, FlowDecision> world(
                World<FlowEvent, FlowDecision> real, FlowSituation scene, String stream) {
            return new World<>() {
                @Override
                public FlowEvent perform(FlowDecision decision) throws InterruptedException {
                    return decision instanceof FlowDecision.HoldChildren
                            ? new FlowEvent.HoldPassedOn()
                            : real.perform(decision);
                }

                @Override
                public boolean isReady(FlowDecision decision) {
                    return real.isReady(decision);
                }
            };
        }
    });

    private static final FlowParts FAILED_WORK_MERGED = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            return state.after(
                    event instanceof FlowEvent.PipelineEnded ended && ended.outcome() == Outcome.BLOCKED
                            ? new FlowEvent.PipelineEnded(
                                    ended.pipeline(), new PipelineReason.StagesPassed(), ended.cost())
                            : event);
        }
    });

    private static final FlowParts MERGED_AGAIN_AFTER_A_CRASH = flow(new Flows() {
        @Override
        public World<FlowEvent, FlowDecision> world(
                World<FlowEvent, FlowDecision> real, FlowSituation scene, String stream) {
            return new World<>() {
                @Override
                public FlowEvent perform(FlowDecision decision) throws InterruptedException {
                    if (decision instanceof FlowDecision.Integrate integrate) {
                        scene.merged.remove(integrate.pipeline());
                    }
                    return real.perform(decision);
                }

                @Override
                public boolean isReady(FlowDecision decision) {
                    return real.isReady(decision);
                }
            };
        }
    });

    private static final FlowParts MERGED_TOGETHER_AND_DROPPED_BY_A_STOP = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            boolean stops = event instanceof FlowEvent.StopRequested && state.end() == null;
            if (!stops || !(state.decision() instanceof FlowDecision.Integrate first)) {
                return next;
            }
            FlowTask.Stand dropped = new FlowTask.Recording(new TaskReason.FlowStopped(StopKind.STOP));
            return with(
                    next,
                    next.tasks().stream()
                            .map(task -> task.stand() instanceof FlowTask.Integrating
                                            && !task.name().equals(first.task())
                                    ? task.in(dropped)
                                    : task)
                            .toList(),
                    next.grants());
        }
    });

    private static final FlowParts NEW_START_NOT_HEARD = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            return event instanceof FlowEvent.FlowResumed ? state : state.after(event);
        }
    });

    private static final FlowParts ONE_TASK_TOO_MANY = flow(new Flows() {
        @Override
        public FlowState begun(FlowState state) {
            FlowPlan plan = state.plan();
            return PlantedFlowBugsTest.begun(new FlowPlan(
                    plan.tasks() + 1,
                    plan.slots(),
                    plan.tries(),
                    plan.grant(),
                    plan.task(),
                    plan.onFailure(),
                    plan.steps()));
        }
    });

    private static final FlowParts ONE_SLOT_TOO_MANY = flow(new Flows() {
        @Override
        public FlowState begun(FlowState state) {
            FlowPlan plan = state.plan();
            return PlantedFlowBugsTest.begun(new FlowPlan(
                    plan.tasks(),
                    plan.slots() + 1,
                    plan.tries(),
                    plan.grant(),
                    plan.task(),
                    plan.onFailure(),
                    plan.steps()));
        }
    });

    private static final FlowParts ONE_TRY_TOO_MANY = flow(new Flows() {
        @Override
        public FlowState begun(FlowState state) {
            FlowPlan plan = state.plan();
            return PlantedFlowBugsTest.begun(new FlowPlan(
                    plan.tasks(),
                    plan.slots(),
                    plan.tries() + 1,
                    plan.grant(),
                    plan.task(),
                    plan.onFailure(),
                    plan.steps()));
        }
    });

    private static final FlowParts EARLIER_TRIES_FORGOTTEN = flow(new Flows() {
        @Override
        public FlowState after(FlowState state, FlowEvent event) {
            FlowState next = state.after(event);
            return with(
                    next,
                    next.tasks().stream()
                            .map(task -> new FlowTask(
                                    task.name(),
                                    task.tries(),
                                    task.collided(),
                                    task.limit(),
                                    Cost.NOTHING,
                                    task.stand()))
                            .toList(),
                    next.grants());
        }
    });

    private static final FlowParts REJECTIONS_AND_CORRECTIONS_WITHOUT_BOUND = pipeline(new Pipelines() {
        @Override
        public PipelineState begun(PipelineState state) {
            List<Stage> stages = new ArrayList<>();
            for (Stage stage : state.plan().stages()) {
                Rejection rejection = stage.rejection();
                stages.add(new Stage(
                        stage.role(),
                        stage.policy(),
                        rejection == null ? null : new Rejection(rejection.to(), 50),
                        stage.ladder()));
            }
            Correction correction = state.plan().correction();
            return with(
                    state,
                    new PipelinePlan(
                            stages,
                            correction == null
                                    ? null
                                    : new Correction(
                                            correction.role(), correction.policy(), 50, 0, correction.classifier()),
                            state.plan().usedUp()));
        }
    });

    private static final FlowParts LAST_STAGE_SKIPPED = pipeline(new Pipelines() {
        @Override
        public PipelineState after(PipelineState state, PipelineEvent event) {
            PipelineState next = state.after(event);
            return event instanceof PipelineEvent.StageEnded && next.at() > 0
                    ? in(next, new PipelinePhase.Finishing(new PipelineReason.StagesPassed()))
                    : next;
        }
    });

    private static final FlowParts FINDINGS_NOT_TOLD = pipeline(new Pipelines() {
        @Override
        public PipelineDecision decision(PipelineState state) {
            return state.decision() instanceof PipelineDecision.OpenLoop open
                    ? new PipelineDecision.OpenLoop(open.role(), open.policy(), open.grant(), List.of())
                    : state.decision();
        }
    });

    private static final FlowParts SAME_FINDING_NEVER_NOTICED = pipeline(new Pipelines() {
        @Override
        public PipelineState after(PipelineState state, PipelineEvent event) {
            PipelineState next = state.after(event);
            RetryCounts all = next.setbacks();
            return new PipelineState(
                    next.plan(),
                    next.phase(),
                    next.at(),
                    new RetryCounts(all.rejections(), Map.of(), all.rungs(), all.corrections()),
                    next.findings(),
                    next.grants(),
                    next.hold(),
                    next.stop());
        }
    });

    private static final FlowParts LADDER_NOT_CLIMBED = pipeline(new Pipelines() {
        @Override
        public PipelineDecision decision(PipelineState state) {
            if (!(state.decision() instanceof PipelineDecision.OpenLoop open)) {
                return state.decision();
            }
            for (Stage stage : state.plan().stages()) {
                if (stage.role().equals(open.role())) {
                    Policy first = stage.policy();
                    return new PipelineDecision.OpenLoop(
                            open.role(),
                            first.with(
                                    first.limits().with(open.policy().limits().caps())),
                            open.grant(),
                            open.findings());
                }
            }
            return open;
        }
    });

    private static final FlowParts STOP_DOES_NOT_REACH_THE_AGENT = new FlowParts() {
        @Override
        public Joints<LoopState, Event, Decision> loop() {
            return new Joints<>() {
                @Override
                public LoopState after(LoopState state, Event event) {
                    boolean deaf =
                            event instanceof Event.StopRequested && state.decision() instanceof Decision.StartAttempt;
                    return deaf ? state : state.after(event);
                }
            };
        }
    };

    /// Which promise notices it; others may, too.
    private static final Map<String, FlowParts> BUGS = new TreeMap<>(Map.ofEntries(
            Map.entry("FlowComesToItsEnd: children written apart", CHILDREN_WRITTEN_APART),
            Map.entry("StreamsReplay: one task too many", ONE_TASK_TOO_MANY),
            Map.entry("ChildrenExistOnce: children written apart", CHILDREN_WRITTEN_APART),
            Map.entry("EndsArePulledOnce: end of a pipeline taken twice", END_OF_A_PIPELINE_TAKEN_TWICE),
            Map.entry("EndsArePulledOnce: end of a loop guessed", END_OF_A_LOOP_GUESSED),
            Map.entry("EndsArePulledOnce: stopped without waiting", STOPPED_WITHOUT_WAITING_FOR_PIPELINES),
            Map.entry("GrantsAreKept: limit forgotten", LIMIT_FORGOTTEN),
            Map.entry("GrantsAreKept: reserved grant forgotten", RESERVED_GRANT_FORGOTTEN),
            Map.entry("GrantsAreKept: unknown counts as nothing", UNKNOWN_COUNTS_AS_NOTHING),
            Map.entry("GrantsAreKept: parked grant given to two", PARKED_GRANT_GIVEN_TO_TWO),
            Map.entry("GrantsAreKept: time begins anew", TIME_BEGINS_ANEW_WITH_EVERY_TASK),
            Map.entry("ParkedHoldsNoSlot: parked works without a slot", PARKED_WORKS_WITHOUT_A_SLOT),
            Map.entry("ParkedHoldsNoSlot: returned without a free slot", RETURNED_WITHOUT_A_FREE_SLOT),
            Map.entry("ParkedHoldsNoSlot: one slot too many", ONE_SLOT_TOO_MANY),
            Map.entry("AnswersCountOnce: answer invented", ANSWER_INVENTED),
            Map.entry("AnswersCountOnce: answer taken twice", ANSWER_TAKEN_TWICE),
            Map.entry("StopOpensNothing: stop ignored before opening", STOP_IGNORED_BEFORE_A_PIPELINE_OPENS),
            Map.entry("StopOpensNothing: stop not passed on", STOP_NOT_PASSED_ON),
            Map.entry("StopOpensNothing: passed on before journaled", STOP_PASSED_ON_BEFORE_IT_IS_JOURNALED),
            Map.entry("HeldBeginsNothing: not passed on", HOLD_NOT_PASSED_ON),
            Map.entry("OneMergeAtATime: failed work merged", FAILED_WORK_MERGED),
            Map.entry("OneMergeAtATime: merged again after a crash", MERGED_AGAIN_AFTER_A_CRASH),
            Map.entry("OneMergeAtATime: merged together and dropped", MERGED_TOGETHER_AND_DROPPED_BY_A_STOP),
            Map.entry("TasksAreBounded: one task too many", ONE_TASK_TOO_MANY),
            Map.entry("TasksAreBounded: one try too many", ONE_TRY_TOO_MANY),
            Map.entry("TasksAreBounded: what earlier tries used is forgotten", EARLIER_TRIES_FORGOTTEN),
            Map.entry("NewStartLooksForTasks: not heard", NEW_START_NOT_HEARD),
            Map.entry("EveryStagePasses: no bound", REJECTIONS_AND_CORRECTIONS_WITHOUT_BOUND),
            Map.entry("EveryStagePasses: last stage skipped", LAST_STAGE_SKIPPED),
            Map.entry("RejectionsGoBack: findings not told", FINDINGS_NOT_TOLD),
            Map.entry("RejectionsGoBack: same finding never noticed", SAME_FINDING_NEVER_NOTICED),
            Map.entry("LaddersAreClimbed: first policy for ever", LADDER_NOT_CLIMBED),
            Map.entry("LoopsKeepTheirPromises: stop ignored", STOP_DOES_NOT_REACH_THE_AGENT)));

    @Test
    void every_planted_bug_is_noticed_by_the_promise_it_breaks() {
        TreeSet<String> unnoticed = new TreeSet<>();
        BUGS.forEach((name, bug) -> {
            String promise = name.substring(0, name.indexOf(':'));
            boolean noticed = false;
            for (long seed = 1; seed <= MOST_SEEDS && !noticed; seed++) {
                noticed = FlowPromiseChecks.broken(FlowSimulation.history(seed, bug)).stream()
                        .anyMatch(broken -> broken.promise().equals(promise));
            }
            if (!noticed) {
                unnoticed.add(name);
            }
        });

        assertThat(unnoticed).isEmpty();
    }

    @Test
    void every_promise_has_a_bug_that_breaks_it() {
        List<String> noticing = BUGS.keySet().stream()
                .map(name -> name.substring(0, name.indexOf(':')))
                .distinct()
                .toList();

        FlowPlan plan = FlowSimulation.history(1, FlowParts.REAL).plan();
        assertThat(FlowPromiseChecks.all(plan).stream().map(FlowPromiseCheck::name))
                .containsExactlyInAnyOrderElementsOf(noticing);
    }

    @Test
    void a_broken_promise_is_named_with_one_line_that_plays_it_again() {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            FlowHistory history = FlowSimulation.history(seed, ONE_TASK_TOO_MANY);
            List<PromiseChecks.Broken> broken = FlowPromiseChecks.broken(history);
            if (!broken.isEmpty()) {
                assertThat(new PromiseBroken(broken, history))
                        .hasMessageContaining("play it again: FlowSimulation.fromSeed(" + seed + "L)\n");
                return;
            }
        }
        throw new AssertionError("the planted bug broke no promise");
    }
}
