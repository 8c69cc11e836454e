package dev.ralph.store;

import dev.ralph.machine.StreamHead;
import org.jspecify.annotations.Nullable;

/// Which streams somebody asks for; null stands for any. Each of these questions has an index.
///
/// @param below    those that the machine of this stream opened
/// @param onlyOpen those that have not ended
/// @param most     how many, those that began last
public record StreamQuery(
        StreamHead.@Nullable Kind kind,
        @Nullable String task,
        @Nullable String below,
        boolean onlyOpen,
        int most) {
    private static final int ANY = Integer.MAX_VALUE;
    public static final StreamQuery ALL = new StreamQuery(null, null, null, false, ANY);
    public static final StreamQuery OPEN = new StreamQuery(null, null, null, true, ANY);
    public static final StreamQuery NEWEST = new StreamQuery(null, null, null, false, 1);

    public static StreamQuery of(String task) {
        return new StreamQuery(null, task, null, false, ANY);
    }

    /// Those that have not ended.
    public static StreamQuery openBelow(String parent) {
        return new StreamQuery(null, null, parent, true, ANY);
    }

    public static StreamQuery below(String parent) {
        return new StreamQuery(null, null, parent, false, ANY);
    }

    /// Those of one task: a flow has many.
    public static StreamQuery below(String parent, String task) {
        return new StreamQuery(null, task, parent, false, ANY);
    }

    public StreamQuery of(StreamHead.Kind wanted) {
        return new StreamQuery(wanted, task, below, onlyOpen, most);
    }

    public boolean fits(StreamSummary stream) {
        StreamHead head = stream.head();
        return (kind == null || kind == head.kind())
                && (task == null || task.equals(head.task()))
                && (below == null || below.equals(head.parent()))
                && !(onlyOpen && stream.ended());
    }
}
