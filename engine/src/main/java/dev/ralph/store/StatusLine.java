package dev.ralph.store;

import org.jspecify.annotations.Nullable;

/// What `ralph status` shows of a task: its stream that was begun last, all in words.
///
/// @param rank     of two streams of one task the one of the higher rank is shown
/// @param lease    who holds it runs the stream
/// @param ended    nobody has to run it: it has ended, or waits for a person
/// @param state    what it does, or how it ended
/// @param attempts as `2/5`
/// @param updated  milliseconds since 1970
/// @param reason   one line; empty for none
public record StatusLine(
        String task,
        String stream,
        int rank,
        String lease,
        boolean ended,
        String state,
        String attempts,
        long updated,
        String reason) {
    private static final int FIELDS = 9;

    public StatusLine {
        task = plain(task);
        stream = plain(stream);
        lease = plain(lease);
        state = plain(state);
        attempts = plain(attempts);
        reason = plain(reason);
    }

    String text() {
        return String.join(
                "\t",
                task,
                stream,
                Integer.toString(rank),
                lease,
                ended ? "ended" : "open",
                state,
                attempts,
                Long.toString(updated),
                reason);
    }

    private static String plain(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /// Null when it is not the text of one.
    static @Nullable StatusLine read(String text) {
        String[] parts = text.split("\t", -1);
        if (parts.length != FIELDS) {
            return null;
        }
        try {
            return new StatusLine(
                    parts[0],
                    parts[1],
                    Integer.parseInt(parts[2]),
                    parts[3],
                    parts[4].equals("ended"),
                    parts[5],
                    parts[6],
                    Long.parseLong(parts[7]),
                    parts[8]);
        } catch (NumberFormatException damaged) {
            return null;
        }
    }
}
