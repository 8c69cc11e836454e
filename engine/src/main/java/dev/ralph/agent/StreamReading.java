package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AgentEvent.Fault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Folds what an agent's stream says into one [AttemptAccount] at the end of the attempt. Keeps a bounded amount
/// whatever the
/// stream says. Not for several threads.
public final class StreamReading implements Consumer<AgentEvent> {
    private static final int MOST_FAULTS = 20;
    /// Few strange lines are noise; more than the understood ones are another format.
    private static final int STRANGE_BUT_NOISE = 10;

    private final AgentKind kind;
    private final ResetTimes resets;
    private final LastText words = new LastText();
    private final List<AgentEvent.Failed> faults = new ArrayList<>();
    private @Nullable String session;
    private @Nullable String model;
    private AgentEvent.@Nullable Limited limited;
    private AgentEvent.@Nullable Finished finished;
    private AgentEvent.@Nullable Retrying retrying;
    private AgentEvent.@Nullable Failed latest;
    private boolean halfLine;
    private int actions;
    private int failedActions;
    private int retries;
    private int retriesInARow;
    private long understood;
    private long strange;

    /// @param resets for the end of a limit that only the error output states
    public StreamReading(AgentKind kind, ResetTimes resets) {
        this.kind = kind;
        this.resets = resets;
    }

    /// For streams that are read long after they were written.
    public StreamReading(AgentKind kind) {
        this(kind, ResetTimes.UNKNOWN);
    }

    @Override
    public void accept(AgentEvent said) {
        understood++;
        switch (said) {
            case AgentEvent.Session(String id) -> session = id;
            case AgentEvent.Model(String name) -> model = name;
            case AgentEvent.Text(String text, boolean last) -> {
                words.add(text, last);
                if (!text.isBlank()) {
                    goesOn();
                }
            }
            case AgentEvent.ToolCall _ -> {
                actions++;
                goesOn();
            }
            case AgentEvent.ToolResult(String _, boolean failed) -> failedActions += failed ? 1 : 0;
            case AgentEvent.Used _ -> {
                // The budget's business.
            }
            case AgentEvent.Retrying again -> {
                retries++;
                retriesInARow++;
                retrying = again;
            }
            case AgentEvent.Limited limit -> limited = better(limited, limit);
            case AgentEvent.Failed failed -> fault(failed);
            case AgentEvent.Finished end -> finished = end;
            case AgentEvent.Strange odd -> {
                understood--;
                strange++;
                halfLine |= odd.equals(AgentEvent.Strange.HALF_A_LINE);
            }
        }
    }

    public AgentKind kind() {
        return kind;
    }

    /// Whether the stream has said its last word on the turn: the process is expected to end.
    public boolean finished() {
        return finished != null;
    }

    /// Until when the agent itself waits for its provider; null when it does not, or does not say.
    public @Nullable Instant waitsUntil() {
        return retrying == null || limited == null ? null : limited.resets();
    }

    /// How often it has tried the same model call again by itself.
    public int retriesInARow() {
        return retriesInARow;
    }

    /// Whether the stream has stopped matching what is known of the agent.
    public boolean drifts() {
        return (strange > 0 && understood == 0) || (strange > STRANGE_BUT_NOISE && strange > understood);
    }

    /// What the attempt came to.
    ///
    /// @param exitCode of the process, -1 when it was ended by a signal
    /// @param stderr   the end of its error output; only looked at when nothing better says why it failed
    public AttemptAccount account(int exitCode, String stderr) {
        Verdict verdict = verdict(exitCode, stderr);
        return new AttemptAccount(
                verdict.ended,
                verdict.evidence,
                verdict.trouble,
                verdict.told(kind),
                verdict.ended == AttemptAccount.Ended.LIMITED ? reset(stderr) : null,
                session,
                model,
                actions,
                failedActions,
                retries,
                words.last(),
                faults,
                strange,
                drifts());
    }

    private @Nullable Instant reset(String stderr) {
        Instant stated = limited == null ? null : limited.resets();
        return stated != null ? stated : new ErrorOutput(stderr).reset(resets);
    }

    /// @param own the agent's own words on the trouble, empty if there are none
    private record Verdict(
            AttemptAccount.Ended ended,
            String evidence,
            @Nullable AgentProblem trouble,
            String own) {
        static Verdict because(AgentProblem trouble, String evidence, String own) {
            boolean limit = trouble == AgentProblem.RATE;
            return new Verdict(
                    limit ? AttemptAccount.Ended.LIMITED : AttemptAccount.Ended.ERRORED, evidence, trouble, own);
        }

        String told(AgentKind kind) {
            if (trouble == null) {
                return "";
            }
            String told = trouble.told(kind);
            if (!own.isEmpty()) {
                return told + " It said: " + Excerpt.oneLine(own);
            }
            return trouble == AgentProblem.OTHER || trouble == AgentProblem.CUT_SHORT
                    ? told + " Seen by: " + evidence + ". `ralph logs` shows what it printed."
                    : told;
        }
    }

    private Verdict verdict(int exitCode, String stderr) {
        if (finished != null && !finished.failed()) {
            return finishedWell("its stream says that the turn is over");
        }
        if (limited != null && (finished != null || retrying != null || limited.evidence() == Evidence.TYPED)) {
            String evidence = "a limit, by "
                    + switch (limited.evidence()) {
                        case TYPED -> "an event made for it";
                        case STRUCTURED -> "the status of an error";
                        case WORDS -> "the words of an error";
                    };
            return Verdict.because(AgentProblem.RATE, evidence, limited.words());
        }
        if (finished != null) {
            return failed("its stream says that the turn failed", exitCode, "");
        }
        return kind.saysItsEnd() ? broken(exitCode, stderr) : exited(exitCode);
    }

    private Verdict finishedWell(String evidence) {
        AgentProblem trouble = drifts() ? AgentProblem.DRIFT : silent() ? AgentProblem.NOTHING_SAID : null;
        return new Verdict(AttemptAccount.Ended.FINISHED, evidence, trouble, "");
    }

    private boolean silent() {
        return actions == 0 && words.last().isBlank();
    }

    /// By the last fault the stream told of; where that is none that has a name, by the exit code.
    ///
    /// @param stderr where its own words are looked for, empty when its stream has some
    private Verdict failed(String evidence, int exitCode, String stderr) {
        AgentEvent.Failed told = latest == null ? new AgentEvent.Failed(Fault.OTHER, 0, ownWords()) : latest;
        AgentEvent.Failed byCode = told.fault() == Fault.OTHER ? kind.exited(exitCode) : null;
        return byCode == null
                ? Verdict.because(AgentProblem.of(told.fault()), evidence, told.words())
                : Verdict.because(
                        AgentProblem.of(byCode.fault()),
                        exitWords(exitCode),
                        words(told.words(), new ErrorOutput(stderr).words(), byCode.words()));
    }

    private static String words(String told, String printed, String byCode) {
        if (!told.isEmpty()) {
            return told;
        }
        return printed.isEmpty() ? byCode : printed + " (" + byCode + ")";
    }

    private String ownWords() {
        return finished == null || finished.words() == null ? "" : finished.words();
    }

    /// A program whose stream says nothing about its end: the exit code is all there is. Nobody knows what its error
    /// output means.
    private Verdict exited(int exitCode) {
        return exitCode == 0
                ? finishedWell("exit code 0")
                : Verdict.because(AgentProblem.OTHER, exitWords(exitCode), "");
    }

    private static String exitWords(int exitCode) {
        return exitCode < 0 ? "it was ended by a signal" : "exit code " + exitCode;
    }

    /// A stream that never said its last word.
    private Verdict broken(int exitCode, String stderr) {
        if (latest != null || kind.exited(exitCode) != null) {
            return failed(exitWords(exitCode), exitCode, stderr);
        }
        if (retrying != null && retrying.status() > 0) {
            AgentProblem trouble =
                    AgentProblem.of(FailureText.classify(retrying.status(), "").fault());
            return Verdict.because(trouble, "it was trying again after status " + retrying.status(), "");
        }
        if (exitCode == 127 && understood == 0 && ErrorOutput.namesNoInterpreter(stderr)) {
            return Verdict.because(
                    AgentProblem.MISSING_INTERPRETER, exitWords(exitCode), new ErrorOutput(stderr).words());
        }
        if (exitCode > 0 && !stderr.isBlank()) {
            ErrorOutput output = new ErrorOutput(stderr);
            if (output.trouble() != AgentProblem.OTHER || (understood == 0 && strange == 0)) {
                return Verdict.because(output.trouble(), "its error output", output.words());
            }
        }
        if (drifts()) {
            return Verdict.because(AgentProblem.DRIFT, "lines that are not those of its stream", "");
        }
        if (understood == 0 && strange == 0 && exitCode == 0) {
            return Verdict.because(AgentProblem.NOTHING_SAID, "exit code 0 and no output", "");
        }
        String evidence = (halfLine ? AgentEvent.Strange.HALF_A_LINE.why() : "its stream ends without a result") + ", "
                + exitWords(exitCode);
        return Verdict.because(
                AgentProblem.CUT_SHORT, evidence, stderr.isBlank() ? "" : new ErrorOutput(stderr).words());
    }

    /// Where the turn goes on, what had stopped it is overcome.
    private void goesOn() {
        finished = null;
        limited = null;
        retrying = null;
        retriesInARow = 0;
        latest = null;
    }

    /// A failure with another name came after a limit that only a failed call told of: the limit was overcome.
    private void fault(AgentEvent.Failed failed) {
        latest = failed;
        boolean other = failed.fault() != Fault.RATE && failed.fault() != Fault.OTHER;
        if (other && limited != null && limited.evidence() != Evidence.TYPED) {
            limited = null;
        }
        if (faults.size() == MOST_FAULTS) {
            faults.remove(MOST_FAULTS / 2);
        }
        faults.add(failed);
    }

    /// The one that states a time counts, of equals the better evidence, else the later one.
    private static AgentEvent.Limited better(AgentEvent.@Nullable Limited old, AgentEvent.Limited now) {
        if (old == null) {
            return now;
        }
        if ((old.resets() == null) != (now.resets() == null)) {
            return old.resets() == null ? now : old;
        }
        return old.evidence().compareTo(now.evidence()) < 0 ? old : now;
    }
}
