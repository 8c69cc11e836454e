package dev.ralph.attempt;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamReader;
import dev.ralph.agent.StreamReading;
import dev.ralph.budget.Prices;
import dev.ralph.budget.UsageMeter;
import dev.ralph.environment.AgentLookup;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.process.CannotStart;
import dev.ralph.store.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads once more what an agent printed whose engine died, because the journal knows nothing of it:
/// 1. What it used counts once, whether the engine died before, while or after it was heard.
/// 2. A provider's limit that it met is waited for, until the time that was meant when it was printed.
/// 3. A promise that it had given counts, and so does what it had sent back.
/// 4. What cannot be read, or is no stream, makes nothing worse: the attempt is lost, and nothing is known of it.
/// 5. Reading ends, whatever the agent left in the place of its output: a pipe or a link is not opened, and of a flood
///    the beginning and the end are read.
public record LostAttemptOutput(LoopPaths paths, AgentLookup agentLookup, Supplier<Prices> prices) {
    private static final int BUFFER = 1 << 16;

    /// More than is punched out of a flood at once.
    private static final long SLACK = 64L << 20;

    /// @param entries of the loop; its last attempt is open
    public AttemptFindings of(List<JournalEntry<Event>> entries) {
        List<Event> events = entries.stream().map(JournalEntry::event).toList();
        int last = events.size() - 1;
        while (!(events.get(last) instanceof Event.AttemptStarted)) {
            last--;
        }
        LoopState before = LoopState.replay(events.subList(0, last));
        return before.decision() instanceof Decision.StartAttempt start
                        && events.get(last) instanceof Event.AttemptStarted started
                ? heard(new Agent.Place(start.attempt(), paths, started.run(), before.policy(), start.assignment()))
                : AttemptFindings.NONE;
    }

    private AttemptFindings heard(Agent.Place place) {
        AgentCommand command = AgentCommandLine.command(place);
        RunFolder folder = paths.task().run(place.run());
        if (!ProcessAgent.counts(command, place.policy()) || !UnlinkedFiles.has(folder.home(), folder.stdout())) {
            return AttemptFindings.NONE;
        }
        try {
            Instant then = Files.getLastModifiedTime(folder.stdout()).toInstant();
            AgentKind kind = agentLookup.of(command);
            LiveTranscript transcript = new LiveTranscript(
                    new StreamReading(kind, resets(then)),
                    new UsageMeter(prices.get(), place.assignment().counters()),
                    PromiseListener.of(kind, place.policy().conversation().promise(), folder),
                    AgentText.of(place.policy(), kind, folder),
                    place.assignment().left(),
                    LiveTranscript.Alarm.UNHEARD);
            long kept = place.policy().limits().keptOutput();
            read(folder.stdout(), kept, kind.reader(resets(then)), transcript);
            StreamReader errors = errors(folder, kind, then);
            if (errors != null) {
                read(folder.stderr(), kept, errors, transcript);
            }
            return new AttemptReading(
                            place.policy(), folder, then, place.assignment().limited())
                    .lost(transcript);
        } catch (CannotStart | IOException neverStartedOrGone) {
            return AttemptFindings.NONE;
        }
    }

    private static ResetTimes resets(Instant then) {
        return ResetTimes.by(() -> then, ZoneId.systemDefault());
    }

    /// Its errors are read only where they are its last word: how its outputs were mixed is not known any more.
    private static @Nullable StreamReader errors(RunFolder folder, AgentKind kind, Instant spoke) throws IOException {
        if (!UnlinkedFiles.has(folder.home(), folder.stderr())) {
            return null;
        }
        Instant then = Files.getLastModifiedTime(folder.stderr()).toInstant();
        return then.isAfter(spoke) ? kind.errorReader(resets(then)) : null;
    }

    private static void read(Path output, long kept, StreamReader reader, LiveTranscript transcript)
            throws IOException {
        try (FileChannel file = FileChannel.open(output, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long size = file.size();
            if (size - SLACK <= kept) {
                read(file, 0, size, reader, transcript);
            } else {
                read(file, 0, kept / 2, reader, transcript);
                read(file, size - kept / 2, size, reader, transcript);
            }
            reader.end(transcript);
        }
    }

    private static void read(FileChannel file, long from, long to, StreamReader reader, LiveTranscript transcript)
            throws IOException {
        byte[] bytes = new byte[BUFFER];
        long at = from;
        while (at < to) {
            int length = file.read(ByteBuffer.wrap(bytes, 0, (int) Math.min(BUFFER, to - at)), at);
            if (length <= 0) {
                return;
            }
            reader.read(bytes, 0, length, transcript);
            at += length;
        }
    }
}
