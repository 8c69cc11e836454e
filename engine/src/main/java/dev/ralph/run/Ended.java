package dev.ralph.run;

import dev.ralph.config.DurationText;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.process.Exit;
import dev.ralph.process.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What an exit means to the loop.
record Ended(Report.How how, int code, @Nullable String failure) {
    /// @param disk what was wrong with the disk, null when nothing was
    static Ended of(Exit exit, Policy policy, Decision.Who who, @Nullable String disk) {
        return switch (exit.ending()) {
            case OWN_EXIT -> own(exit);
            // Mostly something on the machine came or went in that moment: tried again, as after any failure.
            case NOT_ENCLOSED ->
                new Ended(
                        Report.How.EXITED,
                        own(exit).code(),
                        "the sandbox could not be made; its error output says why, and so does ralph doctor");
            case IDLE_LIMIT ->
                new Ended(
                        Report.How.IDLE_LIMIT,
                        -1,
                        "timed out: no output for " + limit(policy.limits().idle()));
            case WALL_LIMIT ->
                new Ended(
                        Report.How.WALL_LIMIT,
                        -1,
                        "timed out: ran longer than " + wall(policy.limits().wall(), who.time()));
            case OUTPUT_LIMIT -> new Ended(Report.How.OUTPUT_LIMIT, -1, tooMuch(exit, policy, who));
            case COST_LIMIT -> new Ended(Report.How.COST_LIMIT, -1, "cost more than it may");
            case DISK_LIMIT ->
                new Ended(Report.How.DISK_LIMIT, -1, "ended because " + (disk == null ? "of the disk limit" : disk));
            case PROVIDER_LIMIT -> new Ended(Report.How.PROVIDER_LIMIT, -1, "waited for its provider's limit to end");
            case STOPPED -> new Ended(Report.How.STOPPED, -1, "stopped");
            case COMPLETED -> new Ended(Report.How.ENDED_AFTER_SIGNAL, -1, null);
        };
    }

    private static Ended own(Exit exit) {
        return switch (exit.status()) {
            case Status.Exited(int code) -> exited(code);
            case Status.Signaled(int signal) ->
                new Ended(Report.How.SIGNALLED, signal, "killed by signal " + signal + ExitWords.ofSignal(signal));
        };
    }

    private static Ended exited(int code) {
        if (code == CallbackAgent.FATAL_CODE) {
            return new Ended(Report.How.NOT_STARTED, -1, "fatal failure");
        }
        return new Ended(Report.How.EXITED, code, code == 0 ? null : "exit code " + code + ExitWords.ofCode(code));
    }

    private static String wall(@Nullable Duration attempt, @Nullable Duration loop) {
        return loop != null && (attempt == null || loop.compareTo(attempt) < 0)
                ? "the loop's time limit allows (max_time)"
                : limit(attempt);
    }

    private static String tooMuch(Exit exit, Policy policy, Decision.Who who) {
        Long allowed = who.left().output();
        boolean over = allowed != null && exit.stdout().bytes() + exit.stderr().bytes() > allowed;
        return over
                ? "ended because it printed more than " + allowed + " bytes"
                : "wrote more than " + policy.limits().keptOutput() + " bytes";
    }

    private static String limit(@Nullable Duration limit) {
        return limit == null ? "its limit" : DurationText.format(limit);
    }
}
