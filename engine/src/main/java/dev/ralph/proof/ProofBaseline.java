package dev.ralph.proof;

import dev.ralph.environment.EarlierFiles;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.paths.Folders;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.room.IgnoredFiles;
import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.UncommittedAtStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is fixed about a loop's checks before its first attempt: the commit it begins on, and the scripts that are part
/// of its checks, by their hashes. It becomes part of the journal, where no agent can change it.
public final class ProofBaseline {
    private static final int MOST_NAMED = 10;
    private static final int MOST_SEEN = 50;

    private final Path project;
    private final StateLayout layout;
    private final Path rooms;
    private final InheritedVariables inherited;
    private @Nullable List<String> uncommitted;

    /// @param rooms     the folder of this project's clean rooms
    /// @param inherited what programs are started with
    public ProofBaseline(Path project, StateLayout layout, Path rooms, InheritedVariables inherited) {
        this.project = project;
        this.layout = layout;
        this.rooms = rooms;
        this.inherited = inherited;
    }

    /// @throws RequestRefused when a check can never be made here
    public Policy of(Policy policy) throws IOException {
        if (policy.checks().isEmpty()) {
            return policy;
        }
        Repository repository = Repository.at(project).orElse(null);
        GitHead head = repository == null ? null : repository.head();
        policy.checks().forEach(line -> require(Check.of(line), repository));
        if (policy.proof().room() == ProofBasis.Room.ON && (head == null || head.commit() == null)) {
            throw new RequestRefused("a clean room is a fresh checkout, and " + project
                    + (head == null ? " is not a git repository" : " has no commit yet") + ": make a commit first, or"
                    + " leave out --clean-room on");
        }
        ProofBasis proof = policy.proof();
        if (head != null) {
            proof = proof.since(head.commit(), head.branch());
        }
        if (repository != null
                && policy.with(proof).checksFolder()
                && rooms.toAbsolutePath()
                        .normalize()
                        .startsWith(repository.top().toRealPath())) {
            proof = proof.in(ProofBasis.Room.OFF); // no room can be made there
        }
        return policy.with(proof.pinning(pins(policy, repository)));
    }

    /// The same for a loop that begins this moment. In place and in an overlay the agent sees what the user has not
    /// committed, so that is what the loop begins on where commits are checked.
    public Policy begin(Policy asked, String loop) throws IOException {
        Policy fixed = asked;
        String head = fixed.proof().baseline();
        if (head != null && !fixed.keeps() && fixed.proof().prepare() == null && (isTried(fixed) || isRun(fixed))) {
            Folders.below(layout.state(), layout.loop(loop));
            boolean isWhole = IgnoredFiles.remember(Repository.at(project).orElseThrow(), ignored(layout, loop));
            if (fixed.checksFolder() && !isWhole) { // what checks need would be missing there
                fixed = fixed.with(fixed.proof().in(ProofBasis.Room.OFF));
            }
        }
        if (isRun(fixed) && fixed.confinement().sandbox() == ConfinementPolicy.Sandbox.OFF) {
            Folders.below(layout.state(), layout.loop(loop));
            EarlierFiles.of(layout, loop).remember(inherited, project);
        }
        boolean isSeen = switch (fixed.confinement().workspace()) {
            case IN_PLACE -> fixed.proof().room() != ProofBasis.Room.ON && (isTried(fixed) || isRun(fixed));
            case OVERLAY -> fixed.usesCleanRoom();
            case WORKTREE -> false;
        };
        Repository repository = isSeen ? Repository.at(project).orElse(null) : null;
        if (head == null || repository == null || uncommitted(repository).isEmpty()) {
            return fixed;
        }
        Folders.below(layout.state(), layout.loop(loop));
        String begins = new UncommittedAtStart(repository, loop, layout.loop(loop)).remember(head);
        return fixed.with(fixed.proof().since(begins, fixed.proof().branch()));
    }

    /// Where it is written down what git ignored when the loop began.
    static Path ignored(StateLayout layout, String loop) {
        return layout.loop(loop).resolve("ignored.txt");
    }

    /// Whether commands of checks run in clean rooms.
    private static boolean isRun(Policy policy) {
        return policy.usesCleanRoom() && !policy.checks().isEmpty();
    }

    private static boolean isTried(Policy policy) {
        return policy.checks().stream().anyMatch(line -> Check.of(line) instanceof Experiment);
    }

    /// What becomes of what the user has not committed; empty where there is nothing, or nothing special does.
    public Optional<String> remark(Policy policy) throws IOException {
        Repository repository = policy.confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE
                ? null
                : Repository.at(project).orElse(null);
        if (repository == null) {
            return Optional.empty();
        }
        Set<Path> ours =
                policy.confinement().ours().stream().map(project::resolve).collect(Collectors.toSet());
        List<String> names = uncommitted(repository).stream()
                .filter(name -> !ours.contains(repository.top().resolve(name)))
                .toList();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        String listed = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)))
                + (names.size() > MOST_NAMED ? ", …" : "");
        return Optional.of("uncommitted: " + listed + "\n"
                + (policy.confinement().workspace() == ConfinementPolicy.Workspace.WORKTREE
                        ? "A worktree has your last commit: the agent does not see them. Commit them first if it"
                                + " should."
                        : "The agent and its checks see them, the commit leaves them out. If the agent changes one of"
                                + " them, nothing is kept until you commit or stash it."));
    }

    /// Looked at once for a loop or a flow that begins: what is told of it is what it begins on.
    private synchronized List<String> uncommitted(Repository repository) throws IOException {
        List<String> known = uncommitted == null ? repository.uncommitted(MOST_SEEN) : uncommitted;
        uncommitted = known;
        return known;
    }

    /// The same for a loop that goes on: it began where it began, and what was fixed then stays so. Only scripts of
    /// checks that are new are fixed now.
    ///
    /// @param before what was fixed, as far as it still counts
    public Policy again(Policy policy, ProofBasis before) throws IOException {
        Map<String, String> pins = new TreeMap<>(of(policy).proof().pins());
        pins.putAll(before.pins());
        return policy.with(
                policy.proof().since(before.baseline(), before.branch()).pinning(pins));
    }

    /// The same where it waited for an answer in place: what somebody changed meanwhile counts as there before.
    ///
    /// @param before what was fixed until then
    /// @param last   the last attempt
    /// @param loop   whose workspace it is
    public ProofBasis answered(Policy policy, ProofBasis before, AttemptRef last, String loop) throws IOException {
        String begun = before.baseline();
        Repository repository = Repository.at(project).orElse(null);
        String head = repository == null ? null : repository.head().commit();
        if (begun == null || repository == null || head == null) {
            return before;
        }
        Folders.below(layout.state(), layout.loop(loop));
        String changed = new UncommittedAtStart(repository, loop, layout.loop(loop)).changed(begun, last, head);
        Map<String, String> pins = new TreeMap<>(before.pins());
        pins.putAll(scripts(policy, new CommitFileView(repository, project, changed)));
        return changed.equals(begun)
                ? before
                : before.since(changed, before.branch()).pinning(pins);
    }

    private Map<String, String> pins(Policy policy, @Nullable Repository repository) throws IOException {
        boolean committed = policy.confinement().workspace() == ConfinementPolicy.Workspace.WORKTREE;
        FileView view =
                repository != null && committed ? new CommitFileView(repository, project) : new FolderFileView(project);
        Map<String, String> pins = scripts(policy, view.within(PinnedScripts.above(project, repository)));
        if (policy.checks().stream().anyMatch(line -> Check.of(line) instanceof Check.Tamper)) {
            pins.put(PinnedConfiguration.FILE, new PinnedConfiguration(project).hash());
        }
        return pins;
    }

    private static Map<String, String> scripts(Policy policy, FileView view) throws IOException {
        try {
            return PinnedScripts.of(policy.checks(), view);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the loop was about to begin", stopped);
        }
    }

    private void require(Check check, @Nullable Repository repository) {
        if (check.needsGit() && repository == null) {
            throw new RequestRefused("check `" + check.title() + "` needs a git repository, and " + project
                    + " is none: `git init`, or leave it out");
        }
    }
}
