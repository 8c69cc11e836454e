package dev.ralph.process;

import java.time.Duration;

/// What the main process, and the children it waited for, used of the machine.
public record ProcessUsage(Duration user, Duration system, long maxResidentBytes) {}
