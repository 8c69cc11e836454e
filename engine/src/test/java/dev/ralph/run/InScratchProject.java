package dev.ralph.run;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A test with a project of its own.
abstract class InScratchProject {
    @TempDir
    Path folder;

    ScratchProject project;

    @BeforeEach
    final void openProject() {
        project = new ScratchProject(folder);
    }
}
