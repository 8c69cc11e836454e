package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/// A terminal in which a program runs, with somebody at its keys: a tmux server of its own.
final class Tmux implements AutoCloseable {
    private static final String SESSION = "board";

    private final Path folder;
    private final List<String> tmux;

    private Tmux(Path folder, List<String> tmux) {
        this.folder = folder;
        this.tmux = tmux;
    }

    /// @param folder      an empty one, for the socket of the server
    /// @param environment of the program, besides this one's
    static Tmux start(Path folder, int columns, int rows, Map<String, String> environment, List<String> command)
            throws Exception {
        Assumptions.assumeTrue(isInstalled(), "tmux is missing");
        Files.createDirectories(folder);
        // The path of a socket may not be long, and that of a test's folder is.
        Path socket = Files.createTempDirectory("tmux").resolve("s");
        Tmux terminal = new Tmux(folder, List.of("tmux", "-u", "-S", socket.toString(), "-f", "/dev/null"));
        StringBuilder line = new StringBuilder("exec env");
        environment.forEach((name, value) -> line.append(' ').append(ShellWord.of(name + "=" + value)));
        command.forEach(word -> line.append(' ').append(ShellWord.of(word)));
        terminal.call(
                "new-session",
                "-d",
                "-s",
                SESSION,
                "-x",
                Integer.toString(columns),
                "-y",
                Integer.toString(rows),
                line.toString());
        return terminal;
    }

    private static boolean isInstalled() throws IOException {
        for (String place : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(place, "tmux"))) {
                return true;
            }
        }
        return false;
    }

    /// @param keys as tmux calls them: `Down`, `Enter`, `c`
    void press(String... keys) throws Exception {
        List<String> words = new ArrayList<>(List.of("send-keys", "-t", SESSION));
        words.addAll(List.of(keys));
        call(words.toArray(String[]::new));
    }

    void type(String text) throws Exception {
        call("send-keys", "-t", SESSION, "-l", text);
    }

    /// As somebody does who pastes, in brackets where the program asked for them.
    void paste(String text) throws Exception {
        call("set-buffer", text);
        call("paste-buffer", "-p", "-t", SESSION);
    }

    void resize(int columns, int rows) throws Exception {
        call("resize-window", "-t", SESSION, "-x", Integer.toString(columns), "-y", Integer.toString(rows));
    }

    String screen() throws Exception {
        return call("capture-pane", "-p", "-t", SESSION).replaceAll("(?m) +$", "");
    }

    /// Waits until the screen shows this.
    String await(String... texts) throws Exception {
        String[] last = {""};
        try {
            Waiting.until(() -> {
                last[0] = screen();
                return List.of(texts).stream().allMatch(last[0]::contains);
            });
        } catch (AssertionError tooLong) {
            throw new AssertionError(List.of(texts) + " is not on the screen:\n" + last[0], tooLong);
        }
        return last[0];
    }

    /// Whether the program still runs.
    boolean isOpen() throws Exception {
        return Shell.other(folder, Map.of(), words("has-session", "-t", SESSION))
                        .code()
                == 0;
    }

    private String call(String... arguments) throws Exception {
        Shell.Said said = Shell.other(folder, Map.of(), words(arguments));
        assertThat(said.code()).as(said.err()).isZero();
        return said.out();
    }

    private List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(tmux);
        words.addAll(List.of(arguments));
        return words;
    }

    @Override
    public void close() throws IOException {
        new ProcessBuilder(words("kill-server"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join();
    }
}
