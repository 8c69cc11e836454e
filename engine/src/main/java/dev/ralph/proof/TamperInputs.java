package dev.ralph.proof;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison;
import dev.ralph.git.TreeEntry;
import dev.ralph.tamper.CheckFiles;
import dev.ralph.tamper.FileChange;
import dev.ralph.tamper.FileContent;
import dev.ralph.tamper.TamperFinding;
import dev.ralph.tamper.TamperGuard;
import dev.ralph.verify.Check;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Brings to the tamper guard what a loop has changed since it began: what was remembered of its attempts, and what it
/// committed. Contents come as git stores them; no program of the repository's sees them.
///
/// Where work goes on top of a branch, that may have moved since: by its user, by another loop, or by an agent
/// that went past Ralph. So all of it is looked at, and what was found is told apart by what brought it.
record TamperInputs(LoopWorkspace loopWorkspace) {
    /// What is made of it fits into the memory that `ralph` is started with.
    private static final long MOST = 8L << 20;
    private static final String NOTHING = "0".repeat(40);

    /// Two states of the project in one repository.
    private record Change(Repository repository, String before, String after) {}

    /// @param work   what the work does, as far as anybody knows
    /// @param branch what came to the branch while the loop ran, and would be there without the work
    record Found(List<TamperFinding> work, List<TamperFinding> branch) {
        Found {
            work = List.copyOf(work);
            branch = List.copyOf(branch);
        }
    }

    Found findings(WorkUnderProof workUnderProof) throws IOException {
        Set<TamperFinding> work = new LinkedHashSet<>();
        Set<TamperFinding> branch = new LinkedHashSet<>();
        for (Change change : changes(workUnderProof)) {
            List<TamperFinding> found = look(change, workUnderProof);
            String below = found.isEmpty() ? null : below(change, workUnderProof);
            if (below == null) {
                work.addAll(found);
                continue;
            }
            Set<TamperFinding> came =
                    placeless(look(new Change(change.repository(), change.before(), below), workUnderProof));
            Set<TamperFinding> own =
                    placeless(look(new Change(change.repository(), below, change.after()), workUnderProof));
            found.forEach(one -> {
                TamperFinding same = placeless(one);
                (came.contains(same) && !own.contains(same) ? branch : work).add(one);
            });
        }
        branch.removeAll(work);
        return new Found(List.copyOf(work), List.copyOf(branch));
    }

    /// The commit of the user's branch that the work is put on top of; null where it is the one that the loop
    /// began on, or where whatever is committed is the agent's.
    private @Nullable String below(Change change, WorkUnderProof workUnderProof) throws IOException {
        boolean isOnTop = !loopWorkspace.isInPlace()
                && workUnderProof.attempt() > 0
                && change.after().equals(workUnderProof.work().commit())
                && change.before().equals(workUnderProof.baseline());
        return isOnTop
                ? change.repository()
                        .commits()
                        .parent(change.after())
                        .filter(commit -> !commit.equals(change.before()))
                        .orElse(null)
                : null;
    }

    private static Set<TamperFinding> placeless(List<TamperFinding> findings) {
        return findings.stream().map(TamperInputs::placeless).collect(Collectors.toSet());
    }

    /// The line that something is in may be another one when more has changed.
    private static TamperFinding placeless(TamperFinding finding) {
        return new TamperFinding(finding.rule(), finding.path(), 0, finding.what());
    }

    /// What stands in the workspace and what is committed may be two things, and both can be kept.
    private List<Change> changes(WorkUnderProof workUnderProof) throws IOException {
        List<Change> changes = new ArrayList<>();
        if (workUnderProof.attempt() > 0) {
            loopWorkspace.conserve(workUnderProof.attempt()); // one whose engine died may not be yet
        }
        String loop = workUnderProof.paths().head().id();
        AttemptRef last = new AttemptRef(loop, Math.max(1, workUnderProof.attempt()));
        Conservation place = workUnderProof.attempt() == 0
                ? null
                : Conservation.holding(workUnderProof.paths().project(), last).orElse(null);
        Set<String> after = new LinkedHashSet<>();
        Optional.ofNullable(workUnderProof.work().commit()).ifPresent(after::add);
        if (place != null) {
            Conserved now = place.find(last).orElseThrow();
            String before = ChangesSinceStart.before(workUnderProof, place, now);
            changes.add(new Change(place.repository(), before, now.commit()));
            after.remove(now.commit());
        }
        Repository repository = workUnderProof.repository().orElse(null);
        if (repository != null) {
            if (place == null && loopWorkspace.isInPlace()) {
                after.add(repository.snapshot(scratch(workUnderProof)).tree());
            }
            String begun = loopWorkspace.isInPlace() ? workUnderProof.committed() : workUnderProof.baseline();
            String baseline = begun == null ? repository.commits().emptyTree() : begun;
            after.forEach(tree -> changes.add(new Change(repository, baseline, tree)));
        }
        return changes;
    }

    private static Path scratch(WorkUnderProof workUnderProof) {
        return workUnderProof
                .paths()
                .layout()
                .loop(workUnderProof.paths().head().id())
                .resolve("tamper-index");
    }

    private static List<TamperFinding> look(Change change, WorkUnderProof workUnderProof) throws IOException {
        Repository repository = change.repository();
        repository.genuine().require(change.before());
        repository.genuine().require(change.after());
        if (repository
                .commits()
                .tree(change.before())
                .equals(repository.commits().tree(change.after()))) {
            return List.of();
        }
        StartTree before = new StartTree(repository, change.before(), prefix(repository, workUnderProof));
        CheckFiles checks = CheckFiles.of(commands(workUnderProof.policy().checks()), before);
        List<TreeComparison.Difference> differences =
                repository.comparison().names(change.before(), change.after()).stream()
                        .filter(one -> TamperGuard.isWatched(before.inProject(one.name()), checks))
                        .toList();
        Set<String> ids = new LinkedHashSet<>();
        differences.forEach(one -> List.of(one.before(), one.after()).forEach(blob -> {
            if (isFile(blob)) {
                ids.add(blob.id());
            }
        }));
        Map<String, byte[]> contents = repository.contents().of(ids, FileContent.LARGEST, MOST);
        List<FileChange> changes = new ArrayList<>();
        long kept = 0; // the same content under many names is as many texts
        for (TreeComparison.Difference one : differences) {
            long size = size(one.before(), contents) + size(one.after(), contents);
            boolean fits = kept + size <= MOST;
            kept += fits ? size : 0;
            Map<String, byte[]> known = fits ? contents : Map.of();
            changes.add(new FileChange(
                    before.inProject(one.name()), content(one.before(), known), content(one.after(), known)));
        }
        return TamperGuard.look(changes, checks);
    }

    private static String prefix(Repository repository, WorkUnderProof workUnderProof) throws IOException {
        Path top = repository.top().toRealPath();
        Path project = workUnderProof.paths().project().toRealPath();
        return project.startsWith(top) && !project.equals(top) ? top.relativize(project) + "/" : "";
    }

    private static long size(TreeEntry blob, Map<String, byte[]> contents) {
        byte[] bytes = contents.get(blob.id());
        return bytes == null ? 0 : bytes.length;
    }

    private static boolean isFile(TreeEntry blob) {
        return blob.mode().equals(TreeEntry.FILE) || blob.mode().equals(TreeEntry.PROGRAM);
    }

    private static @Nullable FileContent content(TreeEntry blob, Map<String, byte[]> contents) {
        if (blob.id().startsWith(NOTHING)) {
            return null;
        }
        if (!isFile(blob)) {
            return new FileContent.Opaque(blob.isSubmodule() ? "is a repository of its own" : "is a symbolic link");
        }
        byte[] bytes = contents.get(blob.id());
        return bytes == null ? FileContent.tooLarge() : FileContent.of(bytes);
    }

    private static List<CheckFiles.Command> commands(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Check.of(line).runs().stream())
                .map(run -> new CheckFiles.Command(run.line(), run.folder()))
                .toList();
    }
}
