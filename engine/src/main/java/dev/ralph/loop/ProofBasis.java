package dev.ralph.loop;

import dev.ralph.loop.ConfinementPolicy.Network;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the checks of a loop rest on, fixed before its first attempt.
///
/// @param baseline the commit the loop began on; null where there was none
/// @param branch   the branch it began on, as `refs/heads/main`; null where there was none
/// @param pins     files of the project that the checks name, with the hash each had then
/// @param room     where commands of checks run
/// @param prepare  shell lines that make a clean room ready, null for none
/// @param roomSettings     how rooms are made ready, and how often they are
public record ProofBasis(
        @Nullable String baseline,
        @Nullable String branch,
        Map<String, String> pins,
        Room room,
        @Nullable String prepare,
        RoomSettings roomSettings) {
    /// Among the pins, what a reviewer holds the work against.
    public static final String TASK = "the text of the task";

    public static final ProofBasis NONE = new ProofBasis(null, null, Map.of(), Room.OFF, null);

    /// With the usual settings for rooms.
    public ProofBasis(
            @Nullable String baseline,
            @Nullable String branch,
            Map<String, String> pins,
            Room room,
            @Nullable String prepare) {
        this(baseline, branch, pins, room, prepare, RoomSettings.USUAL);
    }

    /// @param inputs  patterns of the files that `prepare` sees; none: the usual ones
    /// @param network what `prepare` can reach, null for what checks can
    /// @param retries how often a command that failed is run again in a new room
    /// @param tried   whether the commands run once before the first attempt
    public record RoomSettings(
            List<String> inputs, @Nullable Network network, int retries, boolean tried) {
        public static final RoomSettings USUAL = new RoomSettings(List.of(), null, 1, false);

        public RoomSettings {
            inputs = List.copyOf(inputs);
            if (retries < 0) {
                throw new IllegalArgumentException("flaky retries are " + retries + ": it must be 0 or more");
            }
        }
    }

    /// ON: in a fresh checkout of what is committed; OFF: where the agent worked; AUTO: in a fresh checkout of what
    /// would be kept, where there is a repository with a commit.
    public enum Room {
        AUTO,
        ON,
        OFF
    }

    public ProofBasis {
        pins = java.util.Collections.unmodifiableMap(new TreeMap<>(pins));
        if (prepare != null && prepare.isBlank()) {
            throw new IllegalArgumentException("prepare is empty: give a shell line, or leave it out");
        }
    }

    /// The same from where another one began.
    public ProofBasis since(@Nullable String commit, @Nullable String ref) {
        return new ProofBasis(commit, ref, pins, room, prepare, roomSettings);
    }

    /// The same with commands in another place.
    public ProofBasis in(Room other) {
        return new ProofBasis(baseline, branch, pins, other, prepare, roomSettings);
    }

    public ProofBasis pinning(Map<String, String> files) {
        return new ProofBasis(baseline, branch, files, room, prepare, roomSettings);
    }
}
