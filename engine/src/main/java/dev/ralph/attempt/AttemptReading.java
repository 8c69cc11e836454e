package dev.ralph.attempt;

import dev.ralph.agent.AgentProblem;
import dev.ralph.agent.AttemptAccount;
import dev.ralph.budget.Backoff;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RunFolder;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes of what was heard of an attempt what the loop has to know.
///
/// @param limited how often in a row a provider's limit ended the attempts before
record AttemptReading(Policy policy, RunFolder folder, Instant now, int limited) {
    private static final int LOOKED_AT = 8192;
    private static final Pattern TAG = Pattern.compile("<promise>[^<]*</promise>", Pattern.CASE_INSENSITIVE);

    /// @param still whether the project is as it was before, null when that is not known
    AttemptFindings of(LiveTranscript transcript, Exit exit, @Nullable Boolean still) {
        int code = exit.status() instanceof ExitStatus.Exited exited ? exited.code() : -1;
        AttemptAccount account = transcript.account(code, endOfErrors());
        // A plain program answers with its exit code alone.
        boolean mayBeSilent = !transcript.kind().saysItsEnd() || Boolean.FALSE.equals(still);
        AgentStatement.Hindrance hindrance = mayBeSilent && account.trouble() == AgentProblem.NOTHING_SAID
                ? null
                : diagnosis(transcript).of(account, exit.ending());
        PromiseFinding finding = transcript.finding();
        boolean idle = finding instanceof PromiseFinding.Kept && didNothing(transcript, account, still);
        AgentStatement statement = statement(transcript, account, hindrance, remark(finding, idle));
        return new AttemptFindings(
                statement,
                signal(finding, idle),
                failure(transcript, account, exit, hindrance),
                rejected(transcript),
                blocker(finding, transcript));
    }

    /// Of an attempt whose engine died: what it used so far, what it promised or sent back, and whether a provider's
    /// limit ended it.
    AttemptFindings lost(LiveTranscript transcript) {
        AttemptAccount account = transcript.account(-1, "");
        PromiseFinding finding = transcript.finding();
        boolean idle = finding instanceof PromiseFinding.Kept && didNothing(transcript, account, null);
        AgentStatement.Hindrance hindrance = diagnosis(transcript).of(account, EndCause.STOPPED);
        AgentStatement statement = statement(transcript, account, hindrance, remark(finding, idle));
        return new AttemptFindings(
                statement, signal(finding, idle), null, rejected(transcript), blocker(finding, transcript));
    }

    private List<String> rejected(LiveTranscript transcript) {
        return policy.conversation().mayReject() ? transcript.rejected() : List.of();
    }

    private static @Nullable String blocker(PromiseFinding finding, LiveTranscript transcript) {
        String words = finding instanceof PromiseFinding.Blocked
                ? TAG.matcher(transcript.lastWords()).replaceAll("").strip()
                : "";
        return words.isEmpty() ? null : words;
    }

    private HindranceMapping diagnosis(LiveTranscript transcript) {
        Duration backOff = Backoff.STANDARD.delay(limited + 1, ThreadLocalRandom.current());
        return new HindranceMapping(now, backOff, transcript.isFinished());
    }

    private static AgentStatement statement(
            LiveTranscript transcript,
            AttemptAccount account,
            AgentStatement.@Nullable Hindrance hindrance,
            Reason.@Nullable Refusal remark) {
        return new AgentStatement(
                transcript.kind().name(),
                transcript.version(),
                account.session(),
                account.model(),
                transcript.spent(),
                transcript.counters(),
                account.actions(),
                (int) Math.min(account.strange(), Integer.MAX_VALUE),
                hindrance,
                remark);
    }

    private static @Nullable Signal signal(PromiseFinding finding, boolean idle) {
        return switch (finding) {
            case PromiseFinding.Kept _ -> idle ? null : Signal.PROMISE;
            case PromiseFinding.Blocked _ -> Signal.GAVE_UP;
            case PromiseFinding.None _, PromiseFinding.Wrong _ -> null;
        };
    }

    /// Unknown is no proof: only an attempt that surely did nothing is not believed.
    private boolean didNothing(LiveTranscript transcript, AttemptAccount account, @Nullable Boolean still) {
        if (!policy.conversation().mustWork() || account.actions() > 0) {
            return false;
        }
        return still == null ? transcript.kind().tellsItsActions() : still;
    }

    private Reason.@Nullable Refusal remark(PromiseFinding finding, boolean idle) {
        PromiseRule rule = policy.conversation().promise();
        if (idle) {
            return new Reason.PromiseWithoutWork();
        }
        return finding instanceof PromiseFinding.Wrong wrong && rule != null
                ? switch (wrong.why()) {
                    case OTHER_TEXT -> new Reason.WrongPromise(wrong.text(), rule.promise());
                    case NOT_ALONE -> new Reason.WrongPromise(wrong.text(), null);
                }
                : null;
    }

    private static @Nullable AttemptFailure failure(
            LiveTranscript transcript,
            AttemptAccount account,
            Exit exit,
            AgentStatement.@Nullable Hindrance hindrance) {
        if (exit.ending() == EndCause.COST_LIMIT) {
            return transcript.dear();
        }
        return hindrance == null
                ? null
                : new AttemptFailure.Told(account.told().lines().findFirst().orElse(hindrance.evidence()));
    }

    private String endOfErrors() {
        try {
            return LenientText.end(folder.home(), folder.stderr(), LOOKED_AT);
        } catch (IOException gone) {
            return "";
        }
    }
}
