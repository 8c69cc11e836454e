package dev.ralph.store;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/// The pages in a SQLite write-ahead log, read without SQLite. What stands here is newer than the database.
record SqliteLog(ByteBuffer bytes, int pageSize) {
    private static final int HEADER = 32;
    private static final int FRAME_HEADER = 24;

    /// Frames that were written since the log was last emptied, committed or not.
    int frames() {
        int frame = 0;
        while (isCurrent(frame + 1)) {
            frame++;
        }
        return frame;
    }

    /// @param frame counted from 1
    boolean isCurrent(int frame) {
        int at = at(frame);
        return bytes.capacity() >= at + FRAME_HEADER + pageSize && bytes.getLong(at + 8) == salt();
    }

    /// Tells one filling of the log from the next.
    long salt() {
        return bytes.capacity() < HEADER ? 0 : bytes.getLong(16);
    }

    /// The newest form of each page, as far as frame `last`.
    Map<Integer, ByteBuffer> pages(int last) {
        Map<Integer, ByteBuffer> pages = new HashMap<>();
        for (int frame = 1; frame <= last; frame++) {
            pages.put(number(frame), page(frame));
        }
        return pages;
    }

    int number(int frame) {
        return bytes.getInt(at(frame));
    }

    ByteBuffer page(int frame) {
        return bytes.slice(at(frame) + FRAME_HEADER, pageSize);
    }

    private int at(int frame) {
        return HEADER + (frame - 1) * (FRAME_HEADER + pageSize);
    }
}
