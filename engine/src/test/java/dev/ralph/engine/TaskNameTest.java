package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.paths.TaskId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Names that Ralph makes for tasks that have none.
class TaskNameTest extends InScratchProject {
    @Test
    void tasks_with_the_same_words_that_begin_at_the_same_moment_get_names_of_their_own() throws Exception {
        CyclicBarrier together = new CyclicBarrier(8);
        try (ExecutorService programs = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 20; round++) {
                String words = "Round " + round;
                Callable<TaskId> begins = () -> {
                    EngineOptions options = project.options(InstantSource.system());
                    together.await();
                    return Engine.reserve(options, words);
                };
                List<TaskId> names = new ArrayList<>();
                for (Future<TaskId> name : programs.invokeAll(Collections.nCopies(8, begins))) {
                    names.add(name.get());
                }
                assertThat(names).doesNotHaveDuplicates().contains(new TaskId("round-" + round));
            }
        }
    }
}
