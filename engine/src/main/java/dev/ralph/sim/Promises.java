package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.IllegalEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything a loop promises, checked against what really happened.
public final class Promises {
    private Promises() {}

    /// @param promise its name
    /// @param words   what was promised
    /// @param how     what happened instead
    public record Broken(String promise, String words, String how) {}

    /// The promises that this history breaks; none when all is well.
    public static List<Broken> broken(History history) {
        List<Promise> promises = all();
        watch(promises, history.happenings());
        List<Broken> broken = new ArrayList<>();
        for (Promise promise : promises) {
            promise.end(history);
            String how = promise.broken();
            if (how != null) {
                broken.add(new Broken(promise.name(), promise.words(), how));
            }
        }
        return List.copyOf(broken);
    }

    /// What was there before the loop began is the first thing that happens to it.
    private static void watch(List<Promise> promises, List<Happening> happenings) {
        LoopState state = null;
        List<Happening> deeds = new ArrayList<>();
        for (Happening happening : happenings) {
            if (happening instanceof Happening.Wrote wrote) {
                state = wrote(promises, wrote, state);
            } else {
                deeds.add(happening);
            }
            if (state != null) {
                for (Happening deed : deeds) {
                    for (Promise promise : promises) {
                        promise.deed(deed, state);
                    }
                }
                deeds.clear();
            }
        }
    }

    static Ending kept(History history) {
        List<Broken> broken = broken(history);
        if (!broken.isEmpty()) {
            throw new PromiseBroken(broken, history);
        }
        return Ending.of(history);
    }

    private static @Nullable LoopState wrote(
            List<Promise> promises, Happening.Wrote wrote, @Nullable LoopState before) {
        if (before == null) {
            if (!(wrote.entry().event() instanceof Event.LoopStarted started)) {
                return null;
            }
            promises.forEach(promise -> promise.begins(started.policy()));
            return LoopState.begin(started);
        }
        for (Promise promise : promises) {
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
    static List<Promise> all() {
        return List.of(
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
                new RefusedIsPutAside(),
                new SeqsHaveNoGaps(),
                new SignalsCount(),
                new StopLeadsToStopped(),
                new StopStartsNothing(),
                new ToldIsDurable(),
                new WaitIsObeyed());
    }
}
