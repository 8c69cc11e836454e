package dev.ralph.sim;

import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.store.JournalEntry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Counts by itself what attempts say they used; of a lost one nobody knows.
final class CapsAreKept extends PromiseCheck {
    private Caps caps = Caps.DEFAULT;
    private long tokens;
    private long output;
    private long disk;
    private Duration busy = Duration.ZERO;
    private int still;

    CapsAreKept() {
        super("nobody uses more than a cap allows, and nothing is started once one is reached or nothing changes");
    }

    @Override
    void begins(Policy policy) {
        caps = policy.limits().caps();
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.LoopResumed resumed -> {
                caps = resumed.policy().limits().caps();
                still = before.hasEnded() ? 0 : still;
            }
            case Event.Answered _ -> still = 0;
            case Event.AttemptStarted started -> mayStart(started.attempt());
            case Event.AttemptEnded ended -> count(ended.attempt(), ended.report());
            default -> {}
        }
    }

    private void mayStart(int attempt) {
        Caps.Budget loop = caps.loop();
        boolean over = isReached(loop.tokens(), tokens)
                || isReached(loop.output(), output)
                || isReached(loop.disk(), disk)
                || (caps.busyTime() != null && busy.compareTo(caps.busyTime()) >= 0);
        if (over) {
            breaks("attempt " + attempt + " started although a cap of the loop was reached");
        }
        if (caps.sameTrees() > 0 && still >= caps.sameTrees()) {
            breaks("attempt " + attempt + " started after " + still + " that changed nothing");
        }
    }

    private static boolean isReached(@Nullable Long cap, long used) {
        return cap != null && used >= cap;
    }

    private void count(int attempt, AttemptReport report) {
        AgentStatement statement = report.statement();
        long used = statement == null ? 0 : statement.spent().tokens().total();
        tokens += within(attempt, "tokens", used, caps.attempt().tokens());
        output += within(
                attempt, "output", report.stdout().bytes(), caps.attempt().output());
        disk += within(attempt, "disk", report.effect().disk(), caps.attempt().disk());
        busy = busy.plus(report.took());
        within(attempt, "tokens of the loop", tokens, caps.loop().tokens());
        within(attempt, "output of the loop", output, caps.loop().output());
        within(attempt, "disk of the loop", disk, caps.loop().disk());
        String after = report.effect().after();
        if (report.ended() != AttemptReport.Ended.LIMITED) {
            still = after != null && after.equals(report.effect().before()) ? still + 1 : 0;
        }
    }

    private long within(int attempt, String what, long used, @Nullable Long cap) {
        if (cap != null && used > cap) {
            breaks("attempt " + attempt + " brought " + what + " to " + used + ", and " + cap + " are allowed");
        }
        return used;
    }
}
