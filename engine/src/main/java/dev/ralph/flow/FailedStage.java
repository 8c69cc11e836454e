package dev.ralph.flow;

import java.time.Instant;

/// The loop of a stage that failed, as those know it who find out why.
///
/// @param output   what its checks printed; where none were made, what its agent did
/// @param exitCode of the first check that failed, else of the agent; below 0 where there is none
/// @param timedOut a limit of time ended it
/// @param reason   why the loop ended, for people
/// @param at       when it ended
public record FailedStage(
        String role, String loop, String output, int exitCode, boolean timedOut, String reason, Instant at) {}
