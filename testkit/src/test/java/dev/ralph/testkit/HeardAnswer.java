package dev.ralph.testkit;

import dev.ralph.testkit.ModelClient.Way;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What a client makes of an answer, put together from its pieces: the words, and the calls as `name {arguments}`.
record HeardAnswer(String text, List<String> calls) {

    static HeardAnswer of(Way way, JsonNode whole) {
        Ear ear = new Ear();
        switch (way) {
            case ANTHROPIC -> whole.path("content").forEach(ear::block);
            case RESPONSES -> whole.path("output").forEach(ear::item);
            case CHAT -> ear.message(whole.at("/choices/0/message"));
            case GEMINI -> whole.at("/candidates/0/content/parts").forEach(ear::part);
        }
        return ear.heard();
    }

    static HeardAnswer of(Way way, List<JsonNode> events) {
        Ear ear = new Ear();
        for (JsonNode event : events) {
            switch (way) {
                case ANTHROPIC -> ear.anthropic(event);
                case RESPONSES -> ear.responses(event);
                case CHAT -> ear.message(event.at("/choices/0/delta"));
                case GEMINI -> event.at("/candidates/0/content/parts").forEach(ear::part);
            }
        }
        return ear.heard();
    }

    private static final class Ear {
        private final StringBuilder text = new StringBuilder();
        private final List<String> calls = new ArrayList<>();
        private String name = "";

        void block(JsonNode block) {
            text.append(block.path("text").asString(""));
            if (block.path("type").asString("").equals("tool_use")) {
                calls.add(block.path("name").asString() + " " + block.path("input"));
            }
        }

        void anthropic(JsonNode event) {
            text.append(event.at("/delta/text").asString(""));
            name = event.at("/content_block/name").asString(name);
            if (event.path("delta").has("partial_json")) {
                calls.add(name + " " + event.at("/delta/partial_json").asString());
            }
        }

        void item(JsonNode item) {
            item.path("content").forEach(part -> text.append(part.path("text").asString("")));
            if (item.has("arguments")) {
                calls.add(item.path("name").asString() + " "
                        + item.path("arguments").asString());
            }
        }

        void responses(JsonNode event) {
            switch (event.path("type").asString("")) {
                case "response.output_text.delta" ->
                    text.append(event.path("delta").asString());
                case "response.output_item.done" -> {
                    if (event.path("item").has("arguments")) {
                        item(event.path("item"));
                    }
                }
                default -> {}
            }
        }

        void message(JsonNode message) {
            text.append(message.path("content").asString(""));
            for (JsonNode call : message.path("tool_calls")) {
                calls.add(call.at("/function/name").asString() + " "
                        + call.at("/function/arguments").asString());
            }
        }

        void part(JsonNode part) {
            text.append(part.has("thought") ? "" : part.path("text").asString(""));
            if (part.has("functionCall")) {
                calls.add(part.at("/functionCall/name").asString() + " " + part.at("/functionCall/args"));
            }
        }

        HeardAnswer heard() {
            return new HeardAnswer(text.toString(), List.copyOf(calls));
        }
    }
}
