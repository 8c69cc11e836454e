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

/// The one setting of an agent that goes into its private home; the rest of the settings, which names programs to be
/// run, does not. Gemini and Qwen are lost without the word that says how they log in. Claude Code takes a tenth longer
/// to its first word without the number that says that there are no older settings to be rewritten.
///
/// @param settings  the file, below the home
/// @param choice    finds it there
/// @param words     those that there are; none if all that are found are good
/// @param form      the whole file, with the setting in it
/// @param variables which mean one of the words where the user's settings say none
/// @param stored    the word for a login that is stored in a file, null for none
record CarriedSetting(
        String settings,
        Pattern choice,
        List<String> words,
        String form,
        Map<String, String> variables,
        @Nullable String stored) {
    private static final long LARGEST = 1 << 20;
    private static final Map<String, CarriedSetting> KNOWN = Map.of(
            "claude",
            new CarriedSetting(
                    ".claude.json",
                    Pattern.compile("\"migrationVersion\"\\s*:\\s*([0-9]{1,9})"),
                    List.of(),
                    "{\"migrationVersion\":%s}\n",
                    Map.of(),
                    null),
            "gemini",
            login(
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
            login(
                    ".qwen/settings.json",
                    List.of("qwen-oauth", "openai", "anthropic", "gemini", "vertex-ai"),
                    inOrder("OPENAI_API_KEY", "openai", "ANTHROPIC_API_KEY", "anthropic"),
                    "qwen-oauth"));

    private static CarriedSetting login(
            String settings, List<String> words, Map<String, String> variables, String stored) {
        return new CarriedSetting(
                settings,
                Pattern.compile("\"selectedType\"\\s*:\\s*\"([a-z-]{1,40})\""),
                words,
                "{\"security\":{\"auth\":{\"selectedType\":\"%s\"}}}\n",
                variables,
                stored);
    }

    private static Map<String, String> inOrder(String one, String means, String other, String meansToo) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(one, means);
        variables.put(other, meansToo);
        return variables;
    }

    /// Null for an agent that needs none.
    static @Nullable CarriedSetting of(String agent) {
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
                        file, form.replace("%s", word), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            }
            return file;
        });
    }

    private @Nullable String chosen(Path home, Map<String, String> environment, boolean hasLogin) throws IOException {
        Path theirs = home.resolve(settings);
        if (Files.isRegularFile(theirs) && Files.size(theirs) <= LARGEST) {
            Matcher found = choice.matcher(Files.readString(theirs, StandardCharsets.ISO_8859_1));
            if (found.find() && (words.isEmpty() || words.contains(found.group(1)))) {
                return found.group(1);
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
