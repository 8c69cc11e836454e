package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A project of a test, a git repository or not, handled with the real git as its user would.
final class SampleProject {
    private final Path folder;

    private SampleProject(Path folder) {
        this.folder = folder;
    }

    static SampleProject plain(Path folder) throws IOException {
        return new SampleProject(Files.createDirectories(folder));
    }

    /// With one commit of these files.
    static SampleProject repository(Path folder, Map<String, String> files) throws IOException, InterruptedException {
        SampleProject project = plain(folder);
        project.git("init", "-q", "-b", "main");
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        for (Map.Entry<String, String> file : files.entrySet()) {
            project.write(file.getKey(), file.getValue());
        }
        if (!files.isEmpty()) {
            project.commit("First");
        }
        return project;
    }

    Path folder() {
        return folder;
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    void write(String name, String text) throws IOException {
        Files.createDirectories(path(name).getParent());
        Files.writeString(path(name), text);
    }

    String read(String name) throws IOException {
        return Files.readString(path(name));
    }

    String commit(String message) throws IOException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "-m", message);
        return git("rev-parse", "HEAD");
    }

    void addSubmodule(SampleProject inner, String name) throws IOException, InterruptedException {
        git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "add",
                "-q",
                inner.folder().toString(),
                name);
    }

    /// @return what it printed
    String git(String... arguments) throws IOException, InterruptedException {
        return git(folder, arguments);
    }

    static String git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Path said = Files.createTempFile("said", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int code = process.waitFor();
        String text = new String(Files.readAllBytes(said), java.nio.charset.StandardCharsets.UTF_8).stripTrailing();
        Files.delete(said);
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code + ": " + text);
        }
        return text;
    }

    /// What `git status` shows, Ralph's folder left out.
    String status() throws IOException, InterruptedException {
        return git("status", "--porcelain", "--untracked-files=all", "--", ".", ":(exclude).ralph");
    }
}
