package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;

/// One arrow of the heart: where it begins, what happened, where it leads.
record Arrow(String from, String event, String to) implements Comparable<Arrow> {

    static Arrow of(LoopState before, Event event, LoopState after) {
        return new Arrow(name(before), name(event), name(after));
    }

    private static String name(LoopState state) {
        String phase = state.phase().getClass().getSimpleName();
        return switch (state.phase()) {
            case Phase.Ready _ -> phase + (state.held() ? " held" : "");
            case Phase.Running _ -> phase + (state.leave() != null ? " for the last time" : "");
            case Phase.Finishing finishing -> phase + " " + finishing.reason().outcome();
            case Phase.Ended ended -> phase + " " + ended.outcome();
            case Phase.Resting _,
                    Phase.Limited _,
                    Phase.AwaitingChildren _,
                    Phase.Checking _,
                    Phase.Refusing _,
                    Phase.Keeping _,
                    Phase.Discarding _,
                    Phase.Asking _,
                    Phase.Parked _,
                    Phase.Stopping _ -> phase;
        };
    }

    private static String name(Event event) {
        String kind = event.getClass().getSimpleName();
        return switch (event) {
            case Event.StopRequested stop -> kind + " " + stop.kind();
            case Event.SignalSeen seen -> kind + (seen.signal().asksToWait() ? " to wait" : " DONE");
            default -> kind;
        };
    }

    @Override
    public int compareTo(Arrow other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return from + " --" + event + "--> " + to;
    }
}
