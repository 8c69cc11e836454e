package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.IllegalEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything a loop promises, checked against what really happened.
public final class PromiseChecks {
    private PromiseChecks() {}

    /// @param promise its name
    /// @param words   what was promised
    /// @param how     what happened instead
    public record Broken(String promise, String words, String how) {}

    /// The promises that this history breaks; none when all is well.
    public static List<Broken> broken(SimHistory history) {
        List<PromiseCheck> promises = all();
        watch(promises, history.happenings());
        promises.forEach(promise -> promise.end(history));
        return Promise.broken(promises);
    }

    /// What was there before the loop began is the first thing that happens to it.
    private static void watch(List<PromiseCheck> promises, List<SimFact> happenings) {
        LoopState state = null;
        List<SimFact> deeds = new ArrayList<>();
        for (SimFact happening : happenings) {
            if (happening instanceof SimFact.Wrote wrote) {
                state = wrote(promises, wrote, state);
            } else {
                deeds.add(happening);
            }
            if (state != null) {
                for (SimFact deed : deeds) {
                    for (PromiseCheck promise : promises) {
                        promise.deed(deed, state);
                    }
                }
                deeds.clear();
            }
        }
    }

    static SimEnd kept(SimHistory history) {
        List<Broken> broken = broken(history);
        if (!broken.isEmpty()) {
            throw new PromiseBroken(broken, history);
        }
        return SimEnd.of(history);
    }

    private static @Nullable LoopState wrote(
            List<PromiseCheck> promises, SimFact.Wrote wrote, @Nullable LoopState before) {
        if (before == null) {
            if (!(wrote.entry().event() instanceof Event.LoopStarted started)) {
                return null;
            }
            promises.forEach(promise -> promise.begins(started.policy()));
            return LoopState.begin(started);
        }
        for (PromiseCheck promise : promises) {
            promise.entry(wrote.entry(), before);
        }
        try {
            return before.after(wrote.entry().event());
        } catch (IllegalEvent _) {
            // AnyPrefixReplays reports it; the others go on with what they know.
            return before;
        }
    }

    /// One watcher each, fresh for every history.
    static List<PromiseCheck> all() {
        return List.of(
                new AnswersAreTold(),
                new AnyPrefixReplays(),
                new AttemptsAreBounded(),
                new AttemptsEndOnce(),
                new CapsAreKept(),
                new CommitsHappenOnce(),
                new CompletedMeansProven(),
                new DelayIsRespected(),
                new EndedStaysEnded(),
                new EveryExecutionIsJournaled(),
                new HeldStartsNothing(),
                new HopelessStops(),
                new KillsAreJournaledFirst(),
                new LoopComesToItsEnd(),
                new NothingIsLeftAlive(),
                new OutcomeIsTold(),
                new ParkedHoldsNothing(),
                new RefusedIsDiscarded(),
                new RefusedIsPutAside(),
                new RejectionEndsTheLoop(),
                new SeqsHaveNoGaps(),
                new SignalsCount(),
                new StopLeadsToStopped(),
                new StopStartsNothing(),
                new ToldIsDurable(),
                new WaitIsObeyed());
    }
}
