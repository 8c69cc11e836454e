package dev.ralph.session;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// A session as programs write it down: one JSON object in each line, with a role, a time and what was said.
///
/// The line itself is never searched: it may be a prompt, or the output of a tool. Understood are `{"type"|"role":
/// "assistant", "content"|"text": …, "timestamp": …}`, the same inside `"message"`, and content as a text or as a list
/// of blocks, of which only those of type `text` were said and those of type `tool_use` are actions. Other lines are
/// passed over.
public final class SessionTranscript {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int LONGEST_LINE = 8 << 20;

    private @Nullable String role;
    private @Nullable Instant at;
    private final StringBuilder text = new StringBuilder();
    private int actions = SessionMessage.UNKNOWN;

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
        SessionTranscript entry = new SessionTranscript();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                entry.object(parser);
            }
        } catch (JacksonException notAnEntry) {
            return;
        }
        Role known = SessionMessage.of(entry.role, null).role();
        if (known != Role.OTHER) {
            messages.add(new SessionMessage(known, entry.text.toString(), entry.at, entry.actions));
        }
    }

    private void object(JsonParser parser) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_STRING) {
                field(name, parser.getString());
            } else if (name.equals("message") && value == JsonToken.START_OBJECT) {
                object(parser);
            } else if (name.equals("content") && value == JsonToken.START_ARRAY) {
                blocks(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void field(String name, String value) {
        switch (name) {
            case "role" -> role = value;
            case "type" -> role = role == null ? value : role;
            case "timestamp" -> at = time(value);
            case "content", "text" -> text.append(value);
            default -> {
                // nothing of the message
            }
        }
    }

    private void blocks(JsonParser parser) {
        actions = Math.max(actions, 0);
        for (JsonToken next = parser.nextToken();
                next != JsonToken.END_ARRAY && next != null;
                next = parser.nextToken()) {
            if (next == JsonToken.START_OBJECT) {
                block(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void block(JsonParser parser) {
        String type = "";
        String said = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("type") && value == JsonToken.VALUE_STRING) {
                type = parser.getString();
            } else if (name.equals("text") && value == JsonToken.VALUE_STRING) {
                said = parser.getString();
            } else {
                parser.skipChildren();
            }
        }
        switch (type) {
            case "text" -> text.append(said).append('\n');
            case "tool_use" -> actions++;
            default -> {
                // thinking, results of tools, pictures: not said
            }
        }
    }

    private static @Nullable Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException unknown) {
            return null;
        }
    }
}
