package dev.ralph.proof;

import java.io.IOException;

/// One layer of proof.
///
/// A prover promises:
/// 1. It looks for itself: nothing that the agent says counts as a fact.
/// 2. When its thread is interrupted it ends what it started, waits until that is dead, and throws
///    [InterruptedException].
/// 3. It leaves nothing running, and nothing changed that a keeper of the work would take for the agent's.
/// 4. Asked again after a crash, it says the same of the same work.
@FunctionalInterface
interface Prover {
    /// @throws IOException when nothing can be said: the loop then ends with that trouble
    ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException;
}
