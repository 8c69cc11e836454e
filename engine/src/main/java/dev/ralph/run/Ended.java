package dev.ralph.run;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Report;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Status;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What an exit means to the loop.
record Ended(Report.How how, int code, @Nullable AttemptFailure failure) {
    /// @param disk what was wrong with the disk, null when nothing was
    static Ended of(Exit exit, Policy policy, Decision.Who who, @Nullable AttemptFailure disk) {
        return switch (exit.ending()) {
            case OWN_EXIT -> own(exit);
            // Mostly something on the machine came or went in that moment: tried again, as after any failure.
            case NOT_ENCLOSED ->
                new Ended(
                        Report.How.EXITED,
                        own(exit).code(),
                        new AttemptFailure.Told(
                                "the sandbox could not be made; its error output says why, and so does ralph doctor"));
            case IDLE_LIMIT -> new Ended(Report.How.IDLE_LIMIT, -1, timedOut(Ending.IDLE_LIMIT, policy, who));
            case WALL_LIMIT -> new Ended(Report.How.WALL_LIMIT, -1, timedOut(Ending.WALL_LIMIT, policy, who));
            case OUTPUT_LIMIT -> new Ended(Report.How.OUTPUT_LIMIT, -1, tooMuch(exit, policy, who));
            case COST_LIMIT -> new Ended(Report.How.COST_LIMIT, -1, new AttemptFailure.Stopped());
            case DISK_LIMIT -> new Ended(Report.How.DISK_LIMIT, -1, disk == null ? new AttemptFailure.Stopped() : disk);
            case PROVIDER_LIMIT -> new Ended(Report.How.PROVIDER_LIMIT, -1, new AttemptFailure.AwaitedProvider());
            case STOPPED -> new Ended(Report.How.STOPPED, -1, new AttemptFailure.Stopped());
            case COMPLETED -> new Ended(Report.How.ENDED_AFTER_SIGNAL, -1, null);
        };
    }

    private static Ended own(Exit exit) {
        return switch (exit.status()) {
            case Status.Exited(int code) -> exited(code);
            case Status.Signaled(int signal) ->
                new Ended(Report.How.SIGNALLED, signal, new AttemptFailure.Killed(signal));
        };
    }

    private static Ended exited(int code) {
        if (code == CallbackAgent.FATAL_CODE) {
            return new Ended(Report.How.NOT_STARTED, -1, new AttemptFailure.ExitCode(code));
        }
        return new Ended(Report.How.EXITED, code, code == 0 ? null : new AttemptFailure.ExitCode(code));
    }

    /// What it means when a limit of time is the reason of an end; null for any other reason.
    static AttemptFailure.@Nullable TimedOut timedOut(Ending ending, Policy policy, Decision.Who who) {
        if (ending == Ending.IDLE_LIMIT) {
            return new AttemptFailure.TimedOut(
                    AttemptFailure.Timer.SILENCE, policy.limits().idle());
        }
        Duration attempt = policy.limits().wall();
        Duration loop = who.time();
        boolean isLoops = loop != null && (attempt == null || loop.compareTo(attempt) < 0);
        AttemptFailure.Timer timer = isLoops ? AttemptFailure.Timer.LOOP : AttemptFailure.Timer.ATTEMPT;
        return ending == Ending.WALL_LIMIT ? new AttemptFailure.TimedOut(timer, isLoops ? loop : attempt) : null;
    }

    private static AttemptFailure tooMuch(Exit exit, Policy policy, Decision.Who who) {
        Long allowed = who.left().output();
        long printed = exit.stdout().bytes() + exit.stderr().bytes();
        long most =
                allowed != null && printed > allowed ? allowed : policy.limits().keptOutput();
        return new AttemptFailure.OverCap(Reason.Cap.OUTPUT, BigDecimal.valueOf(most));
    }
}
