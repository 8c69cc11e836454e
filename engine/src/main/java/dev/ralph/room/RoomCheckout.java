package dev.ralph.room;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.Checkout;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.git.TreeEntry;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The checkout below a clean room, which moves from commit to commit: only what differs between two is written.
///
/// It promises:
/// 1. When [#moveTo] has returned, every file is what that commit says, and there is no other: what differs between two
///    commits is read again after git wrote it and bears the name of its content, and what somebody touched since the
///    last time is found by its times and written anew.
/// 2. Cut short anywhere, the next [#moveTo] finds out and makes it good; what cannot be made good is made from
/// nothing.
/// 3. After the machine was started again, everything is read once more.
/// 4. Nothing but the commit decides what the files are: no setting, hook, filter or alias of the user's repository.
///
/// Submodules are not its business ([Submodules]), and files that need a filter (LFS) are what the commit holds.
final class RoomCheckout {
    /// From that many files on, the index is brought up to date, so that they are not read again and again.
    private static final int MANY = 1000;

    private final Path folder;
    private final Repository users;
    private final Checkout checkout;

    /// @param folder a folder of ours that holds `tree`, and `at` beside it
    RoomCheckout(Path folder, Repository users) throws IOException {
        this.folder = folder;
        this.users = users;
        this.checkout = new Checkout(tree(), users);
    }

    Path tree() {
        return folder.resolve("base/tree");
    }

    /// The tree it is known to hold.
    private Path record() {
        return folder.resolve("at");
    }

    /// The tree that a record names, if it is of this run of the machine.
    private Optional<String> known() throws IOException {
        if (!Files.isRegularFile(record())) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(record());
        return lines.size() == 2 && lines.get(1).equals(boot()) ? Optional.of(lines.getFirst()) : Optional.empty();
    }

    /// Which commit's tree it held last, whether or not that is still so; null when nobody knows.
    static Optional<String> lastTree(Path folder) throws IOException {
        Path record = folder.resolve("at");
        return Files.isRegularFile(record) ? Files.readAllLines(record).stream().findFirst() : Optional.empty();
    }

    private static String boot() throws IOException {
        Path id = Path.of("/proc/sys/kernel/random/boot_id");
        return Files.isReadable(id) ? Files.readString(id).strip() : "unknown";
    }

    /// @param commit the full name of a commit
    void moveTo(String commit) throws IOException {
        String tree = users.commits().tree(commit);
        Optional<String> known = known();
        FaultPoint.ROOM_BASE.before();
        Optional<Checkout.Strange> strange =
                known.isPresent() && known.get().equals(tree) ? strange() : Optional.empty();
        if (strange.isPresent() && strange.get().isNothing()) {
            checkout.head(commit);
        } else {
            forget();
            Set<RawName> touched = strange.map(Checkout.Strange::changed).orElse(Set.of());
            if (!tried(commit, tree, known, touched)) {
                TreeRemoval.delete(folder.resolve("base"));
                List<RawName> unlike = anew(commit);
                if (!unlike.isEmpty()) {
                    throw damaged(commit, unlike.getFirst(), users);
                }
            }
            FaultPoint.ROOM_BASE.inside();
            remember(tree);
        }
        FaultPoint.ROOM_BASE.after();
    }

    private Optional<Checkout.Strange> strange() {
        try {
            return Optional.of(checkout.strange());
        } catch (IOException broken) {
            return Optional.empty();
        }
    }

    static IOException damaged(String commit, RawName file, Repository users) {
        return new IOException("commit " + commit + " cannot be checked out as it is: " + file
                + " has another content than its name in git says. `git fsck` in " + users.top()
                + " shows what is damaged");
    }

    private void forget() throws IOException {
        Files.deleteIfExists(record());
    }

    private void remember(String tree) throws IOException {
        Path draft = folder.resolve("at.new");
        Files.writeString(draft, tree + "\n" + boot() + "\n");
        Files.move(draft, record(), StandardCopyOption.ATOMIC_MOVE);
    }

    /// Whether what is there could be made the wanted.
    private boolean tried(String commit, String tree, Optional<String> known, Set<RawName> touched) throws IOException {
        if (!Files.isRegularFile(tree().resolve(".git/HEAD"))) {
            return false;
        }
        try {
            return move(commit, tree, known, touched).isEmpty();
        } catch (IOException broken) { // whatever it is, it is not worth more than a checkout
            return false;
        }
    }

    /// @param touched what somebody has changed since
    /// @return what is not as it should be
    private List<RawName> move(String commit, String tree, Optional<String> known, Set<RawName> touched)
            throws IOException {
        Map<RawName, TreeEntry> doubtful = new LinkedHashMap<>();
        if (known.isPresent()) {
            for (Difference difference : users.comparison().names(known.get(), tree)) {
                if (difference.letter() != 'D') {
                    doubtful.put(difference.name(), difference.after());
                }
            }
        }
        checkout.reset(commit);
        FaultPoint.ROOM_BASE.inside();
        for (RawName other : checkout.others()) {
            TreeRemoval.delete(tree().resolve(other.path()));
        }
        if (known.isEmpty() || !touched.isEmpty()) {
            Map<RawName, TreeEntry> all = new LinkedHashMap<>(checkout.blobs());
            if (known.isPresent()) {
                all.keySet().retainAll(touched);
            }
            doubtful.putAll(all);
        }
        List<RawName> unlike = checkout.unlike(doubtful);
        if (unlike.isEmpty() && doubtful.size() > MANY) {
            checkout.settle();
        }
        return unlike;
    }

    private List<RawName> anew(String commit) throws IOException {
        Files.createDirectories(folder.resolve("base"));
        Files.createDirectory(folder.resolve("base/home"));
        checkout.make(Checkout.BORROWED);
        FaultPoint.ROOM_BASE.inside();
        checkout.reset(commit);
        return checkout.unlike(checkout.blobs());
    }
}
