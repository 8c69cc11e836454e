package dev.ralph.proof;

import dev.ralph.store.JournalUnusable;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A layer of proof that gives a verdict whatever breaks inside it.
///
/// 1. A fault of Ralph's own, which an agent's work may provoke, is no proof: it refuses, with its reason in the
///    receipt and in the next prompt, and neither the engine nor the receipts before it are lost.
/// 2. Trouble with files, the journal's included, is told as such, however it was thrown: the loop ends with it.
record ProverGuard(Check check, StagesProver.Layers layers) implements Prover {
    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        try {
            return layers.of(check).prove(work);
        } catch (UncheckedIOException trouble) {
            throw trouble.getCause();
        } catch (JournalUnusable trouble) {
            throw new IOException(trouble.getMessage(), trouble);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            return ProofResult.refused(
                    watch.took(),
                    "check `" + check.title() + "` crashed on attempt " + work.attempt() + ": " + words(fault)
                            + ". This is a bug in Ralph; please report it. Meanwhile, `ralph resume` with other checks",
                    "");
        }
    }

    private static String words(Throwable fault) {
        StackTraceElement[] trace = fault.getStackTrace();
        String message = fault.getMessage();
        return fault.getClass().getSimpleName()
                + (message == null ? "" : " (" + message + ")")
                + (trace.length == 0 ? "" : " at " + trace[0]);
    }
}
