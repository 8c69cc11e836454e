package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets planted where an agent looks for them: without a sandbox all of them turn up in what Ralph stores, which
/// shows that the agent really looks; with it none does.
class CanaryLoopTest {
    private static final String IN_ENVIRONMENT = "canary-0-in-the-environment";
    private static final String IN_HOME = "canary-1-in-the-home";
    private static final String IN_KEY = "canary-2-in-a-key-file";
    private static final String OF_AGENT = "canary-3-of-the-agent-itself";

    /// It prints what it finds, puts it into its work, and fails, so that its words come into the next prompt.
    private static final String AGENT = """
            look() { env; cat "$REAL/.netrc" "$REAL/.ssh/id_ed25519"; tr '\\0' '\\n' < /proc/$PPID/environ; }
            look; look > found; look >&2
            printf 'canary-3-of-the'; sleep 0.2; echo '-agent-itself'
            echo "$AGENT_API_KEY" | base64
            [ -e "$TASK_FOLDER/twice" ] && touch "$TASK_FOLDER/DONE"; touch "$TASK_FOLDER/twice"
            echo "it failed because of $AGENT_API_KEY and $(env | grep canary-0)" >&2; exit 3
            """;

    @TempDir
    Path base;

    private Path project;
    private Path home;

    @BeforeEach
    void plant() throws IOException {
        project = Files.createDirectory(base.resolve("project"));
        home = Files.createDirectories(base.resolve("home"));
        Files.createDirectory(home.resolve(".ssh"));
        Files.writeString(home.resolve(".netrc"), "machine example login me password " + IN_HOME + "\n");
        Files.writeString(home.resolve(".ssh/id_ed25519"), IN_KEY + "\n");
    }

    private void loop(String... sandbox) throws Exception {
        List<String> words = Shell.java(Main.class.getName(), "--dir", project.toString(), "run");
        words.addAll(List.of("--task", "task-001", "--prompt", "Do the thing", "--restart-delay", "10ms"));
        words.addAll(List.of("--workspace", "overlay", "--max-restarts", "3", "--command", AGENT));
        // A check prints too, and what it prints comes into the next prompt.
        words.addAll(List.of(
                "--check",
                "cat \"$REAL/.netrc\"; env | grep canary; [ -e \"$TASK_FOLDER/checked\" ] || {"
                        + " touch \"$TASK_FOLDER/checked\"; false; }"));
        words.addAll(List.of(sandbox));
        Shell.Said said = Shell.other(
                project,
                Map.of(
                        "XDG_STATE_HOME", base.resolve("state").toString(),
                        "HOME", home.toString(),
                        "REAL", home.toString(),
                        "SOME_TOKEN", IN_ENVIRONMENT,
                        "AGENT_API_KEY", OF_AGENT),
                words);
        assertThat(said.out()).as(said.err()).contains("COMPLETED after 3 attempts");
        Files.writeString(base.resolve("terminal"), said.out() + said.err());
    }

    /// Which canaries are in which files that Ralph wrote, or kept. Those of the agent's own text are its words.
    private Set<String> sightings() throws IOException {
        Set<String> sightings = new TreeSet<>();
        List<Path> files = new ArrayList<>(List.of(base.resolve("terminal")));
        try (Stream<Path> all = Files.walk(project)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        for (Path file : files) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            for (String canary : List.of(IN_ENVIRONMENT, IN_HOME, IN_KEY, OF_AGENT)) {
                if (text.contains(canary)) {
                    String name = project.relativize(file).toString().replaceAll("[0-9]{8}-[0-9-]+", "RUN");
                    sightings.add(canary.substring(0, 8) + " " + name);
                }
            }
        }
        return sightings;
    }

    @Test
    void without_a_sandbox_they_are_everywhere() throws Exception {
        loop();
        String runs = ".ralph/tasks/task-001/runs/RUN/";
        assertThat(sightings())
                .contains(
                        "canary-0 found",
                        "canary-1 found",
                        "canary-2 found",
                        "canary-0 " + runs + "agent-stdout.txt",
                        "canary-1 " + runs + "agent-stderr.txt",
                        "canary-2 " + runs + "agent-stdout.txt",
                        "canary-3 " + runs + "agent-stdout.txt",
                        "canary-1 " + runs + "prompt.md",
                        "canary-1 .ralph/ralph.db");
    }

    @Test
    void with_it_they_are_nowhere_though_the_agent_prints_its_own_key() throws Exception {
        loop("--sandbox", "required", "--env-pass", "PATH,REAL,AGENT_API_KEY");
        assertThat(sightings()).isSubsetOf("canary-3 found");
        assertThat(Files.readString(project.resolve("found"))).contains("AGENT_API_KEY=" + OF_AGENT);
        try (Stream<Path> all = Files.walk(project)) {
            Path out = all.filter(path -> path.endsWith("agent-stdout.txt"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(out)).contains("AGENT_API_KEY=[secret]", "\n[secret]\n");
        }
    }
}
