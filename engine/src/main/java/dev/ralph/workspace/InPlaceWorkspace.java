package dev.ralph.workspace;

import dev.ralph.paths.RequestRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The project itself.
///
/// @param branch null where attempts are never discarded
/// @param ours   files that Ralph itself writes, relative to the project: no attempt is what they are discarded with
public record InPlaceWorkspace(
        Path project, InPlaceStates states, @Nullable AttemptBranch branch, List<String> ours) implements Workspace {
    @Override
    public Path folder() {
        return project;
    }

    @Override
    public @Nullable Path ready() {
        return null;
    }

    @Override
    public @Nullable String fingerprint() throws IOException {
        return states.fingerprint().orElse(null);
    }

    @Override
    public void before(AttemptRef attempt) throws IOException {
        states.before(attempt);
        if (branch != null) {
            branch.before(attempt);
        }
    }

    @Override
    public Optional<Conserved> conserve(AttemptRef attempt) throws IOException {
        if (branch != null) {
            branch.after(attempt);
        }
        return states.after(attempt);
    }

    @Override
    public Optional<String> changed(AttemptRef last) throws IOException {
        return states.changed(last);
    }

    @Override
    public void end(AttemptRef last) throws IOException {
        states.end(last);
    }

    @Override
    public Optional<String> candidate(AttemptRef attempt) throws IOException {
        return states.candidate(attempt);
    }

    @Override
    public KeepResult keep(AttemptRef attempt, String message, @Nullable String checked, @Nullable String branch) {
        throw new IllegalStateException("work in place is where it belongs already");
    }

    @Override
    public RewindResult rewind(Conserved wanted, AttemptRef last, OverlayProgram program) throws IOException {
        return states.rewind(wanted, last);
    }

    @Override
    public RewindResult discard(Conserved wanted, AttemptRef last, OverlayProgram program) throws IOException {
        if (branch == null) {
            return states.rewind(wanted, last);
        }
        branch.requireUnmoved(last);
        Map<Path, byte[]> kept = new LinkedHashMap<>();
        for (String name : ours) {
            Path file = project.resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                kept.put(file, Files.readAllBytes(file));
            }
        }
        RewindResult rewound = states.rewind(wanted, last);
        for (Map.Entry<Path, byte[]> file : kept.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
        if (rewound.against().isEmpty()) {
            branch.putBack(last);
        }
        return rewound;
    }

    @Override
    public void begin(Conserved from, Origin origin, OverlayProgram program) {
        throw new RequestRefused("a fork needs its own workspace: give --workspace worktree or overlay");
    }

    @Override
    public void remove() {
        // It is the user's.
    }
}
