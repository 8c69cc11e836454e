package dev.ralph.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.session.Message.Role;
import java.io.BufferedInputStream;
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
/// The line itself is never searched: it may be a prompt, or the output of a tool. Understood are
/// `{"type"|"role": "assistant", "content"|"text": …, "timestamp": …}`, the same inside `"message"`, and content as a text
/// or as a list of blocks, of which only those of type `text` were said and those of type `tool_use` are actions. Other
/// lines are passed over.
public final class Transcript {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int LONGEST_LINE = 8 << 20;

    private @Nullable String role;
    private @Nullable Instant at;
    private final StringBuilder text = new StringBuilder();
    private int actions;

    private Transcript() {}

    /// The messages, oldest first; none when there is no such file.
    public static List<Message> read(Path file) throws IOException {
        List<Message> messages = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return messages;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    add(line, messages);
                    line.reset();
                } else if (line.size() <= LONGEST_LINE) {
                    line.write(b);
                }
            }
            add(line, messages);
        }
        return messages;
    }

    private static void add(ByteArrayOutputStream line, List<Message> messages) {
        if (line.size() == 0 || line.size() > LONGEST_LINE) {
            return;
        }
        Transcript entry = new Transcript();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line.toString(UTF_8))) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                entry.object(parser);
            }
        } catch (JacksonException notAnEntry) {
            return;
        }
        Role known = Message.of(entry.role, null).role();
        if (known != Role.OTHER) {
            messages.add(new Message(known, entry.text.toString(), entry.at, entry.actions));
        }
    }

    private void object(JsonParser parser) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "role" -> role = parser.getString();
                case "type" -> role = role == null ? parser.getString() : role;
                case "timestamp" -> at = time(parser.getString());
                case "content", "text" -> content(parser, value);
                case "message" -> {
                    if (value == JsonToken.START_OBJECT) {
                        object(parser);
                    }
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void content(JsonParser parser, JsonToken value) {
        if (value == JsonToken.VALUE_STRING) {
            text.append(parser.getString());
        } else if (value == JsonToken.START_ARRAY) {
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                block(parser);
            }
        } else {
            parser.skipChildren();
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

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException unknown) {
            return null;
        }
    }
}
