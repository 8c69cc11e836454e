package dev.ralph.verify;

import dev.ralph.verify.CheckType.Field;
import dev.ralph.verify.CheckType.Form;
import dev.ralph.verify.CheckType.Trait;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Another agent that never heard the claim finds the work done.
public record Review(CheckFields options) implements Check {
    private static final int MOST_REVIEWS = 10;
    private static final int LONGEST_DIFF = 400_000;

    static final CheckType TYPE = new CheckType(
                    "review",
                    CheckType.Cost.AGENT,
                    Stream.concat(
                                    Reviewer.FORM.stream(),
                                    Stream.of(
                                            new Field("timeout", Form.SECONDS),
                                            new Field("max_diff", Form.NUMBER),
                                            new Field("max_reviews", Form.NUMBER)))
                            .toList(),
                    Review::new,
                    Trait.NEEDS_GIT,
                    Trait.ASKS)
            .unrepeatable("it asks another agent");

    public Review {
        TYPE.known(options);
        Reviewer.of(options);
        positive("max_diff", options.number("max_diff", LONGEST_DIFF));
        positive("max_reviews", options.number("max_reviews", MOST_REVIEWS));
        Duration timeout = options.seconds("timeout");
        if (timeout != null && !timeout.isPositive()) {
            throw new InvalidCheck("timeout", "must be more than zero");
        }
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new InvalidCheck(name, "is " + value + ": it must be at least 1");
        }
    }

    public Reviewer reviewer() {
        return Reviewer.of(options);
    }

    /// The same, made by another one where it names none.
    public Review or(Reviewer other) {
        return reviewer().isNamed() ? this : new Review(other.in(options));
    }

    /// How long a review may take, null for as long as any check.
    public @Nullable Duration timeout() {
        return options.seconds("timeout");
    }

    /// How many characters of a change are read at most.
    public int maxDiff() {
        return options.number("max_diff", LONGEST_DIFF);
    }

    /// How often a loop asks at most.
    public int maxReviews() {
        return options.number("max_reviews", MOST_REVIEWS);
    }

    @Override
    public String title() {
        return "review";
    }

    @Override
    public CheckType type() {
        return TYPE;
    }
}
