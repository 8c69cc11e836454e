package dev.ralph.sim;

import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.World;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineState;
import java.util.List;

/// What a simulated flow is made of. The real parts, unless a test of the simulation itself plants a bug in one.
interface FlowParts {

    FlowParts REAL = new FlowParts() {};

    default Joints<FlowState, FlowEvent, FlowDecision> flow() {
        return new Joints<>() {};
    }

    default Joints<PipelineState, PipelineEvent, PipelineDecision> pipeline() {
        return new Joints<>() {};
    }

    default Joints<LoopState, Event, Decision> loop() {
        return new Joints<>() {};
    }

    /// Where a machine can be broken.
    interface Joints<S extends State<S, E, D>, E extends MachineEvent, D> {
        default S begun(S state) {
            return state;
        }

        default S after(S state, E event) {
            return state.after(event);
        }

        default D decision(S state) {
            return state.decision();
        }

        default List<String> workers(S state) {
            return state.workers();
        }

        default World<E, D> world(World<E, D> real, FlowSituation scene, String stream) {
            return real;
        }
    }

    default SimStreams.Births births() {
        return SimStreams.Births.TOGETHER;
    }
}
