package dev.ralph.claim;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an agent said last, beside its promise.
///
/// @param text  its own words
/// @param stage who speaks, null when no stage's rules apply
public record Claim(String text, @Nullable ClaimStage stage, Facts facts) {
    public Claim {
        Objects.requireNonNull(text);
        Objects.requireNonNull(facts);
    }

    /// All that speaks against it, in the order of the text, at most [Contradictions#MOST]; empty when nothing does.
    /// Takes time in proportion to the length of the text, whatever stands in it.
    public List<Objection> objections() {
        return TextRules.objections(this);
    }
}
