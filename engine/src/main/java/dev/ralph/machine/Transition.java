package dev.ralph.machine;

import java.time.Instant;

/// One event of a stream, and the state it led to.
///
/// @param seq counts from 1 within the stream, without gaps
public record Transition<S, E extends MachineEvent>(long seq, Instant at, E event, S state) {}
