package dev.ralph.workspace;

import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Makes a folder what it was at the end of an attempt.
///
/// It promises:
/// 1. What is there now is conserved first, untracked files included.
/// 2. All or nothing, as [FolderKeep] promises; killed in the middle, [#recover] finishes it or takes it back.
/// 3. Files that git ignores stay. One that stands in the way is told, and then nothing is written.
/// 4. Branches, index and stash of the user are not touched.
///
/// @param folder  the root of a working tree, or a folder of it
/// @param prefix  where it is in the repository
/// @param scratch a folder of ours
record Rewind(Conservation place, Repository tree, Path folder, Path prefix, Path scratch) {

    RewindResult to(Conserved wanted, AttemptRef last) throws IOException {
        recover(folder, scratch);
        FileTime begun = begin();
        TreeStates.Aside aside = place.states(scratch).aside(last, tree);
        return new RewindResult(aside.ref(), become(wanted, aside.tree(), begun));
    }

    /// The same for a tree of ours that nobody has worked in yet.
    ///
    /// @param now the commit it is a checkout of
    List<Conflict> fresh(Conserved wanted, String now) throws IOException {
        return become(wanted, now, begin());
    }

    private FileTime begin() throws IOException {
        Path ours = plans(scratch);
        TreeRemoval.delete(ours);
        Files.createDirectories(ours);
        return PathEntry.listed(Files.createFile(ours.resolve("opened"))).changed();
    }

    private List<Conflict> become(Conserved wanted, String now, FileTime begun) throws IOException {
        Path ours = plans(scratch);
        Path files = Files.createDirectory(ours.resolve("files"));
        Delta delta = TreeDelta.withFolders(place.unpack(now, wanted.commit(), prefix, files), folder);
        List<Conflict> against = inTheWay(delta, place.names(now));
        if (against.isEmpty()) {
            try (OverlayChanges layer = OverlayChanges.read(files, ours.resolve("closed"))) {
                String name = wanted.attempt().loop() + "-rewind";
                against = new FolderKeep(folder, new PlanFile(ours), begun).keep(layer, delta, name);
            }
        }
        TreeRemoval.delete(ours);
        return against;
    }

    private static Path plans(Path scratch) {
        return scratch.resolve("rewind");
    }

    /// After a crash.
    static void recover(Path folder, Path scratch) throws IOException {
        Path ours = plans(scratch);
        if (Files.isDirectory(ours)) {
            Path mark = ours.resolve("opened");
            if (Files.exists(mark)) {
                new FolderKeep(
                                folder,
                                new PlanFile(ours),
                                PathEntry.listed(mark).changed())
                        .recover();
            }
            TreeRemoval.delete(ours);
        }
    }

    /// What git does not know and would be overwritten.
    private List<Conflict> inTheWay(Delta delta, Set<RawName> known) throws IOException {
        List<Conflict> found = new ArrayList<>();
        for (PathChange change : delta.changes()) {
            if (change.kind() == PathChange.Kind.ADDED || change.kind() == PathChange.Kind.TYPE) {
                unknown(change.path(), known, found);
            }
        }
        return found;
    }

    private void unknown(Path path, Set<RawName> known, List<Conflict> found) throws IOException {
        PathEntry there = PathEntry.at(folder.resolve(path));
        if (there != null && there.isDirectory()) {
            for (Path child : TreeRemoval.list(folder.resolve(path))) {
                unknown(path.resolve(child.getFileName()), known, found);
            }
        } else if (there != null && !known.contains(FileNames.raw(prefix.resolve(path)))) {
            found.add(new Conflict(path, Conflict.Why.UNCOMMITTED));
        }
    }
}
