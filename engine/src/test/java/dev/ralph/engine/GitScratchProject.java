package dev.ralph.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A project that is a git repository with a commit.
public record GitScratchProject(Path folder) {
    public static GitScratchProject in(Path folder) throws Exception {
        GitScratchProject git = new GitScratchProject(folder);
        git.run("init", "-q", "-b", "main");
        git.run("config", "user.name", "Ann");
        git.run("config", "user.email", "ann@example.com");
        Files.writeString(folder.resolve(".gitignore"), ".ralph/\nbuild/\n");
        Files.writeString(folder.resolve("main.txt"), "one\n");
        git.commit("begin");
        return git;
    }

    public void commit(String message) throws Exception {
        run("add", "-A");
        run("commit", "-q", "-m", message);
    }

    public String run(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + output);
        }
        return output.strip();
    }
}
