package dev.ralph.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The one thread that watches every agent: descriptors by epoll, output files by inotify, and the time.
///
/// An exception in one agent's handling is reported to the thread's uncaught exception handler and ends that handling
/// only; the thread itself goes on.
final class ProcessWatch implements AutoCloseable {
    /// The thread wakes at least this often, so far deadlines need no wake-up of their own and suspend is noticed.
    static final long TICK = 500_000_000L;

    private static final int BATCH = 256;
    private static final int EVENT_SIZE = NativeLibrary.X86 ? 12 : 16; // struct epoll_event is packed on x86-64 only
    private static final int EVENT_DATA = NativeLibrary.X86 ? 4 : 8;
    private static final int EPOLLIN = 1;
    private static final int EPOLLET = 1 << 31;
    private static final int CTL_ADD = 1;
    private static final int CTL_DEL = 2;
    private static final int IN_MODIFY = 2;
    private static final int IN_Q_OVERFLOW = 0x4000;
    private static final int SCRATCH = 1 << 16;

    private static final long EPOLL_CREATE1 = SystemCalls.number(291, 20);
    private static final long EPOLL_CTL = SystemCalls.number(233, 21);
    private static final long EPOLL_PWAIT = SystemCalls.number(281, 22);
    private static final long EVENTFD2 = SystemCalls.number(290, 19);
    private static final long INOTIFY_INIT1 = SystemCalls.number(294, 26);
    private static final long INOTIFY_ADD_WATCH = SystemCalls.number(254, 27);
    private static final long INOTIFY_RM_WATCH = SystemCalls.number(255, 28);

    /// Somebody with deadlines.
    interface Timed {
        /// Does what is due and returns when to be asked again, [Long#MAX_VALUE] for never.
        long due(long now);
    }

    private final long origin = System.nanoTime();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment scratch = arena.allocate(SCRATCH, 8);
    private final int epoll = open(NativeLibrary.system(EPOLL_CREATE1, SystemCalls.O_CLOEXEC, 0, 0));
    private final int wake = open(NativeLibrary.system(EVENTFD2, 0, SystemCalls.O_CLOEXEC | SystemCalls.O_NONBLOCK, 0));
    private final int inotify =
            open(NativeLibrary.system(INOTIFY_INIT1, SystemCalls.O_CLOEXEC | SystemCalls.O_NONBLOCK, 0, 0));
    private final Map<Long, Runnable> handlers = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<Integer, Runnable> modified = new HashMap<>();
    private final Set<Timed> timed = new HashSet<>();
    private final Thread thread = new Thread(this::loop, "ralph-watch");
    private final Object wakeLock = new Object();
    private long nextDue = Long.MAX_VALUE;
    private volatile boolean closed;

    private static int open(long fd) {
        if (fd < 0) {
            throw new UnsupportedOperationException("the system gives no descriptor for events: errno " + -fd);
        }
        return (int) fd;
    }

    ProcessWatch() {
        thread.setDaemon(true);
        // Each write is an event of its own and nothing is read: reading could take away the call of a task that came
        // after the tasks were done, which then would wait for the next tick.
        add(wake, EPOLLIN | EPOLLET, token(), () -> {});
        add(inotify, token(), this::drainInotify);
        thread.start();
    }

    /// Nanoseconds since this watch began; the time of all deadlines.
    long now() {
        return System.nanoTime() - origin;
    }

    boolean onThread() {
        return Thread.currentThread().equals(thread);
    }

    /// What names a handler to [#add] and [#remove]. It is made first, because a handler that removes itself may be
    /// called before whoever adds it can write anything down.
    long token() {
        return tokens.incrementAndGet();
    }

    /// Calls `handler` on the watch's thread while `fd` is readable. Callable from any thread.
    void add(int fd, long token, Runnable handler) {
        add(fd, EPOLLIN, token, handler);
    }

    private void add(int fd, int events, long token, Runnable handler) {
        handlers.put(token, handler);
        try (Arena local = Arena.ofConfined()) {
            long event = event(local, events, token);
            long result = NativeLibrary.system(EPOLL_CTL, epoll, CTL_ADD, fd, event, 0, 0);
            if (result < 0) {
                handlers.remove(token);
                throw new IllegalStateException("cannot watch descriptor " + fd + ": errno " + -result);
            }
        }
    }

    private static long event(Arena arena, int events, long token) {
        MemorySegment event = arena.allocate(16, 8);
        event.set(JAVA_INT, 0, events);
        event.set(JAVA_LONG_UNALIGNED, EVENT_DATA, token);
        return event.address();
    }

    /// Makes what the first watch of a process would wait for.
    static void load() {
        try (Arena local = Arena.ofConfined()) {
            var _ = event(local, 0, 0);
        }
    }

    void remove(int fd, long token) {
        handlers.remove(token);
        NativeLibrary.system(EPOLL_CTL, epoll, CTL_DEL, fd, 0, 0, 0);
    }

    /// How many descriptors are watched.
    int watched() {
        return handlers.size();
    }

    /// Runs `task` on the watch's thread, soon; not at all when the watch is closed.
    void run(Runnable task) {
        synchronized (wakeLock) {
            if (!closed) {
                tasks.add(task);
                wakeUp();
            }
        }
    }

    /// Holding the lock, because a descriptor that was closed may be somebody else's by now.
    private void wakeUp() {
        try (Arena local = Arena.ofConfined()) {
            MemorySegment one = local.allocate(JAVA_LONG);
            one.set(JAVA_LONG, 0, 1);
            SystemCalls.write(wake, one);
        }
    }

    /// Memory for whoever works on the watch's thread, until he returns.
    MemorySegment scratch() {
        return scratch;
    }

    /// From now on `who` is asked for its deadlines. On the watch's thread only, as all below.
    void add(Timed who, long firstDue) {
        timed.add(who);
        hasten(firstDue);
    }

    void remove(Timed who) {
        timed.remove(who);
    }

    /// Somebody's next deadline is `due`, possibly earlier than it said before.
    void hasten(long due) {
        nextDue = Math.min(nextDue, due);
    }

    /// Calls `handler` when the file open as `fd` is written to. The watch descriptor, or a negative errno.
    int watchFile(int fd, Runnable handler) {
        try (Arena local = Arena.ofConfined()) {
            long path = local.allocateFrom("/proc/self/fd/" + fd).address();
            int watched = (int) NativeLibrary.system(INOTIFY_ADD_WATCH, inotify, path, IN_MODIFY);
            if (watched >= 0) {
                modified.put(watched, handler);
            }
            return watched;
        }
    }

    void unwatchFile(int watched) {
        if (watched >= 0 && modified.remove(watched) != null) {
            NativeLibrary.system(INOTIFY_RM_WATCH, inotify, watched, 0);
        }
    }

    private void loop() {
        MemorySegment events = arena.allocate((long) EVENT_SIZE * BATCH, 8);
        while (!closed) {
            guarded(() -> round(events));
        }
    }

    private void round(MemorySegment events) {
        long wait = Math.clamp(nextDue - now(), 0, TICK);
        int millis = (int) ((wait + 999_999) / 1_000_000);
        long count = NativeLibrary.system(EPOLL_PWAIT, epoll, events.address(), BATCH, millis, 0, 0);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            guarded(task);
        }
        for (int i = 0; i < count; i++) {
            long token = events.get(JAVA_LONG_UNALIGNED, (long) i * EVENT_SIZE + EVENT_DATA);
            Runnable handler = handlers.get(token);
            if (handler != null) {
                guarded(handler);
            }
        }
        if (now() >= nextDue) {
            askAll();
        }
    }

    /// Whoever fails is asked again a tick later: his deadlines are not over.
    private void askAll() {
        nextDue = Long.MAX_VALUE;
        for (Timed who : List.copyOf(timed)) {
            long[] next = {now() + TICK};
            guarded(() -> next[0] = who.due(now()));
            hasten(next[0]);
        }
    }

    private void drainInotify() {
        long length = SystemCalls.read(inotify, scratch);
        int[] touched = new int[(int) Math.max(0, length) / 16];
        int count = 0;
        boolean overflow = false;
        for (long at = 0; at + 16 <= length; at += 16 + scratch.get(JAVA_INT_UNALIGNED, at + 12)) {
            touched[count++] = scratch.get(JAVA_INT_UNALIGNED, at);
            overflow |= (scratch.get(JAVA_INT_UNALIGNED, at + 4) & IN_Q_OVERFLOW) != 0;
        }
        if (overflow) {
            List.copyOf(modified.values()).forEach(this::guarded);
        }
        for (int i = 0; i < count; i++) { // the handlers may use the scratch memory themselves
            Runnable handler = modified.get(touched[i]);
            if (handler != null) {
                guarded(handler);
            }
        }
    }

    /// Nobody's trouble may end the thread; it is reported where uncaught exceptions go.
    void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error trouble) {
            report(trouble);
        }
    }

    void report(Throwable trouble) {
        thread.getUncaughtExceptionHandler().uncaughtException(thread, trouble);
    }

    /// Ends the thread and waits for it.
    @Override
    public void close() {
        synchronized (wakeLock) {
            closed = true;
            wakeUp();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        SystemCalls.close(inotify);
        SystemCalls.close(wake);
        SystemCalls.close(epoll);
        arena.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
