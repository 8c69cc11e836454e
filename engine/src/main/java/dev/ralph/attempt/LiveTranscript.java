package dev.ralph.attempt;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.AgentKind;
import dev.ralph.agent.AttemptAccount;
import dev.ralph.agent.StreamReading;
import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.UsageMeter;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Reason;
import dev.ralph.process.PlainText;
import dev.ralph.signal.PromiseFinding;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an agent says during one attempt, put together as it speaks: what it came to, what it cost, what it promised.
/// Everything in it is the agent's own word.
final class LiveTranscript implements Consumer<AgentEvent> {
    private static final int LONGEST_DEED = 200;

    private final StreamReading reading;
    private final UsageMeter meter;
    private final Caps.Budget budget;
    private final Alarm alarm;
    private final @Nullable PromiseListener promiseListener;
    private final @Nullable AgentText agentText;
    private AttemptFailure.@Nullable OverCap dear;
    private @Nullable String version;
    private String deed = "";
    private boolean ended;

    /// Told what an agent must not go on with.
    interface Alarm {
        /// It has cost more than its budget holds. Told once.
        void tooDear();

        /// It tries a model call again by itself.
        ///
        /// @param until when, null when it does not say
        /// @param times how often it has done so in a row
        /// @return whether it is ended for that
        boolean waits(@Nullable Instant until, int times);

        /// For an agent that has ended long ago.
        Alarm UNHEARD = new Alarm() {
            @Override
            public void tooDear() {}

            @Override
            public boolean waits(@Nullable Instant until, int times) {
                return false;
            }
        };
    }

    /// @param agentText null where nobody asks whether it sends work back, or why it cannot continue
    LiveTranscript(
            StreamReading reading,
            UsageMeter meter,
            @Nullable PromiseListener promiseListener,
            @Nullable AgentText agentText,
            Caps.Budget budget,
            Alarm alarm) {
        this.reading = reading;
        this.meter = meter;
        this.budget = budget;
        this.alarm = alarm;
        this.promiseListener = promiseListener;
        this.agentText = agentText;
    }

    /// Whom it listens to.
    ///
    /// @param ofProgram null when it is not known
    LiveTranscript speaking(@Nullable String ofProgram) {
        version = ofProgram;
        return this;
    }

    @Nullable
    String version() {
        return version;
    }

    @Override
    public synchronized void accept(AgentEvent said) {
        if (ended && !(said instanceof AgentEvent.Used || said instanceof AgentEvent.Session)) {
            return; // What it says about being ended is not what stopped it.
        }
        reading.accept(said);
        if (agentText != null) {
            agentText.accept(said);
        }
        if (said instanceof AgentEvent.ToolCall call) {
            deed = call.detail().isBlank() ? call.name() : call.name() + " " + call.detail();
        } else if (said instanceof AgentEvent.Text text && !text.text().isBlank()) {
            deed = lastLine(text.text());
        }
        if (said instanceof AgentEvent.Text text && promiseListener != null) {
            promiseListener.hear(text);
        } else if (said instanceof AgentEvent.Model it) {
            meter.model(it.name());
        } else if (said instanceof AgentEvent.Used used) {
            count(used);
        } else if (said instanceof AgentEvent.Retrying && !reading.finished()) {
            ended = alarm.waits(reading.waitsUntil(), reading.retriesInARow());
        }
    }

    private static String lastLine(String text) {
        String last = text.strip().lines().reduce("", (_, line) -> line);
        return PlainText.of(last.length() <= LONGEST_DEED ? last : last.substring(0, LONGEST_DEED));
    }

    /// The last thing it wrote or did, for people who watch.
    synchronized String deed() {
        return deed;
    }

    private void count(AgentEvent.Used used) {
        meter.add(used.report());
        if (dear == null) {
            dear = over(meter.spent());
            if (dear != null) {
                alarm.tooDear();
            }
        }
    }

    /// Without figures of its own, so that the same again is the same failure.
    private AttemptFailure.@Nullable OverCap over(Spent spent) {
        long tokens = spent.tokens().total();
        if (budget.tokens() != null && tokens > budget.tokens()) {
            return new AttemptFailure.OverCap(Reason.Cap.TOKENS, BigDecimal.valueOf(budget.tokens()));
        }
        BigDecimal dollars = spent.dollars();
        if (budget.dollars() != null && dollars != null && dollars.compareTo(budget.dollars()) > 0) {
            return new AttemptFailure.OverCap(Reason.Cap.DOLLARS, budget.dollars());
        }
        return null;
    }

    AgentKind kind() {
        return reading.kind();
    }

    synchronized PromiseFinding finding() {
        return promiseListener == null ? PromiseFinding.NONE : promiseListener.finding();
    }

    /// Why it sends work back, wherever it said so; none where it does not.
    synchronized List<String> rejected() {
        return agentText == null ? List.of() : StageFindings.in(agentText.all());
    }

    /// Its last words; none where nobody asked for them.
    synchronized String lastWords() {
        return agentText == null ? "" : agentText.words();
    }

    /// What the attempt came to, by its output.
    synchronized AttemptAccount account(int exitCode, String stderr) {
        return reading.account(exitCode, stderr);
    }

    /// Until it has said how its turn went, there is more than it has told.
    synchronized Spent spent() {
        Spent told = meter.spent();
        return reading.finished() ? told : told.atLeast();
    }

    synchronized Counters counters() {
        return meter.counters();
    }

    /// By which limit it was ended because of what it cost, null when it was not.
    synchronized AttemptFailure.@Nullable OverCap dear() {
        return dear;
    }

    synchronized boolean isFinished() {
        return reading.finished();
    }
}
