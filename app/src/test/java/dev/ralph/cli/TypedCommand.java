package dev.ralph.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A command as somebody typed it in a project's folder, and what came of it.
///
/// @param raw standard output, one character for each byte
record TypedCommand(int code, String raw, String err) {

    static TypedCommand in(Path folder, String... words) {
        return in(folder, Map.of(), words);
    }

    /// A command whose words are partly known: `first`, then `more`.
    static TypedCommand in(Path folder, List<String> first, String... more) {
        return in(
                folder, Map.of(), Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    /// `ralph run` in a hurry, around a shell line that begins in the task's folder.
    static TypedCommand loop(Path folder, String task, String line, String... options) {
        List<String> words = List.of(
                "run",
                "--task",
                task,
                "--prompt",
                "do it",
                "--restart-delay",
                "0s",
                "--containment",
                "group",
                "--command",
                "cd \"$TASK_FOLDER\"; " + line);
        return in(folder, words, options);
    }

    /// The environment is empty but for these and a home folder without settings.
    static TypedCommand in(Path folder, Map<String, String> environment, String... words) {
        List<String> all = new ArrayList<>(List.of("--dir", folder.toString()));
        all.addAll(List.of(words));
        return anywhere(folder, environment, all.toArray(String[]::new));
    }

    static TypedCommand anywhere(Path home, Map<String, String> environment, String... words) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("HOME", home.resolve("no-home").toString());
        variables.putIfAbsent("PATH", "/usr/local/bin:/usr/bin:/bin");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                words,
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                variables);
        return new TypedCommand(code, out.toString(StandardCharsets.ISO_8859_1), err.toString(StandardCharsets.UTF_8));
    }

    String out() {
        return new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
