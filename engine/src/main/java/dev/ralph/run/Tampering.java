package dev.ralph.run;

import dev.ralph.git.Blob;
import dev.ralph.git.Comparison;
import dev.ralph.git.Repository;
import dev.ralph.tamper.Changed;
import dev.ralph.tamper.CheckFiles;
import dev.ralph.tamper.Content;
import dev.ralph.tamper.Finding;
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
record Tampering(Workplace workplace) {
    /// What is made of it fits into the memory that `ralph` is started with.
    private static final long MOST = 8L << 20;
    private static final String NOTHING = "0".repeat(40);

    /// Two states of the project in one repository.
    private record Change(Repository repository, String before, String after) {}

    /// @param work   what the work does, as far as anybody knows
    /// @param branch what came to the branch while the loop ran, and would be there without the work
    record Found(List<Finding> work, List<Finding> branch) {
        Found {
            work = List.copyOf(work);
            branch = List.copyOf(branch);
        }
    }

    Found findings(Claimed claimed) throws IOException {
        Set<Finding> work = new LinkedHashSet<>();
        Set<Finding> branch = new LinkedHashSet<>();
        for (Change change : changes(claimed)) {
            List<Finding> found = look(change, claimed);
            String below = found.isEmpty() ? null : below(change, claimed);
            if (below == null) {
                work.addAll(found);
                continue;
            }
            Set<Finding> came = placeless(look(new Change(change.repository(), change.before(), below), claimed));
            Set<Finding> own = placeless(look(new Change(change.repository(), below, change.after()), claimed));
            found.forEach(one -> {
                Finding same = placeless(one);
                (came.contains(same) && !own.contains(same) ? branch : work).add(one);
            });
        }
        branch.removeAll(work);
        return new Found(List.copyOf(work), List.copyOf(branch));
    }

    /// The commit of the user's branch that the work is put on top of; null where it is the one that the loop
    /// began on, or where whatever is committed is the agent's.
    private @Nullable String below(Change change, Claimed claimed) throws IOException {
        boolean isOnTop = !workplace.isInPlace()
                && claimed.attempt() > 0
                && change.after().equals(claimed.work().commit())
                && change.before().equals(claimed.baseline());
        return isOnTop
                ? change.repository()
                        .commits()
                        .parent(change.after())
                        .filter(commit -> !commit.equals(change.before()))
                        .orElse(null)
                : null;
    }

    private static Set<Finding> placeless(List<Finding> findings) {
        return findings.stream().map(Tampering::placeless).collect(Collectors.toSet());
    }

    /// The line that something is in may be another one when more has changed.
    private static Finding placeless(Finding finding) {
        return new Finding(finding.rule(), finding.path(), 0, finding.what());
    }

    /// What stands in the workspace and what is committed may be two things, and both can be kept.
    private List<Change> changes(Claimed claimed) throws IOException {
        List<Change> changes = new ArrayList<>();
        if (claimed.attempt() > 0) {
            workplace.conserve(claimed.attempt()); // one whose engine died may not be yet
        }
        String loop = claimed.site().head().id();
        AttemptRef last = new AttemptRef(loop, Math.max(1, claimed.attempt()));
        Conservation place = claimed.attempt() == 0
                ? null
                : Conservation.holding(claimed.site().project(), last).orElse(null);
        Set<String> after = new LinkedHashSet<>();
        Optional.ofNullable(claimed.work().commit()).ifPresent(after::add);
        if (place != null) {
            Conserved now = place.find(last).orElseThrow();
            String before = Advance.before(claimed, place, now);
            changes.add(new Change(place.repository(), before, now.commit()));
            after.remove(now.commit());
        }
        Repository repository = claimed.repository().orElse(null);
        if (repository != null) {
            if (place == null && workplace.isInPlace()) {
                after.add(repository.snapshot(scratch(claimed)).tree());
            }
            String baseline = claimed.baseline() == null ? repository.commits().emptyTree() : claimed.baseline();
            after.forEach(tree -> changes.add(new Change(repository, baseline, tree)));
        }
        return changes;
    }

    private static Path scratch(Claimed claimed) {
        return claimed.site().layout().loop(claimed.site().head().id()).resolve("tamper-index");
    }

    private static List<Finding> look(Change change, Claimed claimed) throws IOException {
        Repository repository = change.repository();
        repository.genuine().require(change.before());
        repository.genuine().require(change.after());
        if (repository
                .commits()
                .tree(change.before())
                .equals(repository.commits().tree(change.after()))) {
            return List.of();
        }
        BeforeTree before = new BeforeTree(repository, change.before(), prefix(repository, claimed));
        CheckFiles checks = CheckFiles.of(commands(claimed.policy().checks()), before);
        List<Comparison.Difference> differences =
                repository.comparison().names(change.before(), change.after()).stream()
                        .filter(one -> TamperGuard.isWatched(before.inProject(one.name()), checks))
                        .toList();
        Set<String> ids = new LinkedHashSet<>();
        differences.forEach(one -> List.of(one.before(), one.after()).forEach(blob -> {
            if (isFile(blob)) {
                ids.add(blob.id());
            }
        }));
        Map<String, byte[]> contents = repository.contents().of(ids, Content.LARGEST, MOST);
        List<Changed> changes = new ArrayList<>();
        long kept = 0; // the same content under many names is as many texts
        for (Comparison.Difference one : differences) {
            long size = size(one.before(), contents) + size(one.after(), contents);
            boolean fits = kept + size <= MOST;
            kept += fits ? size : 0;
            Map<String, byte[]> known = fits ? contents : Map.of();
            changes.add(new Changed(
                    before.inProject(one.name()), content(one.before(), known), content(one.after(), known)));
        }
        return TamperGuard.look(changes, checks);
    }

    private static String prefix(Repository repository, Claimed claimed) throws IOException {
        Path top = repository.top().toRealPath();
        Path project = claimed.site().project().toRealPath();
        return project.startsWith(top) && !project.equals(top) ? top.relativize(project) + "/" : "";
    }

    private static long size(Blob blob, Map<String, byte[]> contents) {
        byte[] bytes = contents.get(blob.id());
        return bytes == null ? 0 : bytes.length;
    }

    private static boolean isFile(Blob blob) {
        return blob.mode().equals(Blob.FILE) || blob.mode().equals(Blob.PROGRAM);
    }

    private static @Nullable Content content(Blob blob, Map<String, byte[]> contents) {
        if (blob.id().startsWith(NOTHING)) {
            return null;
        }
        if (!isFile(blob)) {
            return new Content.Opaque(blob.isSubmodule() ? "is a repository of its own" : "is a symbolic link");
        }
        byte[] bytes = contents.get(blob.id());
        return bytes == null ? Content.tooLarge() : Content.of(bytes);
    }

    private static List<CheckFiles.Command> commands(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Check.of(line).runs().stream())
                .map(run -> new CheckFiles.Command(run.line(), run.folder()))
                .toList();
    }
}
