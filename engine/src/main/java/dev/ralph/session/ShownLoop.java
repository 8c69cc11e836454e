package dev.ralph.session;

import dev.ralph.paths.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A loop that is kept elsewhere, shown at the documented path for people and programs that look there. The file can be
/// deleted and made again.
///
/// It promises:
/// 1. What a reader finds is whole: the old text or the new.
/// 2. The loop of another session that lies there stays there, and no loop of a session comes back or is lost by this.
/// 3. Nothing is written through a link, so nothing outside the working folder.
/// 4. Git does not see it: what an agent commits does not contain it.
public final class ShownLoop {
    private static final String IGNORED = "/ralph-loop-*\n/.gitignore\n";

    private final Path workdir;
    private final Path folder;
    private final LoopStates states;

    public ShownLoop(Path workdir) {
        this.workdir = workdir;
        this.folder = workdir.resolve(LoopStates.FOLDER);
        this.states = new LoopStates(workdir, null, ignored -> {});
    }

    public Path path() {
        return folder.resolve(LoopStates.FILE);
    }

    /// @param isOver whether a loop of another session that is shown there may give way because it is over
    /// @return the loop of another session that is in the way, null when this one is shown
    /// @throws IOException when something else is in the way, or it cannot be written
    public @Nullable RalphLoopState show(RalphLoopState state, Predicate<RalphLoopState> isOver) throws IOException {
        refuseLinks();
        Folders.below(workdir, folder);
        Path ignore = folder.resolve(".gitignore");
        if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
            new StateFile(ignore).write(IGNORED);
        }
        return states.show(state, isOver);
    }

    /// Nothing of this session's loop is shown any more; the newest of the others is.
    public void hide(String sessionId) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && Files.exists(path(), LinkOption.NOFOLLOW_LINKS)) {
            refuseLinks();
            states.hide(sessionId);
        }
    }

    private void refuseLinks() throws IOException {
        for (Path place : new Path[] {folder, path(), folder.resolve("ralph-loop-state.lock")}) {
            if (Files.isSymbolicLink(place)) {
                throw new IOException(place + " is a link; remove it, and the loop is shown there");
            }
        }
    }
}
