package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes commits that no branch has yet, and finds them again by their trailers.
public final class Commits {
    private static final int LOOKED_BACK = 100;

    private final Git git;
    private volatile @Nullable Map<String, String> identity;
    private volatile @Nullable Signers signers;
    private volatile @Nullable GitFiles files;

    /// Who made a commit and who put it here, as `git var` prints them: name, address, time and zone.
    private record Signers(String author, String committer) {
        private static String at(String signer, long seconds) {
            int zone = signer.lastIndexOf(' ');
            return signer.substring(0, signer.lastIndexOf(' ', zone - 1)) + " " + seconds + signer.substring(zone);
        }

        String lines(long seconds) {
            return "author " + at(author, seconds) + "\ncommitter " + at(committer, seconds) + "\n";
        }
    }

    Commits(Git git) {
        this.git = git;
    }

    /// Commits may be written without a process; null when not, or no more.
    void writing(@Nullable GitFiles plain) {
        files = plain;
    }

    public String make(String tree, List<String> parents, String message, Map<String, String> trailers)
            throws IOException {
        StringBuilder text = new StringBuilder(message.strip()).append("\n");
        trailers.forEach(
                (key, value) -> text.append('\n').append(key).append(": ").append(value));
        GitFiles plain = files;
        if (plain != null && parents.size() == 1) {
            try {
                String signed = signers().lines(Instant.now().getEpochSecond());
                return plain.commit(tree, parents.getFirst(), signed + "\n" + text + "\n");
            } catch (IOException otherForm) {
                // Git knows them all, and says what is wrong.
            }
        }
        List<String> words = new ArrayList<>(List.of("commit-tree", tree));
        parents.forEach(parent -> words.addAll(List.of("-p", parent)));
        words.addAll(List.of("-F", "-"));
        byte[] body = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        return git.with(identity()).must(body, words.toArray(String[]::new)).text();
    }

    /// The tree of a commit.
    public String tree(String commit) throws IOException {
        return git.line("rev-parse", "--verify", "--end-of-options", commit + "^{tree}");
    }

    /// The first commit that it was made on top of.
    public Optional<String> parent(String commit) throws IOException {
        Git.Answer answer =
                git.answer(new byte[0], "rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^1^{commit}");
        return answer.isGood() ? Optional.of(answer.text()) : Optional.empty();
    }

    public boolean isThere(String commit) throws IOException {
        return git.answer(new byte[0], "cat-file", "-e", commit + "^{commit}").isGood();
    }

    /// What a commit says.
    public String message(String commit) throws IOException {
        return git.line("log", "-1", "--no-show-signature", "--format=%B", "--end-of-options", commit);
    }

    /// What a commit has at a path.
    ///
    /// @param id of its content
    public record Found(What what, String id, long size) {}

    /// Links are followed as long as they stay in the commit.
    public enum What {
        FILE,
        /// A folder, or a repository of its own.
        NO_FILE,
        /// A link that leads out of the commit.
        OUTSIDE,
        MISSING
    }

    /// @param path from the root of the working tree
    public Found find(String commit, String path) throws IOException {
        if (path.indexOf('\n') >= 0) { // git would take it for two
            return new Found(What.MISSING, "", 0);
        }
        byte[] name = (commit + ":" + path + "\n").getBytes(StandardCharsets.UTF_8);
        String[] words = git.must(name, "cat-file", "--batch-check", "--follow-symlinks")
                .text()
                .lines()
                .findFirst()
                .orElse("")
                .split(" ");
        boolean known = words[0].matches("[0-9a-f]{40,}");
        if (words[0].equals("symlink")) {
            return new Found(What.OUTSIDE, "", 0);
        }
        if (!known) {
            return new Found(What.MISSING, "", 0);
        }
        return words.length == 3 && words[1].equals("blob")
                ? new Found(What.FILE, words[0], Long.parseLong(words[2]))
                : new Found(What.NO_FILE, words[0], 0);
    }

    /// SHA-256 of the content of a file, by its id.
    ///
    /// @throws IOException when it is another than its name says
    public String sha256(String id) throws IOException {
        return new ObjectVerification(git).sha256(id);
    }

    public String emptyTree() throws IOException {
        return git.line("hash-object", "-w", "-t", "tree", "/dev/null");
    }

    /// Everything in a tree or in that of a commit.
    public Map<RawName, TreeEntry> blobs(String tree) throws IOException {
        return TreeEntry.map(
                git.must(new byte[0], "ls-tree", "-r", "-z", "--full-tree", tree)
                        .raw(),
                2);
    }

    /// The latest commit of the history of `from` that has all these trailers; one that was made before a crash
    /// may have others on top of it by now.
    public Optional<String> carrying(Map<String, String> trailers, String from) throws IOException {
        String log = git.line("log", "-" + LOOKED_BACK, "--format=%H%n%(trailers:only,unfold)%x00", from);
        for (String commit : log.split("\0")) {
            List<String> lines = commit.strip().lines().toList();
            if (!lines.isEmpty() && carries(lines, trailers)) {
                return Optional.of(lines.getFirst());
            }
        }
        return Optional.empty();
    }

    /// Whether a commit has all these trailers.
    public boolean isCarrying(String commit, Map<String, String> trailers) throws IOException {
        String lines = git.line("log", "-1", "--format=%(trailers:only,unfold)", commit);
        return carries(lines.lines().toList(), trailers);
    }

    private static boolean carries(List<String> lines, Map<String, String> trailers) {
        return trailers.entrySet().stream()
                .allMatch(trailer -> lines.contains(trailer.getKey() + ": " + trailer.getValue()));
    }

    /// The user's own name where git knows one, ours where it does not.
    private Map<String, String> identity() throws IOException {
        Map<String, String> known = identity;
        if (known == null) {
            known = askForIdentity();
            identity = known;
        }
        return known;
    }

    private Signers signers() throws IOException {
        Signers known = signers;
        if (known == null) {
            Git named = git.with(identity());
            known = new Signers(named.line("var", "GIT_AUTHOR_IDENT"), named.line("var", "GIT_COMMITTER_IDENT"));
            signers = known;
        }
        return known;
    }

    private Map<String, String> askForIdentity() throws IOException {
        Map<String, String> asked = new LinkedHashMap<>();
        if (!git.answer(new byte[0], "var", "GIT_COMMITTER_IDENT").isGood()) {
            for (String role : new String[] {"AUTHOR", "COMMITTER"}) {
                asked.put("GIT_" + role + "_NAME", "Ralph");
                asked.put("GIT_" + role + "_EMAIL", "ralph@localhost");
            }
        }
        return asked;
    }
}
