package dev.ralph.pipeline;

import dev.ralph.budget.Grant;
import dev.ralph.budget.Grants;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.Hold;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent.*;
import dev.ralph.pipeline.PipelinePhase.*;
import dev.ralph.pipeline.PipelinePlan.Correction;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelinePlan.UsedUp;
import dev.ralph.pipeline.PipelineReason.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A pipeline promises:
/// 1. The decision follows from the state alone; replaying the same events gives the same decision.
/// 2. One loop at a time, and each loop's end is taken once.
/// 3. COMPLETED needs that every stage passed, in order, after the last one that was sent back.
/// 4. A stage sends the work back at most as often as the plan says; so it is with corrections, whether they help or
///    not. A stage that finds the same three times sends it back only when a person has been asked, or ends the
///    pipeline.
/// 5. No loop is granted more than the pipeline's own grant leaves. Who comes back may have less of it than before.
/// 6. After a stop request nothing is opened, classified, applied or asked; the loop is stopped, and its end awaited.
///    Only when that end is the last stage's success is the pipeline COMPLETED all the same.
/// 7. A parked pipeline does nothing until the answer to its question, or a stop request.
/// 8. While it is held no loop is opened, and its loop is held too.
/// 9. What a failure is, one loop is asked at most, and whatever comes of that the failure is classified.
/// 10. A stage that fails comes to the next rung of its ladder, each rung once and in order, before anything is
///    corrected or the pipeline ends for it; it never goes down again.
///
/// @param at       the stage whose turn it is, or which is being corrected
/// @param setbacks how often it did not get on
/// @param findings what the loop is told that works or is next
/// @param hold     whether it is held
/// @param stop     null while nobody asked
public record PipelineState(
        PipelinePlan plan,
        PipelinePhase phase,
        int at,
        RetryCounts setbacks,
        List<String> findings,
        Grants grants,
        Hold hold,
        @Nullable StopRequested stop)
        implements State<PipelineState, PipelineEvent, PipelineDecision> {
    private static final Reason LOST = new Reason.AttemptFailed(new AttemptFailure.Lost());

    public PipelineState {
        findings = List.copyOf(findings);
    }

    public static PipelineState begin(PipelineStarted started) {
        PipelinePlan plan = started.plan();
        String first = plan.stages().getFirst().role();
        Correction correction = plan.correction();
        PipelineState state = new PipelineState(
                plan,
                new Opening(first),
                0,
                RetryCounts.NONE.corrected(correction == null ? 0 : correction.before()),
                started.findings(),
                Grants.of(started.grant()),
                Hold.OFF,
                null);
        return plan.checkpoint() == null
                ? state.opening(first)
                : state.in(new Asking(new PipelineReason.Checkpoint(plan.checkpoint())));
    }

    /// Recovery: the state after all of a pipeline's events.
    public static PipelineState replay(List<PipelineEvent> events) {
        if (events.isEmpty() || !(events.getFirst() instanceof PipelineStarted started)) {
            throw new IllegalEvent("a pipeline begins with PipelineStarted, not with " + events);
        }
        PipelineState state = begin(started);
        for (PipelineEvent event : events.subList(1, events.size())) {
            state = state.after(event);
        }
        return state;
    }

    @Override
    public PipelineDecision decision() {
        return switch (phase) {
            case Opening _ when hold.on() -> new PipelineDecision.AwaitRelease();
            case Opening opening -> openLoop(opening.role());
            case Awaiting awaiting -> new PipelineDecision.AwaitLoop(awaiting.loop());
            case Stopping stopping -> {
                StopRequested asked = Objects.requireNonNull(stop);
                yield new PipelineDecision.StopChild(stopping.loop(), asked.kind(), asked.by());
            }
            case Informing informing -> new PipelineDecision.HoldChild(informing.loop(), hold);
            case Classifying classifying ->
                new PipelineDecision.Classify(role(), classifying.loop(), classifying.asked());
            case Applying applying -> new PipelineDecision.ApplyCorrection(applying.corrector(), applying.answer());
            case Asking asking -> new PipelineDecision.Ask(asking.reason());
            case Parked parked -> new PipelineDecision.AwaitAnswer(parked.question());
            case Finishing finishing -> new PipelineDecision.Finish(finishing.reason());
            case Ended ended -> new PipelineDecision.Ended(ended.reason());
        };
    }

    private PipelineDecision openLoop(String role) {
        Correction correction = plan.correction();
        Policy own = correction == null ? null : correction.policyOf(role);
        Policy policy = own == null ? policy(role) : own;
        Grant grant = grants.left().within(policy.limits().grant());
        return new PipelineDecision.OpenLoop(role, policy.with(policy.limits().within(grant)), grant, findings);
    }

    /// Whether the loop that is next has nothing of what the loops before it did in its stage.
    public boolean beginsAnew() {
        return phase instanceof Opening opening
                && opening.role().equals(role())
                && plan.stages().get(at).anew().contains(setbacks.rung(role()));
    }

    private Policy policy(String role) {
        Stage stage = plan.stages().get(plan.at(role));
        int rung = setbacks.rung(role);
        return rung == 0 ? stage.policy() : stage.ladder().get(rung - 1);
    }

    @Override
    public PipelineState after(PipelineEvent event) {
        return switch (event) {
            case PipelineStarted _ -> illegal(event);
            case StageOpened opened -> afterOpened(opened);
            case StageEnded ended -> afterEnded(ended);
            case StopPassedOn passed -> afterPassedOn(passed);
            case FailureUnclear unclear -> afterUnclear(unclear);
            case FailureClassified classified -> afterClassified(classified);
            case CorrectionApplied applied -> afterApplied(applied);
            case CorrectionRefused refused -> afterRefused(refused);
            case Asked asked -> afterAsked(asked);
            case Answered answered -> afterAnswered(answered);
            case StopRequested request -> afterStop(request);
            case Held held -> afterHold(new Hold(true, held.by()), event);
            case Released released -> afterHold(new Hold(false, released.by()), event);
            case HoldPassedOn passed -> afterInformed(passed);
            case TroubleFound trouble -> afterTrouble(trouble);
            case PipelineEnded ended -> afterPipelineEnded(ended);
        };
    }

    @Override
    public boolean hasEnded() {
        return phase instanceof Ended;
    }

    @Override
    public boolean isParked() {
        return phase instanceof Parked;
    }

    @Override
    public List<String> workers() {
        return switch (phase) {
            case Awaiting awaiting -> List.of(awaiting.loop());
            case Stopping stopping -> List.of(stopping.loop());
            case Informing informing -> List.of(informing.loop());
            case Opening _, Classifying _, Applying _, Asking _, Parked _, Finishing _, Ended _ -> List.of();
        };
    }

    /// The question it is parked on, null while it is not.
    public @Nullable String question() {
        return phase instanceof Parked parked ? parked.question() : null;
    }

    private PipelineState afterOpened(StageOpened opened) {
        StreamHead head = opened.head();
        boolean allowed = phase instanceof Opening opening
                && !hold.on()
                && opening.role().equals(head.role())
                && head.kind() == StreamHead.Kind.LOOP
                && opened.grant().fitsInto(grants.left())
                && opened.policy().limits().grant().fitsInto(opened.grant());
        return allowed && phase instanceof Opening opening
                ? with(grants.granting(head.id(), opened.grant())).in(new Awaiting(opening.role(), head.id()))
                : illegal(opened);
    }

    private PipelineState afterEnded(StageEnded ended) {
        if (!(phase instanceof Awaiting awaiting && awaiting.loop().equals(ended.loop()))) {
            return illegal(ended);
        }
        PipelineState settled =
                with(grants.settling(ended.loop(), ended.cost())).told(ended.findings());
        Correction correction = plan.correction();
        boolean speaks = correction != null && correction.has(awaiting.role());
        boolean corrects = correction != null && correction.role().equals(awaiting.role());
        boolean last = !speaks && at + 1 == plan.stages().size();
        boolean passed = ended.outcome() == Outcome.COMPLETED && !ended.rejects();
        if (stop != null && !(last && passed)) {
            return settled.stopped(stop);
        }
        if (speaks && !corrects) {
            return settled.asked(awaiting, ended);
        }
        if (correction != null && ended.reason().equals(LOST) && (corrects || !hasRung())) {
            return settled.told(findings).opening(awaiting.role()); // it did not fail
        }
        return switch (ended.outcome()) {
            case COMPLETED ->
                corrects
                        ? settled.in(new Applying(ended.loop(), null))
                        : passed ? settled.passed() : settled.rejected(ended.findings());
            case REJECTED -> corrects ? illegal(ended) : settled.rejected(ended.findings());
            case EXHAUSTED, FAILED, BLOCKED ->
                corrects
                        ? settled.notCorrected(ended.findings())
                        : hasRung() ? settled.climbed(findings) : settled.failed(ended);
            case STOPPED, CANCELLED, WAITING, FATAL ->
                settled.in(new Finishing(new StageFailed(awaiting.role(), ended.loop(), ended.reason())));
        };
    }

    /// Whatever came of asking, the failure is classified.
    private PipelineState asked(Awaiting classifier, StageEnded ended) {
        return switch (ended.outcome()) {
            case COMPLETED, EXHAUSTED, FAILED, BLOCKED -> in(new Classifying(ended.loop(), true));
            case REJECTED -> illegal(ended);
            case STOPPED, CANCELLED, WAITING, FATAL ->
                in(new Finishing(new StageFailed(classifier.role(), ended.loop(), ended.reason())));
        };
    }

    /// A stage has done its work: it is the next one's turn.
    private PipelineState passed() {
        return at + 1 < plan.stages().size()
                ? turn(at + 1).opening(plan.stages().get(at + 1).role())
                : in(new Finishing(new StagesPassed()));
    }

    /// A stage sends the task back.
    private PipelineState rejected(List<String> found) {
        Rejection rejection = plan.stages().get(at).rejection();
        if (rejection == null || setbacks.rejections(role()) >= rejection.most()) {
            return usedUp(new RejectionsUsed(role(), rejection == null ? 0 : rejection.most()));
        }
        PipelineState counted = with(setbacks.rejected(role(), found));
        return counted.setbacks
                .stalemate(role(), found)
                .map(finding -> counted.usedUp(new Stalemate(role(), finding, RetryCounts.STALEMATE)))
                .orElseGet(() -> counted.turn(plan.at(rejection.to())).opening(rejection.to()));
    }

    private boolean hasRung() {
        return setbacks.rung(role()) < plan.stages().get(at).ladder().size();
    }

    /// The same stage once more, by other means: what its last loop was told holds still.
    private PipelineState climbed(List<String> before) {
        List<String> all = new ArrayList<>(before);
        findings.stream().filter(finding -> !before.contains(finding)).forEach(all::add);
        return with(setbacks.climbed(role())).told(all).opening(role());
    }

    private PipelineState failed(StageEnded ended) {
        Correction correction = plan.correction();
        if (correction == null) {
            return in(new Finishing(new StageFailed(role(), ended.loop(), ended.reason())));
        }
        return setbacks.corrections() < correction.most()
                ? in(new Classifying(ended.loop(), false))
                : usedUp(new CorrectionsUsed(role(), correction.most()));
    }

    private PipelineState usedUp(PipelineReason reason) {
        return in(plan.usedUp() == UsedUp.ASK ? new Asking(reason) : new Finishing(reason));
    }

    private PipelineState afterUnclear(FailureUnclear unclear) {
        boolean may = phase instanceof Classifying classifying
                && !classifying.asked()
                && plan.correction() != null
                && plan.correction().classifier() != null;
        return may ? told(List.of()).opening(Correction.CLASSIFIER) : illegal(unclear);
    }

    private PipelineState afterClassified(FailureClassified classified) {
        return phase instanceof Classifying && plan.correction() != null
                ? told(List.of(classified.cause())).opening(plan.correction().role())
                : illegal(classified);
    }

    private PipelineState afterApplied(CorrectionApplied applied) {
        return phase instanceof Applying
                ? corrected().told(List.of(applied.change())).opening(role())
                : illegal(applied);
    }

    private PipelineState afterRefused(CorrectionRefused refused) {
        return phase instanceof Applying ? notCorrected(List.of(refused.why())) : illegal(refused);
    }

    private PipelineState notCorrected(List<String> why) {
        Correction correction = Objects.requireNonNull(plan.correction());
        return setbacks.corrections() + 1 < correction.most()
                ? corrected().told(why).opening(correction.role())
                : corrected().usedUp(new CorrectionsUsed(role(), correction.most()));
    }

    private PipelineState afterPassedOn(StopPassedOn passed) {
        return phase instanceof Stopping stopping && stopping.loop().equals(passed.loop())
                ? in(new Awaiting(stopping.role(), stopping.loop()))
                : illegal(passed);
    }

    private PipelineState afterAsked(Asked asked) {
        return switch (phase) {
            case Awaiting awaiting
            when stop == null && awaiting.loop().equals(asked.loop()) -> in(new Parked(asked.question(), phase));
            case Applying _ when asked.loop() == null -> in(new Parked(asked.question(), phase));
            case Asking asking when asked.loop() == null -> allowingMore(asking.reason(), asked.question());
            case Awaiting _, Applying _, Asking _ -> illegal(asked);
            case Opening _, Stopping _, Informing _, Classifying _, Parked _, Finishing _, Ended _ -> illegal(asked);
        };
    }

    /// Where the answer leads after rejections or corrections were used up, or a finding came too often.
    private PipelineState allowingMore(PipelineReason reason, String question) {
        Rejection rejection = plan.stages().get(at).rejection();
        boolean sentBack = reason instanceof RejectionsUsed || reason instanceof Stalemate;
        PipelineState again = sentBack && rejection != null
                ? with(setbacks.forgiven(role())).turn(plan.at(rejection.to()))
                : reason instanceof CorrectionsUsed ? with(setbacks.corrected(0)) : this;
        return again.in(new Parked(question, new Opening(again.role())));
    }

    private PipelineState afterAnswered(Answered answered) {
        if (!(phase instanceof Parked parked && parked.question().equals(answered.question()))) {
            return illegal(answered);
        }
        PipelineState back = answered.grant() == null ? this : with(grants.within(answered.grant()));
        if (parked.back() instanceof Applying applying) {
            return back.in(new Applying(applying.corrector(), answered.text()));
        }
        if (parked.back() instanceof Opening opening) {
            List<String> more = new ArrayList<>(findings);
            more.add(answered.text());
            return back.told(more).opening(opening.role());
        }
        return back.in(parked.back());
    }

    private PipelineState afterStop(StopRequested request) {
        return switch (phase) {
            case Opening _, Classifying _, Applying _, Asking _ -> stopped(request);
            case Awaiting awaiting when binds(request) -> stopping(request, awaiting);
            case Stopping stopping
            when binds(request) -> stopping(request, new Awaiting(stopping.role(), stopping.loop()));
            case Informing informing -> stopping(request, new Awaiting(informing.role(), informing.loop()));
            case Parked parked -> in(parked.back()).afterStop(request);
            case Awaiting _, Stopping _, Finishing _, Ended _ -> this;
        };
    }

    /// The first request, and one that does not wait for the running attempt after one that does.
    private boolean binds(StopRequested request) {
        return stop == null || (stop.kind() == StopKind.AFTER_ATTEMPT && request.kind() != StopKind.AFTER_ATTEMPT);
    }

    private PipelineState stopping(StopRequested request, Awaiting loop) {
        return new PipelineState(
                plan, new Stopping(loop.role(), loop.loop()), at, setbacks, findings, grants, hold, request);
    }

    private PipelineState stopped(StopRequested request) {
        return in(new Finishing(new StoppedBy(request.kind(), request.by())));
    }

    private PipelineState afterHold(Hold next, PipelineEvent event) {
        PipelinePhase then = phase instanceof Parked parked
                ? new Parked(parked.question(), informing(parked.back()))
                : informing(phase);
        return hasEnded() ? illegal(event) : new PipelineState(plan, then, at, setbacks, findings, grants, next, stop);
    }

    /// A loop that is to stop need not know.
    private PipelinePhase informing(PipelinePhase now) {
        return now instanceof Awaiting awaiting && stop == null ? new Informing(awaiting.role(), awaiting.loop()) : now;
    }

    private PipelineState afterInformed(HoldPassedOn passed) {
        return phase instanceof Informing informing && informing.loop().equals(passed.loop())
                ? in(new Awaiting(informing.role(), informing.loop()))
                : illegal(passed);
    }

    private PipelineState afterTrouble(TroubleFound trouble) {
        return switch (phase) {
            case Opening _, Classifying _, Applying _, Asking _ -> in(new Finishing(new Broken(trouble.words())));
            case Awaiting _, Stopping _, Informing _, Parked _, Finishing _, Ended _ -> illegal(trouble);
        };
    }

    private PipelineState afterPipelineEnded(PipelineEnded ended) {
        return phase instanceof Finishing finishing && finishing.reason().equals(ended.reason())
                ? in(new Ended(ended.reason()))
                : illegal(ended);
    }

    /// The loop of this role is next, if anything is left to grant.
    private PipelineState opening(String role) {
        return in(grants.left().isUsedUp() ? new Finishing(new GrantUsed(role)) : new Opening(role));
    }

    private String role() {
        return plan.stages().get(at).role();
    }

    @SuppressWarnings("DoNotCallSuggester") // it stands where a state is asked for
    private PipelineState illegal(PipelineEvent event) {
        throw new IllegalEvent(phase, event);
    }

    private PipelineState in(PipelinePhase next) {
        return new PipelineState(plan, next, at, setbacks, findings, grants, hold, stop);
    }

    private PipelineState turn(int stage) {
        return new PipelineState(plan, phase, stage, setbacks, findings, grants, hold, stop);
    }

    private PipelineState corrected() {
        return with(setbacks.corrected(setbacks.corrections() + 1));
    }

    private PipelineState with(RetryCounts next) {
        return new PipelineState(plan, phase, at, next, findings, grants, hold, stop);
    }

    private PipelineState told(List<String> next) {
        return new PipelineState(plan, phase, at, setbacks, next, grants, hold, stop);
    }

    private PipelineState with(Grants next) {
        return new PipelineState(plan, phase, at, setbacks, findings, next, hold, stop);
    }
}
