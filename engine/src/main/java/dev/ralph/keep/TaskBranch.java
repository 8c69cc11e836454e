package dev.ralph.keep;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.GitFailed;
import dev.ralph.git.Refs;
import dev.ralph.git.Repository;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.MergedWork;
import dev.ralph.workspace.ProtectedPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The branch of a task's own, `task/` and its name: what was accepted of its work, until that is merged.
///
/// It promises:
/// 1. A branch of that name that Ralph did not make, that somebody has moved since, or that is checked out, is neither
///    moved nor deleted.
/// 2. It goes only when its work can be reached from the branch that tasks are merged into, whatever is checked out.
/// 3. Whatever it held before is still at the ref of its attempt.
public record TaskBranch(Path project, Repository repository, String task) {
    private static final String FOLDER = "task/";
    private static final String HEADS = "refs/heads/";

    /// @throws IOException where the project is no repository
    public static TaskBranch of(Path project, String task) throws IOException {
        Repository repository = Repository.at(project)
                .orElseThrow(() -> new IOException(project + " is not a git repository, so it has no branches"));
        return new TaskBranch(project, repository, task);
    }

    /// What it holds.
    ///
    /// @param attempt whose work
    public record Held(AttemptRef attempt, String commit) {}

    /// As people type it.
    public String name() {
        return FOLDER + task;
    }

    /// As git keeps it.
    public String ref() {
        return HEADS + name();
    }

    /// What Ralph put there; empty where there is no such branch, or somebody else has made or moved it.
    public Optional<Held> held() throws IOException {
        Optional<String> tip = refs().read(ref());
        return tip.isEmpty() ? Optional.empty() : held(tip.get());
    }

    private Optional<Held> held(String commit) throws IOException {
        return refs().at(commit, AttemptRef.ROOT).stream()
                .flatMap(ref -> AttemptRef.accepting(ref).stream())
                .map(attempt -> new Held(attempt, commit))
                .findFirst();
    }

    /// Whether a commit is what Ralph gave to such a branch, now or before.
    public boolean isOurs(String commit) throws IOException {
        return refs().read(commit).isPresent() && held(commit).isPresent();
    }

    /// Why the task cannot have it, and what to do; null where it can.
    public @Nullable String against() throws IOException {
        if (!refs().isValid(ref())) {
            return "no branch can be called " + name() + ": give the task another id";
        }
        String inTheWay = inTheWay();
        if (inTheWay != null) {
            return "the work of " + task + " goes to a branch " + name()
                    + ", and git takes no such name beside the branch " + inTheWay + ": rename that (`git branch -m "
                    + inTheWay + " NEW-NAME`)";
        }
        Optional<String> tip = refs().read(ref());
        if (tip.isPresent() && held(tip.get()).isEmpty()) {
            return "branch " + name() + " exists and is not Ralph's, or was changed. Rename it (git branch -m " + name()
                    + " NEW-NAME) or delete it (git branch -D " + name() + "), then run the task again";
        }
        Optional<String> place = refs().checkedOut(ref());
        return place.isEmpty()
                ? null
                : "the branch " + name() + " is checked out in " + place.get() + ": check out another one there";
    }

    private @Nullable String inTheWay() throws IOException {
        if (refs().read(HEADS + "task").isPresent()) {
            return "task";
        }
        List<Refs.Ref> below = refs().below(ref() + "/");
        return below.isEmpty() ? null : below.getFirst().name().substring(HEADS.length());
    }

    /// Gives it this work, once.
    ///
    /// @param commit what was accepted of an attempt
    /// @throws GitFailed where the branch is not ours to move
    public void take(String commit) throws IOException {
        String before = refs().read(ref()).orElse(null);
        if (commit.equals(before)) {
            return;
        }
        String against = against();
        if (against != null) {
            throw new GitFailed(against);
        }
        FaultPoint.TASK_BRANCH.before(name());
        refs().move(ref(), commit, before, "ralph: accepted work of " + task);
        FaultPoint.TASK_BRANCH.after(name());
    }

    /// Whether what it holds can be reached from another branch: as it is, or as a commit of the same attempt.
    private boolean isMerged(Held held, String target) throws IOException {
        Optional<String> tip = refs().read(target);
        return tip.isPresent()
                && (refs().contains(tip.get(), held.commit())
                        || repository
                                .commits()
                                .carrying(held.attempt().trailers(), tip.get())
                                .isPresent());
    }

    /// Deletes those of all tasks whose work is merged, by Ralph or by somebody else.
    ///
    /// @param target the branch that tasks are merged into, as git keeps it
    /// @return those that are merged and cannot go, and why
    public static List<String> removeMerged(Path project, String target) throws IOException {
        Optional<Repository> repository = Repository.at(project);
        List<String> left = new ArrayList<>();
        if (repository.isPresent()) {
            for (Refs.Ref ref : repository.get().refs().below(HEADS + FOLDER)) {
                String task = ref.name().substring((HEADS + FOLDER).length());
                new TaskBranch(project, repository.get(), task).removeMerged(target, left);
            }
        }
        return left;
    }

    private void removeMerged(String target, List<String> left) throws IOException {
        Held held = held().orElse(null);
        if (held == null || ref().equals(target) || !isMerged(held, target)) {
            return;
        }
        Optional<String> place = refs().checkedOut(ref());
        if (place.isPresent()) {
            left.add("the branch " + name() + " is merged and stays, as it is checked out in " + place.get());
            return;
        }
        FaultPoint.TASK_BRANCH.before(name());
        refs().delete(ref(), held.commit());
        FaultPoint.TASK_BRANCH.after(name());
    }

    /// What it holds, merged with what is checked out now, for who continues that work; empty where it holds nothing
    /// more than that.
    public Optional<MergedWork> earlier() throws IOException {
        Held held = held().orElse(null);
        if (held == null) {
            return Optional.empty();
        }
        Conserved conserved = Conservation.of(project).find(held.attempt()).orElse(null);
        if (conserved == null) {
            return Optional.empty();
        }
        return onTop(new Conserved(held.attempt(), held.commit(), conserved.base(), List.of()));
    }

    /// Any work on the task in that way.
    public Optional<MergedWork> onTop(Conserved work) throws IOException {
        String head = repository.head().commit();
        if (head == null) {
            return Optional.empty();
        }
        MergedWork merged = MergedWork.of(repository, work, head, ProtectedPaths.standard());
        boolean isSame = repository
                .commits()
                .tree(merged.work().commit())
                .equals(repository.commits().tree(head));
        return isSame ? Optional.empty() : Optional.of(merged);
    }

    private Refs refs() {
        return repository.refs();
    }
}
