package dev.ralph.process;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A session and process group of the agent's own. What left them is searched for; that is good evidence, no proof.
final class GroupHold implements Hold {
    private final String tag;
    private final Watch watch;
    private final Executor ender;
    private int pid;
    private @Nullable Search search;

    GroupHold(String tag, Watch watch, Executor ender) {
        this.tag = tag;
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
        this.search = new Search(pid, start, tag);
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
        Search after = Objects.requireNonNull(search);
        if (after.isSurelyOver()) {
            done.accept(new Remains(false, Proof.BEST_EFFORT));
            return;
        }
        ender.execute(() -> {
            Search.Outcome outcome = after.endAll();
            Proof proof = outcome.survivors().isEmpty() ? Proof.BEST_EFFORT : Proof.SURVIVORS;
            watch.run(() -> done.accept(new Remains(outcome.leaked(), proof)));
        });
    }
}
