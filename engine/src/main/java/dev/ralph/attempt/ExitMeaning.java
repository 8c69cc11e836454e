package dev.ralph.attempt;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What an exit means to the loop.
record ExitMeaning(
        AttemptReport.How how, int code, @Nullable AttemptFailure failure) {
    /// @param disk what was wrong with the disk, null when nothing was
    static ExitMeaning of(Exit exit, Policy policy, Decision.Assignment assignment, @Nullable AttemptFailure disk) {
        return switch (exit.ending()) {
            case OWN_EXIT -> own(exit);
            // Mostly something on the machine came or went in that moment: tried again, as after any failure.
            case NOT_ENCLOSED ->
                new ExitMeaning(
                        AttemptReport.How.EXITED,
                        own(exit).code(),
                        new AttemptFailure.Told(
                                "the sandbox could not be made; its error output says why, and so does ralph doctor"));
            case IDLE_LIMIT ->
                new ExitMeaning(AttemptReport.How.IDLE_LIMIT, -1, timedOut(EndCause.IDLE_LIMIT, policy, assignment));
            case WALL_LIMIT ->
                new ExitMeaning(AttemptReport.How.WALL_LIMIT, -1, timedOut(EndCause.WALL_LIMIT, policy, assignment));
            case OUTPUT_LIMIT -> new ExitMeaning(AttemptReport.How.OUTPUT_LIMIT, -1, tooMuch(exit, policy, assignment));
            case COST_LIMIT -> new ExitMeaning(AttemptReport.How.COST_LIMIT, -1, new AttemptFailure.Stopped());
            case DISK_LIMIT ->
                new ExitMeaning(AttemptReport.How.DISK_LIMIT, -1, disk == null ? new AttemptFailure.Stopped() : disk);
            case PROVIDER_LIMIT ->
                new ExitMeaning(AttemptReport.How.PROVIDER_LIMIT, -1, new AttemptFailure.AwaitedProvider());
            case STOPPED -> new ExitMeaning(AttemptReport.How.STOPPED, -1, new AttemptFailure.Stopped());
            case COMPLETED -> new ExitMeaning(AttemptReport.How.ENDED_AFTER_SIGNAL, -1, null);
        };
    }

    private static ExitMeaning own(Exit exit) {
        return switch (exit.status()) {
            case ExitStatus.Exited(int code) -> exited(code);
            case ExitStatus.Signaled(int signal) ->
                new ExitMeaning(AttemptReport.How.SIGNALLED, signal, new AttemptFailure.Killed(signal));
        };
    }

    private static ExitMeaning exited(int code) {
        if (code == CallbackAgent.FATAL_CODE) {
            return new ExitMeaning(AttemptReport.How.NOT_STARTED, -1, new AttemptFailure.ExitCode(code));
        }
        return new ExitMeaning(AttemptReport.How.EXITED, code, code == 0 ? null : new AttemptFailure.ExitCode(code));
    }

    /// What it means when a limit of time is the reason of an end; null for any other reason.
    static AttemptFailure.@Nullable TimedOut timedOut(EndCause ending, Policy policy, Decision.Assignment assignment) {
        if (ending == EndCause.IDLE_LIMIT) {
            return new AttemptFailure.TimedOut(
                    AttemptFailure.Timer.SILENCE, policy.limits().idle());
        }
        Duration attempt = policy.limits().wall();
        Duration loop = assignment.time();
        boolean isLoops = loop != null && (attempt == null || loop.compareTo(attempt) < 0);
        AttemptFailure.Timer timer = isLoops ? AttemptFailure.Timer.LOOP : AttemptFailure.Timer.ATTEMPT;
        return ending == EndCause.WALL_LIMIT ? new AttemptFailure.TimedOut(timer, isLoops ? loop : attempt) : null;
    }

    private static AttemptFailure tooMuch(Exit exit, Policy policy, Decision.Assignment assignment) {
        Long allowed = assignment.left().output();
        long printed = exit.stdout().bytes() + exit.stderr().bytes();
        long most =
                allowed != null && printed > allowed ? allowed : policy.limits().keptOutput();
        return new AttemptFailure.OverCap(Reason.Cap.OUTPUT, BigDecimal.valueOf(most));
    }
}
