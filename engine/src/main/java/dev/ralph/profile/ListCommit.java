package dev.ralph.profile;

import dev.ralph.git.Commits;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// A commit of the list of tasks and of nothing else, and what others committed.
final class ListCommit {
    private ListCommit() {}

    /// Only these files, whatever else is changed or staged.
    static void of(Path project, List<Path> paths, String message, String key) throws IOException {
        of(project, _ -> true, paths, message, key);
    }

    /// @param here whether it may go to what is checked out
    static void of(Path project, Predicate<GitHead> here, List<Path> paths, String message, String key)
            throws IOException {
        Repository repository = Repository.at(project)
                .orElseThrow(() -> new IOException(project + " is not a git repository any more"));
        Path folder = Files.createTempDirectory("ralph-index-");
        try {
            GitHead on = repository.head();
            if (!here.test(on) || repository.unfinished().isPresent()) { // the next commit takes it along
                return;
            }
            String head = on.commit();
            String before = head == null
                    ? repository.commits().emptyTree()
                    : repository.commits().tree(head);
            String tree = repository.treeWith(before, paths, folder.resolve("index"));
            repository.commitTree(tree, on, message, Map.of("Ralph-Record", key));
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    /// Where there is no repository agents see every file of the project.
    static boolean isCommitted(Path project, Path file) throws IOException {
        Repository repository = Repository.at(project).orElse(null);
        if (repository == null) {
            return true;
        }
        String head = repository.head().commit();
        String name =
                repository.top().toRealPath().relativize(file.toRealPath()).toString();
        return head != null && repository.commits().find(head, name).what() == Commits.What.FILE;
    }
}
