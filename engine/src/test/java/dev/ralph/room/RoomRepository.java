package dev.ralph.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A user's repository.
record RoomRepository(Path folder) {
    static RoomRepository in(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        RoomRepository repo = new RoomRepository(folder.toRealPath());
        repo.git("init", "-q", "-b", "main");
        repo.git("config", "user.name", "U");
        repo.git("config", "user.email", "u@example.com");
        return repo;
    }

    RoomRepository file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /// @return the name of the commit
    String commit() throws IOException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "--no-verify", "--allow-empty", "-m", "work");
        return git("rev-parse", "HEAD");
    }

    String git(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
