package dev.ralph.process;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A tiny shell that outlives the engine and ends its agents when the engine was killed.
///
/// It waits at a pipe for a word of farewell. When the pipe ends without one, the engine's leases say which agents
/// there are: it sends TERM to their groups, and a second later KILL to their groups, sessions and tags. Start times
/// are verified, so a recycled pid is left alone. A guard that was killed itself is replaced before the next birth.
final class WatchdogShell implements AutoCloseable {
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            read -r farewell <&3 && exit 0
            exec 3<&- 2>/dev/null
            look() {
              { read -r line < "/proc/$1/stat"; } || return 1
              set -- ${line##*) }
              session=$4 started=${20}
            }
            live=' ' tags=
            for lease in "$1/$2"-*.lease; do
              [ -f "$lease" ] || continue
              agent= tag=
              while IFS='=' read -r key value; do
                case $key in agent) agent=$value ;; tag) tag=$value ;; esac
              done < "$lease"
              tags="$tags${tag:+${tags:+
            }RALPH_RUN_ID=$tag}"
              pid=${agent%% *} start=${agent#* }
              case $pid in ''|*[!0-9]*) continue ;; esac
              if look "$pid" && [ "$started" != "$start" ]; then continue; fi
              eval "start$pid=\\$start"
              live="$live$pid "
              kill -TERM "-$pid"; kill -CONT "-$pid"
            done
            [ -n "$tags" ] || exit 0
            sleep 1
            for pid in $live; do
              eval "start=\\$start$pid"
              if look "$pid" && [ "$started" != "$start" ]; then continue; fi
              kill -KILL "-$pid"
            done
            for round in 1 2 3; do
              for found in $(grep -lszxF "$tags" /proc/[0-9]*/environ); do
                found=${found#/proc/}
                kill -KILL "${found%/environ}"
              done
              for process in /proc/[0-9]*; do
                look "${process#/proc/}" || continue
                case $live in *" $session "*) kill -KILL "${process#/proc/}" ;; esac
              done
            done
            """;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

    private final Spawn spawn;
    private final Path leases;
    private final LeaseFile.Engine engine;
    private int pipe = -1;
    private int pid;

    /// @param leases the folder where `engine` writes who its agents are
    WatchdogShell(Spawn spawn, Path leases, LeaseFile.Engine engine) {
        this.spawn = spawn;
        this.leases = leases;
        this.engine = engine;
        start();
    }

    private void start() {
        int[] ends = SystemCalls.pipe(0);
        int born = birth(ends[0]);
        SystemCalls.close(ends[0]);
        if (born < 0) {
            SystemCalls.close(ends[1]);
            throw new IllegalStateException("no guard could be started: " + ProgramSearch.reason(-born));
        }
        pid = born;
        pipe = ends[1];
    }

    private int birth(int farewell) {
        KnownChildren.BIRTH.lock();
        try {
            int born = spawn.start(new Spawn.Order(
                    "/bin/sh",
                    List.of("ralph-guard", "-c", SCRIPT, "ralph-guard", leases.toString(), engine.prefix()),
                    Map.of("PATH", "/usr/bin:/bin"),
                    "/",
                    "/dev/null",
                    "/dev/null",
                    "/dev/null",
                    farewell));
            if (born > 0) {
                KnownChildren.add(born);
            }
            return born;
        } finally {
            KnownChildren.BIRTH.unlock();
        }
    }

    /// Somebody watches from now on: a guard that was killed is replaced.
    synchronized void watch() {
        if (pipe >= 0 && SystemCalls.reap(pid) != null) {
            KnownChildren.remove(pid);
            SystemCalls.close(pipe);
            pipe = -1;
        }
        if (pipe < 0) {
            start();
        }
    }

    @Override
    public synchronized void close() {
        if (pipe >= 0) {
            try (Arena arena = Arena.ofConfined()) {
                SystemCalls.write(pipe, arena.allocateFrom("farewell\n").asSlice(0, 9));
            }
            SystemCalls.close(pipe);
            pipe = -1;
            bury();
        }
    }

    private void bury() {
        long deadline = System.nanoTime() + PATIENCE;
        while (SystemCalls.reap(pid) == null && ProcFiles.exists(pid)) {
            if (System.nanoTime() > deadline) {
                SystemCalls.kill(pid, SystemCalls.SIGKILL); // our child, not yet reaped
            }
            LockSupport.parkNanos(500_000);
        }
        KnownChildren.remove(pid);
    }
}
