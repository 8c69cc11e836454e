package dev.ralph.loop;

import dev.ralph.budget.Spent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What reviewers used that no verdict before has told of.
///
/// @param reviews how many reviews the loop has begun so far, with these
/// @param took    how long these ran; null where an earlier Ralph wrote it, which did not know
public record ReviewCost(int reviews, Spent spent, @Nullable Duration took) {
    public ReviewCost {
        if (reviews < 1) {
            throw new IllegalArgumentException("a fee is for at least one review, not " + reviews);
        }
    }

    /// As an earlier Ralph wrote it.
    public ReviewCost(int reviews, Spent spent) {
        this(reviews, spent, null);
    }
}
