package dev.ralph.stage;

import dev.ralph.signal.PromiseRule;

/// How a stage loops, as specification 003 has it.
///
/// @param enabled           whether it loops; else it is run once
/// @param maxIterations     how often it is run at most
/// @param completionPromise what it writes between the tags when it is done
/// @param verifyPromise     whether what it says beside its promise is looked at
public record RalphLoopConfig(boolean enabled, int maxIterations, String completionPromise, boolean verifyPromise) {
    public static final RalphLoopConfig DEFAULT = new RalphLoopConfig(true, 10, "STAGE_COMPLETE", true);

    public RalphLoopConfig {
        if (maxIterations < 1) {
            throw new IllegalArgumentException("max iterations is " + maxIterations + ": it must be 1 or more");
        }
        completionPromise = PromiseRule.stage(completionPromise).promise();
    }
}
