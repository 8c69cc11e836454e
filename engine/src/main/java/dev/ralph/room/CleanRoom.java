package dev.ralph.room;

import dev.ralph.disk.LockFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.git.Checkout;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeEntry;
import dev.ralph.workspace.AddedFiles;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A fresh checkout of one commit, for the programs of one verdict; what they write in it is gone with it.
///
/// The folder holds what [RoomCheckout] needs, and while the room is open `lower` (a link to what is seen), `prepared`
/// (the
/// same, for what a prepare command made), `objects` (a link to the user's), `upper`, `work` and `merged`; without an
/// overlay, `copy`.
public final class CleanRoom implements AutoCloseable {
    private static final List<String> OF_ONE_USE =
            List.of("upper", "work", "merged", "copy", "inputs", "made", "own", "lower", "objects", "prepared");

    private final Path home;
    private final LockFile held;
    private final Repository users;
    private final Path prefix;
    private final Sight sight;
    private final String commit;
    private final boolean isTemporary;

    /// How programs see it.
    public enum Sight {
        /// In the place of the repository, by an overlay.
        IN_PLACE,
        /// In a folder of its own.
        APART
    }

    CleanRoom(
            Path home, LockFile held, Repository users, Path prefix, Sight sight, String commit, boolean isTemporary) {
        this.isTemporary = isTemporary;
        this.home = home;
        this.held = held;
        this.users = users;
        this.prefix = prefix;
        this.sight = sight;
        this.commit = commit;
    }

    /// Removes what somebody who died left of it.
    static void sweep(Path home) throws IOException {
        for (String name : OF_ONE_USE) {
            TreeRemoval.delete(home.resolve(name));
        }
    }

    /// Whether somebody left something in it.
    static boolean isLeft(Path home) {
        return OF_ONE_USE.stream().anyMatch(name -> Files.exists(home.resolve(name), LinkOption.NOFOLLOW_LINKS));
    }

    /// @param layer    what lies under the checkout where nothing is prepared, with `tree` and `home` in it; null for
    /// nothing
    /// @param preparer runs the lines of the recipe, where their result is not there yet
    void furnish(PrepareSteps steps, @Nullable Path layer, PreparedFiles results, ProjectCleanRooms.Preparer preparer)
            throws IOException, InterruptedException {
        FaultPoint.ROOM_OPEN.before();
        Files.createDirectories(home);
        sweep(home);
        RoomCheckout base = new RoomCheckout(home, users);
        if (sight == Sight.IN_PLACE) {
            base.moveTo(commit);
            addSubmodules(home.resolve("submodules"), base.tree());
        }
        if (!steps.isNothing()) {
            prepare(steps, results, preparer);
        } else if (layer != null) {
            Files.createSymbolicLink(home.resolve("prepared"), layer);
            hideNothing(files());
        }
        if (sight == Sight.IN_PLACE) {
            layers(home.resolve("base"));
            Files.createSymbolicLink(home.resolve("objects"), users.objects());
        } else {
            checkout();
            addPrepared();
        }
        FaultPoint.ROOM_OPEN.after();
        if (!Files.isDirectory(sight == Sight.IN_PLACE ? base.tree().resolve(prefix) : folder())) {
            throw new IOException("commit " + commit + " has no folder " + prefix + ", in which the project lies");
        }
    }

    private void layers(Path lower) throws IOException {
        Files.createSymbolicLink(home.resolve("lower"), lower);
        Files.createDirectory(home.resolve("upper"));
        FaultPoint.ROOM_OPEN.inside();
        for (String part : List.of("merged/tree", "merged/home")) { // what is mounted over them is not there outside
            Files.createDirectories(home.resolve(part));
        }
    }

    private void checkout() throws IOException {
        Files.createDirectory(home.resolve("copy"));
        Checkout checkout = new Checkout(top(), users);
        checkout.make(users.objects().toString());
        FaultPoint.ROOM_OPEN.inside();
        checkout.reset(commit);
        whole(checkout.unlike(checkout.blobs()));
        addSubmodules(home.resolve("copy/submodules"), top());
    }

    private void addSubmodules(Path records, Path tree) throws IOException {
        if (Files.exists(tree.resolve(".gitmodules"), LinkOption.NOFOLLOW_LINKS)) {
            new Submodules(records, tree, users).moveTo(files());
        }
    }

    private Map<RawName, TreeEntry> files() throws IOException {
        return users.commits().blobs(commit);
    }

    private void whole(List<RawName> unlike) throws IOException {
        if (!unlike.isEmpty()) {
            throw RoomCheckout.damaged(commit, unlike.getFirst(), users);
        }
    }

    private void addPrepared() throws IOException {
        Path layer = home.resolve("prepared");
        if (Files.exists(layer)) {
            AddedFiles.join(layer.resolve("tree"), top());
            AddedFiles.copy(layer.resolve("home"), privateHome());
        } else {
            Files.createDirectory(privateHome());
        }
    }

    private void prepare(PrepareSteps steps, PreparedFiles results, ProjectCleanRooms.Preparer preparer)
            throws IOException, InterruptedException {
        Map<RawName, TreeEntry> files = files();
        Map<RawName, TreeEntry> seen = steps.of(files, prefix);
        Set<RawName> standIns = steps.standIns(files, prefix);
        String key = steps.key(seen, standIns, top());
        Path link = home.resolve("prepared");
        if (!results.use(key, link)) {
            stage(seen, standIns);
            preparer.prepare(this, steps);
            Set<RawName> there = new TreeSet<>(standIns);
            there.addAll(seen.keySet());
            take(new AddedFiles(there), Files.createDirectories(home.resolve("made/layer")));
            results.put(key, home.resolve("made"), link);
        }
        hideNothing(files);
    }

    /// Where a file of the commit has the name of one that was prepared, the commit's is seen.
    private void hideNothing(Map<RawName, TreeEntry> files) throws IOException {
        Path link = home.resolve("prepared");
        AddedFiles tree = new AddedFiles(files.keySet());
        if (!tree.fit(link.resolve("tree"))) {
            Path own = Files.createDirectories(home.resolve("own"));
            AddedFiles.copy(link.resolve("tree"), own.resolve("all"));
            tree.take(own.resolve("all"), Files.createDirectory(own.resolve("tree")));
            AddedFiles.copy(link.resolve("home"), own.resolve("home"));
            Files.delete(link);
            Files.createSymbolicLink(link, own);
        }
    }

    /// What the lines added to what they saw.
    private void take(AddedFiles additions, Path layer) throws IOException {
        Path from = home.resolve(sight == Sight.IN_PLACE ? "upper" : "copy");
        Files.createDirectory(layer.resolve("tree"));
        if (Files.isDirectory(from.resolve("tree"))) {
            additions.take(from.resolve("tree"), layer.resolve("tree"));
        }
        if (Files.isDirectory(from.resolve("home"))) {
            Files.move(from.resolve("home"), layer.resolve("home"));
        } else {
            Files.createDirectory(layer.resolve("home"));
        }
        for (String used : List.of("upper", "work", "merged", "copy", "inputs", "lower")) {
            TreeRemoval.delete(home.resolve(used));
        }
    }

    /// A tree of nothing but what the lines may see.
    private void stage(Map<RawName, TreeEntry> seen, Set<RawName> standIns) throws IOException {
        boolean apart = sight == Sight.APART;
        Path place = home.resolve(apart ? "copy" : "inputs");
        Files.createDirectories(place.resolve("home"));
        Checkout checkout = new Checkout(place.resolve("tree"), users);
        checkout.make(users.objects().toString());
        checkout.only(seen);
        whole(checkout.unlike(seen));
        TreeRemoval.delete(place.resolve("tree/.git"));
        Files.createDirectories(place.resolve("tree").resolve(prefix));
        for (RawName name : standIns) {
            Path file = place.resolve("tree").resolve(name.path());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, new byte[0]);
        }
        if (!apart) {
            layers(place);
        }
    }

    /// Where programs see the root of the checkout.
    public Path top() {
        return sight == Sight.IN_PLACE ? users.top() : home.resolve("copy/tree");
    }

    /// The project in it, where they are started.
    public Path folder() {
        return top().resolve(prefix);
    }

    /// What is mounted for each program; null where it is a folder like any other.
    public @Nullable Path overlay() {
        return sight == Sight.IN_PLACE ? home : null;
    }

    /// A home for those that get none of the user's.
    public Path privateHome() {
        return home.resolve(sight == Sight.IN_PLACE ? "merged/home" : "copy/home");
    }

    /// Lets git in it take another commit for the last one, as where the work is not committed. Call it before a
    /// program is started in it.
    public void showAsLast(String last) throws IOException {
        boolean isCopy = sight == Sight.APART;
        Path own = home.resolve(isCopy ? "copy/tree/.git" : "upper/tree/.git");
        Files.createDirectories(own);
        new Checkout(home.resolve(isCopy ? "copy/tree" : "base/tree"), users).showAsLast(last, own);
    }

    /// Where the objects of the repository lie, which its own `.git` borrows.
    public Path objects() throws IOException {
        return users.objects();
    }

    /// Call it before a program is started in it, and only when the one before is proven dead.
    public void ready() throws IOException {
        if (sight == Sight.IN_PLACE) {
            Path work = home.resolve("work");
            TreeRemoval.delete(work);
            Files.createDirectory(work);
        }
    }

    /// Where what programs write in [#folder] can be read from outside: of an overlay, nothing else is there.
    public Path written() {
        return home.resolve(sight == Sight.IN_PLACE ? "upper/tree" : "copy/tree")
                .resolve(prefix);
    }

    /// Call it when no program runs in it any more.
    @Override
    public void close() throws IOException {
        FaultPoint.ROOM_CLOSE.before();
        try {
            sweep(home);
            FaultPoint.ROOM_CLOSE.inside();
            if (isTemporary) {
                TreeRemoval.delete(home);
            }
        } finally {
            held.close();
        }
        FaultPoint.ROOM_CLOSE.after();
    }
}
