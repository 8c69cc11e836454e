package dev.ralph.process;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The agent's session, plus the kernel's rule that orphans come to the nearest subreaper, which is this JVM.
///
/// Whatever outlives the agent's main process becomes, at once or after its own parent, a child of the JVM. So when the
/// JVM has no such child left, nothing of the agent is left: that is the proof.
final class SubreaperHold implements Hold {
    private final Orphans orphans;
    private final Watch watch;
    private final Executor ender;
    private final String tag;
    private int pid;
    private Orphans.@Nullable Owner owner;

    SubreaperHold(String tag, Orphans orphans, Watch watch, Executor ender) {
        this.tag = tag;
        this.orphans = orphans;
        this.watch = watch;
        this.ender = ender;
    }

    @Override
    public Spawn.Order order(Launch launch, String program) {
        return Orders.plain(launch, program, List.of(), -1);
    }

    @Override
    public void started(int pid, long start) {
        this.pid = pid;
        this.owner = orphans.begin(pid, start, tag);
    }

    @Override
    public void notStarted() {}

    @Override
    public void ask() {
        Sys.kill(-pid, Sys.SIGTERM);
        Sys.kill(-pid, Sys.SIGCONT);
    }

    @Override
    public void kill() {
        Sys.kill(-pid, Sys.SIGKILL); // our own child, not yet reaped: the number cannot be anybody else's
    }

    @Override
    public Status status(Sys.Reaped main) {
        return Status.ofWait(main.status());
    }

    @Override
    public void clear(Consumer<Remains> done) {
        Orphans.Owner dead = Objects.requireNonNull(owner);
        if (orphans.noneAtAll()) {
            orphans.end(dead);
            done.accept(new Remains(false, Proof.NO_CHILDREN_LEFT));
            return;
        }
        ender.execute(() -> {
            Remains remains = orphans.endAllOf(dead);
            watch.run(() -> done.accept(remains));
        });
    }
}
