package dev.ralph.testkit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Finds the folder that a client works in, which agents tell the model in their own words.
final class WorkingFolder {
    /// Nothing but punctuation may stand between the words and the path: prompts speak of directories in prose too,
    /// and a wrong guess makes the agent write there.
    private static final Pattern WORDS = Pattern.compile(
            "(?i)(?:working directory|current directory|in the directory|<cwd>)[\\s:`*\"'(]{0,8}(/[^\\s`\"'<>),;]*)");

    private WorkingFolder() {}

    /// Null if the request does not say. The descriptions of tools are not looked at: they speak of folders in
    /// general.
    static @Nullable String in(JsonNode request) {
        if (request.isString()) {
            Matcher matcher = WORDS.matcher(request.stringValue());
            return matcher.find() ? withoutDot(matcher.group(1)) : null;
        }
        if (request.isObject()) {
            for (var entry : request.properties()) {
                String found = entry.getKey().equals("tools") ? null : in(entry.getValue());
                if (found != null) {
                    return found;
                }
            }
        }
        if (request.isArray()) {
            for (JsonNode element : request) {
                String found = in(element);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static String withoutDot(String path) {
        return path.length() > 1 && path.endsWith(".") ? path.substring(0, path.length() - 1) : path;
    }
}
