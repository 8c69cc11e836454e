package dev.ralph.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Some agents keep one word in their settings that says how they log in, and are lost without it. That word goes
/// into the private home; the rest of the settings, which names programs to be run, does not.
///
/// @param settings  the file, below the home
/// @param words     those that there are
/// @param variables which mean one of the words where the user's settings say none
/// @param stored    the word for a login that is stored in a file
record LoginMethod(String settings, List<String> words, Map<String, String> variables, String stored) {
    private static final long LARGEST = 1 << 20;
    private static final Pattern CHOICE = Pattern.compile("\"selectedType\"\\s*:\\s*\"([a-z-]{1,40})\"");
    private static final Map<String, LoginMethod> KNOWN = Map.of(
            "gemini",
            new LoginMethod(
                    ".gemini/settings.json",
                    List.of(
                            "oauth-personal",
                            "gemini-api-key",
                            "vertex-ai",
                            "cloud-shell",
                            "compute-default-credentials"),
                    inOrder("GEMINI_API_KEY", "gemini-api-key", "GOOGLE_GENAI_USE_VERTEXAI", "vertex-ai"),
                    "oauth-personal"),
            "qwen",
            new LoginMethod(
                    ".qwen/settings.json",
                    List.of("qwen-oauth", "openai", "anthropic", "gemini", "vertex-ai"),
                    inOrder("OPENAI_API_KEY", "openai", "ANTHROPIC_API_KEY", "anthropic"),
                    "qwen-oauth"));

    private static Map<String, String> inOrder(String one, String means, String other, String meansToo) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(one, means);
        variables.put(other, meansToo);
        return variables;
    }

    /// Null for an agent that needs no such word.
    static @Nullable LoginMethod of(String agent) {
        return KNOWN.get(agent);
    }

    /// What the agent itself wrote there later stays.
    ///
    /// @param hasLogin whether a stored login was copied
    void into(Path folder, Path home, Map<String, String> environment, boolean hasLogin) throws IOException {
        String word = chosen(home, environment, hasLogin);
        if (word == null) {
            return;
        }
        Path place = Path.of(settings);
        PrivateFile inside = new PrivateFile(folder, place.resolveSibling(""), String.valueOf(place.getFileName()));
        inside.make(file -> {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS) || Files.isSymbolicLink(file)) {
                PrivateFile.clear(file);
                Files.writeString(
                        file,
                        "{\"security\":{\"auth\":{\"selectedType\":\"" + word + "\"}}}\n",
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE);
            }
            return file;
        });
    }

    private @Nullable String chosen(Path home, Map<String, String> environment, boolean hasLogin) throws IOException {
        Path theirs = home.resolve(settings);
        if (Files.isRegularFile(theirs) && Files.size(theirs) <= LARGEST) {
            Matcher choice = CHOICE.matcher(Files.readString(theirs, StandardCharsets.ISO_8859_1));
            if (choice.find() && words.contains(choice.group(1))) {
                return choice.group(1);
            }
        }
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            if (!environment.getOrDefault(variable.getKey(), "").isEmpty()) {
                return variable.getValue();
            }
        }
        return hasLogin ? stored : null;
    }
}
