package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Grants;
import dev.ralph.budget.Spent;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.MachineEvent;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Correction;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything flows, pipelines and loops promise, checked against what really happened. A promise knows nothing of the
/// machines but their journal.
final class FlowPromiseChecks {
    private FlowPromiseChecks() {}

    static void check(FlowHistory history) {
        List<PromiseChecks.Broken> broken = broken(history);
        if (!broken.isEmpty()) {
            throw new PromiseBroken(broken, history);
        }
    }

    /// The promises that this history breaks; none when all is well.
    static List<PromiseChecks.Broken> broken(FlowHistory history) {
        List<FlowPromiseCheck> promises = all(history.plan());
        for (FlowFact fact : history.facts()) {
            for (FlowPromiseCheck promise : promises) {
                promise.saw(fact);
            }
        }
        promises.forEach(promise -> promise.end(history));
        return Promise.broken(promises);
    }

    /// One watcher each, fresh for every history.
    static List<FlowPromiseCheck> all(FlowPlan plan) {
        return List.of(
                new FlowComesToItsEnd(),
                new StreamsReplay(),
                new ChildrenExistOnce(),
                new EndsArePulledOnce(),
                new GrantsAreKept(plan),
                new ParkedHoldsNoSlot(plan),
                new AnswersCountOnce(),
                new StopOpensNothing(),
                new HeldBeginsNothing(),
                new OneMergeAtATime(plan),
                new TasksAreBounded(plan),
                new NewStartLooksForTasks(),
                new EveryStagePasses(),
                new RejectionsGoBack(),
                new LaddersAreClimbed(),
                new LoopsKeepTheirPromises());
    }

    static final class FlowComesToItsEnd extends FlowPromiseCheck {
        FlowComesToItsEnd() {
            super("a flow comes to its end as soon as people have answered");
        }

        @Override
        void end(FlowHistory history) {
            if (history.trouble() != null) {
                breaks(history.trouble());
            }
        }
    }

    static final class StreamsReplay extends FlowPromiseCheck {
        StreamsReplay() {
            super("every prefix of a stream can be replayed, and replay is always the same");
        }

        @Override
        void end(FlowHistory history) {
            history.streams().forEach((stream, events) -> {
                try {
                    if (!replay(events).equals(replay(events))) {
                        breaks("two replays of " + stream + " differ");
                    }
                } catch (IllegalEvent | IllegalArgumentException e) {
                    breaks(stream + ": " + e.getMessage());
                }
            });
        }

        private static Object replay(List<MachineEvent> events) {
            return switch (events.getFirst()) {
                case FlowEvent _ -> FlowState.replay(of(FlowEvent.class, events));
                case PipelineEvent _ -> PipelineState.replay(of(PipelineEvent.class, events));
                default -> LoopState.replay(of(Event.class, events));
            };
        }

        private static <E> List<E> of(Class<E> type, List<MachineEvent> events) {
            return events.stream().map(type::cast).toList();
        }
    }

    static final class ChildrenExistOnce extends FlowPromiseCheck {
        private final Map<String, Long> born = new HashMap<>();
        private final Set<String> known = new HashSet<>();

        ChildrenExistOnce() {
            super("a child begins in the same transaction as the event that opens it, once, and never without it");
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            if (known.add(stream) && known.size() > 1) {
                Long opened = born.get(stream);
                if (opened == null || opened != append) {
                    breaks(stream + " begins in append " + append + ", and was opened in " + opened);
                }
            }
            for (MachineEvent.Birth birth : event.births()) {
                if (born.put(birth.head().id(), append) != null) {
                    breaks(birth.head().id() + " was opened twice");
                }
                if (!stream.equals(birth.head().parent())) {
                    breaks(birth.head() + " was opened by " + stream);
                }
            }
        }

        @Override
        void end(FlowHistory history) {
            born.keySet().stream()
                    .filter(child -> !known.contains(child))
                    .forEach(child -> breaks(child + " was opened and never began"));
        }
    }

    static final class EndsArePulledOnce extends FlowPromiseCheck {
        private final Map<String, Object> ended = new HashMap<>();
        private final Set<String> pulled = new HashSet<>();

        EndsArePulledOnce() {
            super("every child ends, and its parent takes that end from the journal, once");
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            switch (event) {
                case Event.LoopEnded end -> ends(stream, end.reason());
                case PipelineEvent.PipelineEnded end -> ends(stream, end.reason());
                case PipelineEvent.StageEnded end -> pulls(end.loop(), end.reason());
                case FlowEvent.PipelineEnded end -> pulls(end.pipeline(), end.reason());
                case FlowEvent.FlowEnded end -> ends(stream, end.reason());
                case FlowEvent.StopRequested _, PipelineEvent.StopRequested _, Event.StopRequested _ -> {}
                default -> {
                    if (ended.containsKey(stream)) {
                        breaks(stream + " has ended, and then: " + event);
                    }
                }
            }
        }

        private void ends(String child, Object reason) {
            if (ended.put(child, reason) != null) {
                breaks(child + " ended twice");
            }
        }

        private void pulls(String child, Object reason) {
            if (!reason.equals(ended.get(child))) {
                breaks(child + " is said to have ended for " + reason + ", and did for " + ended.get(child));
            }
            if (!pulled.add(child)) {
                breaks("the end of " + child + " was taken twice");
            }
        }

        @Override
        void end(FlowHistory history) {
            if (history.trouble() == null) {
                pulled.add(history.streams().keySet().iterator().next());
                history.streams().keySet().stream()
                        .filter(stream -> !pulled.contains(stream) || !ended.containsKey(stream))
                        .forEach(stream -> breaks(stream + " was left behind"));
            }
        }
    }

    static final class GrantsAreKept extends FlowPromiseCheck {
        private Grant limit;
        private final Map<String, Grants> grants = new HashMap<>();
        private final Map<String, String> parents = new HashMap<>();
        private final Set<String> silent = new HashSet<>();
        private Cost used = Cost.NOTHING;

        /// How long agents worked at least in this run, those that worked at the same time counted once.
        private Duration passed = Duration.ZERO;

        /// How much of that had passed when each pipeline began, without what it waited since.
        private final Map<String, Duration> since = new HashMap<>();

        private final Map<String, Duration> worked = new HashMap<>();

        GrantsAreKept(FlowPlan plan) {
            super(
                    "no child is granted more than its parent has left, and all together never say that they used more than"
                            + " the flow may; nobody works once its time is over; who does not know what it used does not say"
                            + " that it knows");
            this.limit = plan.grant();
        }

        /// Of an attempt whose engine died nobody knows.
        private void uses(String loop, AttemptReport report) {
            AgentStatement said = report.statement();
            if (said == null && report.how() != AttemptReport.How.NOT_STARTED) {
                silent.add(loop);
            }
            used = used.plus(new Cost(said == null ? Spent.NOTHING : said.spent(), report.took()));
            BigDecimal dollars = used.spent().dollars();
            String pipeline = parents.getOrDefault(loop, "?");
            worked.merge(pipeline, report.took(), Duration::plus);
            Grant all = new Grant(
                    dollars == null ? BigDecimal.ZERO : dollars,
                    used.spent().tokens().total(),
                    longer(Duration.ZERO, end(pipeline)));
            if (!all.fitsInto(limit)) {
                breaks(used + " were used in " + end(pipeline) + ", and only " + limit + " is allowed");
            }
        }

        private Duration worked(String pipeline) {
            return worked.getOrDefault(pipeline, Duration.ZERO);
        }

        private Duration end(String pipeline) {
            return since.getOrDefault(pipeline, Duration.ZERO).plus(worked(pipeline));
        }

        private static Duration longer(Duration one, Duration other) {
            return one.compareTo(other) > 0 ? one : other;
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            switch (event) {
                case FlowEvent.FlowStarted started ->
                    grants.put(stream, Grants.of(withoutTime(started.plan().grant())));
                case FlowEvent.FlowResumed resumed ->
                    startsAgain(stream, resumed.plan().grant());
                case PipelineEvent.PipelineStarted started ->
                    grants.put(stream, Grants.of(withoutTime(started.grant())));
                case FlowEvent.PipelineOpened opened -> {
                    since.put(opened.head().id(), passed);
                    grant(stream, opened.head().id(), opened.started().grant());
                }
                case PipelineEvent.StageOpened opened ->
                    grant(stream, opened.head().id(), opened.grant());
                case FlowEvent.PipelineParked parked -> {
                    passed = longer(passed, end(parked.pipeline()));
                    grants.computeIfPresent(
                            stream,
                            (_, before) -> before.open().containsKey(parked.pipeline())
                                    ? before.parking(parked.pipeline(), parked.cost())
                                    : before);
                }
                case FlowEvent.PipelineReturned back ->
                    since.put(back.pipeline(), passed.minus(worked(back.pipeline())));
                case PipelineEvent.Answered answered -> comesBack(stream, answered.grant());
                case FlowEvent.PipelineEnded ended -> {
                    passed = longer(passed, end(ended.pipeline()));
                    settle(stream, ended.pipeline(), ended.cost());
                }
                case PipelineEvent.StageEnded ended -> {
                    settle(stream, ended.loop(), ended.cost());
                    if (silent.contains(ended.loop()) && ended.cost().spent().complete()) {
                        breaks(ended.loop() + " does not know all that it used, and says " + ended.cost());
                    }
                }
                case Event.AttemptEnded ended -> uses(stream, ended.report());
                case Event.AttemptLost _ -> silent.add(stream);
                default -> {}
            }
        }

        /// Time has a check of its own.
        private static Grant withoutTime(Grant grant) {
            return new Grant(grant.dollars(), grant.tokens(), null, grant.attempts());
        }

        private void startsAgain(String flow, Grant next) {
            grants.computeIfPresent(flow, (_, before) -> before.renewed(withoutTime(next)));
            limit = next;
            used = Cost.NOTHING;
            passed = Duration.ZERO;
            since.replaceAll((pipeline, _) -> worked(pipeline).negated());
        }

        /// What others have is theirs.
        private void comesBack(String pipeline, @Nullable Grant grant) {
            String flow = parents.getOrDefault(pipeline, "?");
            Grants before = grants.get(flow);
            if (before == null || grant == null || !before.open().containsKey(pipeline)) {
                return;
            }
            Grant has = withoutTime(grant);
            Grant most = Objects.requireNonNull(before.returning(pipeline).granted(pipeline));
            if (!has.fitsInto(most)) {
                breaks(pipeline + " comes back with " + grant + ", and only " + most + " is left for it");
            }
            Map<String, Grants.Reserved> open = new HashMap<>(before.open());
            open.put(pipeline, new Grants.Reserved(has, Duration.ZERO, null));
            grants.put(flow, new Grants(before.limit(), open, before.settled(), before.cost()));
            grants.computeIfPresent(pipeline, (_, own) -> own.within(has));
        }

        private void grant(String parent, String child, Grant grant) {
            parents.put(child, parent);
            try {
                grants.computeIfPresent(parent, (_, before) -> before.granting(child, withoutTime(grant)));
            } catch (IllegalArgumentException e) {
                breaks(parent + ": " + e.getMessage());
            }
        }

        private void settle(String parent, String child, Cost cost) {
            grants.computeIfPresent(
                    parent, (_, before) -> before.open().containsKey(child) ? before.settling(child, cost) : before);
        }
    }

    static final class ParkedHoldsNoSlot extends FlowPromiseCheck {
        private int slots;
        private final Map<String, String> pipelines = new HashMap<>();
        private final Set<String> parked = new HashSet<>();
        private final Set<String> withoutSlot = new HashSet<>();
        private final Set<String> working = new HashSet<>();
        private boolean stopped;

        ParkedHoldsNoSlot(FlowPlan plan) {
            super("no more pipelines work than there are slots, and a parked one does not work");
            this.slots = plan.slots();
        }

        @Override
        void saw(FlowFact fact) {
            super.saw(fact);
            if (fact instanceof FlowFact.InLoop worked && worked.fact() instanceof SimFact.Executed && !stopped) {
                String pipeline = pipelines.getOrDefault(worked.loop(), "?");
                working.add(pipeline);
                if (parked.contains(pipeline) || withoutSlot.contains(pipeline)) {
                    breaks(worked.loop() + " works although " + pipeline + " is parked");
                }
                if (working.size() > slots) {
                    breaks(working + " work in " + slots + " slots");
                }
            }
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            switch (event) {
                case PipelineEvent.StageOpened opened ->
                    pipelines.put(opened.head().id(), stream);
                case FlowEvent.FlowResumed resumed -> slots = resumed.plan().slots();
                case PipelineEvent.Asked _ -> parked.add(stream);
                case PipelineEvent.Answered _, PipelineEvent.StopRequested _ -> parked.remove(stream);
                case FlowEvent.PipelineParked parks -> {
                    withoutSlot.add(parks.pipeline());
                    working.remove(parks.pipeline());
                }
                case FlowEvent.PipelineReturned back -> withoutSlot.remove(back.pipeline());
                case FlowEvent.PipelineEnded ended -> working.remove(ended.pipeline());
                case FlowEvent.StopRequested _, FlowEvent.TroubleFound _ -> stopped = true;
                default -> {}
            }
        }
    }

    static final class AnswersCountOnce extends FlowPromiseCheck {
        private final Set<String> given = new HashSet<>();
        private final Map<String, String> open = new HashMap<>();
        private final Set<String> taken = new HashSet<>();

        AnswersCountOnce() {
            super("each question is answered by a person, and the answer is taken once by everybody who waits for it");
        }

        @Override
        void saw(FlowFact fact) {
            super.saw(fact);
            if (fact instanceof FlowFact.AnswerGiven answer) {
                given.add(answer.question());
            }
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            switch (event) {
                case Event.Asked asked -> open.put(stream, asked.question());
                case PipelineEvent.Asked asked -> open.put(stream, asked.question());
                case Event.Answered answered -> takes(stream, answered.question());
                case PipelineEvent.Answered answered -> takes(stream, answered.question());
                case Event.StopRequested _, PipelineEvent.StopRequested _ -> open.remove(stream);
                case Event.LoopEnded _, PipelineEvent.PipelineEnded _ -> {
                    if (open.containsKey(stream)) {
                        breaks(stream + " ended without an answer to " + open.get(stream));
                    }
                }
                default -> {}
            }
        }

        private void takes(String stream, String question) {
            if (!question.equals(open.remove(stream)) || !taken.add(stream + " " + question)) {
                breaks(stream + " takes an answer to " + question + ", which it did not ask, or took before");
            }
            if (!given.contains(question)) {
                breaks(stream + " takes an answer to " + question + ", which nobody gave");
            }
        }
    }

    static final class StopOpensNothing extends FlowPromiseCheck {
        private final Set<String> stopped = new HashSet<>();
        private final Set<String> by = new HashSet<>(Set.of("the run"));
        private @Nullable String flow;
        private boolean asked;
        private boolean passedOn;

        StopOpensNothing() {
            super("a stop is journaled before any child hears of it, and after it nothing is opened");
        }

        @Override
        void saw(FlowFact fact) {
            super.saw(fact);
            if (fact instanceof FlowFact.StopAsked request && request.stream().equals(flow)) {
                asked = true;
            }
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            switch (event) {
                case FlowEvent.FlowStarted _ -> flow = stream;
                case FlowEvent.StopRequested stop -> stops(stream, stop.by());
                case PipelineEvent.StopRequested stop -> stops(stream, stop.by());
                case Event.StopRequested stop -> stops(stream, stop.by());
                case FlowEvent.TroubleFound _, PipelineEvent.TroubleFound _ -> stopped.add(stream);
                case FlowEvent.StopPassedOn _ -> passedOn = true;
                case FlowEvent.TaskPicked _, FlowEvent.PipelineOpened _ -> opens(stream, event, false);
                case PipelineEvent.StageOpened _,
                        PipelineEvent.FailureClassified _,
                        PipelineEvent.CorrectionApplied _ -> opens(stream, event, passedOn);
                default -> {}
            }
        }

        private void stops(String stream, String who) {
            boolean own = who.equals(FlowSituation.stopper(stream)) || who.equals("a user");
            if (!own && !by.contains(who)) {
                breaks(stream + " is stopped by " + who + " before its parent knows");
            }
            by.add(who);
            stopped.add(stream);
        }

        private void opens(String stream, MachineEvent event, boolean late) {
            if (late || stopped.contains(stream)) {
                breaks("after the stop of " + stream + ": " + event);
            }
        }

        @Override
        void end(FlowHistory history) {
            if (asked && flow != null && !stopped.contains(flow)) {
                breaks("somebody asked to stop, but the journal never heard of it");
            }
        }
    }

    static final class HeldBeginsNothing extends FlowPromiseCheck {
        private final Set<String> held = new HashSet<>();
        private final Map<String, String> parents = new HashMap<>();
        private final Set<String> passedOn = new HashSet<>();
        private final Set<String> releasedAlone = new HashSet<>();

        HeldBeginsNothing() {
            super(
                    "while a flow is held no task is picked, no child begun and none brought back, not even after a crash,"
                            + " but for a task that somebody released alone");
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            event.births().forEach(birth -> parents.put(birth.head().id(), stream));
            switch (event) {
                case FlowEvent.Held _, PipelineEvent.Held _ -> held.add(stream);
                case FlowEvent.Released _ -> released(stream);
                case PipelineEvent.Released back -> {
                    released(stream);
                    if (back.by().equals(FlowSituation.stopper(stream))) {
                        releasedAlone.add(stream);
                    }
                }
                case FlowEvent.HoldPassedOn _, PipelineEvent.HoldPassedOn _ -> {
                    if (held.contains(stream)) {
                        passedOn.add(stream);
                        releasedAlone.removeIf(child -> stream.equals(parents.get(child)));
                    }
                }
                case FlowEvent.TaskPicked _, FlowEvent.PipelineOpened _, FlowEvent.PipelineReturned _ ->
                    begins(stream, event);
                case PipelineEvent.StageOpened _ -> begins(stream, event);
                default -> {}
            }
        }

        private void begins(String stream, MachineEvent event) {
            String parent = parents.get(stream);
            boolean above = parent != null && passedOn.contains(parent) && !releasedAlone.contains(stream);
            if (held.contains(stream) || above) {
                breaks(stream + " is held, and then: " + event);
            }
        }

        private void released(String stream) {
            held.remove(stream);
            passedOn.remove(stream);
        }
    }

    static final class OneMergeAtATime extends FlowPromiseCheck {
        private FlowPlan plan;
        private final Map<String, Outcome> pipelines = new HashMap<>();
        private final Map<String, String> merged = new HashMap<>();
        private final Map<String, TaskReason> listed = new HashMap<>();
        private final Set<String> mergeable = new HashSet<>();
        private @Nullable String merging;
        private boolean trouble;

        OneMergeAtATime(FlowPlan plan) {
            super("tasks are merged one at a time, once, when their pipeline completed, and listed as done then, also"
                    + " those that were merged with another");
            this.plan = plan;
        }

        @Override
        void saw(FlowFact fact) {
            super.saw(fact);
            switch (fact) {
                case FlowFact.MergeBegan began -> {
                    if (merging != null) {
                        breaks(began.task() + " is merged while " + merging + " is");
                    }
                    merging = began.task();
                }
                case FlowFact.MergeEnded ended -> {
                    merging = null;
                    if (ended.merged()) {
                        merges(ended.task(), ended.pipeline());
                    }
                }
                case FlowFact.EngineDied _ -> merging = null;
                case FlowFact.TaskListed list -> {
                    listed.put(list.task(), list.reason());
                    if (plan.integrates()) {
                        mergeable.add(list.task());
                    }
                }
                case FlowFact.Wrote _, FlowFact.InLoop _, FlowFact.AnswerGiven _, FlowFact.StopAsked _ -> {}
            }
        }

        private void merges(String task, String pipeline) {
            if (pipelines.get(pipeline) != Outcome.COMPLETED) {
                breaks(pipeline + " is merged, and ended as " + pipelines.get(pipeline));
            }
            if (merged.put(task, pipeline) != null) {
                breaks(task + " is merged twice");
            }
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            if (event instanceof PipelineEvent.PipelineEnded ended) {
                pipelines.put(stream, ended.reason().outcome());
            } else if (event instanceof FlowEvent.TroubleFound) {
                trouble = true;
            } else if (event instanceof FlowEvent.FlowResumed resumed) {
                plan = resumed.plan();
            }
        }

        @Override
        void end(FlowHistory history) {
            boolean whole = history.trouble() == null && !trouble;
            listed.forEach((task, reason) -> {
                boolean isDone = reason instanceof TaskReason.Done;
                boolean due = isDone && mergeable.contains(task);
                if (due && !merged.containsKey(task)) {
                    breaks(task + " is listed as done and was never merged");
                }
                if (reason instanceof TaskReason.Done done && pipelines.get(done.pipeline()) != Outcome.COMPLETED) {
                    breaks(task + " is listed as done, and " + done.pipeline() + " did not complete");
                }
                boolean unknown = reason instanceof TaskReason.NotIntegrated;
                if (whole && !isDone && !unknown && merged.containsKey(task)) {
                    breaks(task + " is merged and listed as " + reason);
                }
            });
        }
    }

    static final class TasksAreBounded extends FlowPromiseCheck {
        private FlowPlan plan;
        private int mostTries;
        private final Map<String, Integer> tries = new HashMap<>();
        private final Set<String> inFlight = new HashSet<>();
        private int picked;
        private final Map<String, Cost> used = new HashMap<>();
        private final Map<String, String> tasks = new HashMap<>();
        private boolean trouble;

        TasksAreBounded(FlowPlan plan) {
            super(
                    "no more tasks and tries than the plan says, no task gets more than it may for all its tries, and every task"
                            + " is recorded once");
            this.plan = plan;
            this.mostTries = plan.tries();
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            switch (event) {
                case FlowEvent.FlowResumed resumed -> { // a task in flight may have been promised more tries
                    plan = resumed.plan();
                    mostTries = Math.max(mostTries, plan.tries());
                    picked = 0;
                    used.clear();
                }
                case FlowEvent.TaskPicked pick -> {
                    if (++picked > plan.tasks() || !inFlight.add(pick.task())) {
                        breaks(pick.task() + " is picked as number " + picked + " of " + plan.tasks());
                    }
                }
                case FlowEvent.PipelineOpened opened -> {
                    String task = opened.head().task();
                    tasks.put(opened.head().id(), task);
                    Grant rest = left(task);
                    if (!opened.started().grant().fitsInto(rest) || (used.containsKey(task) && rest.isUsedUp())) {
                        breaks(task + " gets " + opened.started().grant() + ", and only " + rest + " is left of it");
                    }
                    if (tries.merge(opened.head().task(), 1, Integer::sum) > mostTries) {
                        breaks(opened.head().task() + " gets more than " + mostTries + " pipelines");
                    }
                }
                case FlowEvent.PipelineEnded ended ->
                    used.merge(
                            Objects.requireNonNull(tasks.get(ended.pipeline())),
                            ended.cost().said(),
                            Cost::plus);
                case FlowEvent.Recorded recorded -> {
                    if (!inFlight.remove(recorded.task())) {
                        breaks(recorded.task() + " is recorded and not in flight");
                    }
                }
                case FlowEvent.TroubleFound _ -> trouble = true;
                default -> {}
            }
        }

        private Grant left(String task) {
            Grant limit = plan.task();
            return limit.minus(used.getOrDefault(task, Cost.NOTHING).outOf(limit));
        }

        @Override
        void end(FlowHistory history) {
            if (!inFlight.isEmpty() && !trouble && history.trouble() == null) {
                breaks(inFlight + " were never recorded");
            }
        }
    }

    static final class NewStartLooksForTasks extends FlowPromiseCheck {
        private boolean due;

        NewStartLooksForTasks() {
            super("who starts a flow again while it waits for answers has it look for tasks at once");
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            if (!(event instanceof FlowEvent happened)) {
                return;
            }
            boolean looks = switch (happened) {
                case FlowEvent.TaskPicked _, FlowEvent.NoneReady _, FlowEvent.TroubleFound _ -> true;
                case FlowEvent.PipelineOpened _, FlowEvent.TaskRefused _ -> true; // one that was picked before
                case FlowEvent.StopRequested _, FlowEvent.Held _, FlowEvent.Released _ -> true;
                default -> false;
            };
            if (due && !looks) {
                breaks("after a new start: " + event);
            }
            due = happened instanceof FlowEvent.FlowResumed resumed
                    && resumed.plan().grant().equals(Grant.UNBOUNDED)
                    && resumed.plan().task().equals(Grant.UNBOUNDED);
        }
    }

    static final class EveryStagePasses extends FlowPromiseCheck {
        private final Map<String, Course> courses = new HashMap<>();

        private static final class Course {
            private final PipelinePlan plan;
            private final Map<String, Integer> opened = new HashMap<>();
            private final Map<String, Integer> passedAt = new HashMap<>();
            private final Map<String, String> roles = new HashMap<>();
            private int ended;
            private int answers;

            Course(PipelinePlan plan) {
                this.plan = plan;
            }
        }

        EveryStagePasses() {
            super("a task completes when every stage passed in order; rejections and corrections are bounded");
        }

        @Override
        void wrote(String stream, MachineEvent event, long append) {
            if (event instanceof PipelineEvent.PipelineStarted started) {
                courses.put(stream, new Course(started.plan()));
            }
            Course course = courses.get(stream);
            if (course == null) {
                return;
            }
            switch (event) {
                case PipelineEvent.StageOpened opened ->
                    opened(
                            course,
                            opened.head().id(),
                            String.valueOf(opened.head().role()));
                case PipelineEvent.StageEnded end -> {
                    boolean passed = end.outcome() == Outcome.COMPLETED;
                    String role = course.roles.getOrDefault(end.loop(), "?");
                    course.passedAt.put(role, passed ? ++course.ended : -1);
                    if (course.plan.correction() != null && isLost(end.reason())) {
                        course.opened.merge(role, -1, Integer::sum);
                    }
                }
                case PipelineEvent.Answered _ -> course.answers++;
                case PipelineEvent.PipelineEnded end -> {
                    if (end.reason() instanceof PipelineReason.StagesPassed) {
                        passed(stream, course);
                    }
                }
                default -> {}
            }
        }

        private static boolean isLost(Reason reason) {
            return reason instanceof Reason.AttemptFailed(AttemptFailure.Lost _);
        }

        /// A stage is opened once, once more for each rejection behind it, each correction and each rung of its ladder,
        /// and again when a person allows that. Where failures are corrected, what was lost did not fail.
        private void opened(Course course, String loop, String role) {
            course.roles.put(loop, role);
            int times = course.opened.merge(role, 1, Integer::sum);
            Correction correction = course.plan.correction();
            int corrections = correction == null ? 0 : correction.most();
            int most = 1 + corrections;
            for (Stage stage : course.plan.stages()) {
                Rejection rejection = stage.rejection();
                most += rejection == null ? 0 : rejection.most();
                most += stage.role().equals(role) ? stage.ladder().size() : 0;
            }
            most = correction != null && correction.has(role) ? corrections : most;
            if (times > most * (1 + course.answers) + course.answers) {
                breaks(role + " is opened for the " + times + "th time by " + loop + "; " + course.plan);
            }
        }

        private void passed(String stream, Course course) {
            int before = 0;
            for (Stage stage : course.plan.stages()) {
                int at = course.passedAt.getOrDefault(stage.role(), -1);
                if (at <= before) {
                    breaks(stream + " completed, and " + stage.role() + " did not pass after the stage before it");
                }
                before = at;
            }
        }
    }

    static final class LoopsKeepTheirPromises extends FlowPromiseCheck {
        private final Map<String, List<SimFact>> facts = new LinkedHashMap<>();
        private final Map<String, List<JournalEntry<Event>>> entries = new HashMap<>();

        LoopsKeepTheirPromises() {
            super("a loop in a flow promises what every loop does");
        }

        @Override
        void saw(FlowFact fact) {
            if (fact instanceof FlowFact.InLoop in) {
                of(facts, in.loop()).add(in.fact());
            } else if (fact instanceof FlowFact.Wrote wrote && wrote.event() instanceof Event event) {
                JournalEntry<Event> entry =
                        new JournalEntry<>(wrote.entry().seq(), wrote.entry().at(), event);
                of(entries, wrote.stream()).add(entry);
                of(facts, wrote.stream()).add(new SimFact.Wrote(Duration.ZERO, entry));
            }
        }

        private static <T> List<T> of(Map<String, List<T>> all, String loop) {
            return all.computeIfAbsent(loop, _ -> new ArrayList<>());
        }

        @Override
        void end(FlowHistory history) {
            if (history.trouble() == null) {
                facts.forEach((loop, happened) -> PromiseChecks.broken(
                                new SimHistory(happened, of(entries, loop), history.reproduction(), null))
                        .forEach(broken -> breaks(loop + ": " + broken.promise() + ", " + broken.how())));
            }
        }
    }
}
