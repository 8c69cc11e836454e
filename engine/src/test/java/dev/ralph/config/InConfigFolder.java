package dev.ralph.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A project with a configuration file, and what becomes of it.
abstract class InConfigFolder {
    @TempDir
    Path project;

    Path file;

    @BeforeEach
    void folder() throws Exception {
        file = project.resolve(".ralph/config.yaml");
        Files.createDirectories(project.resolve(".ralph"));
    }

    Settings load() {
        return new Configuration(project, project, Map.of()).load(FlagValues.none());
    }

    List<String> problems() {
        try {
            load();
            return List.of();
        } catch (InvalidConfiguration e) {
            return e.problems().stream().map(ConfigProblem::toString).toList();
        }
    }

    String at(int line, int column) {
        return file + ":" + line + ":" + column + ": ";
    }

    void write(String text) throws Exception {
        Files.writeString(file, text);
    }
}
