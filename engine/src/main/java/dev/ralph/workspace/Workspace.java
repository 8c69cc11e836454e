package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tree the attempts of one loop work in.
///
/// Every workspace promises:
/// 1. Until [#keep] nothing of the user's has changed by it, unless it is the user's own folder in place.
/// 2. [#keep] is all or nothing, also when the engine is killed in it; [#recover] finishes or undoes it.
/// 3. What it cannot keep without overwriting something of the user's it does not keep, and says so.
public interface Workspace {
    /// Where programs see it.
    Path folder();

    /// What is mounted over [#folder] for each program; null where it is a folder like any other.
    @Nullable
    Path overlay();

    /// Call it before a program is started in it, and only when the one before is proven dead.
    void ready() throws IOException;

    /// What differs from what it was opened on, while no program runs in it.
    Delta changes() throws IOException;

    /// A text that is another one as soon as something in it has changed.
    String fingerprint() throws IOException;

    /// Brings changes to the user's folder.
    ///
    /// @param wanted those to keep, of [#changes]
    /// @return what stands against it: then nothing was written
    List<Conflict> keep(Delta wanted) throws IOException;

    /// Remembers the tree as it is under a name of letters, digits and dashes.
    void snapshot(String name) throws IOException;

    /// Makes the tree what it was at a snapshot.
    void restore(String name) throws IOException;

    /// Takes all changes back.
    void discard() throws IOException;

    /// Finishes or undoes what an engine that died had begun.
    ///
    /// @return what the user did to the same paths since then, and so was not kept
    List<Conflict> recover() throws IOException;

    /// Removes the workspace; what was not kept is gone with it.
    void remove() throws IOException;
}
