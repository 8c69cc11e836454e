package dev.ralph.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What an agent said it has used. All of it is foreign and may be nonsense.
///
/// @param key     reports of one scope with an equal key are about the same thing; those with different keys add up
/// @param model   null when the agent does not say
/// @param tokens  [Tokens#NONE] when only money is reported
/// @param dollars null when the agent does not say
public record UsageReport(
        String key,
        @Nullable String model,
        Tokens tokens,
        @Nullable BigDecimal dollars,
        UsageScope scope) {}
