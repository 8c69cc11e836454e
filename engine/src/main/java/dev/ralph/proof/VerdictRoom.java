package dev.ralph.proof;

import dev.ralph.room.CleanRoom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The clean room of one verdict: opened for its first command, and shared by all of them as the steps of a build share
/// a checkout.
///
/// It promises: a room is never used for two verdicts, and when [#leave] has returned, nothing of it is left.
public final class VerdictRoom implements CheckCommands.Placing {
    private final LoopCleanRooms rooms;
    private final List<Again> passed = new ArrayList<>();
    private @Nullable CleanRoom open;
    private @Nullable String commit;

    /// A command that passed, once more.
    @FunctionalInterface
    interface Again {
        ProofResult prove() throws IOException, InterruptedException;
    }

    public VerdictRoom(LoopCleanRooms rooms) {
        this.rooms = rooms;
    }

    @Override
    public CheckProcess.Place of(WorkUnderProof workUnderProof) throws IOException, InterruptedException {
        return rooms.in(opened(workUnderProof));
    }

    /// The same, with all that is in the home folder and the folders for temporary files.
    CheckProcess.Place withHome(WorkUnderProof workUnderProof) throws IOException, InterruptedException {
        return rooms.withHome(opened(workUnderProof));
    }

    private CleanRoom opened(WorkUnderProof workUnderProof) throws IOException, InterruptedException {
        CleanRoom room = open;
        if (room == null) {
            String wanted = commit(workUnderProof);
            String last = workUnderProof.policy().checksFolder()
                    ? workUnderProof.work().commit()
                    : null;
            room = rooms.at(wanted, wanted.equals(last) ? null : last, workUnderProof.name());
            open = room;
        }
        return room;
    }

    /// Sees whether a room can be made ready.
    void tryOut(WorkUnderProof workUnderProof) throws IOException, InterruptedException {
        if (!rooms.steps().isNothing()) {
            rooms.tryAt(kept(workUnderProof));
        }
    }

    /// What is checked: the same for all commands of a verdict.
    String commit(WorkUnderProof workUnderProof) throws IOException {
        String known = commit;
        if (known == null) {
            known = kept(workUnderProof);
            commit = known;
        }
        return known;
    }

    static String kept(WorkUnderProof workUnderProof) throws IOException {
        String commit = workUnderProof.work().kept();
        if (commit == null) {
            throw new IOException("there is no commit to check out for a clean room in "
                    + workUnderProof.paths().project() + ": commit something, or set clean_room: off");
        }
        return commit;
    }

    /// The room that commands work in; null before the first.
    @Nullable
    CleanRoom room() {
        return open;
    }

    void passed(Again command) {
        passed.add(command);
    }

    /// Opens another room for the next command, in which all that passed before it has been done again.
    ///
    /// @return whether that passed this time, too
    boolean renew() throws IOException, InterruptedException {
        close();
        for (Again command : passed) {
            if (!command.prove().passed()) {
                return false;
            }
        }
        return true;
    }

    private void close() throws IOException {
        CleanRoom room = open;
        open = null;
        if (room != null) {
            room.close();
        }
    }

    /// The verdict is given.
    void leave() throws IOException {
        passed.clear();
        commit = null;
        try {
            close();
        } finally {
            rooms.leave();
        }
    }
}
