package dev.ralph.loop;

import dev.ralph.budget.Spent;

/// What reviewers used that no verdict before has told of.
///
/// @param reviews how many reviews the loop has begun so far, with these
public record Fee(int reviews, Spent spent) {
    public Fee {
        if (reviews < 1) {
            throw new IllegalArgumentException("a fee is for at least one review, not " + reviews);
        }
    }
}
