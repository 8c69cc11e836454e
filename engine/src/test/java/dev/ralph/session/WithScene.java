package dev.ralph.session;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A test that plays in one scene: a working folder, a program with sessions, and a clock that moves when told.
abstract class WithScene {
    @TempDir
    Path folder;

    Scene scene;
    Conversations host;

    @BeforeEach
    void begin() {
        scene = new Scene(folder);
        host = scene.host;
    }
}
