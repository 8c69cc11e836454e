package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/// What an attempt is given to read.
record Papers(Surroundings environment, TaskText task) {
    void write(String run, int attempt, @Nullable String refusal) throws IOException {
        RunFolder folder = environment.site().task().run(run);
        String text = new Prompt(environment.site().task(), folder, environment.variables(run))
                .text(attempt, task.read(), refusal);
        FaultPoint.PROMPT.before();
        Files.writeString(folder.prompt(), text);
        FaultPoint.PROMPT.after();
    }
}
