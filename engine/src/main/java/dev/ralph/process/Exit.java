package dev.ralph.process;

import java.time.Duration;

/// The end of an agent's run, complete only when nothing of it is left (see [ProofOfEnd]).
///
/// @param leaked whether something the agent had started was seen alive after its main process
public record Exit(
        EndCause ending,
        ExitStatus status,
        ProofOfEnd proof,
        boolean leaked,
        OutputResult stdout,
        OutputResult stderr,
        Duration took) {}
