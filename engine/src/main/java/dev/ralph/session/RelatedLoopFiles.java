package dev.ralph.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Loops that related programs left in their own files. They are read where they lie, and put aside once the loop is
/// ours: two programs must not drive it.
record RelatedLoopFiles(Path workdir, Consumer<LogLine> log) {
    private static final String FILE = "ralph-loop.local.md";
    private static final List<String> FOLDERS = List.of(".supercode", ".omo", ".sisyphus", ".claude");

    @Nullable
    RalphLoopState of(String session) {
        return all().stream()
                .filter(state -> state.sessionId().equals(session))
                .findFirst()
                .orElse(null);
    }

    List<RalphLoopState> all() {
        List<RalphLoopState> states = new ArrayList<>();
        for (String folder : FOLDERS) {
            RalphLoopState state = read(file(folder));
            if (state != null) {
                states.add(state);
            }
        }
        return states;
    }

    void putAside(String session) throws IOException {
        for (String folder : FOLDERS) {
            RalphLoopState state = read(file(folder));
            if (state != null && state.sessionId().equals(session)) {
                file(folder).putAside();
            }
        }
    }

    private StateFile file(String folder) {
        return new StateFile(workdir.resolve(folder).resolve(FILE));
    }

    private @Nullable RalphLoopState read(StateFile file) {
        try {
            String text = file.read();
            return text == null ? null : new StateFields(FrontMatter.fields(text)).state();
        } catch (IOException | IllegalArgumentException noLoop) {
            log.accept(LogLine.warn("Failed to read state: " + file.path() + ": " + noLoop.getMessage()));
            return null;
        }
    }
}
