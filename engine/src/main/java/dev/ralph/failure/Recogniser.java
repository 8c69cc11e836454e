package dev.ralph.failure;

import java.util.Optional;

/// Knows how one tool says that something failed.
interface Recogniser {
    /// Empty where the output does not show that this tool failed.
    Optional<Failure> read(OutputLines lines);
}
