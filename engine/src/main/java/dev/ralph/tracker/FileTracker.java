package dev.ralph.tracker;

import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file of the project as tracker: in each line an object with the `id` of an issue and what is new about it. Later
/// lines add to earlier ones: `title`, `body`, `state`, `state_reason`, `labels`, `comment`.
final class FileTracker implements Tracker {
    private static final int MOST = 100_000;

    private final Path project;
    private final String name;
    private final @Nullable String label;
    private final InstantSource clock;

    FileTracker(Path project, String name, @Nullable String label, InstantSource clock) {
        this.project = project;
        this.name = name;
        this.label = label;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "file " + name;
    }

    @Override
    public String prefix() {
        return "FILE-";
    }

    @Override
    public void begin() {
        // a file answers at once
    }

    @Override
    public List<Issue> open() throws TrackerFailed {
        List<Issue> issues = new ArrayList<>();
        read().forEach((id, fields) -> {
            Issue issue = Issue.of(fields, id);
            if (issue != null && (label == null || issue.task().tags().contains(label))) {
                issues.add(issue);
            }
        });
        return issues;
    }

    @Override
    public Optional<Issue> issue(String id) throws TrackerFailed {
        return Optional.ofNullable(Issue.of(read().get(id), id));
    }

    @Override
    public boolean owns(String id, String url) {
        return url.isEmpty() || url.equals(name + "#" + id);
    }

    @Override
    public void perform(String id, Act act, String text) throws TrackerFailed {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("id", id);
        switch (act) {
            case COMMENT -> line.put("comment", text);
            case CLOSE -> {
                line.put("state", "closed");
                line.put("state_reason", "completed");
            }
            case CANCEL -> {
                line.put("state", "closed");
                line.put("state_reason", "not_planned");
            }
            case REOPEN -> {
                line.put("state", "open");
                line.put("state_reason", "reopened");
            }
            case BLOCK, UNBLOCK -> {
                Set<String> labels = new LinkedHashSet<>(
                        issue(id).map(issue -> issue.task().tags()).orElse(List.of()));
                boolean changed = act == Act.BLOCK ? labels.add(BLOCKED) : labels.remove(BLOCKED);
                if (!changed) {
                    return;
                }
                line.put("labels", List.copyOf(labels));
            }
        }
        if (act != Act.COMMENT && says(id, line)) { // a process that was killed did it
            return;
        }
        line.put("timestamp", clock.instant().toString());
        try {
            JsonLinesFile.append(file(), line);
        } catch (IOException unwritable) {
            throw unusable(unwritable);
        }
    }

    /// Whether the file says already what a line would.
    private boolean says(String id, Map<String, @Nullable Object> line) throws TrackerFailed {
        Map<String, @Nullable Object> known = read().get(id);
        Map<String, @Nullable Object> more = new LinkedHashMap<>(line);
        more.remove("id");
        return known != null && known.entrySet().containsAll(more.entrySet());
    }

    @Override
    public boolean hasComment(String id, String mark) throws TrackerFailed {
        boolean[] found = {false};
        lines(line -> found[0] |=
                id.equals(id(line)) && line.get("comment") instanceof String comment && comment.contains(mark));
        return found[0];
    }

    private interface Lines {
        void line(Map<String, @Nullable Object> line);
    }

    private Map<String, Map<String, @Nullable Object>> read() throws TrackerFailed {
        Map<String, Map<String, @Nullable Object>> issues = new LinkedHashMap<>();
        lines(line -> {
            String id = id(line);
            if (id != null && (issues.containsKey(id) || issues.size() < MOST)) {
                issues.computeIfAbsent(id, _ -> new LinkedHashMap<>(Map.of("state", "open")))
                        .putAll(line);
            }
        });
        return issues;
    }

    /// Null where it cannot be a part of a task's id.
    private static @Nullable String id(Map<String, @Nullable Object> line) {
        String id = line.get("id") instanceof Long number
                ? number.toString()
                : line.get("id") instanceof String text ? text : "";
        return id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,79}") ? id : null;
    }

    private void lines(Lines each) throws TrackerFailed {
        try {
            JsonLinesFile.read(file(), text -> {
                try {
                    each.line(JsonText.object(text));
                } catch (InvalidJson passedOver) {
                    return; // a line that somebody is about to write, or that nobody can use
                }
            });
        } catch (IOException unreadable) {
            throw unusable(unreadable);
        }
    }

    /// A link does not lead out of the project.
    private Path file() throws IOException {
        Path file = project.resolve(name);
        Path there = Files.exists(file) ? file : file.toAbsolutePath().getParent();
        if (there != null && Files.exists(there) && !there.toRealPath().startsWith(project.toRealPath())) {
            throw new IOException("it lies outside of the project");
        }
        return file;
    }

    private TrackerFailed unusable(IOException trouble) {
        return new TrackerFailed(
                TrackerFailed.Why.REFUSED, "the tracker " + name + " cannot be used: " + trouble.getMessage());
    }

    @Override
    public void close() {
        // nothing is held
    }
}
