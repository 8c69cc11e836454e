package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HookCommandTest {
    @TempDir
    Path folder;

    @Test
    void where_the_run_ends_before_its_hook_nothing_of_the_hook_runs_on() throws Exception {
        Path pid = folder.resolve("pid");
        HookCommand hook = new HookCommand(
                "onTaskEnd", "sleep 600 & echo $! > p; mv p pid; wait", folder, Map.of("PATH", System.getenv("PATH")));
        Thread caller = Thread.startVirtualThread(() -> {
            try {
                hook.run("{}");
            } catch (InterruptedException ended) {
                return;
            }
        });
        while (!Files.exists(pid)) {
            Thread.sleep(20);
        }
        ProcessHandle program =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();

        caller.interrupt();

        assertThat(program.onExit().get(30, TimeUnit.SECONDS).isAlive()).isFalse();
    }
}
