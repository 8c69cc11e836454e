package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A loop as its pipeline sees it: it makes attempts, may ask, may be stopped, and ends. The real one has a simulation
/// of its own.
///
/// @param attempts how many were started
/// @param running  whether the last one has not ended
/// @param question what it waits for, null while it does not
/// @param stop     null while nobody asked
/// @param ended    null while it has not
record SimLoop(
        LoopStarted started,
        int attempts,
        boolean running,
        Cost cost,
        @Nullable String question,
        @Nullable Stopped stop,
        @Nullable Ended ended)
        implements State<SimLoop, MachineEvent, SimLoop.Todo> {

    sealed interface Happened extends MachineEvent {}

    record Began(int attempt) implements Happened {}

    /// @param cost as the agent says
    record Worked(Cost cost) implements Happened {}

    record Asked(String question) implements Happened {}

    record Answered(String question) implements Happened {}

    record Stopped(StopKind kind, String by) implements Happened {}

    /// @param findings why it rejects the work of others
    record Ended(Outcome outcome, List<String> findings) implements Happened {}

    sealed interface Todo {}

    /// Start an attempt, or ask, or end.
    record Next(int attempt) implements Todo {}

    /// @param now whether it ends at once
    record Attend(int attempt, boolean now) implements Todo {}

    record AwaitAnswer(String question) implements Todo {}

    record Finish(Outcome outcome) implements Todo {}

    record Nothing() implements Todo {}

    static SimLoop begin(LoopStarted started) {
        return new SimLoop(started, 0, false, Cost.NOTHING, null, null, null);
    }

    @Override
    public SimLoop after(MachineEvent event) {
        boolean legal = event instanceof Happened happened
                && switch (happened) {
                    case Began _, Asked _ -> decision() instanceof Next;
                    case Worked _ -> running;
                    case Answered answered -> answered.question().equals(question);
                    case Stopped _ -> true;
                    case Ended _ -> decision() instanceof Next || decision() instanceof Finish;
                };
        if (!legal) {
            throw new IllegalEvent(this, event);
        }
        return switch ((Happened) event) {
            case Began began -> new SimLoop(started, began.attempt(), true, cost, null, null, null);
            case Worked done -> new SimLoop(started, attempts, false, cost.plus(done.cost()), null, stop, null);
            case Asked asked -> new SimLoop(started, attempts, false, cost, asked.question(), null, null);
            case Answered _ -> new SimLoop(started, attempts, false, cost, null, null, null);
            case Stopped asked ->
                ended != null || stop != null ? this : new SimLoop(started, attempts, running, cost, null, asked, null);
            case Ended end -> new SimLoop(started, attempts, false, cost, null, stop, end);
        };
    }

    @Override
    public Todo decision() {
        if (ended != null) {
            return new Nothing();
        }
        if (running) {
            return new Attend(attempts, stop != null);
        }
        if (stop != null) {
            return new Finish(stop.kind().outcome());
        }
        return question == null ? new Next(attempts + 1) : new AwaitAnswer(question);
    }

    @Override
    public boolean hasEnded() {
        return ended != null;
    }

    @Override
    public boolean isParked() {
        return question != null;
    }
}
