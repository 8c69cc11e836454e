package dev.ralph.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What a real agent program printed while a scripted model played a scene to it.
///
/// @param exit its exit code, -1 where it had to be killed
record StreamFixture(String agent, String scene, String stdout, String stderr, int exit) {

    static List<StreamFixture> all() {
        Path streams = Path.of(System.getProperty("ralph.repository"), "engine/src/test/resources/streams");
        try (Stream<Path> files = Files.walk(streams)) {
            List<StreamFixture> all = new ArrayList<>();
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
                all.add(read(streams.relativize(file).getName(0).toString(), file));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StreamFixture read(String agent, Path file) throws IOException {
        String scene = file.getFileName().toString().replace(".jsonl", "");
        String exit = Files.readString(file.resolveSibling(scene + ".exit")).strip();
        return new StreamFixture(
                agent,
                scene,
                Files.readString(file),
                Files.readString(file.resolveSibling(scene + ".stderr")),
                exit.equals("killed") ? -1 : Integer.parseInt(exit));
    }

    byte[] bytes() {
        return stdout.getBytes(StandardCharsets.UTF_8);
    }

    AgentKind kind() {
        return Agents.named(agent).orElseThrow();
    }

    StreamFormat format() {
        return StreamFormat.valueOf(agent.toUpperCase(Locale.ROOT));
    }

    List<AgentEvent> said() {
        return HeardEvents.of(format(), bytes());
    }

    AttemptAccount account() {
        StreamReading reading = new StreamReading(kind());
        said().forEach(reading);
        return reading.account(exit, stderr);
    }

    @Override
    public String toString() {
        return agent + " " + scene;
    }
}
