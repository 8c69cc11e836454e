package dev.ralph;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import dev.ralph.agent.StreamReader;
import dev.ralph.backlog.Action;
import dev.ralph.backlog.Anomaly;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.Iterations;
import dev.ralph.backlog.LoopHooks;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.Profile;
import dev.ralph.engine.ActiveFlow;
import dev.ralph.flow.FlowEvent;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Calls the hooks of a flow over a list of tasks, one after the other, on a thread of its own: nobody waits for them
/// but the end of the flow.
final class HookCalls implements ActiveFlow.Listener, AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration LAST_ACTIONS = Duration.ofSeconds(5);
    private static final Duration LAST_CALLS = Duration.ofSeconds(30);
    private static final int MOST_WAITING = 10_000;

    private final TaskFile list;
    private final Function<StreamHead, LoopPaths> places;
    private final Consumer<String> warnings;
    private final List<LoopHooks> hooks = new CopyOnWriteArrayList<>();
    private final AtomicBoolean flooded = new AtomicBoolean();
    private final Map<String, Iterations> loops = new ConcurrentHashMap<>();
    private final Map<String, Reading> reading = new ConcurrentHashMap<>();
    private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Thread caller = Thread.ofVirtual().name("ralph-hooks").unstarted(this::call);

    /// What the agent of a loop prints is being read.
    ///
    /// @param over whether there will be no more of it
    /// @param seen what it did, and no hook has heard of
    private record Reading(Thread thread, AtomicBoolean over, Queue<Action> seen) {}

    /// @param places   where the loop of a task works
    /// @param warnings hears of hooks that failed
    HookCalls(TaskFile list, Function<StreamHead, LoopPaths> places, Consumer<String> warnings) {
        this.list = list;
        this.places = places;
        this.warnings = warnings;
    }

    /// Before the flow is run.
    void add(LoopHooks more) {
        if (hooks.isEmpty()) {
            caller.start();
        }
        hooks.add(more);
    }

    void odd(Anomaly anomaly) {
        hooks.forEach(hook -> ask(() -> hook.onAnomaly(anomaly)));
    }

    @Override
    public void heard(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {
        if (hooks.isEmpty()) {
            return;
        }
        switch (entry.event()) {
            case FlowEvent.TaskPicked picked -> of(picked.task(), LoopHooks::onTaskStart);
            case FlowEvent.Recorded recorded -> over(recorded.task());
            case Event event -> heard(head, event, entry, (LoopState) next);
            default -> {}
        }
    }

    /// Whoever reads the list afterwards may find that more has happened since.
    private void over(String task) {
        boolean success = known(task).map(BacklogTask::status).orElse(TaskStatus.BLOCKED) == TaskStatus.DONE;
        of(task, (hook, known) -> hook.onTaskEnd(known, success));
    }

    private void heard(StreamHead head, Event event, JournalEntry<?> entry, LoopState state) {
        Iterations iterations = loops.computeIfAbsent(
                head.id(), _ -> new Iterations(Profile.of(head.profile()).wording()));
        iterations.after(event, state, entry.at()).ifPresent(ended -> {
            Reading last = reading.remove(head.id());
            if (last != null) {
                finish(last);
            }
            of(head.task(), (hook, task) -> hook.onIterationEnd(task, ended.number(), ended.result()));
        });
        if (event instanceof Event.AttemptStarted started) {
            int number = state.iteration();
            of(head.task(), (hook, task) -> hook.onIterationStart(task, number));
            read(head, started.run(), state);
        }
    }

    private interface Call {
        void of(LoopHooks hook, BacklogTask task);
    }

    private void of(String task, Call call) {
        known(task).ifPresent(known -> hooks.forEach(hook -> ask(() -> call.of(hook, known))));
    }

    private Optional<BacklogTask> known(String task) {
        try {
            return list.look().task(task);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private void ask(Runnable call) {
        if (!calls.offer(call)) {
            warnings.accept("more than " + MOST_WAITING + " hooks wait to be called: one was left out");
        }
    }

    private void call() {
        try {
            while (true) {
                guarded(calls.take());
            }
        } catch (InterruptedException over) {
            return;
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException failed) {
            warnings.accept("a hook failed: " + failed);
        }
    }

    /// What the agent does, while it does it.
    private void read(StreamHead head, String run, LoopState state) {
        String stream = state.policy().agents().get(state.chain().at()).stream();
        StreamFormat format = StreamFormat.of(stream).orElse(StreamFormat.TEXT);
        if (format != StreamFormat.TEXT) {
            Path output = places.apply(head).task().run(run).stdout();
            StreamReader reader = format.reader(ResetTimes.UNKNOWN);
            AtomicBoolean over = new AtomicBoolean();
            Queue<Action> seen = new ConcurrentLinkedQueue<>();
            Consumer<AgentEvent> listener = event -> {
                if (event instanceof AgentEvent.ToolCall call) {
                    acted(Action.of(head.task(), call.name(), call.detail()), seen);
                }
            };
            Thread thread =
                    Thread.ofVirtual().name("ralph-actions").start(() -> follow(output, reader, listener, over));
            reading.put(head.id(), new Reading(thread, over, seen));
        }
    }

    private static void follow(Path output, StreamReader reader, Consumer<AgentEvent> listener, AtomicBoolean over) {
        byte[] bytes = new byte[1 << 16];
        long at = 0;
        try {
            while (true) {
                boolean last = over.get(); // looked at before the file is read: what was there by then is read
                if (Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS)) {
                    at = follow(output, at, bytes, reader, listener);
                }
                if (last) {
                    reader.end(listener);
                    return;
                }
                Thread.sleep(LOOK);
            }
        } catch (IOException | InterruptedException unreadable) {
            return;
        }
    }

    private static long follow(Path output, long from, byte[] bytes, StreamReader reader, Consumer<AgentEvent> listener)
            throws IOException {
        long at = from;
        try (FileChannel file = FileChannel.open(output, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            for (int count = file.read(ByteBuffer.wrap(bytes), at);
                    count > 0;
                    count = file.read(ByteBuffer.wrap(bytes), at)) {
                at += count;
                reader.read(bytes, 0, count, listener);
            }
        }
        return at;
    }

    /// Half of the room is for the ends of tasks.
    private void acted(Action action, Queue<Action> seen) {
        if (calls.remainingCapacity() > MOST_WAITING / 2) {
            seen.add(action);
            ask(() -> tell(seen.poll()));
        } else if (!flooded.getAndSet(true)) {
            warnings.accept("the agent does more than hooks can follow: some calls of onAction are left out");
        }
    }

    private void tell(@Nullable Action action) {
        if (action != null) { // else somebody could not wait for its turn
            hooks.forEach(hook -> guarded(() -> hook.onAction(action)));
        }
    }

    /// What an agent did last is told before the end of its iteration is.
    private void finish(Reading reading) {
        reading.over().set(true);
        ask(() -> {
            try {
                reading.thread().join(LAST_ACTIONS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            while (!reading.seen().isEmpty()) {
                tell(reading.seen().poll());
            }
        });
    }

    /// Returns when all that were asked for have been called, or took too long.
    @Override
    public void close() {
        if (hooks.isEmpty()) {
            return;
        }
        reading.values().forEach(this::finish);
        ask(caller::interrupt);
        boolean over = false;
        try {
            over = caller.join(LAST_CALLS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (!over) {
            caller.interrupt();
            warnings.accept("hooks that were still to be called after the end were left out");
        }
    }
}
