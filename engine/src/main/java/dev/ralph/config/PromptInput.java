package dev.ralph.config;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is known when the prompt of an attempt is written.
///
/// @param head     of its loop
/// @param task     the user's own words
/// @param refusal  why the last signal was not believed, null when there was none
/// @param refusals why the last three were not, the latest last; looked up when somebody asks
/// @param notes    what it must also say: findings of others, answers to questions, how to ask for a human
public record PromptInput(
        StreamHead head,
        Decision.StartAttempt start,
        Policy policy,
        String task,
        @Nullable String refusal,
        Supplier<List<String>> refusals,
        List<String> notes) {
    public PromptInput {
        notes = List.copyOf(notes);
    }

    /// Which of the allowed attempts it is, from 1: one that a provider's limit ended counts for none.
    public int iteration() {
        return start.attempt() - start.assignment().free();
    }
}
