package dev.ralph.process;

import java.time.Duration;

/// How far a running agent is: bytes so far, its last line (bounded, leniently decoded), how long it has been silent.
public record Progress(long stdoutBytes, long stderrBytes, String lastLine, Duration idle) {}
