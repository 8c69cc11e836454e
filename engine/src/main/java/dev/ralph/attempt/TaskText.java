package dev.ralph.attempt;

import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The text of a task. `TASK.md` is the user's: written when missing, never overwritten, read before each attempt so
/// that it may be edited meanwhile. A copy is kept elsewhere in case an agent deletes it. A job has a text of its own.
public record TaskText(LoopPaths paths, Policy.Mode mode) {

    /// Whoever asks for something else must not be told that it is done.
    ///
    /// @throws RequestRefused when the task is done, and what was given is another text
    public void requireOpen(@Nullable String prompt) throws IOException {
        TaskFolder folder = paths.task();
        if (Files.exists(folder.done()) && isAnother(prompt)) {
            throw new RequestRefused(
                    "task " + paths.head().task() + " is done, and this prompt is another task: start it without"
                            + " --task; to do " + paths.head().task() + " again, remove " + folder.done());
        }
    }

    private boolean isAnother(@Nullable String prompt) throws IOException {
        Path file = paths.task().taskFile();
        return mode == Policy.Mode.LOOP
                && prompt != null
                && Files.exists(file)
                && !bounded(file).strip().equals(prompt.strip());
    }

    /// Stores what was given.
    ///
    /// @return a remark for the user, when the given text was not used
    public Optional<String> store(@Nullable String prompt) throws IOException {
        Path file = paths.task().taskFile();
        UnlinkedFiles.require(paths.task().home(), file);
        Files.createDirectories(paths.task().path());
        Files.createDirectories(paths.keptTask().getParent());
        if (mode == Policy.Mode.ONCE) {
            FaultPoint.KEPT_TASK.before();
            Files.writeString(paths.keptTask(), prompt == null ? "" : prompt);
            FaultPoint.KEPT_TASK.after();
            return Optional.empty();
        }
        boolean another = isAnother(prompt);
        if (!Files.exists(file)) {
            if (prompt == null) {
                throw new RequestRefused("what should the agent do? Task "
                        + paths.head().task()
                        + " has no text: ralph run --task " + paths.head().task()
                        + " \"Fix the flaky test\", or write " + file);
            }
            WholeFile.write(FaultPoint.TASK_FILE, file, prompt);
        }
        String text = bounded(file);
        FaultPoint.KEPT_TASK.before();
        Files.writeString(paths.keptTask(), text);
        FaultPoint.KEPT_TASK.after();
        return another
                ? Optional.of("the given prompt is not used: " + file
                        + " exists and is never overwritten; edit or remove it to change the task")
                : Optional.empty();
    }

    /// Stores what a list of tasks says, in the place of what it said before.
    public void renew(String text) throws IOException {
        Path file = paths.task().taskFile();
        UnlinkedFiles.require(paths.task().home(), file);
        if (mode == Policy.Mode.LOOP && Files.exists(file)) {
            WholeFile.write(FaultPoint.TASK_FILE, file, text);
        }
        var _ = store(text);
    }

    public String read() throws IOException {
        if (mode == Policy.Mode.ONCE) {
            return LenientText.read(paths.keptTask());
        }
        Path file = paths.task().taskFile();
        if (!Files.exists(file) && Files.exists(paths.keptTask())) {
            Folders.below(paths.layout().state(), file.getParent());
            WholeFile.copy(FaultPoint.TASK_FILE, paths.keptTask(), file);
        }
        return Files.exists(file) ? bounded(file) : "";
    }

    /// What was given first; no agent can change it.
    public String given() throws IOException {
        return Files.exists(paths.keptTask()) ? LenientText.read(paths.keptTask()) : "";
    }

    /// With the hash of the text among what is fixed, where a reviewer will hold the work against it; what was fixed
    /// before stays so.
    public Policy pinned(Policy policy) throws IOException {
        boolean reviewed =
                policy.checks().stream().anyMatch(line -> Check.of(line).asks());
        if (!reviewed || policy.proof().pins().containsKey(ProofBasis.TASK)) {
            return policy;
        }
        Map<String, String> pins = new TreeMap<>(policy.proof().pins());
        pins.put(ProofBasis.TASK, hash());
        return policy.with(policy.proof().pinning(pins));
    }

    /// SHA-256 of the text as it is now.
    public String hash() throws IOException {
        return Sha256.of(read().strip());
    }

    /// A link is refused: an agent could make it lead to a secret, and the next prompt would hold that.
    private String bounded(Path file) throws IOException {
        UnlinkedFiles.require(paths.task().home(), file);
        if (Files.size(file) > TaskFolder.LONGEST_TEXT) {
            throw new IOException("the task's text " + file + " has " + Files.size(file) + " bytes: at most "
                    + TaskFolder.LONGEST_TEXT + " are taken, shorten it");
        }
        return LenientText.read(paths.task().home(), file, TaskFolder.LONGEST_TEXT);
    }
}
