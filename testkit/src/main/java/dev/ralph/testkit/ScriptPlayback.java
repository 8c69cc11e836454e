package dev.ralph.testkit;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A script being played at an address of its own: how far it is, and what was asked so far. Safe for all threads.
public final class ScriptPlayback {
    static final int MAX_ASKED = 10_000;
    static final long MAX_BYTES = 64L * 1024 * 1024;

    private final String key;
    private final ModelScript script;
    private final URI url;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<ReceivedRequest> asked = new ArrayDeque<>();
    private long bytes;
    private long forgotten;
    private int turns;
    private int step;
    private int timesTaken;

    ScriptPlayback(String key, ModelScript script, URI url, InstantSource clock) {
        this.key = key;
        this.script = script;
        this.url = url;
        this.clock = clock;
    }

    /// The part of the address that is this performance's own.
    public String key() {
        return key;
    }

    /// What is played.
    public ModelScript script() {
        return script;
    }

    /// The base address for the agent, without a slash at its end. Clients of OpenAI's protocols want `/v1`
    /// behind it.
    public URI url() {
        return url;
    }

    /// The requests so far, oldest first. Of very many, or very large ones, the oldest are forgotten.
    public List<ReceivedRequest> asked() {
        lock.lock();
        try {
            return List.copyOf(asked);
        } finally {
            lock.unlock();
        }
    }

    /// The requests so far that took a step: not side requests, lists of models and counts of tokens.
    public List<ReceivedRequest> turns() {
        return asked().stream().filter(one -> one.step() > 0).toList();
    }

    /// How many requests took a step so far, those that are forgotten among them.
    public int turnCount() {
        lock.lock();
        try {
            return turns;
        } finally {
            lock.unlock();
        }
    }

    /// How many requests are no longer in [#asked], because it holds at most 10,000 and 64 MB.
    public long forgotten() {
        lock.lock();
        try {
            return forgotten;
        } finally {
            lock.unlock();
        }
    }

    /// Whether every step was taken as often as it says.
    public boolean isOver() {
        lock.lock();
        try {
            return step == script.steps().size();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until that many requests took a step.
    ///
    /// @return false if the limit came first
    public boolean awaitTurns(int count, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lockInterruptibly();
        try {
            while (turns < count && left > 0) {
                left = changed.awaitNanos(left);
            }
            return turns >= count;
        } finally {
            lock.unlock();
        }
    }

    /// Notes a request that takes no step.
    void note(ModelRequest request, Endpoint endpoint, ModelProtocol.Asking asking, boolean side) {
        Instant at = clock.instant();
        lock.lock();
        try {
            remember(new ReceivedRequest(at, request, endpoint, asking, side, 0));
        } finally {
            lock.unlock();
        }
    }

    /// Takes the next step for a request.
    ModelStep take(ModelRequest request, Endpoint endpoint, ModelProtocol.Asking asking) {
        Instant at = clock.instant();
        lock.lock();
        try {
            remember(new ReceivedRequest(at, request, endpoint, asking, false, step + 1));
            turns++;
            changed.signalAll();
            if (step == script.steps().size()) {
                return ModelStep.text(script.end());
            }
            ModelStep taken = script.steps().get(step);
            timesTaken++;
            if (taken.times() != ModelStep.FOREVER && timesTaken == taken.times()) {
                step++;
                timesTaken = 0;
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /// Whether a request is answered aside.
    boolean isSide(ModelProtocol.Asking asking, String body) {
        return script.side() != null
                && (asking.tools().names().isEmpty()
                        || script.sideMarks().stream().anyMatch(body::contains));
    }

    private void remember(ReceivedRequest one) {
        asked.addLast(one);
        bytes += one.size();
        while (asked.size() > MAX_ASKED || (bytes > MAX_BYTES && asked.size() > 1)) {
            bytes -= asked.removeFirst().size();
            forgotten++;
        }
    }
}
