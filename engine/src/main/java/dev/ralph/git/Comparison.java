package dev.ralph.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What is different between two commits or trees, without any program of the repository's (text converters,
/// external diffs).
public final class Comparison {
    private final Git git;

    Comparison(Git git) {
        this.git = git;
    }

    /// One changed name.
    ///
    /// @param letter `A`, `M`, `D` or `T`
    public record Difference(char letter, RawName name, Blob before, Blob after) {}

    /// As people read it, with renames found.
    public String text(String before, String after) throws IOException {
        return git.must(
                        new byte[0],
                        "diff",
                        "--no-ext-diff",
                        "--no-textconv",
                        "--no-color",
                        "-M",
                        "--submodule=short",
                        "--ignore-submodules=dirty",
                        before,
                        after,
                        "--")
                .stdout();
    }

    public List<Difference> names(String before, String after) throws IOException {
        String raw = git.must(new byte[0], "diff-tree", "-r", "-z", "--raw", "--no-renames", before, after)
                .raw();
        List<Difference> found = new ArrayList<>();
        String[] parts = raw.split("\0");
        for (int i = 0; i + 1 < parts.length; i += 2) {
            String[] words = parts[i].substring(1).split(" ");
            found.add(new Difference(
                    words[4].charAt(0),
                    new RawName(parts[i + 1]),
                    new Blob(words[0], words[2]),
                    new Blob(words[1], words[3])));
        }
        return found;
    }

    /// What git finds wrong with these commits and everything they hold, contents included; empty when it is all
    /// there.
    public String damage(List<String> commits) throws IOException {
        if (commits.isEmpty()) {
            return "";
        }
        List<String> words =
                new ArrayList<>(List.of("fsck", "--full", "--no-dangling", "--no-reflogs", "--no-progress"));
        words.addAll(commits);
        Git.Answer answer = git.answer(new byte[0], words.toArray(String[]::new));
        return answer.isGood() ? "" : withoutTheEmptyTree(answer.text() + "\n" + answer.stderr());
    }

    /// Git knows the empty tree without ever writing it, and then misses it. Left out are also faults of form, which
    /// old commits of the user's may have: nothing is lost by them.
    private String withoutTheEmptyTree(String said) throws IOException {
        String empty = git.line("hash-object", "-t", "tree", "/dev/null");
        return said.lines()
                .filter(line -> !line.isBlank()
                        && !line.equals("missing tree " + empty)
                        && !line.startsWith("error in ")
                        && !line.startsWith("warning in "))
                .collect(Collectors.joining("\n"));
    }
}
