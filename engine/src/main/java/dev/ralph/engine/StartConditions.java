package dev.ralph.engine;

import dev.ralph.environment.Confinement;
import dev.ralph.git.Repository;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.process.Containment;
import dev.ralph.sandbox.SandboxRefused;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.workspace.AgentWorktree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What must hold before a loop begins or goes on.
public record StartConditions(EngineOptions options) {
    private static final int MOST_NAMED = 5;

    /// What cannot be confined as it must be is not even begun.
    Optional<SandboxTier> requireSandbox(Policy policy) {
        if (policy.confinement().sandbox() == ConfinementPolicy.Sandbox.OFF) {
            return Optional.empty();
        }
        Confinement.lookAhead(options.environment(), options.launcherFolder(), options.project(), options.workspaces());
        try {
            return Optional.of(Confinement.sandbox(policy.confinement(), options.workspaces())
                    .tier());
        } catch (SandboxRefused none) {
            throw new RequestRefused(none.getMessage() + " `ralph doctor` says more.");
        }
    }

    void requireClean(Policy policy) throws IOException {
        String keep = policy.keep().name().toLowerCase(Locale.ROOT);
        Repository repository = Repository.at(options.project())
                .orElseThrow(() -> new RequestRefused(options.project()
                        + " is not a git repository, so accepted work cannot be committed: `git init`, or leave out --keep "
                        + keep));
        boolean mixes = policy.keep() == Policy.Keep.COMMIT || policy.commitsInPlace();
        String changes = mixes ? repository.changes() : "";
        if (!changes.isEmpty()) {
            throw new RequestRefused("there are uncommitted changes, and --keep " + keep
                    + " would mix them with the agent's:\n" + changes + "\ncommit or stash them first");
        }
    }

    /// A task of a flow that fails in place goes back to the last commit, and nothing of the user's may go with it.
    void requireUnchanged(Policy policy) throws IOException {
        if (!policy.commitsInPlace()) {
            return;
        }
        Repository repository = Repository.at(options.project())
                .orElseThrow(() -> new RequestRefused(options.project()
                        + " is not a git repository, so accepted work cannot be committed: `git init`"));
        List<String> changed = uncommitted(repository, policy.confinement().ours());
        if (!changed.isEmpty()) {
            throw new RequestRefused("uncommitted changes ("
                    + String.join(", ", changed.subList(0, Math.min(changed.size(), MOST_NAMED)))
                    + (changed.size() > MOST_NAMED ? ", …" : "")
                    + "); in place, a failed task resets to the last commit. Commit or stash them first, or"
                    + " remove --workspace in-place");
        }
    }

    /// Nothing is committed in the middle of a merge of the user's, so nobody works for it then.
    void requireFinished(Policy policy) throws IOException {
        boolean commits = policy.keeps() && policy.keep() != Policy.Keep.BRANCH;
        Optional<String> unfinished =
                commits ? Repository.at(options.project()).flatMap(Repository::unfinished) : Optional.empty();
        if (unfinished.isPresent()) {
            throw new RequestRefused("unfinished merge or rebase in " + options.project() + " (" + unfinished.get()
                    + "). Finish or abort it first");
        }
    }

    /// Files that differ from the last commit.
    ///
    /// @param ours that Ralph itself writes, relative to the project: they do not count
    List<String> uncommitted(Repository repository, List<String> ours) throws IOException {
        Set<String> known = inRepository(repository, ours);
        return repository.uncommitted(known.size() + MOST_NAMED + 1).stream()
                .filter(name -> !known.contains(name))
                .toList();
    }

    /// Whether two commits differ in nothing but files that Ralph itself writes.
    boolean isSame(Repository repository, String one, String other, List<String> ours) throws IOException {
        Set<String> known = inRepository(repository, ours);
        return repository.comparison().names(one, other).stream()
                .allMatch(difference -> known.contains(difference.name().toString()));
    }

    private Set<String> inRepository(Repository repository, List<String> ours) throws IOException {
        Path top = repository.top().toRealPath();
        Path project = options.project().toRealPath();
        return ours.stream()
                .map(name -> top.relativize(project.resolve(name)).toString())
                .collect(Collectors.toSet());
    }

    /// In place, what was there before an attempt is known only where snapshots are made.
    void requireDiscard(Policy policy) throws IOException {
        if (policy.onRefusal() == Policy.OnRefusal.KEEP
                || policy.confinement().workspace() != ConfinementPolicy.Workspace.IN_PLACE) {
            return;
        }
        boolean isKnown = switch (options.snapshots()) {
            case REPOSITORIES -> Repository.at(options.project()).isPresent();
            case EVERYWHERE -> true;
            case NOWHERE -> false;
        };
        if (!isKnown) {
            throw new RequestRefused("--on-refusal discard needs to know what was there before an attempt, and "
                    + options.project() + " has no snapshots: `git init`, or add --snapshots always, or work in"
                    + " --workspace overlay");
        }
    }

    /// What cannot have a workspace of that kind is told before anything begins.
    void requirePlace(ConfinementPolicy.Workspace kind) throws IOException {
        if (kind == ConfinementPolicy.Workspace.OVERLAY
                && Repository.at(options.project()).isEmpty()
                && Repository.isBare(options.project())) {
            throw new RequestRefused(options.project() + " is a bare repository; work in a clone");
        }
        if (kind == ConfinementPolicy.Workspace.OVERLAY) {
            Repository repository = Repository.at(options.project()).orElse(null);
            if (repository != null && repository.head().commit() == null) {
                throw new RequestRefused(withoutCommit(options.project()));
            }
            requireOverlay();
        }
        if (kind == ConfinementPolicy.Workspace.WORKTREE) {
            try {
                AgentWorktree.require(options.project());
            } catch (IOException none) {
                throw new RequestRefused(FileErrorText.words(none));
            }
        }
    }

    /// Of a repository without a first commit: git has none of its user's files, so whatever is written over them is
    /// lost.
    public static String withoutCommit(Path project) {
        return project + " has no commit yet: git add -A && git commit --allow-empty -m first";
    }

    boolean canOverlay() {
        return makesNamespaces() && probed().has(SandboxTier.Feature.OVERLAY);
    }

    private boolean makesNamespaces() {
        Containment containment = options.containment();
        return containment == Containment.AUTO || containment == Containment.NAMESPACE;
    }

    private SandboxTier probed() {
        return Confinement.probed(options.workspaces());
    }

    private void requireOverlay() {
        Containment containment = options.containment();
        if (!makesNamespaces()) {
            throw new RequestRefused("no overlay can be mounted with containment `"
                    + containment.name().toLowerCase(Locale.ROOT)
                    + "`, which makes no namespaces. Use --workspace worktree");
        }
        if (!canOverlay()) {
            List<String> advice = probed().advice();
            throw new RequestRefused("no overlay can be mounted in " + options.workspaces() + ". "
                    + (advice.isEmpty() ? "`ralph doctor` says what is missing." : String.join(" ", advice))
                    + " Use --workspace worktree, or --sandbox off to work unconfined");
        }
    }
}
