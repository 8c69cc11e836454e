package dev.ralph.flow;

import dev.ralph.budget.Grant;
import dev.ralph.budget.Grants;
import dev.ralph.flow.FlowDecision.*;
import dev.ralph.flow.FlowEvent.*;
import dev.ralph.flow.FlowPlan.OnFailure;
import dev.ralph.flow.FlowPlan.Step;
import dev.ralph.flow.FlowReason.*;
import dev.ralph.flow.FlowTask.*;
import dev.ralph.flow.TaskReason.*;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.Hold;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A flow promises:
/// 1. The decision follows from the state alone; replaying the same events gives the same decision.
/// 2. No more pipelines work at once than there are slots; a parked one holds none, and comes back before a new task.
/// 3. No more tasks are picked, and no task gets more pipelines, than the plan says. Who starts it again while it is
///    parked brings a new plan: tasks and money count anew.
/// 4. No pipeline is granted more than the flow's own grant leaves: what its task's earlier ones left of the task's own
///    limit, and of what a task has no limit for as much as each other that could begin now. One whose limit is used up
///    gets no other pipeline. A parked one holds what it has used, and gets the rest
///    anew, as far as it is left, when it comes back. One that the flow's grant ended, not its own limit, is tried
/// again
///    while tries and something of that are left, or others work that may leave some.
/// 5. One task is integrated at a time, and only what its pipeline completed; those that wait for it may be merged
///    together with it, and none of them is dropped. One that could not be merged is done again, and until that is
///    merged or failed, no other is. Each task is recorded once, also when the flow breaks. An
///    integration that fails, or a task that cannot be begun, fails that task alone.
/// 6. After a stop request no task is picked and no pipeline opened; what may already be under way, the integration of
///    those that wait for it, is brought to its end; every open pipeline is stopped, and its end awaited.
/// 7. It waits only when there is nothing else to do. That no task is ready holds until one is through or comes back,
///    or the list changes while a slot is free, or somebody starts it again.
/// 8. While it is held no task is picked, no pipeline opened and none brought back; everything else goes on, and it is
///    not parked.
///
/// @param tasks   those in flight, in the order in which they were picked
/// @param picked  how many there were since somebody started it, as with those that failed
/// @param none    how long no task is ready, null while one may be
/// @param hold    whether it is held
/// @param end     why no pipeline is opened any more, null while they are
/// @param heard   whether the open pipelines know of the last of both
/// @param over    whether the end is recorded
public record FlowState(
        FlowPlan plan,
        List<FlowTask> tasks,
        int picked,
        int done,
        int failed,
        @Nullable Until none,
        Grants grants,
        Hold hold,
        @Nullable FlowReason end,
        boolean heard,
        boolean over)
        implements State<FlowState, FlowEvent, FlowDecision> {

    public FlowState {
        tasks = List.copyOf(tasks);
    }

    public static FlowState begin(FlowStarted started) {
        FlowPlan plan = started.plan();
        return new FlowState(plan, List.of(), 0, 0, 0, null, Grants.of(plan.grant()), Hold.OFF, null, true, false);
    }

    /// Recovery: the state after all of a flow's events.
    public static FlowState replay(List<FlowEvent> events) {
        if (events.isEmpty() || !(events.getFirst() instanceof FlowStarted started)) {
            throw new IllegalEvent("a flow begins with FlowStarted, not with " + events);
        }
        FlowState state = begin(started);
        for (FlowEvent event : events.subList(1, events.size())) {
            state = state.after(event);
        }
        return state;
    }

    @Override
    public FlowDecision decision() {
        if (over) {
            return new Ended(reason());
        }
        if (!heard) {
            return end == null ? new HoldChildren(open(), hold) : stopChildren();
        }
        return work();
    }

    private FlowDecision work() {
        boolean isReserved = tasks.stream().anyMatch(this::reserves);
        for (FlowTask task : tasks) {
            if (task.stand() instanceof Integrating due && (task.collided() || !isReserved)) {
                return new Integrate(task.name(), due.pipeline(), othersThan(due));
            }
        }
        for (FlowTask task : tasks) {
            switch (task.stand()) {
                case Recording recording -> {
                    return new RecordTask(task.name(), recording.reason());
                }
                case Syncing syncing -> {
                    return new Sync(task.name(), syncing.reason());
                }
                case Learning learning -> {
                    return new Learn(task.name(), learning.reason());
                }
                case Integrating _, Waiting _, Running _, Parked _, Returning _ -> {}
            }
        }
        boolean may = end == null && workers().size() < plan.slots() && affords();
        FlowDecision next = may ? begins() : awaits();
        boolean begins = next instanceof Pick || next instanceof OpenPipeline;
        return begins && hold.on() ? new AwaitAny(workers(), Map.of()) : next;
    }

    /// While work that could not be merged is done once more, nothing else is: so it meets the branch it began with.
    private boolean reserves(FlowTask task) {
        boolean works =
                task.stand() instanceof Waiting || task.stand() instanceof Running || task.stand() instanceof Returning;
        return task.collided() && works && end == null && !hold.on();
    }

    private List<String> othersThan(Integrating first) {
        List<String> others = new ArrayList<>();
        for (FlowTask task : tasks) {
            if (task.stand() instanceof Integrating due && !due.equals(first)) {
                others.add(due.pipeline());
            }
        }
        return List.copyOf(others);
    }

    private FlowDecision stopChildren() {
        StoppedBy stop = end instanceof StoppedBy asked ? asked : new StoppedBy(StopKind.STOP, "the run");
        return new StopChildren(open(), stop.kind(), stop.by());
    }

    /// A task that was picked before comes first.
    private FlowDecision begins() {
        for (FlowTask task : tasks) {
            if (task.stand() instanceof Waiting waiting) {
                return new OpenPipeline(task.name(), share(task, waiting), waiting.findings());
            }
        }
        return mayPick() ? new Pick(tasks.stream().map(FlowTask::name).toList()) : awaits();
    }

    private boolean mayPick() {
        return none == null && picked < plan.tasks() && !isHalted();
    }

    private boolean isHalted() {
        return failed > 0 && plan.onFailure() == OnFailure.HALT;
    }

    /// Whether it would pick a task now if one were ready.
    public boolean mayLookAgain() {
        return none != null && with((Until) null).decision() instanceof Pick;
    }

    private FlowDecision awaits() {
        Map<String, String> parked = new LinkedHashMap<>();
        for (FlowTask task : tasks) {
            if (task.stand() instanceof Parked stand && !hold.on()) {
                parked.put(stand.pipeline(), stand.question());
            }
        }
        if (!tasks.isEmpty()) {
            return new AwaitAny(workers(), parked);
        }
        boolean unknown = end == null && none == null && !isHalted();
        return unknown ? new LookForMore() : new Finish(reason());
    }

    /// Whether it would begin something if more of its grant were left.
    public boolean isShort() {
        boolean waits = mayPick() || tasks.stream().anyMatch(task -> task.stand() instanceof Waiting);
        return waits && end == null && !hold.on() && workers().size() < plan.slots() && !affords();
    }

    /// A limit ends it only where that leaves a task out, or nothing is left for one that failed.
    private FlowReason reason() {
        if (end != null) {
            return end;
        }
        if (none == Until.NEXT_RUN) {
            return picked < plan.tasks() ? new GrantUsed() : new TasksUsed(plan.tasks());
        }
        if (failed > 0) {
            return affords() ? new TasksFailed(failed) : new GrantUsed();
        }
        return none == Until.SOMETHING_ENDS ? new TasksWait() : new AllDone(done);
    }

    private boolean affords() {
        return !grants.left().within(plan.task()).isUsedUp();
    }

    /// What the next pipeline may use.
    private Grant share(FlowTask task, Waiting next) {
        int waiting = (int)
                tasks.stream().filter(other -> other.stand() instanceof Waiting).count();
        int could = Math.min(plan.slots() - workers().size(), Math.min(plan.tasks() - picked, next.others()) + waiting);
        return grants.left().share(Math.max(1, could), task.left());
    }

    @Override
    public boolean hasEnded() {
        return over;
    }

    @Override
    public boolean isParked() {
        return !hold.on()
                && decision() instanceof AwaitAny await
                && await.running().isEmpty();
    }

    @Override
    public List<String> workers() {
        List<String> working = new ArrayList<>();
        for (FlowTask task : tasks) {
            if (task.stand() instanceof Running running) {
                working.add(running.pipeline());
            }
        }
        return working;
    }

    /// Whether what a pipeline left is still to be worked on, or to be merged.
    public boolean needs(String pipeline) {
        return open().contains(pipeline)
                || tasks.stream()
                        .anyMatch(task -> task.stand() instanceof Integrating due
                                && due.pipeline().equals(pipeline));
    }

    private List<String> open() {
        return tasks.stream().map(FlowTask::pipeline).filter(Objects::nonNull).toList();
    }

    @Override
    public FlowState after(FlowEvent event) {
        FlowDecision now = decision();
        FlowState next = switch (event) {
            case FlowResumed resumed when isParked() -> afterResumed(resumed.plan());
            case TaskPicked task
            when now instanceof Pick pick && !pick.inFlight().contains(task.task()) -> afterPicked(task);
            case NoneReady none
            when now instanceof LookForMore || (now instanceof Pick && none.until() != Until.NEXT_RUN) ->
                with(none.until());
            case TasksChanged _ when now instanceof AwaitAny && mayLookAgain() -> with((Until) null);
            case PipelineOpened opened when now instanceof OpenPipeline due && fits(opened, due) -> afterOpened(opened);
            case TaskRefused refused
            when now instanceof OpenPipeline due && due.task().equals(refused.task()) ->
                on(refused.task(), task -> task.in(new Recording(new NotBegun(refused.words()))));
            case PipelineParked parked
            when works(now, parked.pipeline()) && end == null ->
                with(grants.parking(parked.pipeline(), parked.cost()))
                        .at(parked.pipeline(), new Parked(parked.pipeline(), parked.question()));
            case PipelineReturned back
            when now instanceof AwaitAny await && await.parked().containsKey(back.pipeline()) ->
                with((Until) null).at(back.pipeline(), new Returning(back.pipeline()));
            case PipelineEnded ended when mayEnd(now, ended.pipeline()) -> afterPipeline(ended);
            case Integrated merged
            when now instanceof Integrate due && due.task().equals(merged.task()) ->
                on(merged.task(), task -> task.in(new Recording(new Done(due.pipeline()))));
            case Conflicted conflict
            when now instanceof Integrate due && due.task().equals(conflict.task()) ->
                on(conflict.task(), task -> afterConflict(task, due.pipeline(), conflict));
            case IntegrationFailed failure
            when now instanceof Integrate due && due.task().equals(failure.task()) ->
                on(due.task(), task -> task.in(new Recording(new NotIntegrated(due.pipeline(), failure.words()))));
            case Recorded recorded
            when now instanceof RecordTask due && due.task().equals(recorded.task()) -> afterRecorded(due);
            case Synced synced
            when now instanceof Sync due && due.task().equals(synced.task()) ->
                on(due.task(), task -> task.next(due.reason(), plan.steps()));
            case Learned learned
            when now instanceof Learn due && due.task().equals(learned.task()) ->
                on(due.task(), task -> task.next(due.reason(), plan.steps()));
            case StopRequested stop -> afterStop(stop, now);
            case Held held when !over -> with(new Hold(true, held.by()));
            case Released released when !over -> with(new Hold(false, released.by()));
            case HoldPassedOn _ when now instanceof HoldChildren -> ending(null, true, false);
            case StopPassedOn _ when now instanceof StopChildren -> afterPassedOn();
            case TroubleFound trouble when mayFail(now) -> afterTrouble(trouble, now);
            case FlowEnded ended
            when now instanceof Finish due && due.reason().equals(ended.reason()) -> ending(ended.reason(), true, true);
            case FlowStarted _, FlowResumed _, TaskPicked _, NoneReady _, PipelineOpened _ -> illegal(now, event);
            case TasksChanged _, PipelineParked _, PipelineReturned _ -> illegal(now, event);
            case TaskRefused _, PipelineEnded _, Integrated _, Conflicted _, IntegrationFailed _ -> illegal(now, event);
            case Recorded _, Synced _, Learned _ -> illegal(now, event);
            case Held _, Released _, HoldPassedOn _, StopPassedOn _, TroubleFound _, FlowEnded _ -> illegal(now, event);
        };
        return next.tidied();
    }

    private static boolean works(FlowDecision now, String pipeline) {
        return now instanceof AwaitAny await && await.running().contains(pipeline);
    }

    /// Who is about to merge takes the ends that are there already, so that what waits is known.
    private boolean mayEnd(FlowDecision now, String pipeline) {
        return works(now, pipeline) || (now instanceof Integrate && workers().contains(pipeline));
    }

    private static boolean fits(PipelineOpened opened, OpenPipeline due) {
        return opened.head().kind() == StreamHead.Kind.PIPELINE
                && opened.head().task().equals(due.task())
                && opened.started().grant().fitsInto(due.grant());
    }

    private static boolean mayFail(FlowDecision now) {
        return switch (now) {
            case Pick _, LookForMore _, OpenPipeline _, RecordTask _ -> true;
            case Integrate _, Sync _, Learn _, AwaitAny _, StopChildren _, HoldChildren _, Finish _, Ended _ -> false;
        };
    }

    private FlowState afterResumed(FlowPlan next) {
        return new FlowState(next, tasks, 0, done, 0, null, grants.renewed(next.grant()), hold, end, heard, over)
                .each(task -> task.anew(next.task()));
    }

    private FlowState afterPicked(TaskPicked task) {
        int others = task.others() == null ? plan.tasks() : task.others();
        List<FlowTask> more = new ArrayList<>(tasks);
        more.add(FlowTask.picked(task.task(), plan.task(), new Waiting(List.of(), others)));
        return new FlowState(plan, more, picked + 1, done, failed, none, grants, hold, end, heard, over);
    }

    private FlowState afterOpened(PipelineOpened opened) {
        String pipeline = opened.head().id();
        return with(grants.granting(pipeline, opened.started().grant()))
                .on(opened.head().task(), task -> task.opened(pipeline));
    }

    private FlowState afterPipeline(PipelineEnded ended) {
        boolean hasMore = hasMoreWithout(ended);
        return with(grants.settling(ended.pipeline(), ended.cost())).each(task -> {
            if (!ended.pipeline().equals(task.pipeline())) {
                return task;
            }
            FlowTask now = task.having(ended.cost());
            return now.in(stand(now, ended, hasMore && isCut(task, ended)));
        });
    }

    private boolean isCut(FlowTask task, PipelineEnded ended) {
        return isCapped(ended.reason()) && grants.isCut(ended.pipeline(), ended.cost(), task.left());
    }

    private static boolean isCapped(PipelineReason reason) {
        return reason instanceof PipelineReason.GrantUsed
                || (reason instanceof PipelineReason.StageFailed failed
                        && (failed.reason() instanceof Reason.CapReached
                                || failed.reason() instanceof Reason.AttemptsUsed));
    }

    /// Whether something of its grant is left, or may be, once a pipeline has ended.
    private boolean hasMoreWithout(PipelineEnded ended) {
        return workers().size() > 1
                || with(grants.settling(ended.pipeline(), ended.cost())).affords();
    }

    /// @param cut whether it had less than its task may use, and would have more now
    private Stand stand(FlowTask task, PipelineEnded ended, boolean cut) {
        boolean again = end == null && (plan.onFailure() == OnFailure.RETRY || cut) && mayTry(task);
        Stand failure = new Recording(failure(task, ended));
        return switch (ended.outcome()) {
            case COMPLETED -> {
                if (!plan.integrates()) {
                    yield new Recording(new Done(ended.pipeline()));
                }
                yield end == null ? new Integrating(ended.pipeline()) : stopped();
            }
            case EXHAUSTED, FAILED, BLOCKED -> again ? new Waiting(List.of(), 0) : failure;
            case STOPPED, CANCELLED, WAITING, FATAL, REJECTED -> failure;
        };
    }

    private boolean mayTry(FlowTask task) {
        return task.tries() < plan.tries() && !task.left().isUsedUp();
    }

    /// What a pipeline says of its own limit says nothing of the tries before.
    private static TaskReason failure(FlowTask task, PipelineEnded ended) {
        Reason limit = task.tries() > 1 && isCapped(ended.reason()) ? task.usedUp() : null;
        return limit == null
                ? new PipelineFailed(ended.pipeline(), ended.reason())
                : new LimitUsed(ended.pipeline(), task.tries(), limit);
    }

    private FlowTask afterConflict(FlowTask task, String pipeline, Conflicted conflict) {
        if (end != null) {
            return task.in(stopped());
        }
        if (mayTry(task)) {
            return task.collidedWith(conflict.findings());
        }
        Reason limit = task.tries() < plan.tries() ? task.usedUp() : null;
        return task.in(new Recording(new ConflictsUsed(pipeline, task.tries(), limit)));
    }

    private FlowState afterRecorded(RecordTask due) {
        boolean well = due.reason().outcome() == Outcome.COMPLETED;
        List<Step> steps = end == null ? plan.steps() : List.of();
        return new FlowState(
                        plan,
                        tasks,
                        picked,
                        well ? done + 1 : done,
                        well ? failed : failed + 1,
                        null,
                        grants,
                        hold,
                        end,
                        heard,
                        over)
                .on(due.task(), task -> task.next(due.reason(), steps));
    }

    /// The first request binds, and one that does not wait for running attempts after one that does.
    private FlowState afterStop(StopRequested stop, FlowDecision now) {
        boolean binds = end == null
                || (end instanceof StoppedBy before
                        && before.kind() == StopKind.AFTER_ATTEMPT
                        && stop.kind() != StopKind.AFTER_ATTEMPT);
        if (!binds || now instanceof Finish || over) {
            return this;
        }
        FlowState next = ending(new StoppedBy(stop.kind(), stop.by()), open().isEmpty(), false);
        return end != null ? next : next.each(next::left);
    }

    /// What becomes of a task whose flow is stopped, or broken. One that waits to be merged may have been, with
    /// another.
    private @Nullable FlowTask left(FlowTask task) {
        return switch (task.stand()) {
            case Waiting _ -> task.in(stopped());
            case Running _, Parked _, Returning _, Integrating _, Recording _ -> task;
            case Syncing _, Learning _ -> null;
        };
    }

    private Stand stopped() {
        StopKind kind = end instanceof StoppedBy asked ? asked.kind() : StopKind.STOP;
        return new Recording(new FlowStopped(kind));
    }

    /// To come to its end a pipeline needs no slot.
    private FlowState afterPassedOn() {
        FlowState state = this;
        for (String pipeline : open()) {
            state = state.back(pipeline);
        }
        return state.ending(end, true, false);
    }

    /// With what is left for it.
    private FlowState back(String pipeline) {
        return with(grants.returning(pipeline)).at(pipeline, new Running(pipeline));
    }

    /// What is not recorded yet still is. What cannot be is tried once more, then given up.
    private FlowState afterTrouble(TroubleFound trouble, FlowDecision now) {
        if (end instanceof Broken && now instanceof RecordTask due) {
            return on(due.task(), _ -> null);
        }
        boolean known = end == null ? open().isEmpty() : heard;
        FlowState next = ending(new Broken(trouble.words()), known, false);
        return next.each(next::left);
    }

    /// What needs no decision: free slots are taken by those that return, if anything is left for them or nobody else
    /// can leave them something; and what cannot happen any more is given up.
    private FlowState tidied() {
        FlowState state = this;
        for (FlowTask task : tasks) {
            List<String> working = state.workers();
            boolean free = end == null && !hold.on() && working.size() < plan.slots();
            if (free
                    && task.stand() instanceof Returning back
                    && (working.isEmpty() || state.grants.mayReturn(back.pipeline()))) {
                state = state.back(back.pipeline());
            }
        }
        boolean hopeless = end == null && open().isEmpty() && !affords();
        return hopeless
                ? state.each(task -> task.stand() instanceof Waiting ? task.in(new Recording(new NotAfforded())) : task)
                : state;
    }

    @SuppressWarnings("DoNotCallSuggester") // it stands where a state is asked for
    private static FlowState illegal(FlowDecision now, FlowEvent event) {
        throw new IllegalEvent(now, event);
    }

    /// Where a pipeline is.
    private FlowState at(String pipeline, Stand stand) {
        return each(task -> pipeline.equals(task.pipeline()) ? task.in(stand) : task);
    }

    private FlowState on(String name, Change change) {
        return each(task -> task.name().equals(name) ? change.of(task) : task);
    }

    /// What becomes of a task; null when nothing more does.
    private interface Change {
        @Nullable
        FlowTask of(FlowTask task);
    }

    private FlowState each(Change change) {
        List<FlowTask> changed = new ArrayList<>();
        for (FlowTask task : tasks) {
            FlowTask next = change.of(task);
            if (next != null) {
                changed.add(next);
            }
        }
        return new FlowState(plan, changed, picked, done, failed, none, grants, hold, end, heard, over);
    }

    private FlowState with(@Nullable Until until) {
        return new FlowState(plan, tasks, picked, done, failed, until, grants, hold, end, heard, over);
    }

    private FlowState with(Grants next) {
        return new FlowState(plan, tasks, picked, done, failed, none, next, hold, end, heard, over);
    }

    private FlowState with(Hold next) {
        boolean known = end == null ? open().isEmpty() : heard;
        return new FlowState(plan, tasks, picked, done, failed, none, grants, next, end, known, over);
    }

    private FlowState ending(@Nullable FlowReason why, boolean known, boolean recorded) {
        return new FlowState(plan, tasks, picked, done, failed, none, grants, hold, why, known, recorded);
    }
}
