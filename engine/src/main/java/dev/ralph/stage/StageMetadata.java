package dev.ralph.stage;

import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskId;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `metadata.json` in the folder of a task: where the loop of its stage stands, as specification 003 has it.
public final class StageMetadata implements Projection {
    private final LoopPaths paths;
    private final Path file;
    private final Consumer<String> complaints;
    private Instant startedAt = Instant.EPOCH;
    private String shown = "";

    public StageMetadata(LoopPaths paths, Consumer<String> complaints) {
        this.paths = paths;
        this.file = paths.layout().task(new TaskId(paths.head().task())).path().resolve("metadata.json");
        this.complaints = complaints;
    }

    /// What the metadata of a task say under the name `ralph`.
    ///
    /// @param startedAt of the loop
    public static Map<String, @Nullable Object> of(String stage, LoopState now, Instant startedAt) {
        PromiseRule promise = now.policy().conversation().promise();
        return RalphLoopState.metadata(
                stage,
                now.iteration(),
                now.policy().limits().attempts(),
                startedAt,
                promise == null ? null : promise.promise());
    }

    @Override
    public void follow(JournalEntry<Event> entry) {
        if (entry.event() instanceof Event.LoopStarted) {
            startedAt = entry.at();
        }
    }

    @Override
    public void show(LoopState state) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("ralph", of(String.valueOf(paths.head().role()), state, startedAt));
        String text = JsonText.indented(fields) + "\n";
        if (text.equals(shown)) {
            return;
        }
        try {
            WholeFile.write(FaultPoint.SESSION_STATE, file, text);
            shown = text;
        } catch (IOException unwritable) {
            complaints.accept(file + " cannot be written: " + FileErrorText.words(unwritable));
        }
    }
}
