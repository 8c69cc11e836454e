package dev.ralph.machine;

import org.jspecify.annotations.Nullable;

/// What never changes about a stream of events, and so about the machine it belongs to.
///
/// @param id      unique in the journal, and sortable by time
/// @param parent  the stream of the machine that opened it, null where a person did
/// @param run     the run of an agent from inside which it was ordered; null where none was
/// @param task    the task it works on, as users name it; of a flow, the name of the run
/// @param role    what it does for the task: a stage such as `coder`; null for the only one
/// @param profile the bundle of defaults that it came from, as users type it
public record StreamHead(
        String id,
        Kind kind,
        @Nullable String parent,
        @Nullable String run,
        String project,
        String task,
        @Nullable String role,
        String profile) {

    /// Which machine the events move.
    public enum Kind {
        LOOP,
        PIPELINE,
        FLOW
    }

    /// The role of a loop that runs its agent only once, beside the loop of its task: one of many, so each has its own.
    public static String jobRole(String id) {
        return "job-" + id;
    }

    public boolean isJob() {
        return jobRole(id).equals(role);
    }

    public StreamHead {
        if (id.isBlank() || project.isBlank() || task.isBlank() || profile.isBlank()) {
            throw new IllegalArgumentException("a stream has an id, a project, a task and a profile");
        }
    }

    /// Of a machine that no agent ordered.
    public StreamHead(
            String id,
            Kind kind,
            @Nullable String parent,
            String project,
            String task,
            @Nullable String role,
            String profile) {
        this(id, kind, parent, null, project, task, role, profile);
    }

    /// Whether it is a loop that a pipeline opened.
    public boolean isStage() {
        return kind == Kind.LOOP && parent != null && role != null && !isJob();
    }

    /// Whose workspace it works in: the stages of one task share that of their pipeline.
    public String workspace() {
        return isStage() && parent != null ? parent : id;
    }

    /// The same in another role.
    public StreamHead in(String other) {
        return new StreamHead(id, kind, parent, run, project, task, other, profile);
    }

    /// Of a loop that a person began, the only one of its task.
    public static StreamHead loop(String id, String project, String task, String profile) {
        return new StreamHead(id, Kind.LOOP, null, project, task, null, profile);
    }
}
