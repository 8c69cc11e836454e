package dev.ralph.sim;

import dev.ralph.flow.FlowEvent.StopRequested;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import dev.ralph.machine.Hold;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineDecision.*;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineState;
import java.util.List;

/// Opens loops, reads their ends from the journal, and corrects as the dice say.
record SimPipelineWorld(FlowSituation scene, String pipeline) implements World<PipelineEvent, PipelineDecision> {

    @Override
    public boolean isReady(PipelineDecision decision) {
        boolean hold = scene.holds.containsKey(pipeline);
        return scene.requests.containsKey(pipeline)
                || switch (decision) {
                    case AwaitRelease _ -> hold;
                    case AwaitLoop await -> {
                        LoopState loop = scene.state(await.loop(), LoopState.class);
                        yield hold || loop.hasEnded() || (loop.isParked() && !scene.isReady(await.loop()));
                    }
                    case AwaitAnswer await -> scene.answers.containsKey(await.question());
                    case OpenLoop _, StopChild _, HoldChild _, Classify _, ApplyCorrection _, Ask _ -> true;
                    case Finish _, Ended _ -> true;
                };
    }

    @Override
    public PipelineEvent perform(PipelineDecision decision) {
        scene.crashes.step();
        scene.visit(pipeline, decision);
        StopRequested asked = scene.requests.get(pipeline);
        Hold hold = scene.holds.get(pipeline);
        PipelineEvent event = asked != null
                ? new PipelineEvent.StopRequested(asked.kind(), asked.by())
                : hold != null ? event(hold) : act(decision);
        scene.crashes.step();
        return event;
    }

    private static PipelineEvent event(Hold hold) {
        return hold.on() ? new PipelineEvent.Held(hold.by()) : new PipelineEvent.Released(hold.by());
    }

    private PipelineEvent act(PipelineDecision decision) {
        return switch (decision) {
            case OpenLoop open -> scene.chance(scene.troubles) ? trouble() : open(open);
            case AwaitLoop await -> await(await.loop());
            case StopChild stop -> {
                scene.passOn(stop.loop(), stop.kind(), stop.by());
                yield new PipelineEvent.StopPassedOn(stop.loop());
            }
            case HoldChild tell -> {
                scene.passOn(tell.loop(), tell.hold());
                yield new PipelineEvent.HoldPassedOn(tell.loop());
            }
            case Classify due -> {
                PipelinePlan.Correction correction =
                        scene.state(pipeline, PipelineState.class).plan().correction();
                boolean asks = !due.asked() && correction != null && correction.classifier() != null;
                yield scene.chance(scene.troubles)
                        ? trouble()
                        : asks && scene.chance(60)
                                ? new PipelineEvent.FailureUnclear()
                                : new PipelineEvent.FailureClassified("runtime", "a cause");
            }
            case ApplyCorrection apply -> apply(apply);
            case Ask _ ->
                scene.chance(scene.troubles) ? trouble() : PipelineEvent.Asked.byItself(question(), "how to continue?");
            case AwaitAnswer await ->
                new PipelineEvent.Answered(await.question(), "an answer", "a person", scene.grantedTo(pipeline));
            case Finish finish -> new PipelineEvent.PipelineEnded(finish.reason());
            case AwaitRelease _, Ended _ -> throw new IllegalStateException("nothing is left to perform");
        };
    }

    private PipelineEvent open(OpenLoop open) {
        StreamHead parent = scene.streams.head(pipeline);
        StreamHead head = new StreamHead(
                scene.newId("loop"),
                StreamHead.Kind.LOOP,
                pipeline,
                parent.project(),
                parent.task(),
                open.role(),
                parent.profile());
        return new PipelineEvent.StageOpened(head, open.policy(), open.grant(), open.findings());
    }

    private PipelineEvent await(String id) {
        LoopState loop = scene.state(id, LoopState.class);
        return switch (loop.phase()) {
            case Phase.Parked parked -> new PipelineEvent.Asked(parked.question(), parked.text(), id);
            case Phase.Ended ended ->
                new PipelineEvent.StageEnded(id, ended.reason(), findings(id, ended.reason()), loop.cost());
            default -> throw new IllegalStateException(id + " goes on: " + loop.phase());
        };
    }

    private static List<String> findings(String loop, Reason reason) {
        if (reason instanceof Reason.Rejected rejected) {
            return rejected.findings();
        }
        return switch (reason.outcome()) {
            case EXHAUSTED, FAILED, BLOCKED -> List.of("what failed in " + loop);
            case COMPLETED, REJECTED, STOPPED, CANCELLED, WAITING, FATAL -> List.of();
        };
    }

    private PipelineEvent apply(ApplyCorrection apply) {
        if (apply.answer() == null && scene.chance(40)) {
            return PipelineEvent.Asked.byItself(question(), "may it be weaker?");
        }
        if (scene.chance(scene.troubles)) {
            return trouble();
        }
        return scene.chance(70)
                ? new PipelineEvent.CorrectionApplied("a change")
                : new PipelineEvent.CorrectionRefused("it says nothing");
    }

    private String question() {
        return "question " + scene.place(pipeline);
    }

    private static PipelineEvent trouble() {
        return new PipelineEvent.TroubleFound("the disk is full");
    }
}
