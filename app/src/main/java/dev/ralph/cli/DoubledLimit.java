package dev.ralph.cli;

import dev.ralph.config.SettingKeys;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.wording.DurationText;
import java.math.BigDecimal;
import java.time.Duration;

/// The flag that allows a loop twice of what it has used up.
final class DoubledLimit {
    private DoubledLimit() {}

    static String of(LoopState state, Reason reason) {
        return reason instanceof Reason.CapReached reached ? of(reached) : attempts(state);
    }

    private static String of(Reason.CapReached reached) {
        BigDecimal twice = reached.limit().max(reached.used()).multiply(BigDecimal.TWO);
        String figure = twice.stripTrailingZeros().toPlainString();
        return switch (reached.cap()) {
            case TOKENS -> " --max-tokens " + figure;
            case DOLLARS -> " --max-cost " + figure;
            case TIME -> " --max-time " + DurationText.format(Duration.ofSeconds(twice.longValue() + 2));
            case OUTPUT -> " --max-output " + figure + "B";
            case DISK -> " --max-disk " + figure + "B";
        };
    }

    private static String attempts(LoopState state) {
        int allowed = state.policy().limits().attempts();
        return " --" + SettingKeys.MAX_RESTARTS.flag(state.policy().profile()) + " "
                + 2L * Math.max(1, Math.max(allowed, new AttemptCount(state).spent()));
    }
}
