package dev.ralph.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The state file of specification 002 for a loop whose truth lies elsewhere: people and programs read it, change it
/// and delete it.
///
/// It promises:
/// 1. What a reader finds is whole: the old text or the new.
/// 2. Nothing is written through a link, so nothing outside the folder.
///
/// @param folder it lies in
public record ShownLoop(Path folder) {
    private static final String IGNORED = "/ralph-loop-*\n/.gitignore\n";

    /// @param stateDir null for the usual folder
    public static ShownLoop of(Path workdir, @Nullable Path stateDir) {
        return new ShownLoop(stateDir == null ? workdir.resolve(LoopStates.FOLDER) : workdir.resolve(stateDir));
    }

    public Path path() {
        return folder.resolve(LoopStates.FILE);
    }

    /// Null when there is none.
    ///
    /// @throws IOException when something else lies there
    public @Nullable RalphLoopState read() throws IOException {
        try {
            String text = file().read();
            return text == null ? null : new StateFields(StateText.fields(text)).state();
        } catch (IOException | IllegalArgumentException damaged) {
            throw new IOException(
                    path() + " is not the state of a loop; correct it or move it away: " + damaged.getMessage(),
                    damaged);
        }
    }

    public void write(RalphLoopState state) throws IOException {
        refuseLinks();
        file().write(StateText.of(state, LoopStates.Stored.UNKNOWN));
    }

    /// Tells git to pass it over.
    public void ignore() throws IOException {
        refuseLinks();
        Path ignore = folder.resolve(".gitignore");
        if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
            new StateFile(ignore).write(IGNORED);
        }
    }

    public void clear() throws IOException {
        refuseLinks();
        file().delete();
    }

    private StateFile file() {
        return new StateFile(path());
    }

    private void refuseLinks() throws IOException {
        for (Path place : new Path[] {folder, path()}) {
            if (Files.isSymbolicLink(place)) {
                throw new IOException(place + " is a link; remove it, and the loop is shown there");
            }
        }
    }
}
