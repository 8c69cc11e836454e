package dev.ralph.workspace;

import java.util.List;

/// How making a tree what it was before went.
///
/// @param aside   what git finds what was there until then by
/// @param against what stands against it; then nothing was written
public record RewindResult(String aside, List<Conflict> against) {
    public RewindResult {
        against = List.copyOf(against);
    }
}
