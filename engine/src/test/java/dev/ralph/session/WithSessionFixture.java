package dev.ralph.session;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A test that plays in one scene: a working folder, a program with sessions, and a clock that moves when told.
abstract class WithSessionFixture {
    @TempDir
    Path folder;

    SessionFixture fixture;
    Conversations host;

    @BeforeEach
    void begin() {
        fixture = new SessionFixture(folder);
        host = fixture.host;
    }
}
