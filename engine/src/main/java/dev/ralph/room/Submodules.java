package dev.ralph.room;

import dev.ralph.git.Checkout;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeEntry;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The files of submodules in a checkout, out of the repositories that the user has of them.
///
/// They promise, whenever [#moveTo] has returned:
/// 1. The files of a submodule are those of the commit that the checkout names, as with [RoomCheckout]. Nothing decides
///    what they are but that commit.
/// 2. A submodule that the user has not checked out, or whose commit is not there, is an empty folder.
///
/// No program that runs there finds a repository in them.
///
/// @param records a folder of ours for what is remembered of them, apart from the checkout
/// @param tree    the checkout
/// @param users   whose commit is checked out there
record Submodules(Path records, Path tree, Repository users) {
    /// @param files what the commit holds
    void moveTo(Map<RawName, TreeEntry> files) throws IOException {
        for (Map.Entry<RawName, TreeEntry> file : files.entrySet()) {
            if (file.getValue().isSubmodule()) {
                moveTo(file.getKey(), file.getValue().id());
            }
        }
    }

    private void moveTo(RawName name, String commit) throws IOException {
        Path folder = tree.resolve(name.path());
        Path record = records.resolve(name.path());
        Repository own = repository(name, commit).orElse(null);
        if (own == null) {
            TreeRemoval.delete(folder);
            Files.createDirectories(folder);
            return;
        }
        Checkout checkout = new Checkout(folder, record.resolve("git"), own);
        if (!isAt(checkout, record.resolve("at"), commit)) {
            TreeRemoval.delete(record);
            TreeRemoval.delete(folder);
            Files.createDirectories(record);
            checkout.make(own.objects().toString());
            checkout.reset(commit);
            List<RawName> unlike = checkout.unlike(checkout.blobs());
            if (!unlike.isEmpty()) {
                throw RoomCheckout.damaged(commit, unlike.getFirst(), own);
            }
            Files.writeString(record.resolve("at"), commit);
        }
        new Submodules(record.resolve("submodules"), folder, own).moveTo(checkout.blobs());
    }

    private Optional<Repository> repository(RawName name, String commit) throws IOException {
        Path top = users.top().resolve(name.path());
        if (!Files.exists(top.resolve(".git"))) {
            return Optional.empty();
        }
        Repository found = Repository.at(top).orElse(null);
        return found != null && found.top().equals(top) && found.commits().isThere(commit)
                ? Optional.of(found)
                : Optional.empty();
    }

    private static boolean isAt(Checkout checkout, Path record, String commit) {
        try {
            return Files.readString(record).equals(commit) && checkout.strange().isNothing();
        } catch (IOException broken) {
            return false;
        }
    }
}
