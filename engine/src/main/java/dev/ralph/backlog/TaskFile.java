package dev.ralph.backlog;

import dev.ralph.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The operation log of the tasks, `tasks.jsonl`, a file of the repository that people, agents, git and several Ralphs
/// write to.
///
/// It promises:
/// 1. An operation is appended as one line and is on the disk when [#append] returns; operations of others at the same
///    time stay whole. After a crash the line is there or not, or its beginning is, which the next one does not touch.
/// 2. What others append is known after the next [#look], and only that is read; a file that was edited, replaced,
///    truncated or merged is read anew. Of a file over 2 MB one edit is not seen: one in place that leaves its last
/// lines
///    as they are, and after which something is appended before the next look.
/// 3. Nothing that stands in the file is ever changed.
/// 4. A last line without its end counts where it is whole; where it is not, a problem of the list says so.
public final class TaskFile {
    private static final int CHUNK = 1 << 20;
    private static final int COMPARED = 256;
    /// Up to here a file that has changed is read anew: somebody may have edited what stands before.
    private static final long SMALL = 2L << 20;

    private final Path file;
    private TaskList list = new TaskList();
    private @Nullable Object identity;
    private @Nullable FileTime changed;
    private long size;
    private long read;
    /// Whether the last line was taken without its end.
    private boolean taken;
    private byte[] end = {};

    public TaskFile(Path file) {
        this.file = file;
    }

    public Path path() {
        return file;
    }

    /// The tasks as they are now; none where there is no file.
    public synchronized TaskList look() throws IOException {
        if (!Files.exists(file)) {
            begin();
            identity = null;
            return list;
        }
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        if (!now.isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "is not a file: move it away");
        }
        boolean same = Objects.equals(identity, now.fileKey());
        if (same && now.lastModifiedTime().equals(changed) && now.size() == size) {
            return list;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            // What changed and did not grow was edited.
            boolean grew = same && now.size() > size && now.size() > SMALL;
            if (!grew || taken || !endsAsBefore(channel)) {
                begin();
            }
            readOn(channel);
        }
        identity = now.fileKey();
        changed = now.lastModifiedTime();
        size = now.size();
        return list;
    }

    private void begin() {
        list = new TaskList();
        read = 0;
        size = 0;
        taken = false;
        end = new byte[0];
    }

    private boolean endsAsBefore(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(end.length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, read - end.length + bytes.position()) < 0) {
                return false;
            }
        }
        return Arrays.equals(bytes.array(), end);
    }

    /// Every whole line; the beginning of one waits until the rest is there.
    private void readOn(FileChannel channel) throws IOException {
        list.finished();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        long at = read;
        while (channel.read(chunk.clear(), at) > 0) {
            byte[] bytes = chunk.array();
            int from = 0;
            for (int i = 0; i < chunk.position(); i++) {
                if (bytes[i] == '\n') {
                    add(line, bytes, from, i);
                    list.apply(text(line));
                    line.reset();
                    from = i + 1;
                    read = at + from;
                }
            }
            add(line, bytes, from, chunk.position());
            at += chunk.position();
        }
        if (line.size() > 0) {
            taken = list.applyUnfinished(text(line));
        }
        int compared = (int) Math.min(COMPARED, read);
        ByteBuffer last = ByteBuffer.allocate(compared);
        channel.read(last, read - compared);
        end = last.array();
    }

    /// Of a line that is longer than any task, only that it is too long.
    private static void add(ByteArrayOutputStream line, byte[] bytes, int from, int to) {
        line.write(bytes, from, Math.min(to - from, Math.max(0, JsonLinesFile.LONGEST - line.size())));
    }

    private String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        boolean mark = list.isNew() && text.startsWith("\ufeff");
        return text.substring(mark ? 1 : 0).stripTrailing();
    }

    /// A new task; its id is in its fields.
    public void create(Map<String, @Nullable Object> task, String timestamp) throws IOException {
        Map<String, @Nullable Object> operation = new LinkedHashMap<>();
        operation.put("op", "create");
        operation.put("task", task);
        operation.put("timestamp", timestamp);
        append(operation);
    }

    /// A new task with the next free id.
    ///
    /// @param fields but id, status and times
    /// @return its id
    public String add(Map<String, @Nullable Object> fields, String timestamp) throws IOException {
        while (true) {
            String id = TaskList.id(look().nextNumber());
            Map<String, @Nullable Object> task = new LinkedHashMap<>();
            task.put("id", id);
            task.put("type", "task");
            task.putAll(fields);
            task.put("status", TaskStatus.PENDING.word());
            task.put("createdAt", timestamp);
            task.put("updatedAt", timestamp);
            create(task, timestamp);
            Map<String, @Nullable Object> there =
                    look().task(id).map(BacklogTask::fields).orElse(Map.of());
            if (JsonText.of(there).equals(JsonText.of(task))) { // else somebody took it in the same moment
                return id;
            }
        }
    }

    /// @param source who changes it: agent, tracker, git or manual
    public void update(String id, Map<String, ?> changes, String source, String timestamp) throws IOException {
        append("update", id, timestamp, "changes", changes, "source", source);
    }

    /// Names the issue of a tracker that the task is.
    public void link(String id, String externalId, String externalUrl, String timestamp) throws IOException {
        append("link", id, timestamp, "externalId", externalId, "externalUrl", externalUrl);
    }

    /// @param relation blocks, blockedBy, parent or subtask
    public void relate(String id, String relation, String target, String timestamp) throws IOException {
        append("relate", id, timestamp, "relation", relation, "targetId", target);
    }

    /// @param fields names and values in turn
    private void append(String op, String id, String timestamp, Object... fields) throws IOException {
        Map<String, @Nullable Object> operation = new LinkedHashMap<>();
        operation.put("op", op);
        operation.put("id", id);
        for (int i = 0; i < fields.length; i += 2) {
            operation.put((String) fields[i], fields[i + 1]);
        }
        operation.put("timestamp", timestamp);
        append(operation);
    }

    /// @throws IOException when it is not on the disk
    private void append(Map<String, @Nullable Object> operation) throws IOException {
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        JsonLinesFile.append(file, operation);
    }
}
