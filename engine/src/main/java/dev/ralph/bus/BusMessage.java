package dev.ralph.bus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One message as it stands on the bus.
///
/// @param id given by the writer, unique
/// @param at when it was written, by the writer's clock; the epoch if a foreign writer did not say
/// @param type such as `FACT` or `RUN_START`; any word
/// @param project the project it belongs to
/// @param task the task it belongs to, if it belongs to one
/// @param run the run it comes from, if it comes from one
/// @param parents messages it answers
/// @param links what it points to
/// @param meta facts for programs
/// @param body free text
public record BusMessage(
        String id,
        Instant at,
        String type,
        String project,
        @Nullable String task,
        @Nullable String run,
        List<MessageParent> parents,
        List<MessageLink> links,
        Map<String, String> meta,
        String body) {

    public BusMessage {
        HeaderValue.required("id of a message", id);
        HeaderValue.required("type of a message", type);
        HeaderValue.required("project of a message", project);
        task = HeaderValue.orNull("task of a message", task);
        run = HeaderValue.orNull("run of a message", run);
        parents = List.copyOf(parents);
        links = List.copyOf(links);
        meta = HeaderValue.keys(meta);
    }

    static BusMessage of(String id, Instant at, MessageDraft draft) {
        return new BusMessage(
                id,
                at,
                draft.type(),
                draft.project(),
                draft.task(),
                draft.run(),
                draft.parents(),
                draft.links(),
                draft.meta(),
                draft.body());
    }

    /// An ISSUE is known by the id of the message that raised it.
    public Optional<String> issueId() {
        return type.equals("ISSUE") ? Optional.of(id) : Optional.empty();
    }
}
