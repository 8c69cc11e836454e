package dev.ralph.store;

import dev.ralph.machine.StreamHead;
import org.jspecify.annotations.Nullable;

/// Which streams somebody asks for; null stands for any. Each of these questions has an index.
///
/// @param below    those that the machine of this stream opened
/// @param onlyOpen those that have not ended
/// @param most     how many, those that began last
public record Streams(
        StreamHead.@Nullable Kind kind,
        @Nullable String task,
        @Nullable String below,
        boolean onlyOpen,
        int most) {
    private static final int ANY = Integer.MAX_VALUE;
    public static final Streams ALL = new Streams(null, null, null, false, ANY);
    public static final Streams OPEN = new Streams(null, null, null, true, ANY);
    public static final Streams NEWEST = new Streams(null, null, null, false, 1);

    public static Streams of(String task) {
        return new Streams(null, task, null, false, ANY);
    }

    /// Those that have not ended.
    public static Streams openBelow(String parent) {
        return new Streams(null, null, parent, true, ANY);
    }

    public static Streams below(String parent) {
        return new Streams(null, null, parent, false, ANY);
    }

    Streams of(StreamHead.Kind wanted) {
        return new Streams(wanted, task, below, onlyOpen, most);
    }

    public boolean fits(StreamSummary stream) {
        StreamHead head = stream.head();
        return (kind == null || kind == head.kind())
                && (task == null || task.equals(head.task()))
                && (below == null || below.equals(head.parent()))
                && !(onlyOpen && stream.ended());
    }
}
