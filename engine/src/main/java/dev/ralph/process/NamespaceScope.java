package dev.ralph.process;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A PID namespace of the agent's own, made by a wrapping program that reports on fd 3.
///
/// The wrapper is our child; the init of the namespace is the wrapper's, and the agent is init's. When init is
/// dead, the kernel has ended everything inside: that is the proof. A signal to the wrapper would kill the agent
/// before its own TERM handler could run, so TERM goes to init's process group, which holds the agent; init itself
/// ignores it.
final class NamespaceScope implements ProcessScope {
    /// More than any wrapper says. An agent may reach the pipe through its init, and write for ever.
    private static final int LONGEST_REPORT = 4096;

    private final Wrapper wrapper;
    private final String tag;
    private final ProcessWatch watch;
    private final LeftoverEnder ender;
    private final LeaseFile lease;
    private final StringBuilder report = new StringBuilder();
    private final int[] pipe = SystemCalls.pipe(SystemCalls.O_NONBLOCK);
    private final long pipeToken;
    private int outer;
    private long outerStart;
    private boolean outerReaped;
    private boolean outerExited;
    private @Nullable ProcessSearch search;
    private int init;
    private int initPidfd = -1;
    private final long initToken;
    private boolean initDead;
    private boolean killWanted;
    private boolean leaked;
    private boolean enclosed;
    private int companions;
    private @Nullable Consumer<Remains> done;

    NamespaceScope(Wrapper wrapper, String tag, ProcessWatch watch, LeftoverEnder ender, LeaseFile lease) {
        this.wrapper = wrapper;
        this.tag = tag;
        this.watch = watch;
        this.ender = ender;
        this.lease = lease;
        this.pipeToken = watch.token();
        this.initToken = watch.token();
    }

    @Override
    public Spawn.Order order(Launch launch, String program) {
        enclosed = launch.enclosure() instanceof Enclosure.Namespaces;
        companions = launch.enclosure() instanceof Enclosure.Namespaces view ? view.companions() : 0;
        List<String> prefix = launch.enclosure() instanceof Enclosure.Namespaces view
                ? wrapper.prefix(view, launch.directory()).orElseThrow()
                : wrapper.prefix();
        return Spawn.Order.of(launch, program, prefix, pipe[1]);
    }

    @Override
    public void started(int pid, long start) {
        outer = pid;
        outerStart = start;
        search = new ProcessSearch(pid, start, tag);
        SystemCalls.close(pipe[1]);
        pipe[1] = -1;
        watch.add(pipe[0], pipeToken, this::readReport);
    }

    @Override
    public void notStarted() {
        SystemCalls.close(pipe[0]);
        SystemCalls.close(pipe[1]);
    }

    private void readReport() {
        MemorySegment buffer = watch.scratch();
        for (long length = 1; length > 0 && pipe[0] >= 0; ) {
            length = SystemCalls.read(pipe[0], buffer);
            if (length > 0) {
                long room = Math.min(length, LONGEST_REPORT - report.length());
                byte[] bytes = buffer.asSlice(0, room).toArray(ValueLayout.JAVA_BYTE);
                report.append(new String(bytes, StandardCharsets.US_ASCII));
            }
            if (length == 0 || report.length() >= LONGEST_REPORT) {
                closePipe();
            }
        }
        if (init == 0) {
            int found = wrapper.init(report, outer);
            if (found > 0) {
                meet(found);
            }
        }
        if (!leaked && init > 0 && wrapper.agentEnded(report)) {
            leaked = wrapper.sawLeak(report) || livingChildren() > companions;
        }
    }

    private void closePipe() {
        if (pipe[0] >= 0) {
            watch.remove(pipe[0], pipeToken);
            SystemCalls.close(pipe[0]);
            pipe[0] = -1;
        }
    }

    /// The init of the namespace was reported.
    private void meet(int pid) {
        init = pid;
        int pidfd = SystemCalls.pidfdOpen(pid);
        ProcFiles.Stat stat = ProcFiles.stat(pid);
        if (pidfd < 0 || stat == null || !isOfThisRun(stat)) {
            SystemCalls.close(pidfd);
            return; // it is dead already
        }
        KnownChildren.add(pid);
        initPidfd = pidfd;
        watch.add(pidfd, initToken, this::initEnded);
        lease.inside(pid, stat.start());
        if (killWanted) {
            kill();
        }
    }

    /// As long as the wrapper lives it is the parent; after that, init is known by its session and its birth.
    private boolean isOfThisRun(ProcFiles.Stat stat) {
        boolean ours = stat.session() == stat.pid() || stat.session() == outer;
        return stat.parent() == outer || (ours && stat.start() >= outerStart);
    }

    private int livingChildren() {
        int living = 0;
        for (int child : ProcFiles.children(init)) {
            ProcFiles.Stat stat = ProcFiles.stat(child);
            living += stat != null && stat.alive() ? 1 : 0;
        }
        return living;
    }

    @Override
    public void ask() {
        if (initPidfd < 0 || ProcFiles.children(init).isEmpty()) {
            kill(); // the agent's program has not begun: there is nobody to be asked
            return;
        }
        int group = wrapper.groupOfAgent(outer, init);
        SystemCalls.kill(-group, SystemCalls.SIGTERM);
        SystemCalls.kill(-group, SystemCalls.SIGCONT);
    }

    @Override
    public void kill() {
        if (init == 0 && !killWanted) {
            killWanted = true; // killed now, the wrapper could leave a half-made namespace behind: wait for its report
            return;
        }
        if (initPidfd >= 0) {
            SystemCalls.pidfdSignal(initPidfd, SystemCalls.SIGKILL);
        }
        if (!outerReaped) { // after that its number may be a stranger's
            SystemCalls.kill(outer, SystemCalls.SIGKILL);
        }
    }

    @Override
    public ExitStatus status(SystemCalls.Reaped main) {
        ExitStatus status = ExitStatus.ofWait(main.status());
        outerExited = status instanceof ExitStatus.Exited;
        readReport();
        boolean killed = outerExited && !isFlooded() && wrapper.diedUnheard(report);
        return switch (status) {
            case ExitStatus.Exited exited ->
                killed ? new ExitStatus.Signaled(SystemCalls.SIGKILL) : ExitStatus.ofShell(exited.code());
            case ExitStatus.Signaled signaled -> signaled;
        };
    }

    /// By a program that did begin.
    private boolean isFlooded() {
        return report.length() >= LONGEST_REPORT;
    }

    /// Bubblewrap tells the program's exit code only if it came as far as the program.
    @Override
    public boolean neverBegan() {
        readReport();
        boolean never = outerExited && !isFlooded() && !wrapper.agentEnded(report);
        if (never) {
            wrapper.failed();
        }
        return enclosed && never;
    }

    @Override
    public void clear(Consumer<Remains> whenDone) {
        outerReaped = true;
        readReport();
        closePipe();
        if (initPidfd >= 0 && !initDead) {
            done = whenDone;
            SystemCalls.pidfdSignal(initPidfd, SystemCalls.SIGKILL);
        } else if (init > 0 || (outerExited && wrapper.waitsForInit(report))) {
            whenDone.accept(new Remains(leaked, ProofOfEnd.NAMESPACE_GONE));
        } else {
            searchInstead(whenDone);
        }
    }

    /// The wrapper ended without a word about its namespace.
    private void searchInstead(Consumer<Remains> whenDone) {
        ender.end(Objects.requireNonNull(search)::endAll, whenDone);
    }

    private void initEnded() {
        initDead = true;
        watch.remove(initPidfd, initToken);
        SystemCalls.close(initPidfd);
        initPidfd = -1;
        SystemCalls.reap(init); // only if it came to us: as pid 1 of a container, or as subreaper
        KnownChildren.remove(init);
        Consumer<Remains> waiting = done;
        done = null;
        if (waiting != null) {
            waiting.accept(new Remains(leaked, ProofOfEnd.NAMESPACE_GONE));
        }
    }

    /// A program that makes the namespace.
    interface Wrapper {
        /// What is put before the agent's own command.
        List<String> prefix();

        /// The same for a program that gets a view of its own and works in `directory` there; empty if this one
        /// cannot give it.
        default Optional<List<String>> prefix(Enclosure.Namespaces view, Path directory) {
            return Optional.empty();
        }

        /// Whether it is known to work on this machine; one that is not is tried.
        default boolean hasWorked() {
            return false;
        }

        /// It was tried, and worked.
        default void works() {}

        /// A program was not reached through it.
        default void failed() {}

        /// The host's pid of the namespace's init, or 0 if the report does not say it yet.
        int init(CharSequence report, int outer);

        /// Whether the report says that the agent ended.
        boolean agentEnded(CharSequence report);

        /// Whether the report says that something was left when the agent ended. Not every wrapper looks.
        default boolean sawLeak(CharSequence report) {
            return false;
        }

        /// Whether, judging by the report, the wrapper's own exit means that init is dead.
        default boolean waitsForInit(CharSequence report) {
            return false;
        }

        /// Whether init was killed, judging by the report of a wrapper that has exited. Not every wrapper's exit code
        /// tells.
        default boolean diedUnheard(CharSequence report) {
            return false;
        }

        /// The process group to which the agent belongs, seen from the host: init's, where it leads one.
        default int groupOfAgent(int outer, int init) {
            return init;
        }
    }
}
