package dev.ralph.engine;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.GitHead;
import dev.ralph.git.Remote;
import dev.ralph.git.Repository;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.keep.TaskBranch;
import dev.ralph.paths.RequestRefused;
import dev.ralph.process.ProgramOnPath;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.ReceiptChain;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopSummary;
import dev.ralph.workspace.CommitStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The pull request of one task: its branch is pushed to `origin`, and the program `gh` opens it, with what the checks
/// found.
///
/// It promises:
/// 1. Asked again after a crash, it finds what it did: a branch that was pushed, a pull request that was opened.
/// 2. A branch of that name on the other side which Ralph did not push is left alone.
/// 3. Nothing that an agent wrote is part of the text but the work itself.
record PullRequest(EngineOptions options, Journal journal, PipelineWork work) {
    private static final String REMOTE = "origin";
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int MOST_RECEIPTS = 50;
    private static final int MOST_LISTED = 1_000;
    private static final int LONGEST_ANSWER = 1 << 16;
    private static final int SHOWN = 10;
    private static final int LONGEST_TITLE = 200;

    /// @throws RequestRefused where none can be opened, with what to do
    static void require(EngineOptions options) throws IOException {
        Repository repository = Repository.at(options.project())
                .orElseThrow(() -> new RequestRefused(options.project()
                        + " is not a git repository, so nothing can be pushed: leave out --pull-request"));
        if (repository.head().branch() == null) {
            throw new RequestRefused("no branch is checked out that a pull request could be for: `git switch BRANCH`,"
                    + " or leave out --pull-request");
        }
        if (repository.remote(REMOTE).isEmpty()) {
            throw new RequestRefused("there is no remote `" + REMOTE + "` to push to: `git remote add " + REMOTE
                    + " URL`, or leave out --pull-request");
        }
        if (program(options).isEmpty()) {
            throw new RequestRefused("the program `gh` is not on the PATH: install it (https://cli.github.com) and"
                    + " `gh auth login`, or leave out --pull-request");
        }
    }

    private static Optional<Path> program(EngineOptions options) {
        return ProgramOnPath.find(options.environment().all(), "gh");
    }

    /// @return its address, or its branch where `gh` names none: `gh pr view` takes both; null where nothing was
    /// changed,
    ///     and so none was opened
    @Nullable
    String open() throws IOException, InterruptedException {
        CommitStack.Part part = work.publish().orElse(null);
        if (part == null) {
            return null;
        }
        TaskBranch branch = work.branch();
        push(branch, part.commit());
        String known = known(branch, part.commit());
        if (known != null) {
            return known;
        }
        List<String> words = new ArrayList<>(List.of("pr", "create", "--head", branch.name()));
        GitHead head = branch.repository().head();
        if (head.branch() != null) {
            words.addAll(List.of("--base", head.branch().replaceFirst("^refs/heads/", "")));
        }
        words.addAll(List.of("--title", work.subject(), "--body", body()));
        FaultPoint.PULL_REQUEST.before();
        String said = gh(branch, words);
        FaultPoint.PULL_REQUEST.after();
        return said.lines()
                .filter(line -> line.contains("://"))
                .reduce((_, last) -> last)
                .map(String::strip)
                .orElse(branch.name());
    }

    private static void push(TaskBranch branch, String commit) throws IOException {
        Remote remote = branch.repository()
                .remote(REMOTE)
                .orElseThrow(() -> new IOException(
                        "there is no remote `" + REMOTE + "` any more; the work is on " + branch.name()));
        String there = remote.read(branch.ref()).orElse(null);
        if (commit.equals(there)) {
            return;
        }
        if (there != null && !branch.isOurs(there)) {
            throw new IOException("`" + REMOTE + "` has a branch " + branch.name()
                    + " that Ralph did not push: rename or"
                    + " delete it there (`git push " + REMOTE + " --delete " + branch.name() + "`), then `git push "
                    + REMOTE + " " + branch.name() + "`");
        }
        FaultPoint.PUSH.before();
        remote.push(branch.ref(), commit, there);
        FaultPoint.PUSH.after();
    }

    /// The address of one that is open for this branch, or was for this commit; null for none, also where `gh` prints
    /// no
    /// list. A fork may have a branch of the same name.
    private @Nullable String known(TaskBranch branch, String commit) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("pr", "list", "--head", branch.name(), "--state", "all"));
        words.addAll(List.of("--limit", Integer.toString(MOST_LISTED))); // without it, the last 30
        words.addAll(List.of("--json", "url,state,headRefOid,isCrossRepository"));
        for (Object one : list(gh(branch, words))) {
            boolean counts = one instanceof Map<?, ?> fields
                    && Boolean.FALSE.equals(fields.get("isCrossRepository"))
                    && ("OPEN".equals(fields.get("state")) || commit.equals(fields.get("headRefOid")));
            if (counts && one instanceof Map<?, ?> fields && fields.get("url") instanceof String url) {
                return url;
            }
        }
        return null;
    }

    private static List<?> list(String said) {
        try {
            return JsonText.parse(said) instanceof List<?> all ? all : List.of();
        } catch (InvalidJson _) { // `gh pr create` refuses what is there already
            return List.of();
        }
    }

    /// What was proven, and where that is written down.
    private String body() {
        StringBuilder text = new StringBuilder("Made by Ralph for task `")
                .append(work.pipeline().task())
                .append("`.\n\n| stage | attempts | check | result | commit | receipt |\n|---|---|---|---|---|---|\n");
        int left = MOST_RECEIPTS;
        for (LoopSummary stage : work.stages()) {
            LoopReceipts receipts = LoopReceipts.read(options.layout(), journal, stage);
            String begin = "| " + stage.head().role() + " | " + stage.attempts() + " | ";
            List<ReceiptChain.Stored> proofs = receipts.receipts().stream()
                    .filter(stored ->
                            receipts.verdict().contains(stored.receipt().hash()))
                    .toList();
            if (proofs.isEmpty() && left-- > 0) {
                text.append(begin).append("none | | | |\n");
            }
            for (ReceiptChain.Stored proof : proofs) {
                if (left-- > 0) {
                    text.append(begin).append(row(proof));
                }
            }
        }
        return text.append("\n`ralph receipts ")
                .append(work.pipeline().task())
                .append("` shows them, `ralph verify` runs the checks again.\n")
                .toString();
    }

    private static String row(ReceiptChain.Stored proof) {
        Evidence evidence = proof.receipt().evidence();
        String commit = evidence.subject().commit();
        String title =
                evidence.check().title().replaceAll("[\\p{Cc}\\p{Cf}`|]+", " ").strip();
        String shown = title.length() > LONGEST_TITLE ? title.substring(0, LONGEST_TITLE) + "…" : title;
        return "`" + shown + "` | " + (evidence.finding().passed() ? "passed" : "refused") + " | "
                + (commit == null ? "" : brief(commit)) + " | "
                + brief(proof.receipt().hash()) + " |\n";
    }

    private static String brief(String hash) {
        return hash.substring(0, Math.min(SHOWN, hash.length()));
    }

    /// Runs it where the repository is, and tells what it printed.
    ///
    /// @throws IOException when it fails, with its own words
    private String gh(TaskBranch branch, List<String> words) throws IOException, InterruptedException {
        Path program = program(options)
                .orElseThrow(() -> new IOException(
                        "the program `gh` is not on the PATH any more; the work is on " + branch.name()));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(words);
        String called = "`gh " + words.get(0) + " " + words.get(1) + "`";
        Path folder = Files.createTempDirectory("ralph-gh-");
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(branch.repository().top().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(options.environment().all());
            builder.environment().put("GH_PROMPT_DISABLED", "1");
            builder.environment().put("NO_COLOR", "1");
            Process process = builder.start();
            if (!process.waitFor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IOException(
                        called + " did not end in " + LONGEST.toSeconds() + " s; the work is on " + branch.name());
            }
            if (process.exitValue() != 0) {
                throw new IOException(called + " failed: " + read(err).strip() + "; the work is on " + branch.name()
                        + ", `gh pr create --head " + branch.name() + "` opens one");
            }
            return read(out);
        } finally {
            for (Path file : List.of(out, err, folder)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static String read(Path file) throws IOException {
        try (var stream = Files.newInputStream(file)) {
            return new String(stream.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
        }
    }
}
