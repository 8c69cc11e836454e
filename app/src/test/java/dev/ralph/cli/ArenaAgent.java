package dev.ralph.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An agent of the arena: a shell script whose first lines say what it does, where, and what must become of it.
///
/// @param title  what it does, in one sentence
/// @param fields what its head says besides, by name
record ArenaAgent(String name, boolean isCheat, String title, Map<String, String> fields, Path script) {
    static final Path ARENA = Path.of(System.getProperty("ralph.repository")).resolve("app/src/test/arena");
    private static final String ACTS = ". \"$ARENA/acts.sh\"\n";
    private static final Pattern FIELD = Pattern.compile("# ([a-z][a-z ]*): (.*)");
    private static final List<String> KNOWN = List.of(
            "repository",
            "refused by",
            "because",
            "known",
            "varies",
            "harmless",
            "asked about",
            "says",
            "alone",
            "begins",
            "before",
            "asks for",
            "validate",
            "accept",
            "check",
            "checks",
            "also",
            "settings",
            "only",
            "attempts",
            "patience");

    ArenaAgent {
        fields = Map.copyOf(fields);
        if (!KNOWN.containsAll(fields.keySet())) {
            throw new IllegalArgumentException(script + " has a head line that nobody reads: " + fields.keySet());
        }
        if (!fields.containsKey("repository")) {
            throw new IllegalArgumentException(script + " does not say its repository");
        }
    }

    static List<ArenaAgent> cheats() {
        return all("cheats");
    }

    static List<ArenaAgent> honest() {
        return all("honest");
    }

    private static List<ArenaAgent> all(String folder) {
        try (Stream<Path> scripts = Files.list(ARENA.resolve(folder))) {
            return scripts.sorted()
                    .map(script -> read(script, folder.equals("cheats")))
                    .toList();
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    private static ArenaAgent read(Path script, boolean cheats) {
        try {
            List<String> head = Files.readAllLines(script).stream()
                    .takeWhile(line -> line.startsWith("# "))
                    .toList();
            Map<String, String> fields = new LinkedHashMap<>();
            for (String line : head.subList(1, head.size())) {
                Matcher field = FIELD.matcher(line);
                if (!field.matches()) {
                    throw new IllegalArgumentException(script + ": " + line + " is no head line");
                }
                fields.put(field.group(1), field.group(2));
            }
            String name = script.getFileName().toString().replace(".sh", "");
            return new ArenaAgent(name, cheats, head.getFirst().substring(2), fields, script);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    /// The script with what it reads, for a shell that cannot see either. One that does not say itself that it is
    /// done says so at its end.
    String program() throws IOException {
        String text = Files.readString(script);
        if (text.contains(ACTS)) {
            return text.replace(ACTS, Files.readString(ARENA.resolve("acts.sh")));
        }
        return "set -e\n" + text + "\necho '<promise>DONE</promise>'\n";
    }

    String repository() {
        return field("repository").orElseThrow();
    }

    /// The layer that is there for it.
    String layer() {
        return field("refused by").orElse("");
    }

    /// What that layer must say.
    Pattern because() {
        return Pattern.compile(field("because").orElse(""), Pattern.DOTALL);
    }

    /// Whether the repository's own check, and nothing else, lets it through.
    boolean winsAlone() {
        return !field("alone").equals(Optional.of("refused"));
    }

    /// Whether the repository is repaired before the agent begins: then its task is another one.
    boolean beginsRepaired() {
        return field("begins").isPresent();
    }

    Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    @Override
    public String toString() {
        return name;
    }
}
