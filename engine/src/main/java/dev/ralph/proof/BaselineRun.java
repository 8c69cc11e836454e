package dev.ralph.proof;

import dev.ralph.environment.MappedFolder;
import dev.ralph.process.CannotStart;
import dev.ralph.ratchet.TestRun;
import dev.ralph.room.CleanRoom;
import dev.ralph.room.PrepareFailed;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the commands of checks on another commit, in a clean room of its own.
public record BaselineRun(LoopCleanRooms rooms, CheckProcesses checkProcesses) implements TestBaseline.Measuring {
    @Override
    public @Nullable List<TestBaseline.Before> at(
            String commit, WorkUnderProof work, List<Check.Command> commands, String name)
            throws IOException, InterruptedException {
        List<TestBaseline.Before> runs = new ArrayList<>();
        try (CleanRoom room = rooms.at(commit, name)) {
            CheckProcess.Place place = rooms.in(room);
            for (Check.Command command : commands) {
                runs.add(run(commit, work, command, name + "-" + (runs.size() + 1), place));
            }
        } catch (PrepareFailed | CannotStart unknown) { // what could not be measured is not known
            return null;
        }
        return runs;
    }

    /// However it ends: that it fails is worth knowing too.
    private TestBaseline.Before run(
            String commit, WorkUnderProof work, Check.Command command, String name, CheckProcess.Place place)
            throws IOException, CannotStart, InterruptedException {
        Duration timeout = command.timeout();
        Duration atMost = timeout == null ? work.policy().pace().check() : timeout;
        MappedFolder mappedFolder = command.reports().isEmpty() ? null : place.mappedFolder();
        TestReports.Watch watch =
                mappedFolder == null ? null : new TestReports().watch(work, command, mappedFolder, commit);
        CheckProcesses.Ran ran =
                checkProcesses.run(new CheckProcess(name, CommandProver.line(command), Map.of(), atMost, place));
        return new TestBaseline.Before(ran.code(), watch == null ? TestRun.NONE : watch.read());
    }
}
