package dev.ralph.cli;

import dev.ralph.config.DurationText;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Policy;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The flag that allows a loop twice of what it has used up.
final class More {
    private More() {}

    /// @param reason as the loop names it
    static String of(Policy.Limits limits, String reason) {
        Caps caps = limits.caps();
        BigDecimal dollars = caps.loop().dollars();
        Long tokens = caps.loop().tokens();
        Duration time = caps.busyTime();
        Long output = caps.loop().output();
        Long disk = caps.loop().disk();
        if (reached("cost", dollars, reason)) {
            return " --max-cost " + dollars.add(dollars).toPlainString();
        }
        if (reached("token", tokens, reason)) {
            return " --max-tokens " + 2 * tokens;
        }
        if (reached("time", time, reason)) {
            return " --max-time " + DurationText.format(time.multipliedBy(2));
        }
        if (reached("output", output, reason)) {
            return " --max-output " + 2 * output + "B";
        }
        if (reached("disk", disk, reason)) {
            return " --max-disk " + 2 * disk + "B";
        }
        return " --max-restarts " + 2L * Math.max(1, limits.attempts());
    }

    @SuppressWarnings("NullAway")
    private static boolean reached(String what, @Nullable Object limit, String reason) {
        return limit != null && reason.startsWith(what + " limit");
    }
}
