package dev.ralph.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools that a request offers, and which of them does what a script wants.
final class OfferedTools {
    /// What agents call their shell tool, the likelier names first.
    private static final List<String> SHELLS = List.of(
            "Bash",
            "bash",
            "run_shell_command",
            "exec_command",
            "shell_command",
            "shell",
            "local_shell",
            "container.exec",
            "terminal");

    private static final List<String> WRITERS = List.of("Write", "write", "write_file", "create", "create_file");
    private static final List<String> COMMANDS = List.of("cmd", "command", "script");
    private static final List<String> PATHS = List.of("file_path", "filePath", "path", "absolute_path");
    private static final List<String> CONTENTS = List.of("content", "file_text", "contents", "text");
    private static final int ENOUGH_TIME = 60_000;

    private final Map<String, Offered> offered = new LinkedHashMap<>();

    /// How a call of a tool is written.
    enum Form {
        /// With arguments in JSON.
        FUNCTION,
        /// With one text.
        CUSTOM,
        /// The shell that OpenAI's protocol itself knows.
        LOCAL_SHELL
    }

    /// A tool, as the client describes it.
    record Offered(
            String name,
            JsonNode schema,
            Form form,
            @Nullable String namespace) {
        boolean takes(String property) {
            return schema.path("properties").has(property);
        }

        JsonNode property(String name) {
            return schema.path("properties").path(name);
        }
    }

    /// A call, ready to be written. A custom tool's text stands under [#TEXT].
    record Chosen(
            String name,
            ObjectNode arguments,
            Form form,
            @Nullable String namespace) {
        static final String TEXT = "input";
    }

    void add(Offered tool) {
        if (!tool.name().isEmpty()) {
            offered.putIfAbsent(tool.name(), tool);
        }
    }

    Set<String> names() {
        return offered.keySet();
    }

    /// @param folder where relative paths lie, if that is known
    Chosen choose(ScriptedCall call, @Nullable String folder) {
        return switch (call) {
            case ScriptedCall.Shell shell -> shell(shell.command());
            case ScriptedCall.Write write -> write(write, folder);
            case ScriptedCall.Tool tool -> exactly(tool);
        };
    }

    private Chosen shell(String command) {
        Offered tool = first(SHELLS);
        if (tool == null) {
            return new Chosen("bash", JsonTree.object().put("command", command), Form.FUNCTION, null);
        }
        ObjectNode arguments = JsonTree.object();
        switch (tool.form()) {
            case CUSTOM -> arguments.put(Chosen.TEXT, command);
            case LOCAL_SHELL -> arguments.put("command", command);
            case FUNCTION -> {
                String parameter = named(tool, COMMANDS, "command");
                if (typeOf(tool.property(parameter)).equals("array")) {
                    arguments.putArray(parameter).add("bash").add("-c").add(command);
                } else {
                    arguments.put(parameter, command);
                }
                fillRequired(tool, arguments);
            }
        }
        return new Chosen(tool.name(), arguments, tool.form(), tool.namespace());
    }

    private Chosen write(ScriptedCall.Write write, @Nullable String folder) {
        Offered tool = first(WRITERS);
        if (tool == null || tool.form() != Form.FUNCTION) {
            return shell(writingCommand(write));
        }
        ObjectNode arguments = JsonTree.object();
        String path = named(tool, PATHS, "file_path");
        arguments.put(path, wantsAbsolute(tool.property(path)) ? absolute(write.path(), folder) : write.path());
        arguments.put(named(tool, CONTENTS, "content"), write.content());
        fillRequired(tool, arguments);
        return new Chosen(tool.name(), arguments, tool.form(), tool.namespace());
    }

    private Chosen exactly(ScriptedCall.Tool call) {
        Offered tool = offered.get(call.name());
        ObjectNode arguments = JsonTree.object();
        call.arguments().forEach((name, value) -> arguments.set(name, JsonTree.of(value)));
        return tool == null
                ? new Chosen(call.name(), arguments, Form.FUNCTION, null)
                : new Chosen(call.name(), arguments, tool.form(), tool.namespace());
    }

    private @Nullable Offered first(List<String> names) {
        return names.stream()
                .filter(offered::containsKey)
                .findFirst()
                .map(offered::get)
                .orElse(null);
    }

    private static String named(Offered tool, List<String> names, String otherwise) {
        return names.stream().filter(tool::takes).findFirst().orElse(otherwise);
    }

    /// Some tools insist on a description or a time limit.
    private static void fillRequired(Offered tool, ObjectNode arguments) {
        for (JsonNode required : tool.schema().path("required")) {
            String name = required.asString("");
            JsonNode property = tool.property(name);
            if (arguments.has(name)) {
                continue;
            }
            if (property.path("enum").isArray() && !property.path("enum").isEmpty()) {
                arguments.set(name, property.path("enum").path(0));
                continue;
            }
            switch (typeOf(property)) {
                case "boolean" -> arguments.put(name, false);
                case "number", "integer" -> arguments.put(name, ENOUGH_TIME);
                case "array" -> arguments.putArray(name);
                case "object" -> arguments.putObject(name);
                default -> arguments.put(name, "a scripted step");
            }
        }
    }

    /// The first type in a property's schema, in lower case.
    private static String typeOf(JsonNode property) {
        JsonNode type = property.path("type");
        JsonNode first = type.isArray() ? type.path(0) : type;
        return first.asString("string").toLowerCase(Locale.ROOT);
    }

    private static boolean wantsAbsolute(JsonNode property) {
        String description = property.path("description").asString("").toLowerCase(Locale.ROOT);
        return Stream.of("absolute", "full path").anyMatch(description::contains);
    }

    private static String absolute(String path, @Nullable String folder) {
        return path.startsWith("/") || folder == null
                ? path
                : folder.endsWith("/") ? folder + path : folder + "/" + path;
    }

    private static String writingCommand(ScriptedCall.Write write) {
        String path = "'" + write.path().replace("'", "'\\''") + "'";
        String content = Base64.getEncoder().encodeToString(write.content().getBytes(StandardCharsets.UTF_8));
        return "mkdir -p -- \"$(dirname -- " + path + ")\" && printf %s '" + content + "' | base64 -d > " + path;
    }
}
