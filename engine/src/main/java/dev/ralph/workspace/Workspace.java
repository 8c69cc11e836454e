package dev.ralph.workspace;

import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tree that the attempts of a loop work in, one implementation for each kind of workspace.
public interface Workspace {
    /// Where programs are started.
    Path folder() throws IOException;

    /// Called before a program is started, when the one before is dead.
    ///
    /// @return what stands in the place of the project for that program; null for nothing
    @Nullable
    Path ready() throws IOException;

    /// A text that is another one as soon as something has changed; null when that is not known.
    @Nullable
    String fingerprint() throws IOException;

    /// Remembers what an attempt begins with, where nothing else does and the project itself is touched.
    default void before(AttemptRef attempt) throws IOException {}

    /// Makes what an attempt left reachable; empty where that is not wanted. Doing it again changes nothing.
    Optional<Conserved> conserve(AttemptRef attempt) throws IOException;

    /// Something that is not as the attempts up to this one, or the loop at its end, left it; empty where that is not
    /// known.
    Optional<String> changed(AttemptRef last) throws IOException;

    /// The loop ends with what is there now.
    void end(AttemptRef last) throws IOException;

    /// The commit that an agent sees where it has changed nothing; null where there is none.
    default @Nullable String below(Repository repository) throws IOException {
        return repository.head().commit();
    }

    /// Files that Ralph itself writes are what they are in the project, where that shows through.
    default void showOurs() throws IOException {}

    /// A commit of what keeping this attempt would keep; empty where there is no repository.
    Optional<String> candidate(AttemptRef attempt) throws IOException;

    /// What an attempt added that is not in its candidate, though git in the project cannot tell: the highest folders
    /// and files.
    default List<String> unkept(String candidate) throws IOException {
        return List.of();
    }

    /// What the user changed since the loop began, where the agent may see it and its candidate does not have it.
    default List<String> unseen() throws IOException {
        return List.of();
    }

    /// Brings accepted work to the project.
    ///
    /// @param checked the only tree that may be kept; null for whatever the work makes of the project
    KeepResult keep(AttemptRef attempt, String message, @Nullable String checked, @Nullable String branch)
            throws IOException;

    /// A commit of what may be kept of an attempt, on what its work began with; empty where that is nothing, or no
    /// commit. The same one each time.
    default Optional<String> accepted(AttemptRef attempt, String message) throws IOException {
        return Optional.empty();
    }

    /// What of an attempt may not be kept, and waits for a human.
    default List<UnkeptChange> quarantined(AttemptRef attempt) throws IOException {
        return List.of();
    }

    /// Accepted work of this folder, and of others of its kind, on top of what the project has checked out now; empty
    /// where that cannot be.
    default Optional<CommitStack> stack(List<CommitStack.Part> parts) throws IOException {
        return Optional.empty();
    }

    /// Brings all of a stack to the project, in one move, or nothing.
    default KeepResult keep(CommitStack stack) throws IOException {
        throw new IllegalStateException("work of this kind is not put together");
    }

    /// Makes it what it was at the end of an attempt of the same loop. What is there now is conserved first.
    ///
    /// @param last the last attempt of the loop
    RewindResult rewind(Conserved wanted, AttemptRef last, OverlayProgram program) throws IOException;

    /// Makes it what it was before its last attempt, which is conserved.
    default RewindResult discard(Conserved wanted, AttemptRef last, OverlayProgram program) throws IOException {
        return rewind(wanted, last, program);
    }

    /// Makes a new one begin with what an attempt of another loop left.
    ///
    /// @throws RequestRefused when something of the user's stands against it
    void begin(Conserved from, Origin origin, OverlayProgram program) throws IOException;

    /// Where that attempt had worked.
    enum Origin {
        IN_PLACE,
        APART
    }

    /// Its work was kept, so nothing of it is needed any more.
    void remove() throws IOException;
}
