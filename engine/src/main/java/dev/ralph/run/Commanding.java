package dev.ralph.run;

import dev.ralph.process.CannotStart;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How commands of checks are run: what they are told, and what is said of them.
///
/// @param placing where they run
/// @param room    the same, for receipts
record Commanding(Errands errands, Placing placing, Fingerprint.Room room) {
    /// Where they run for an attempt.
    @FunctionalInterface
    interface Placing {
        Errand.Place of(Claimed claimed) throws IOException, InterruptedException;
    }

    /// Runs a line for a check.
    ///
    /// @param timeout null for that of the loop
    Errands.Ran run(Claimed claimed, Check check, String line, @Nullable Duration timeout)
            throws IOException, InterruptedException {
        Duration atMost = timeout == null ? claimed.policy().pace().check() : timeout;
        Map<String, String> more = check.type().traits().contains(CheckType.Trait.TELLS_TASK)
                ? Map.of("RALPH_TASK_ID", claimed.task())
                : Map.of();
        try {
            Errand.Place place = placing.of(claimed);
            TestReports.Watch watch = errands.reports().watch(claimed, check, place);
            return errands.run(new Errand(claimed.name(), line, more, atMost, place), () -> {
                if (watch != null) {
                    watch.read();
                }
            });
        } catch (CannotStart why) {
            throw new IOException("cannot run check `" + check.title() + "`: " + why.getMessage(), why);
        }
    }

    /// What it found, for the receipt too.
    ///
    /// @param line   what was executed
    /// @param reason null when it passed
    Proven proven(String line, Errands.Ran ran, @Nullable String reason, List<Proven.Note> notes) {
        List<Proven.Note> all = new ArrayList<>(notes);
        if (ran.exit().leaked()) {
            all.add(Proven.Note.warning("check `" + line + "` left processes behind, which were ended"));
        }
        if (ran.touched()) {
            all.add(Proven.Note.warning(
                    "check `" + line + "` changed files where the agent works: `git status` there shows them"));
        }
        return new Proven(
                        reason == null,
                        ran.code(),
                        ran.exit().took(),
                        ran.output(),
                        reason,
                        ran.exit().stdout().sha256(),
                        ran.stdout(),
                        all)
                .with(Annex.of(line, room, ran));
    }

    /// A word that the shell takes as it is.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
