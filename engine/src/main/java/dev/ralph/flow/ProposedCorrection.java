package dev.ralph.flow;

import dev.ralph.pipeline.PipelineEvent.FailureClassified;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the corrector of a task says.
///
/// @param loop    of the corrector
/// @param words   its last message
/// @param failure what it was to correct
/// @param number  which of the allowed corrections it is, from 1
/// @param answer  of a person who was asked about it, null when nobody was
/// @param at      when it was made
public record ProposedCorrection(
        String loop,
        String words,
        FailureClassified failure,
        int number,
        @Nullable String answer,
        Instant at) {}
