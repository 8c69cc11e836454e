package dev.ralph.process;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A session and process group of the agent's own, which signals reach. What left them is the business of [Rest].
final class SessionScope implements ProcessScope {
    private final Rest rest;
    private final LeftoverEnder ender;
    private int pid;

    /// What an agent may have left outside its group, and how its end is shown.
    sealed interface Rest permits SearchedSurvivors, OrphanSurvivors {
        void begin(int leader, long start);

        /// What a look that costs hardly anything shows, if it is enough.
        Optional<Remains> glance();

        /// Ends all of it, which may take a while.
        Remains endAll();
    }

    SessionScope(Rest rest, LeftoverEnder ender) {
        this.rest = rest;
        this.ender = ender;
    }

    @Override
    public Spawn.Order order(Launch launch, String program) {
        Enclosure enclosure = launch.enclosure();
        return SpawnCommand.plain(launch, program, enclosure == null ? List.of() : enclosure.inside(), -1);
    }

    @Override
    public void started(int pid, long start) {
        this.pid = pid;
        rest.begin(pid, start);
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
        rest.glance().ifPresentOrElse(done, () -> ender.end(rest::endAll, done));
    }
}
