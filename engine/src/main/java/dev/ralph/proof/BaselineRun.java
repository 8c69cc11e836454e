package dev.ralph.proof;

import dev.ralph.environment.MappedFolder;
import dev.ralph.process.CannotStart;
import dev.ralph.ratchet.TestRun;
import dev.ralph.room.CleanRoom;
import dev.ralph.room.PrepareFailed;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the commands of checks on another commit, in a clean room of its own.
public record BaselineRun(LoopCleanRooms rooms, CheckProcesses checkProcesses) implements TestBaseline.Measuring {
    /// How one command ended.
    ///
    /// @param wrong what is wrong with that; null when it passed
    record Outcome(CheckProcesses.Ran ran, @Nullable String wrong, TestRun tests) {}

    @Override
    public @Nullable List<TestBaseline.Before> at(
            String commit, WorkUnderProof work, List<Check.Command> commands, String name)
            throws IOException, InterruptedException {
        List<Outcome> runs =
                at(commit, work, commands, name, Map.of(), null, rooms.ignored().folder(), null);
        return runs == null
                ? null
                : runs.stream()
                        .map(run -> new TestBaseline.Before(
                                run.ran().code(), run.tests(), run.ran().output()))
                        .toList();
    }

    @Override
    public String besides() throws IOException {
        return rooms.ignored().id();
    }

    /// @param more  on top of what every check finds in its environment
    /// @param sight how the room is seen; null for the usual way
    /// @param layer what lies under the checkout; null for nothing
    /// @param cap   how long each may take at most; null for as long as it may
    /// @return null where what could not be measured is not known
    @Nullable
    List<Outcome> at(
            String commit,
            WorkUnderProof work,
            List<Check.Command> commands,
            String name,
            Map<String, String> more,
            CleanRoom.@Nullable Sight sight,
            @Nullable Path layer,
            @Nullable Duration cap)
            throws IOException, InterruptedException {
        List<Outcome> runs = new ArrayList<>();
        try (CleanRoom room = rooms.at(commit, name, sight == null ? rooms.sight() : sight, layer)) {
            CheckProcess.Place place = rooms.in(room);
            for (Check.Command command : commands) {
                runs.add(run(commit, work, command, name + "-" + (runs.size() + 1), more, cap, place));
            }
        } catch (PrepareFailed | CannotStart unknown) {
            return null;
        }
        return runs;
    }

    /// However it ends: that it fails is worth knowing too.
    private Outcome run(
            String commit,
            WorkUnderProof work,
            Check.Command command,
            String name,
            Map<String, String> more,
            @Nullable Duration cap,
            CheckProcess.Place place)
            throws IOException, CannotStart, InterruptedException {
        Duration timeout = command.timeout();
        Duration given = timeout == null ? work.policy().pace().check() : timeout;
        Duration atMost = cap == null || cap.compareTo(given) > 0 ? given : cap;
        MappedFolder mappedFolder = command.reports().isEmpty() ? null : place.mappedFolder();
        TestReports.Watch watch =
                mappedFolder == null ? null : new TestReports().watch(work, command, mappedFolder, commit);
        CheckProcesses.Ran ran =
                checkProcesses.run(new CheckProcess(name, CommandProver.line(command), more, atMost, place));
        TestRun tests = watch == null ? TestRun.NONE : watch.read();
        return new Outcome(ran, CommandProver.against(command, ran), tests);
    }
}
