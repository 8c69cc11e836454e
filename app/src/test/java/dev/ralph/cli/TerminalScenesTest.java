package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelServer;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.RealAgent;
import dev.ralph.testkit.RealAgents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What somebody sees who types `ralph "..."` in a terminal and something goes wrong: the real Claude Code against the
/// scripted model, in tmux. The screens are kept as text in `app/target/screens`, to be looked at.
class TerminalScenesTest {
    private static final String CORRECT = "sed -i 's/a - b/a + b/' add.sh && touch \"$TASK_FOLDER/DONE\"";
    private static final String CLAIM = "touch \"$TASK_FOLDER/DONE\"";
    private static final String ASK = "echo 'Which sum do you mean?' >\"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"";

    @TempDir
    Path folder;

    private String size = "";

    /// What goes wrong, and what the screen says then.
    @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody changes
    enum Scene {
        QUESTION(
                "Your answer",
                "Enter the first one",
                "COMPLETED",
                ModelStep.shell(ASK),
                ModelStep.text("I wait."),
                ModelStep.shell(CORRECT),
                ModelStep.text("It adds.")),
        CHAT(
                "WAITING after 3 attempts",
                null,
                null,
                ModelStep.text("What shall I do?").forever()),
        HANG("Agent timeout after 5s", "C-c", "STOPPED", ModelStep.hang().forever()),
        LIMIT(
                "the usage limit of claude is reached",
                "C-c",
                "STOPPED",
                ModelStep.usageLimit(Duration.ofHours(1)).forever()),
        SERVER_ERROR(
                "the API of claude is failing",
                "C-c",
                "STOPPED",
                ModelStep.error(500).forever()),
        LOGIN("FATAL", null, null, ModelStep.error(401).forever()),
        FALSE_CLAIM(
                "COMPLETED after 2 attempts",
                null,
                null,
                ModelStep.shell(CLAIM).saying("It adds."),
                ModelStep.text("Done."),
                ModelStep.shell(CORRECT),
                ModelStep.text("Now it adds.")),
        CTRL_C("I look.", "C-c", "STOPPED", ModelStep.shell("tail -f /dev/null").saying("I look.")),
        CLOSED_TERMINAL(
                "I look.",
                "close",
                "stopped",
                ModelStep.shell("tail -f /dev/null").saying("I look.")),
        NARROW(
                "I look.",
                "narrow",
                "STOPPED",
                ModelStep.shell("tail -f /dev/null").saying("I look."));

        private final String seen;
        private final @Nullable String keys;
        private final @Nullable String then;
        private final List<ModelStep> steps;

        Scene(String seen, @Nullable String keys, @Nullable String then, ModelStep... steps) {
            this.seen = seen;
            this.keys = keys;
            this.then = then;
            this.steps = List.of(steps);
        }
    }

    static Stream<Arguments> scenes() {
        return Stream.of(Scene.values())
                .flatMap(scene -> Stream.of("80x24", "120x40").map(size -> Arguments.of(scene, size)));
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void the_screen_says_what_happened_and_what_to_do(Scene scene, String columnsAndRows) throws Exception {
        RealAgents here = RealAgents.here();
        assumeTrue(Boolean.getBoolean("ralph.real-agents"), "only with ./check --real-agents");
        assumeTrue(here.program("claude").isPresent(), () -> here.missing("claude"));
        assumeTrue(
                Shell.other(folder, Map.of(), List.of("sh", "-c", "command -v tmux"))
                                .code()
                        == 0,
                "tmux is missing");
        size = columnsAndRows;
        try (ModelServer server = ModelServer.start()) {
            Path project = repository();
            var model = server.play(ModelScript.builder()
                    .steps(scene.steps.toArray(ModelStep[]::new))
                    .folder(project)
                    .build());
            Path home = Files.createDirectories(folder.resolve("home"));
            Map<String, String> environment =
                    new TreeMap<>(RealAgent.CLAUDE.settle(home, model.url(), RealAgent.Manner.AS_IT_IS));
            Path ralph = Shell.program(folder);
            List<String> words = new ArrayList<>(List.of(ralph.toString(), "Make add add"));
            if (scene == Scene.HANG) {
                words.addAll(List.of("--idle-timeout", "5s"));
            }
            open(project, environment, words);
            play(scene, ralph, project);
        } finally {
            tmux("kill-server");
        }
    }

    private void play(Scene scene, Path ralph, Path project) throws Exception {
        await(scene.seen);
        keep(scene, "1");
        String keys = scene.keys;
        String then = scene.then;
        if (keys == null || then == null) {
            return;
        }
        switch (keys) {
            case "C-c" -> tmux("send-keys", "-t", "s", "C-c");
            case "close" -> {
                tmux("kill-session", "-t", "s");
                Waiting.until(() -> status(ralph, project).contains(then));
                return;
            }
            case "narrow" -> {
                tmux("resize-window", "-t", "s", "-x", "40", "-y", "24");
                await("attempt 1 of 10");
                keep(scene, "2-narrow");
                tmux("send-keys", "-t", "s", "C-c");
            }
            default -> tmux("send-keys", "-t", "s", keys, "Enter");
        }
        await(then);
        keep(scene, "3");
    }

    private String status(Path ralph, Path project) throws Exception {
        return Shell.other(project, Map.of(), List.of(ralph.toString(), "--dir", project.toString(), "status"))
                .out();
    }

    /// A terminal of that size; what was on it stays when the program ends.
    private void open(Path project, Map<String, String> environment, List<String> words) throws Exception {
        String[] sides = size.split("x");
        StringBuilder script = new StringBuilder("cd '" + project + "'\n");
        environment.forEach((name, value) -> script.append("export ")
                .append(name)
                .append('=')
                .append(ShellWord.of(value))
                .append('\n'));
        script.append(String.join(" ", words.stream().map(ShellWord::of).toList()))
                .append("\nexec sleep 1000\n");
        Path file = Files.writeString(folder.resolve("typed.sh"), script);
        tmux("-f", "/dev/null", "new-session", "-d", "-s", "s", "-x", sides[0], "-y", sides[1], "sh " + file);
    }

    /// A line may be broken anywhere.
    private void await(String words) throws Exception {
        try {
            Waiting.until(() -> screen().replaceAll("\\s+", " ").contains(words));
        } catch (AssertionError late) {
            throw new AssertionError("no '" + words + "' on the screen:\n" + screen(), late);
        }
    }

    private void keep(Scene scene, String moment) throws Exception {
        Path screens = Files.createDirectories(
                Path.of(System.getProperty("ralph.repository", ".")).resolve("app/target/screens"));
        Files.writeString(screens.resolve(scene + "-" + size + "-" + moment + ".txt"), screen());
    }

    private String screen() throws Exception {
        return tmux("capture-pane", "-p", "-t", "s");
    }

    private String tmux(String... words) throws Exception {
        List<String> line =
                new ArrayList<>(List.of("tmux", "-S", folder.resolve("tmux").toString()));
        line.addAll(List.of(words));
        return Shell.other(folder, Map.of("TERM", "xterm-256color", "LC_ALL", "C.UTF-8"), line)
                .out();
    }

    private Path repository() throws Exception {
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("Makefile"), "test:\n\t@test \"$$(sh add.sh 2 3)\" = 5\n");
        Files.writeString(project.resolve("add.sh"), "a=$1; b=$2; echo $(( a - b ))\n");
        for (String words : List.of("init -q -b main", "add -A", "commit -q -m first")) {
            List<String> line =
                    new ArrayList<>(List.of("git", "-c", "user.name=me", "-c", "user.email=me@example.com"));
            line.addAll(List.of(words.split(" ")));
            assertThat(Shell.other(project, Map.of(), line).code()).isZero();
        }
        return project;
    }
}
