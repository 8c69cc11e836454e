package dev.ralph.engine;

import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.git.Repository;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.proof.FolderFileView;
import dev.ralph.proof.PinnedScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The checks that a task was added with, seen failing before anybody began, then locked.
///
/// It promises:
/// 1. What [#lines] gives is what was locked: a file that was changed, removed or put there by somebody else is
/// refused.
/// 2. The lock lies outside the project, where an agent that works on it has nothing to write.
/// 3. Cut short anywhere, [#lock] leaves a task that is not there yet, and can be repeated.
public final class AcceptanceChecks {
    private static final int LONGEST = 1 << 20;

    private final EngineOptions options;
    private final TaskId task;

    public AcceptanceChecks(EngineOptions options, TaskId task) {
        this.options = options;
        this.task = task;
    }

    /// For people to read, beside the text of the task.
    public Path file() {
        return folder().path().resolve("ACCEPTANCE.json");
    }

    /// What holds, outside the project.
    public Path lockFile() {
        Path workspaces = options.workspaces();
        return Objects.requireNonNull(workspaces.getParent())
                .resolveSibling("locks")
                .resolve(Objects.requireNonNull(workspaces.getFileName()))
                .resolve(task.value() + ".json");
    }

    private TaskFolder folder() {
        return options.layout().task(task);
    }

    /// Makes the task.
    ///
    /// @return the hash of what is locked
    public String lock(String text, List<BaselineCheck> trials) throws IOException, InterruptedException {
        if (Files.exists(folder().taskFile())) {
            throw new RequestRefused("task " + task + " is already there: " + folder().taskFile());
        }
        StateFolder.make(options);
        Folders.below(options.layout().state(), folder().path());
        String checks =
                json(trials, scripts(trials.stream().map(BaselineCheck::line).toList()));
        if (trials.isEmpty()) { // of a task of the same name that is gone
            Files.deleteIfExists(lockFile());
            Files.deleteIfExists(file());
        } else {
            Path lock = lockFile();
            Files.createDirectories(
                    Objects.requireNonNull(lock.getParent()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            WholeFile.write(FaultPoint.TASK_FILE, lock, checks);
            WholeFile.write(FaultPoint.TASK_FILE, file(), checks);
        }
        WholeFile.write(FaultPoint.TASK_FILE, folder().taskFile(), text);
        return Sha256.of(checks);
    }

    private static String json(List<BaselineCheck> trials, Map<String, String> scripts) {
        List<LockedCheck> checks = trials.stream()
                .map(trial -> new LockedCheck(
                        trial.line(),
                        trial.colour() == BaselineCheck.Colour.GREEN ? Seen.PASSING : Seen.FAILING,
                        trial.code()))
                .toList();
        return JsonText.of(RecordCodec.snakeCase(new Locked(checks, scripts))) + "\n";
    }

    /// Scripts that the checks rest on, with their hashes now.
    private Map<String, String> scripts(List<String> lines) throws IOException, InterruptedException {
        Repository repository = Repository.at(options.project()).orElse(null);
        return PinnedScripts.of(
                lines,
                new FolderFileView(options.project()).within(PinnedScripts.above(options.project(), repository)));
    }

    /// The checks of the task as they were locked; none when it was added without.
    ///
    /// @throws RequestRefused when they are not any more what was locked
    public List<String> lines() throws IOException, InterruptedException {
        boolean locked = Files.isRegularFile(lockFile());
        if (!locked && !Files.exists(file())) {
            return List.of();
        }
        if (!locked) {
            throw new RequestRefused("the acceptance checks in " + file()
                    + " were not locked here and never seen failing. Remove that file, and add the task again with"
                    + " `ralph task add … --accept`");
        }
        String lock = bounded(lockFile());
        if (!UnlinkedFiles.has(options.layout().tasks(), file())
                || !bounded(file()).equals(lock)) {
            throw new RequestRefused("acceptance checks of task " + task + " changed since they were locked: " + file()
                    + (Files.exists(file()) ? " differs" : " is gone") + ". Restore it from " + lockFile()
                    + ", or delete both and add the task again");
        }
        Locked known = parse(lock);
        Map<String, String> now = scripts(known.lines());
        Set<String> all = new TreeSet<>(now.keySet());
        all.addAll(known.scripts().keySet());
        for (String script : all) {
            if (!Objects.equals(now.get(script), known.scripts().get(script))) {
                throw new RequestRefused("script " + script + " of an acceptance check of task " + task + " "
                        + against(known.scripts().get(script), now.get(script)) + "delete " + file() + " and "
                        + lockFile() + " and add the task again");
            }
        }
        return known.lines();
    }

    private static String against(@Nullable String locked, @Nullable String now) {
        if (locked == null) {
            return "did not exist when the check was locked. Look at it, then ";
        }
        return (now == null ? "is gone" : "changed") + " since the check was locked. Restore it, or ";
    }

    /// How many checks are locked, whether or not they were changed since.
    public int count() throws IOException {
        return Files.isRegularFile(lockFile())
                ? parse(bounded(lockFile())).lines().size()
                : 0;
    }

    private static String bounded(Path file) throws IOException {
        if (Files.size(file) > LONGEST) {
            throw new RequestRefused(file + " is larger than any acceptance check: look at it and remove it");
        }
        return LenientText.read(file);
    }

    private enum Seen {
        PASSING,
        FAILING
    }

    private record LockedCheck(String check, Seen seen, int exitCode) {}

    /// @param scripts what the checks rest on, with the hashes that they had
    private record Locked(List<LockedCheck> checks, Map<String, String> scripts) {
        List<String> lines() {
            return checks.stream().map(LockedCheck::check).toList();
        }
    }

    private Locked parse(String text) {
        try {
            return RecordCodec.readSnakeCase(Locked.class, JsonText.object(text));
        } catch (InvalidJson damaged) {
            throw damaged();
        }
    }

    private RequestRefused damaged() {
        return new RequestRefused(lockFile() + " is damaged: remove it and " + file() + ", and add the task again");
    }
}
