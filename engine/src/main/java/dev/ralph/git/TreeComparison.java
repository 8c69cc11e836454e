package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is different between two commits or trees, without any program of the repository's (text converters,
/// external diffs).
public final class TreeComparison {
    private final Git git;

    TreeComparison(Git git) {
        this.git = git;
    }

    /// One changed name.
    ///
    /// @param letter `A`, `M`, `D` or `T`
    public record Difference(char letter, RawName name, TreeEntry before, TreeEntry after) {}

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

    /// What a commit changed against its first parent, if it has one: a line for each file, then one for all of them.
    public List<String> summary(String commit) throws IOException {
        String[] show = {
            "show", "--format=", "--no-ext-diff", "--no-textconv", "--no-color", "-M", "--stat=72", commit, "--"
        };
        return git.must(new byte[0], show).stdout().lines().toList();
    }

    /// How much is different.
    ///
    /// @param lines that were added and removed; none of what is no text
    public record Size(int files, int lines) {}

    /// @param without paths from the repository's top that do not count
    public Size size(String before, String after, List<String> without) throws IOException {
        int files = 0;
        long lines = 0;
        List<String> diff = new ArrayList<>(
                List.of("diff", "--no-ext-diff", "--no-textconv", "-M", "--numstat", before, after, "--", ":(top)"));
        without.forEach(path -> diff.add(":(top,exclude,literal)" + path));
        for (String line : git.must(new byte[0], diff.toArray(String[]::new))
                .stdout()
                .lines()
                .toList()) {
            String[] parts = line.split("\t");
            files++;
            lines += (parts[0].equals("-") ? 0 : Long.parseLong(parts[0]))
                    + (parts[1].equals("-") ? 0 : Long.parseLong(parts[1]));
        }
        return new Size(files, (int) Math.min(lines, Integer.MAX_VALUE));
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
                    new TreeEntry(words[0], words[2]),
                    new TreeEntry(words[1], words[3])));
        }
        return found;
    }

    /// Whether nothing is different but blanks at the ends of lines, and empty lines.
    public boolean isBlankOnly(String before, String after) throws IOException {
        for (Difference difference : names(before, after)) {
            if (difference.letter() != 'M'
                    || !difference.before().mode().equals(difference.after().mode())) {
                return false; // git overlooks these when it is told to overlook blanks
            }
        }
        return git.answer(
                        new byte[0],
                        "diff",
                        "--quiet",
                        "--no-ext-diff",
                        "--no-textconv",
                        "--ignore-space-at-eol",
                        "--ignore-blank-lines",
                        before,
                        after,
                        "--")
                .isGood();
    }

    /// What git finds wrong with these commits; empty when it is all there. Every file of theirs is looked for; what no
    /// ref of the user's holds, their own history included, is read and compared with its name. The user's own
    /// history is not: in a large repository that takes minutes.
    ///
    /// @param ours the refs that are not the user's, such as `refs/ours/*`
    public String damage(List<String> commits, String ours) throws IOException {
        if (commits.isEmpty()) {
            return "";
        }
        byte[] input = String.join("\n", commits).concat("\n").getBytes(StandardCharsets.US_ASCII);
        Git.Answer there = git.answer(
                input, "rev-list", "--objects", "--quiet", "--no-walk", "--exclude-promisor-objects", "--stdin");
        Git.Answer whole = git.answer(
                input,
                "rev-list",
                "--verify-objects",
                "--quiet",
                "--exclude-promisor-objects",
                "--stdin",
                "--not",
                "--exclude=" + ours,
                "--all");
        return Stream.of(there, whole)
                .flatMap(answer -> answer.stderr()
                        .lines()
                        .filter(line -> !answer.isGood() || line.startsWith("error: "))) // it goes on after some
                .filter(line -> !line.isBlank())
                .distinct()
                .collect(Collectors.joining("\n"));
    }
}
