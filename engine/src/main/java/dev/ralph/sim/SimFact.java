package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Signal;
import dev.ralph.store.JournalEntry;
import java.time.Duration;
import java.util.List;

/// What really happened in a simulated world, whatever the journal says. `at` is time that passed since the start.
public sealed interface SimFact {
    Duration at();

    /// An entry became durable.
    record Wrote(Duration at, JournalEntry<Event> entry) implements SimFact {}

    /// An entry was told to everybody who listens: from here on the engine counts on it.
    record Told(Duration at, JournalEntry<Event> entry) implements SimFact {}

    /// An agent came to life.
    record Executed(Duration at, int attempt, String run) implements SimFact {}

    /// Nothing of that agent is alive any more.
    record Died(Duration at, int attempt, Cause cause) implements SimFact {}

    record Checked(Duration at, String check, boolean passed) implements SimFact {}

    record Signalled(Duration at, Signal signal) implements SimFact {}

    /// A refused DONE was put aside.
    record Renamed(Duration at, String as) implements SimFact {}

    record Committed(Duration at, int attempt, String commit) implements SimFact {}

    /// What an attempt left is thrown away.
    record Discarded(Duration at, int attempt) implements SimFact {}

    /// Somebody else committed to the branch that accepted work goes to.
    record Moved(Duration at) implements SimFact {}

    /// Everybody was told how the loop ended.
    record Announced(Duration at, Outcome outcome) implements SimFact {}

    record Asked(Duration at, Event request) implements SimFact {}

    /// A person answered the question of a parked loop.
    record AnswerGiven(Duration at, String question) implements SimFact {}

    /// An agent's prompt tells it these answers.
    record Prompted(Duration at, int attempt, List<LoopState.Answer> answers) implements SimFact {}

    /// An engine waited for an answer although the loop is parked.
    record WaitedForAnswer(Duration at) implements SimFact {}

    record ClockSet(Duration at, Duration by) implements SimFact {}

    /// The engine died.
    record Crashed(Duration at) implements SimFact {}

    /// What an agent died of.
    enum Cause {
        /// Its own end, or a limit.
        ITSELF,
        /// Somebody asked for it.
        STOP,
        /// It was found after its engine had died.
        SWEEP
    }
}
