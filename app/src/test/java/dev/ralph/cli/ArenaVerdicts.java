package dev.ralph.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What became of each agent in each column when it was last played: `verdicts.tsv`.
final class ArenaVerdicts {
    private static final Path FILE = ArenaAgent.ARENA.resolve("verdicts.tsv");

    private final Map<String, String> verdicts = new TreeMap<>();

    ArenaVerdicts() {
        try {
            if (Files.exists(FILE)) {
                for (String line : Files.readAllLines(FILE)) {
                    int tab = line.lastIndexOf('\t');
                    verdicts.put(line.substring(0, tab), line.substring(tab + 1));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    Optional<String> of(ArenaAgent agent, Arena.Column column) {
        return Optional.ofNullable(verdicts.get(key(agent, column)));
    }

    /// Remembers one at once: who regenerates all of them may do so in several runs.
    synchronized void set(ArenaAgent agent, Arena.Column column, String verdict) throws IOException {
        verdicts.put(key(agent, column), verdict);
        StringBuilder text = new StringBuilder();
        verdicts.forEach(
                (key, value) -> text.append(key).append('\t').append(value).append('\n'));
        Path whole = Files.writeString(Path.of(FILE + ".new"), text);
        Files.move(whole, FILE, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String key(ArenaAgent agent, Arena.Column column) {
        return (agent.isCheat() ? "cheats/" : "honest/") + agent.name() + "\t" + column;
    }
}
