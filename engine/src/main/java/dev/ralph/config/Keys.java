package dev.ralph.config;

import dev.ralph.task.ProjectId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The one table of all settings, with those that are about the loop itself. Loader, environment, flags, JSON Schema,
/// `config show` and the documentation read it.
public final class Keys {
    private static final KeyTable FIRST = new KeyTable();
    private static final KeyTable LOOP = new KeyTable();
    private static final KeyTable LAST = new KeyTable();

    public static final Key<Profile> PROFILE = FIRST.key(
            "profile",
            Key.Group.LOOP,
            new ChoiceKind<>(List.of(Profile.values())),
            Profile.RESTART,
            "Which loop this is: restart runs the agent again and again until DONE exists, session keeps one conversation going until the promise.");

    public static final Key<Integer> MAX_RESTARTS = LOOP.key(
            "max_restarts",
            Key.Group.LOOP,
            new WholeNumberKind(0, 1_000_000),
            100,
            "How many times the agent is run at most; 0 never runs it.");

    public static final Key<Duration> RESTART_DELAY = LOOP.key(
            "restart_delay",
            Key.Group.LOOP,
            KeyTable.ANY_TIME,
            Duration.ofSeconds(1),
            "How long to wait before the next run.");

    public static final Key<Duration> POLL_INTERVAL = LOOP.key(
            "poll_interval",
            Key.Group.LOOP,
            KeyTable.SOME_TIME,
            Duration.ofSeconds(1),
            "How often to look for DONE where file events do not tell.");

    public static final Key<Duration> WAIT_TIMEOUT = LOOP.key(
            "wait_timeout",
            Key.Group.LOOP,
            KeyTable.ANY_TIME,
            Duration.ofMinutes(5),
            "How long to wait for child runs after DONE; 0s does not wait.");

    public static final Key<Integer> BREAKER = LOOP.key(
            "breaker",
            Key.Group.LOOP,
            new OrWord<>(new WholeNumberKind(1, 1_000_000), "off"),
            null,
            "After how many times the same failure in a row to give up.");

    public static final Key<ProjectId> PROJECT = LAST.key(
            "project",
            Key.Group.PLACE,
            new ProjectKind(),
            null,
            "The project's id; without one it is made from the name of its folder.");

    public static final Key<Path> ROOT = LAST.key(
            "root",
            Key.Group.PLACE,
            new PathKind("folder", "DIR"),
            null,
            "Keep tasks and state in a folder named after the project below this one, instead of in .ralph/.");

    public static final Key<Color> COLOR = LAST.key(
            "color", Key.Group.OUTPUT, new ChoiceKind<>(List.of(Color.values())), Color.AUTO, "When to colour output.");

    private static final List<Key<?>> ALL = Stream.of(
                    FIRST, AgentKeys.TABLE, LOOP, LimitKeys.TABLE, ProofKeys.TABLE, LAST)
            .<Key<?>>flatMap(table -> table.all().stream())
            .toList();

    private Keys() {}

    /// Every key, in the order of the table.
    public static List<Key<?>> all() {
        return ALL;
    }

    /// The names of all keys, for hints.
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Key<?> key : ALL) {
            names.add(key.name());
        }
        return names;
    }

    /// The key of that name, or null.
    static @Nullable Key<?> named(String name) {
        for (Key<?> key : ALL) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        return null;
    }
}
