package dev.ralph.cli;

import dev.ralph.config.DurationText;
import dev.ralph.config.Keys;
import dev.ralph.loop.Caps;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Toll;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The flag that allows a loop twice of what it has used up.
final class More {
    private More() {}

    /// @param reason as the loop names it
    static String of(LoopState state, String reason) {
        Policy.Limits limits = state.policy().limits();
        Caps caps = limits.caps();
        Toll toll = state.toll();
        BigDecimal dollars = caps.loop().dollars();
        Long tokens = caps.loop().tokens();
        Duration time = caps.busyTime();
        Long output = caps.loop().output();
        Long disk = caps.loop().disk();
        if (dollars != null && reason.startsWith("cost limit")) {
            return " --max-cost " + twice(dollars, toll.spent().dollars());
        }
        if (tokens != null && reason.startsWith("token limit")) {
            return " --max-tokens " + 2 * Math.max(tokens, toll.spent().tokens().total());
        }
        if (time != null && reason.startsWith("time limit")) {
            return " --max-time "
                    + DurationText.format((time.compareTo(toll.busy()) > 0 ? time : toll.busy())
                            .truncatedTo(ChronoUnit.SECONDS)
                            .plusSeconds(1)
                            .multipliedBy(2));
        }
        if (output != null && reason.startsWith("output limit")) {
            return " --max-output " + 2 * Math.max(output, toll.output()) + "B";
        }
        if (disk != null && reason.startsWith("disk limit")) {
            return " --max-disk " + 2 * Math.max(disk, toll.disk()) + "B";
        }
        return " --" + Keys.MAX_RESTARTS.flag(state.policy().profile()) + " "
                + 2L * Math.max(1, Math.max(limits.attempts(), new AttemptCount(state).spent()));
    }

    private static String twice(BigDecimal limit, @Nullable BigDecimal spent) {
        BigDecimal most = spent == null ? limit : limit.max(spent);
        return most.add(most).stripTrailingZeros().toPlainString();
    }
}
