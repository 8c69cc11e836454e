package dev.ralph.cli;

import dev.ralph.loop.LoopState;

/// Attempts against those that are allowed: one that only met a provider's limit, or a missing program, is not counted.
record AttemptCount(LoopState state) {

    /// How many of the allowed ones are used up.
    int spent() {
        return state.attempts() - state.usage().free();
    }

    int allowed() {
        return state.policy().limits().attempts();
    }

    boolean left() {
        return spent() < allowed();
    }

    /// `5/100`, or `5, 3 of 100 counted`.
    ///
    /// @param between stands between the two numbers
    String of(int attempt, String between) {
        int free = state.usage().free();
        return attempt + (free == 0 ? between + allowed() : ", " + (attempt - free) + " of " + allowed() + " counted");
    }
}
