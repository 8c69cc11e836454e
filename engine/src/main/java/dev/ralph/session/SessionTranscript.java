package dev.ralph.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.session.SessionMessage.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A session as programs write it down: one JSON object in each line, with a role, a time and what was said.
///
/// The line itself is never searched: it may be a prompt, or the output of a tool. Understood are `{"type"|"role":
/// "assistant", "content"|"text": …, "timestamp": …}`, the same inside `"message"`, and content as a text or as a list
/// of blocks, of which only those of type `text` were said and those of type `tool_use` are actions. Other lines are
/// passed over.
public final class SessionTranscript {
    private static final int LONGEST_LINE = 8 << 20;

    private SessionTranscript() {}

    /// The messages, oldest first; none when there is no such file.
    public static List<SessionMessage> read(Path file) throws IOException {
        List<SessionMessage> messages = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return messages;
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                int start = 0;
                for (int i = 0; i < length; i++) {
                    if (buffer[i] == '\n') {
                        append(buffer, start, i, line);
                        add(line, messages);
                        start = i + 1;
                    }
                }
                append(buffer, start, length, line);
            }
        }
        add(line, messages);
        return messages;
    }

    /// A line that is too long is not kept, only known to be so.
    private static void append(byte[] bytes, int from, int to, ByteArrayOutputStream line) {
        if (line.size() <= LONGEST_LINE) {
            line.write(bytes, from, to - from);
        }
    }

    private static void add(ByteArrayOutputStream line, List<SessionMessage> messages) {
        String json = line.size() > LONGEST_LINE ? "" : line.toString(UTF_8);
        line.reset();
        try {
            SessionMessage message = message(JsonText.object(json));
            if (message.role() != Role.OTHER) {
                messages.add(message);
            }
        } catch (InvalidJson notAnEntry) {
            // passed over
        }
    }

    private static SessionMessage message(Map<String, @Nullable Object> line) {
        Map<?, ?> inner = line.get("message") instanceof Map<?, ?> message ? message : Map.of();
        String role = null;
        Instant at = null;
        StringBuilder text = new StringBuilder();
        int actions = SessionMessage.UNKNOWN;
        for (Map<?, ?> fields : List.of(line, inner)) {
            role = fields.get("role") instanceof String named
                    ? named
                    : role == null && fields.get("type") instanceof String type ? type : role;
            at = fields.get("timestamp") instanceof String time ? time(time) : at;
            for (String name : List.of("content", "text")) {
                if (fields.get(name) instanceof String said) {
                    text.append(said);
                }
            }
            if (fields.get("content") instanceof List<?> blocks) {
                blocks.forEach(block -> text.append(said(block)));
                actions = Math.max(actions, 0)
                        + (int) blocks.stream()
                                .filter(block -> is("tool_use", block))
                                .count();
            }
        }
        return new SessionMessage(SessionMessage.of(role, null).role(), text.toString(), at, actions);
    }

    /// Thinking, results of tools and pictures are not said.
    private static String said(@Nullable Object block) {
        return is("text", block) && block instanceof Map<?, ?> fields && fields.get("text") instanceof String text
                ? text + "\n"
                : "";
    }

    private static boolean is(String type, @Nullable Object block) {
        return block instanceof Map<?, ?> fields && type.equals(fields.get("type"));
    }

    private static @Nullable Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException unknown) {
            return null;
        }
    }
}
