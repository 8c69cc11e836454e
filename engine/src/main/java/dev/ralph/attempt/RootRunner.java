package dev.ralph.attempt;

/// Executes one attempt inside this program instead of starting another one. Returning means success; a
/// [FatalFailure] ends the loop at once; any other exception is a failed attempt that may be tried again.
@FunctionalInterface
public interface RootRunner {
    /// @param attempt from 0, as in the specification
    void run(RootContext context, int attempt) throws Exception;
}
