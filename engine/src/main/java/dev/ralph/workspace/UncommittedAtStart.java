package dev.ralph.workspace;

import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.git.TreeEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a user had not committed when a loop in an overlay or in place began. The agent sees it, so its checks have it
/// too; the commit that the work of an overlay becomes does not.
///
/// It is the state at the start, not the one that changes under the user's hands while the loop runs: a file half
/// written by its user is nothing that an agent could answer for.
///
/// @param scratch a folder of ours
public record UncommittedAtStart(Repository repository, String loop, Path scratch) {
    private static final String MESSAGE = "Uncommitted when ";

    /// The last commit when a loop began.
    ///
    /// @param begun what it began on
    public static String committed(Repository repository, String begun) throws IOException {
        return repository.commits().message(begun).startsWith(MESSAGE)
                ? repository.commits().parent(begun).orElse(begun)
                : begun;
    }

    /// Remembers it, instead of what somebody remembered who died before the loop had begun, or what an earlier loop in
    /// the same workspace began with. That stays reachable: its receipts name it.
    ///
    /// @param head the last commit
    /// @return the commit that holds all that the agent will see; the last one where nothing is uncommitted
    public String remember(String head) throws IOException {
        return remember(head, now());
    }

    /// Remembers what work began on together with what somebody has changed since its last attempt ended: that is no
    /// work of an agent's.
    ///
    /// @param begun what it began on
    /// @param head  the last commit
    /// @return the commit that holds both; what it began on where nobody knows what the attempt left
    public String changed(String begun, AttemptRef last, String head) throws IOException {
        Optional<String> ended = repository.refs().read(last.end());
        Optional<String> left = ended.isPresent() ? ended : repository.refs().read(last.name());
        if (left.isEmpty()) {
            return begun;
        }
        Map<RawName, TreeEntry> put = new LinkedHashMap<>();
        List<RawName> gone = new ArrayList<>();
        for (Difference difference : repository.comparison().names(left.get(), now())) {
            if (difference.letter() == 'D') {
                gone.add(difference.name());
            } else {
                put.put(difference.name(), difference.after());
            }
        }
        return put.isEmpty() && gone.isEmpty() ? begun : remember(head, with(begun, put, gone));
    }

    private String remember(String head, String tree) throws IOException {
        Optional<String> before = repository.refs().read(ref());
        if (tree.equals(repository.commits().tree(head))) {
            if (before.isPresent()) {
                repository.refs().delete(ref(), before.get());
            }
            return head;
        }
        List<String> parents = new ArrayList<>(List.of(head));
        before.ifPresent(parents::add);
        String commit = made(tree, parents);
        repository.refs().move(ref(), commit, before.orElse(null), "ralph: begun");
        return commit;
    }

    private String ref() {
        return new AttemptRef(loop, 1).before();
    }

    private String made(String tree, List<String> parents) throws IOException {
        return repository.commits().make(tree, parents, MESSAGE + loop + " began", Map.of());
    }

    /// A commit with what of it is still uncommitted; what was committed or put aside since counts as it is now.
    ///
    /// @param head the last commit now; null for none
    @Nullable
    String on(@Nullable String head) throws IOException {
        Optional<String> known = repository.refs().read(ref());
        if (head == null || known.isEmpty()) {
            return head;
        }
        String start = repository.commits().parent(known.get()).orElseThrow();
        List<Difference> differences = repository.comparison().names(start, known.get());
        Map<RawName, TreeEntry> committed = repository.commits().blobs(head);
        Set<RawName> open = repository.comparison().names(head, now()).stream()
                .map(Difference::name)
                .collect(Collectors.toSet());
        Map<RawName, TreeEntry> put = new LinkedHashMap<>();
        List<RawName> gone = new ArrayList<>();
        for (Difference difference : differences) {
            @Nullable TreeEntry now = committed.get(difference.name());
            boolean isAsItWas = difference.letter() == 'A'
                    ? now == null
                    : difference.before().equals(now);
            if (isAsItWas && open.contains(difference.name())) {
                if (difference.letter() == 'D') {
                    gone.add(difference.name());
                } else {
                    put.put(difference.name(), difference.after());
                }
            }
        }
        if (put.isEmpty() && gone.isEmpty()) {
            return head;
        }
        if (head.equals(start) && put.size() + gone.size() == differences.size()) {
            return known.get();
        }
        return made(with(head, put, gone), List.of(head));
    }

    /// The tree of a commit, changed.
    private String with(String commit, Map<RawName, TreeEntry> put, List<RawName> gone) throws IOException {
        try (PrivateIndex index = repository.index(repository.top(), scratch.resolve("git-uncommitted"))) {
            index.read(commit);
            index.remove(gone);
            index.put(put);
            return index.tree();
        }
    }

    /// The files in it: whatever an agent makes of one holds a change that is its user's.
    Map<RawName, TreeEntry> files() throws IOException {
        Optional<String> known = repository.refs().read(ref());
        Map<RawName, TreeEntry> files = new LinkedHashMap<>();
        if (known.isPresent()) {
            String start = repository.commits().parent(known.get()).orElseThrow();
            for (Difference difference : repository.comparison().names(start, known.get())) {
                if (difference.letter() != 'D') {
                    files.put(difference.name(), difference.after());
                }
            }
        }
        return files;
    }

    /// The working tree as it stands.
    private String now() throws IOException {
        return repository
                .snapshot(Files.createDirectories(scratch).resolve("git-uncommitted"))
                .tree();
    }

    /// What the user changed since and did not commit, Ralph's own left out.
    List<String> since(String head) throws IOException {
        String seen = on(head);
        return repository.comparison().names(seen == null ? head : seen, now()).stream()
                .map(difference -> FileNames.shown(difference.name().path()))
                .toList();
    }
}
