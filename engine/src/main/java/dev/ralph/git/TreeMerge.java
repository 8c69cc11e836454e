package dev.ralph.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Two trees that began as the same one, merged as `git merge` does it, without a working tree or an index. No merge
/// program of the user's runs: a file that asks for one conflicts where both changed it.
///
/// @param tree      what comes of it; a file that conflicts has both versions, between marks
/// @param conflicts what both changed in ways that do not fit together
public record TreeMerge(String tree, List<RawName> conflicts) {
    public TreeMerge {
        conflicts = List.copyOf(conflicts);
    }

    /// What they began as is said, not looked for: a commit that its user has taken off the branch stays off it.
    static TreeMerge of(Git git, Commits commits, String base, String ours, String theirs) throws IOException {
        String before = commits.make(commits.tree(base), List.of(), "Before", Map.of());
        List<String> words = new ArrayList<>();
        for (String driver : drivers(git)) {
            words.addAll(List.of("-c", driver + "=false"));
        }
        words.addAll(List.of("-c", "merge.renormalize=false", "-c", "merge.conflictStyle=merge", "merge-tree"));
        words.addAll(List.of("--write-tree", "-z", "--name-only", "--no-messages"));
        for (String side : List.of(ours, theirs)) {
            words.add(commits.make(commits.tree(side), List.of(before), "Side", Map.of()));
        }
        Git.Answer answer = git.answer(new byte[0], words.toArray(String[]::new));
        List<String> parts = Stream.of(answer.raw().split("\0"))
                .filter(part -> !part.isEmpty())
                .toList();
        if (answer.code() > 1 || parts.isEmpty()) {
            throw new GitFailed("`git merge-tree --write-tree` in " + git.folder() + " failed, which needs git 2.38: "
                    + answer.stderr().lines().findFirst().orElse("no word why"));
        }
        List<RawName> names =
                parts.stream().skip(1).distinct().map(RawName::new).toList();
        return new TreeMerge(parts.getFirst(), names);
    }

    /// The keys of all merge programs that the configuration names.
    private static List<String> drivers(Git git) throws IOException {
        Git.Answer answer =
                git.answer(new byte[0], "config", "-z", "--name-only", "--get-regexp", "^merge\\..*\\.driver$");
        List<String> keys = Stream.of(answer.raw().split("\0"))
                .filter(key -> !key.isEmpty())
                .distinct()
                .toList();
        for (String key : keys) {
            if (key.chars().anyMatch(c -> c < ' ' || c > '~' || c == '=')) {
                throw new GitFailed(
                        "the git configuration has a merge program whose name Ralph cannot switch off: remove " + key);
            }
        }
        return keys;
    }
}
