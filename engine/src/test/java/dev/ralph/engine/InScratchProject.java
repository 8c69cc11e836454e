package dev.ralph.engine;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A test with a project of its own.
public abstract class InScratchProject {
    @TempDir
    public Path folder;

    public ScratchProject project;

    @BeforeEach
    final void openProject() {
        project = new ScratchProject(folder);
    }
}
