package dev.ralph.engine;

import dev.ralph.attempt.Attempts;
import dev.ralph.attempt.Inbox;
import dev.ralph.attempt.InboxItem;
import dev.ralph.budget.Spent;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.process.Progress;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Leases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// A loop this process owns.
public final class ActiveLoop implements AutoCloseable {
    private final StreamHead head;
    private final Inbox inbox;
    private final Attempts attempts;
    private final Leases.Lease lease;
    private final Body body;
    private final List<Consumer<String>> complaints;
    private final List<BiConsumer<JournalEntry<Event>, LoopState>> listeners = new CopyOnWriteArrayList<>();
    private volatile LoopState state;

    /// Runs the loop until it has ended or is parked, telling every entry.
    interface Body {
        Reason run(BiConsumer<JournalEntry<Event>, LoopState> told) throws InterruptedException;
    }

    ActiveLoop(
            StreamHead head,
            LoopState state,
            Inbox inbox,
            Attempts attempts,
            List<Consumer<String>> complaints,
            Leases.Lease lease,
            Body body) {
        this.head = head;
        this.state = state;
        this.inbox = inbox;
        this.attempts = attempts;
        this.complaints = complaints;
        this.lease = lease;
        this.body = body;
    }

    public StreamHead head() {
        return head;
    }

    /// Where it stands, as of the last entry that became durable.
    public LoopState state() {
        return state;
    }

    /// What its programs are confined by; empty where nobody wants that.
    public Optional<SandboxTier> sandbox() {
        return attempts.workspace().tier();
    }

    /// What the running attempt has used so far, as its agent says.
    public Optional<Spent> spent() {
        return attempts.spent();
    }

    /// Of the running attempt, if one runs.
    public Optional<Progress> progress() {
        return attempts.progress();
    }

    /// The id of the running attempt's run, if one runs.
    Optional<String> runId() {
        return attempts.run();
    }

    /// Hears every entry once it is durable, on the loop's own thread.
    public void listen(BiConsumer<JournalEntry<Event>, LoopState> listener) {
        listeners.add(listener);
    }

    /// Runs the loop on this thread until it has ended, or waits for a person.
    ///
    /// @return why it ended; of a loop that is parked, [Reason.AgentAsks]
    public Reason run() throws InterruptedException {
        return body.run((entry, next) -> {
            state = next;
            listeners.forEach(listener -> listener.accept(entry, next));
        });
    }

    /// Ends what runs, leaves a loop that can be resumed.
    public void stop(String by, Duration grace) {
        ask(new Event.StopRequested(Event.StopKind.STOP, by), grace);
    }

    public void cancel(String by, Duration grace) {
        ask(new Event.StopRequested(Event.StopKind.CANCEL, by), grace);
    }

    /// Starts no further attempt until it is released.
    public void hold(String by) {
        ask(new Event.Held(by), Duration.ZERO);
    }

    public void release(String by) {
        ask(new Event.Released(by), Duration.ZERO);
    }

    void ask(Event event, Duration grace) {
        inbox.put(new InboxItem.Asked(event, grace));
    }

    /// What could not be written or does not fit together, for a person to read.
    public void complain(Consumer<String> listener) {
        complaints.add(listener);
    }

    /// Gives it up where it was not run.
    @Override
    public void close() {
        lease.close();
    }
}
