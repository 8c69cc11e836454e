package dev.ralph.process;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A session and process group of the agent's own, which signals reach. What left them is the business of [Rest].
final class SessionScope implements ProcessScope {
    private final RestOf restOf;
    private final LeftoverEnder ender;
    private int pid;
    private @Nullable Rest rest;

    /// What an agent may have left outside its group, and how its end is shown.
    sealed interface Rest permits ProcessSearch, Orphans.Owner {
        /// What a look that costs hardly anything shows, if it is enough.
        Optional<Remains> glance();

        /// Ends all of it, which may take a while.
        Remains endAll();
    }

    /// The rest of the agent that has this pid and start time.
    interface RestOf {
        Rest begun(int leader, long start);
    }

    SessionScope(RestOf restOf, LeftoverEnder ender) {
        this.restOf = restOf;
        this.ender = ender;
    }

    @Override
    public Spawn.Order order(Launch launch, String program) {
        Enclosure enclosure = launch.enclosure();
        return Spawn.Order.of(launch, program, enclosure == null ? List.of() : enclosure.inside(), -1);
    }

    @Override
    public void started(int pid, long start) {
        this.pid = pid;
        rest = restOf.begun(pid, start);
    }

    @Override
    public void notStarted() {}

    @Override
    public void ask() {
        SystemCalls.kill(-pid, SystemCalls.SIGTERM);
        SystemCalls.kill(-pid, SystemCalls.SIGCONT);
    }

    @Override
    public void kill() {
        SystemCalls.kill(
                -pid, SystemCalls.SIGKILL); // our own child, not yet reaped: the number cannot be anybody else's
    }

    @Override
    public ExitStatus status(SystemCalls.Reaped main) {
        return ExitStatus.ofWait(main.status());
    }

    @Override
    public void clear(Consumer<Remains> done) {
        Rest left = Objects.requireNonNull(rest);
        left.glance().ifPresentOrElse(done, () -> ender.end(left::endAll, done));
    }
}
