package dev.ralph.loop;

import dev.ralph.signal.PromiseRule;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a loop speaks with its agent, and what it listens for.
///
/// @param session    what an attempt knows of the one before
/// @param promise    the words that say the task is done, null when they are not looked for
/// @param mustWork   a promise counts only from an attempt that did something
/// @param onQuestion what an agent that asks to wait brings about
/// @param signals    which signals count besides the promise
/// @param rules      what else holds for a loop of profile `session`, null for all others
/// @param tools      whether agents are given Ralph's own tools; null where nobody wrote it down: no
/// @param rejects    whether an agent may send the work of others back; null where nobody wrote it down: no
/// @param changes    whether work that changes nothing is refused, however its agent says that it is done; null where
///                   nobody wrote it down: no
public record ConversationPolicy(
        Session session,
        @Nullable PromiseRule promise,
        boolean mustWork,
        OnQuestion onQuestion,
        Set<Signal> signals,
        @Nullable SessionRules rules,
        @Nullable Boolean tools,
        @Nullable Boolean rejects,
        @Nullable Boolean changes) {
    /// All that are not said in words.
    public static final Set<Signal> EVERY_SIGNAL = Collections.unmodifiableSet(
            EnumSet.of(Signal.DONE, Signal.WAIT_EXIT, Signal.WAIT_MESSAGE, Signal.WAIT_MARKER));

    public static final ConversationPolicy NONE = new ConversationPolicy(Session.FRESH, null, true);

    public ConversationPolicy {
        EnumSet<Signal> sorted = EnumSet.noneOf(Signal.class);
        sorted.addAll(signals);
        signals = Collections.unmodifiableSet(sorted);
        if (signals.stream().anyMatch(Signal::isSaid)) {
            throw new IllegalArgumentException("signals are " + signals + ": what is said in words is the promise");
        }
        if (promise == null && !signals.contains(Signal.DONE)) {
            throw new IllegalArgumentException("neither a promise nor the file DONE would end the loop: allow one");
        }
    }

    public ConversationPolicy(Session session, @Nullable PromiseRule promise, boolean mustWork) {
        this(session, promise, mustWork, OnQuestion.END, EVERY_SIGNAL, null, null);
    }

    /// Of a loop that sends nothing back: all but some stages of pipelines.
    public ConversationPolicy(
            Session session,
            @Nullable PromiseRule promise,
            boolean mustWork,
            OnQuestion onQuestion,
            Set<Signal> signals,
            @Nullable SessionRules rules,
            @Nullable Boolean tools) {
        this(session, promise, mustWork, onQuestion, signals, rules, tools, null, null);
    }

    public ConversationPolicy with(OnQuestion changed) {
        return new ConversationPolicy(session, promise, mustWork, changed, signals, rules, tools, rejects, changes);
    }

    public ConversationPolicy with(@Nullable PromiseRule changed) {
        return new ConversationPolicy(session, changed, mustWork, onQuestion, signals, rules, tools, rejects, changes);
    }

    public ConversationPolicy with(Set<Signal> changed) {
        return new ConversationPolicy(session, promise, mustWork, onQuestion, changed, rules, tools, rejects, changes);
    }

    public ConversationPolicy with(@Nullable SessionRules changed) {
        return new ConversationPolicy(
                session, promise, mustWork, onQuestion, signals, changed, tools, rejects, changes);
    }

    /// The same where the checks alone decide: that an attempt has ended is enough to run them.
    public ConversationPolicy decidedByChecks() {
        EnumSet<Signal> more = EnumSet.of(Signal.ENDED);
        more.addAll(signals);
        return with(more);
    }

    /// The same for the loop of a stage that may send the work back.
    public ConversationPolicy rejecting() {
        return new ConversationPolicy(session, promise, mustWork, onQuestion, signals, rules, tools, true, changes);
    }

    /// The same for a loop whose work has to change something, or need not.
    public ConversationPolicy changing(boolean wanted) {
        return new ConversationPolicy(
                session, promise, mustWork, onQuestion, signals, rules, tools, rejects, wanted ? true : null);
    }

    public boolean offersTools() {
        return Boolean.TRUE.equals(tools);
    }

    public boolean mayReject() {
        return Boolean.TRUE.equals(rejects);
    }

    public boolean mustChange() {
        return Boolean.TRUE.equals(changes);
    }

    public boolean counts(Signal signal) {
        return signal.isSaid() || signals.contains(signal);
    }

    /// FRESH begins a new conversation with every attempt; RESUME goes on with the last one where the agent can.
    public enum Session {
        FRESH,
        RESUME
    }

    /// END leaves a loop that somebody may resume; PARK asks a person, and goes on with the answer.
    public enum OnQuestion {
        END,
        PARK
    }

    /// The loop belongs to its conversation: when that is deleted, the loop is cancelled.
    ///
    /// @param recovery    how long nothing is started after an attempt that failed
    /// @param stateDir    the folder of its state file, null for the usual one
    /// @param description what people call the loop, null for nothing
    public record SessionRules(
            Duration recovery,
            @Nullable String stateDir,
            @Nullable String description) {
        public SessionRules {
            Policy.notNegative("recovery delay", recovery);
        }
    }
}
