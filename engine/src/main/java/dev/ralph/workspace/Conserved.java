package dev.ralph.workspace;

import java.util.List;

/// The end state of an attempt that stays reachable.
///
/// @param commit what its ref names
/// @param base   what the attempt began with: a commit, or the empty tree where there was none
/// @param left   what could not be read and is not in it, as people read it
public record Conserved(AttemptRef attempt, String commit, String base, List<String> left) {
    public Conserved {
        left = List.copyOf(left);
    }
}
