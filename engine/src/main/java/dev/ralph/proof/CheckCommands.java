package dev.ralph.proof;

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
record CheckCommands(CheckProcesses checkProcesses, Placing placing, Fingerprint.Room room) {
    /// Where they run for an attempt.
    @FunctionalInterface
    interface Placing {
        CheckProcess.Place of(WorkUnderProof work) throws IOException, InterruptedException;
    }

    /// Runs a line for a check.
    ///
    /// @param timeout null for that of the loop
    CheckProcesses.Ran run(WorkUnderProof work, Check check, String line, @Nullable Duration timeout)
            throws IOException, InterruptedException {
        Duration atMost = timeout == null ? work.policy().pace().check() : timeout;
        Map<String, String> more = check.type().traits().contains(CheckType.Trait.TELLS_TASK)
                ? Map.of("RALPH_TASK_ID", work.task())
                : Map.of();
        try {
            CheckProcess.Place place = placing.of(work);
            TestReports.Watch watch = checkProcesses.reports().watch(work, check, place);
            return checkProcesses.run(new CheckProcess(work.name(), line, more, atMost, place), () -> {
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
    ProofResult result(String line, CheckProcesses.Ran ran, @Nullable String reason, List<ProofResult.Note> notes) {
        List<ProofResult.Note> all = new ArrayList<>(notes);
        if (ran.exit().leaked()) {
            all.add(ProofResult.Note.warning("check `" + line + "` left processes behind, which were ended"));
        }
        if (ran.touched()) {
            all.add(ProofResult.Note.warning(
                    "check `" + line + "` changed files where the agent works: `git status` there shows them"));
        }
        return new ProofResult(
                        reason == null,
                        ran.code(),
                        ran.exit().took(),
                        ran.output(),
                        reason,
                        ran.exit().stdout().sha256(),
                        ran.stdout(),
                        all)
                .with(ReceiptDetails.of(line, room, ran));
    }

    /// A word that the shell takes as it is.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
