package dev.ralph.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A project folder, and a shell in it.
abstract class WithShell {
    @TempDir
    Path folder;

    Shell shell;

    @BeforeEach
    final void openShell() {
        shell = new Shell(folder);
    }
}
