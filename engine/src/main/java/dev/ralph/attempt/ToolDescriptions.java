package dev.ralph.attempt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an agent reads of the tools that it has over MCP.
public final class ToolDescriptions {
    /// What it reads before them.
    public static final String INSTRUCTIONS =
            "Tells Ralph, who started you, how the task stands. Its checks decide what is done.";

    private ToolDescriptions() {}

    /// @param schema of its arguments, as JSON Schema has it
    public record Tool(String name, String description, Map<String, Object> schema) {}

    /// Those of an attempt.
    public static List<Tool> of(AttemptTools tools) {
        return tools.mayReject() ? all() : usual();
    }

    /// Those of every attempt, in the order in which they are offered.
    public static List<Tool> usual() {
        return all().subList(0, all().size() - 1);
    }

    /// The same, and what only some stages may do.
    public static List<Tool> all() {
        List<Tool> all = new ArrayList<>();
        Map<String, Object> artifacts = Map.of(
                "type",
                "array",
                "items",
                Map.of("type", "string"),
                "description",
                "Files or folders in the workspace that the task made.");
        all.add(tool(
                "task_complete",
                "Say that the task is done. Then end: Ralph runs the checks.",
                Map.of("artifacts", artifacts, "summary", text("What was done, in a sentence.")),
                List.of()));
        all.add(saying("task_blocked", "Say that the task cannot be done. Then end.", "blocker", "Why not."));
        all.add(saying(
                "ask_human",
                "Ask the user. Then end: you are started again with the answer.",
                "question",
                "The question."));
        all.add(saying("post_message", "Put a message on the task's bus, for the user.", "text", "The message."));
        all.add(saying(
                "remember",
                "Leave a note for the attempts that follow at this task.",
                "text",
                "The note, a sentence or two."));
        all.add(saying(
                "reject",
                "Send the work back to the stage that made it. Call it once for each finding, then end.",
                "finding",
                "What is wrong, in a sentence or two: the coder reads nothing else of you."));
        return List.copyOf(all);
    }

    private static Tool saying(String name, String description, String field, String meaning) {
        return tool(name, description, Map.of(field, text(meaning)), List.of(field));
    }

    private static Map<String, Object> text(String meaning) {
        return Map.of("type", "string", "description", meaning);
    }

    private static Tool tool(String name, String description, Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return new Tool(name, description, schema);
    }
}
