package dev.ralph.run;

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
record BaselineRoom(CleanRooms rooms, Errands errands) implements Baseline.Measuring {
    @Override
    public @Nullable List<TestRun> at(String commit, Claimed claimed, List<Check.Command> commands, String name)
            throws IOException, InterruptedException {
        List<TestRun> runs = new ArrayList<>();
        try (CleanRoom room = rooms.at(commit, name)) {
            Errand.Place place = rooms.in(room);
            for (Check.Command command : commands) {
                runs.add(run(commit, claimed, command, name + "-" + (runs.size() + 1), place));
            }
        } catch (PrepareFailed | CannotStart unknown) { // what could not be measured is not known
            return null;
        }
        return runs;
    }

    /// However it ends: that it fails is worth knowing too.
    private TestRun run(String commit, Claimed claimed, Check.Command command, String name, Errand.Place place)
            throws IOException, CannotStart, InterruptedException {
        Duration timeout = command.timeout();
        Duration atMost = timeout == null ? claimed.policy().pace().check() : timeout;
        Outlet outlet = command.reports().isEmpty() ? null : place.outlet();
        TestReports.Watch watch = outlet == null ? null : new TestReports().watch(claimed, command, outlet, commit);
        errands.run(new Errand(name, CommandProver.line(command), Map.of(), atMost, place));
        return watch == null ? TestRun.NONE : watch.read();
    }
}
