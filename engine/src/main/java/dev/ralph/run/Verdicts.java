package dev.ralph.run;

import dev.ralph.agent.Account;
import dev.ralph.budget.Backoff;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Testimony;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Status;
import dev.ralph.signal.Finding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Makes of what was heard of an attempt what the loop has to know.
///
/// @param limited how often in a row a provider's limit ended the attempts before
record Verdicts(Policy policy, RunFolder folder, Instant now, int limited) {
    private static final int LOOKED_AT = 8192;

    /// @param still whether the project is as it was before, null when that is not known
    Words of(Hearing hearing, Exit exit, @Nullable Boolean still) {
        int code = exit.status() instanceof Status.Exited exited ? exited.code() : -1;
        Account account = hearing.account(code, endOf(folder.stderr()));
        Testimony.Hindrance hindrance = diagnosis(hearing).of(account, exit.ending());
        Finding finding = hearing.finding();
        boolean idle = finding instanceof Finding.Kept && didNothing(hearing, account, still);
        Testimony testimony = testimony(hearing, account, hindrance, remark(finding, idle));
        return new Words(testimony, signal(finding, idle), failure(hearing, account, exit, hindrance));
    }

    /// Of an attempt whose engine died: what it used so far, what it promised, and whether a provider's limit ended it.
    Words lost(Hearing hearing) {
        Account account = hearing.account(-1, "");
        Finding finding = hearing.finding();
        boolean idle = finding instanceof Finding.Kept && didNothing(hearing, account, null);
        Testimony.Hindrance hindrance = diagnosis(hearing).of(account, Ending.STOPPED);
        Testimony testimony = testimony(hearing, account, hindrance, remark(finding, idle));
        return new Words(testimony, signal(finding, idle), null);
    }

    private Diagnosis diagnosis(Hearing hearing) {
        Duration backOff = Backoff.STANDARD.delay(limited + 1, ThreadLocalRandom.current());
        return new Diagnosis(now, backOff, hearing.isFinished());
    }

    private static Testimony testimony(
            Hearing hearing,
            Account account,
            Testimony.@Nullable Hindrance hindrance,
            Reason.@Nullable Refusal remark) {
        return new Testimony(
                hearing.kind().name(),
                hearing.version(),
                account.session(),
                account.model(),
                hearing.spent(),
                hearing.counters(),
                account.actions(),
                (int) Math.min(account.strange(), Integer.MAX_VALUE),
                hindrance,
                remark);
    }

    private static @Nullable Signal signal(Finding finding, boolean idle) {
        return switch (finding) {
            case Finding.Kept _ -> idle ? null : Signal.PROMISE;
            case Finding.Blocked _ -> Signal.GAVE_UP;
            case Finding.None _, Finding.Wrong _ -> null;
        };
    }

    /// Unknown is no proof: only an attempt that surely did nothing is not believed.
    private boolean didNothing(Hearing hearing, Account account, @Nullable Boolean still) {
        boolean asked = policy.talk().mustWork() || !policy.isUnverified();
        if (!asked || account.actions() > 0) {
            return false;
        }
        return still == null ? hearing.kind().tellsItsActions() : still;
    }

    private Reason.@Nullable Refusal remark(Finding finding, boolean idle) {
        PromiseRule rule = policy.talk().promise();
        if (idle) {
            return new Reason.PromiseWithoutWork();
        }
        return finding instanceof Finding.Wrong wrong && rule != null
                ? switch (wrong.why()) {
                    case OTHER_TEXT -> new Reason.WrongPromise(wrong.text(), rule.promise());
                    case NOT_ALONE -> new Reason.WrongPromise(wrong.text(), null);
                }
                : null;
    }

    private static @Nullable AttemptFailure failure(
            Hearing hearing, Account account, Exit exit, Testimony.@Nullable Hindrance hindrance) {
        if (exit.ending() == Ending.COST_LIMIT) {
            return hearing.dear();
        }
        return hindrance == null
                ? null
                : new AttemptFailure.Told(account.told().lines().findFirst().orElse(hindrance.evidence()));
    }

    private static String endOf(Path file) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - LOOKED_AT);
            in.seek(from);
            byte[] bytes = new byte[(int) Math.min(LOOKED_AT, in.length() - from)];
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }
}
