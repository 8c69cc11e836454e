package dev.ralph.budget;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a session's cumulative figures said last, so that the next attempt of the session counts only what it adds.
///
/// @param known  false when the session was begun elsewhere: what it had used before cannot be told
/// @param figures by the key of the reports
public record Counters(boolean known, Map<String, Figure> figures) {
    /// The session begins with this attempt.
    public static final Counters FRESH = new Counters(true, Map.of());

    /// The session goes on, and nobody wrote down what it had used.
    public static final Counters UNKNOWN = new Counters(false, Map.of());

    public Counters {
        figures = Map.copyOf(figures);
    }

    /// @param dollars null when the agent does not say
    public record Figure(Tokens tokens, @Nullable BigDecimal dollars) {}
}
