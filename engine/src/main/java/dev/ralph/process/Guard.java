package dev.ralph.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A tiny shell that outlives the engine and ends its agents when the engine was killed.
///
/// It reads from a pipe which agents are expected (`? tag`), come (`+ pid start tag`) and go (`- pid`). When the
/// pipe ends without a farewell it sends TERM to the groups still listed, and a second later KILL to their groups,
/// sessions and tags. Start times are verified, so a recycled pid is left alone. A guard that was killed itself is
/// replaced at the next word to it.
final class Guard implements AutoCloseable {
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            live=' ' expected=
            while read -r sign pid start tag <&3; do
              case $sign in
                '?') expected="$pid${start:+ $start}${tag:+ $tag}" ;;
                +) expected=; eval "start$pid=\\$start tag$pid=\\$tag"; live="$live$pid " ;;
                -) case $live in *" $pid "*) live="${live%% $pid *} ${live#* $pid }" ;; esac
                   unset "start$pid" "tag$pid" ;;
                .) exit 0 ;;
              esac
            done
            exec 3<&- 2>/dev/null
            look() {
              { read -r line < "/proc/$1/stat"; } || return 1
              set -- ${line##*) }
              session=$4 started=${20}
            }
            tags=${expected:+RALPH_RUN_ID=$expected}
            for pid in $live; do
              eval "start=\\$start$pid tag=\\$tag$pid"
              tags="$tags${tags:+
            }RALPH_RUN_ID=$tag"
              if look "$pid" && [ "$started" != "$start" ]; then
                live="${live%% $pid *} ${live#* $pid }"
              else
                kill -TERM "-$pid"; kill -CONT "-$pid"
              fi
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
    private static final long F_SETFL = 4;
    private static final long FCNTL = Sys.number(72, 25);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

    private final Spawn spawn;
    private final Map<Integer, String> agents = new LinkedHashMap<>();
    private int pipe = -1;
    private int pid;

    /// Call it on the immortal spawner thread.
    Guard(Spawn spawn) {
        this.spawn = spawn;
        start();
    }

    private void start() {
        int[] ends = Sys.pipe(0);
        Family.BIRTH.lock();
        try {
            pid = spawn.start(new Spawn.Order(
                    "/bin/sh",
                    List.of("ralph-guard", "-c", SCRIPT, "ralph-guard"),
                    Map.of("PATH", "/usr/bin:/bin"),
                    "/",
                    "/dev/null",
                    "/dev/null",
                    "/dev/null",
                    ends[0]));
            Sys.close(ends[0]);
            pipe = ends[1];
            if (pid < 0) {
                throw new IllegalStateException("no guard could be started: " + Program.reason(-pid));
            }
            Family.add(pid);
        } finally {
            Family.BIRTH.unlock();
        }
        Native.system(FCNTL, pipe, F_SETFL, Sys.O_WRONLY | Sys.O_NONBLOCK);
    }

    /// An agent with this tag will be born in a moment; if the engine dies before it says more, the tag is enough.
    synchronized void expect(String tag) {
        tell("? " + tag + "\n");
    }

    synchronized void add(int agent, long start, String tag) {
        String line = "+ " + agent + " " + start + " " + tag + "\n";
        agents.put(agent, line);
        tell(line);
    }

    synchronized void drop(int agent) {
        agents.remove(agent);
        tell("- " + agent + "\n");
    }

    int pid() {
        return pid;
    }

    private void tell(String line) {
        if (!said(line)) {
            bury();
            start();
            agents.values().forEach(this::said);
        }
    }

    private boolean said(String line) {
        try (Arena arena = Arena.ofConfined()) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            return Sys.write(pipe, arena.allocateFrom(JAVA_BYTE, bytes)) == bytes.length;
        }
    }

    private void bury() {
        Sys.close(pipe);
        pipe = -1;
        long deadline = System.nanoTime() + PATIENCE;
        while (Sys.reap(pid) == null && Proc.exists(pid)) {
            if (System.nanoTime() > deadline) {
                Sys.kill(pid, Sys.SIGKILL); // our child, not yet reaped
            }
            LockSupport.parkNanos(500_000);
        }
        Family.remove(pid);
    }

    @Override
    public synchronized void close() {
        if (pipe >= 0) {
            said(".\n");
            bury();
        }
    }
}
