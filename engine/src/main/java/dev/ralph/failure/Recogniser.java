package dev.ralph.failure;

import java.util.Optional;

/// Knows how one tool says that something failed.
public interface Recogniser {
    String tool();

    /// Empty where the output does not show that this tool failed.
    Optional<Failure> read(FailureOutput output);
}
