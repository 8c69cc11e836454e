package dev.ralph.run;

import dev.ralph.agent.StreamReader;
import dev.ralph.budget.Meter;
import dev.ralph.budget.ResetTime;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Testimony;
import dev.ralph.process.CannotStart;
import dev.ralph.store.Entry;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads once more what an agent printed whose engine died, because the journal knows nothing of it:
/// 1. What it used counts once, whether the engine died before, while or after it was heard.
/// 2. A provider's limit that it met is waited for, until the time that was meant when it was printed.
/// 3. What cannot be read, or is no stream, makes nothing worse: the attempt is lost, and nothing is known of it.
record LostStream(Setup setup, Site site) {
    private static final int BUFFER = 1 << 16;

    /// @param entries of the loop; its last attempt is open
    @Nullable
    Testimony testimony(List<Entry> entries) {
        List<Event> events = entries.stream().map(Entry::event).toList();
        int last = events.size() - 1;
        while (!(events.get(last) instanceof Event.AttemptStarted)) {
            last--;
        }
        LoopState before = LoopState.replay(events.subList(0, last));
        return before.decision() instanceof Decision.StartAttempt start
                        && events.get(last) instanceof Event.AttemptStarted started
                ? heard(new Agent.Place(start.attempt(), site, started.run(), before.policy(), start.who()))
                : null;
    }

    private @Nullable Testimony heard(Agent.Place place) {
        AgentCommand command = Starts.command(place);
        if (!ProcessAgent.counts(command, place.policy())) {
            return null;
        }
        RunFolder folder = site.task().run(place.run());
        try {
            Hearing hearing = new Hearing(
                    new Kinds(setup.launcherFolder()).of(command),
                    new Meter(setup.prices().get(), place.who().counters()),
                    null,
                    place.who().left(),
                    () -> {});
            Instant then = Files.getLastModifiedTime(folder.stdout()).toInstant();
            ResetTime reset = new ResetTime(then, ZoneId.systemDefault());
            read(folder, hearing.kind().reader(words -> reset.inWords(words).orElse(null)), hearing);
            return new Verdicts(place.policy(), folder, then, place.who().limited()).lost(hearing);
        } catch (CannotStart | IOException neverStartedOrGone) {
            return null;
        }
    }

    private static void read(RunFolder folder, StreamReader reader, Hearing hearing) throws IOException {
        try (InputStream printed = Files.newInputStream(folder.stdout())) {
            byte[] bytes = new byte[BUFFER];
            for (int length = printed.read(bytes); length > 0; length = printed.read(bytes)) {
                reader.read(bytes, 0, length, hearing);
            }
            reader.end(hearing);
        }
    }
}
