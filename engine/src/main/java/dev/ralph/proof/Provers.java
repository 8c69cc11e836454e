package dev.ralph.proof;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.Repository;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.ratchet.TestTally;
import dev.ralph.ratchet.UnittestSummary;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.room.PrepareFailed;
import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import dev.ralph.verify.Review;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The one place where a check's definition meets what makes it.
///
/// @param checkProcesses runs programs for them
/// @param bench   where the agent worked
/// @param verdictRoom where commands run; null for where the agent worked
/// @param baseline how tests stood before the work
/// @param experiments runs the checks under other circumstances
/// @param reviews  what other agents were asked
public record Provers(
        CheckProcesses checkProcesses,
        CheckPlace bench,
        @Nullable VerdictRoom verdictRoom,
        TestBaseline baseline,
        ExperimentRuns experiments,
        ReviewLog reviews) {
    /// For commands that run where the agent worked, where nothing is known of how tests stood before.
    Provers(CheckProcesses checkProcesses, CheckPlace bench, ReviewLog reviews) {
        this(checkProcesses, bench, null, TestBaseline.unknown(), ExperimentRuns.none(), reviews);
    }

    Prover of(Check check) {
        return new ProverGuard(check, this::layer);
    }

    /// @throws IOException when the place where the agent worked cannot be used
    private Prover layer(Check check) throws IOException {
        FileView view = view();
        if (check.scripts().isEmpty() || verdictRoom(check) == null) {
            return PinnedScripts.guarding(check, view, prover(check, view));
        }
        Prover prover = PinnedScripts.guardingInside(check, view, prover(check, view));
        return workUnderProof -> PinnedScripts.committed(
                        check, seen(committed(workUnderProof), view, workUnderProof), prover)
                .prove(workUnderProof);
    }

    /// What a clean room has.
    private FileView committed(WorkUnderProof workUnderProof) throws IOException {
        Repository repository = workUnderProof.repository().orElseThrow();
        String commit = verdictRoom == null ? VerdictRoom.kept(workUnderProof) : verdictRoom.commit(workUnderProof);
        return new CommitFileView(repository, workUnderProof.paths().project(), commit);
    }

    /// In a room of a folder there is also what git ignores, as long as nobody has changed it.
    private static FileView seen(FileView commit, FileView workspace, WorkUnderProof workUnderProof) {
        return workUnderProof.policy().checksFolder() ? new EitherFileView(commit, workspace) : commit;
    }

    /// Looks at another place for what is missing at one.
    private record EitherFileView(FileView first, FileView second) implements FileView {
        @Override
        public Seen at(String path) throws IOException, InterruptedException {
            Seen seen = first.at(path);
            return seen.kind() == Kind.MISSING ? second.at(path) : seen;
        }

        @Override
        public FileView within(String above) {
            return new EitherFileView(first.within(above), second.within(above));
        }
    }

    /// What would be kept: a commit, where work becomes one or only commits count.
    private FileView kept(WorkUnderProof workUnderProof, FileView workspace) throws IOException {
        Policy policy = workUnderProof.policy();
        boolean counts = (verdictRoom != null && !policy.checksFolder()) || policy.keeps();
        return counts && workUnderProof.work().commit() != null ? committed(workUnderProof) : workspace;
    }

    /// The room in which the commands of a check run; null where they run where the agent worked.
    private @Nullable VerdictRoom verdictRoom(Check check) {
        return check instanceof Check.Command command && command.room() == Check.Room.WORKSPACE ? null : verdictRoom;
    }

    /// Sees whether commands can be run at all where they will, and how they stand where somebody wants to know.
    ///
    /// @throws PrepareFailed when the place cannot be made ready
    List<Event.TriedCheck> tryOut(WorkUnderProof work) throws IOException, InterruptedException {
        if (verdictRoom != null) {
            verdictRoom.tryOut(work);
        }
        List<TestBaseline.Before> stood = work.policy().proof().roomSettings().tried() ? baseline.runs(work, 1) : null;
        List<Event.TriedCheck> tried = new ArrayList<>();
        Iterator<Check.Command> commands = TestBaseline.commands(work).iterator();
        for (TestBaseline.Before before : stood == null ? List.<TestBaseline.Before>of() : stood) {
            TestTally tests = before.tests().total();
            UnittestSummary.Counts counts = new UnittestSummary.Counts(tests.passed(), tests.bad());
            if (tests.all() == 0 && before.output() != null) {
                counts = UnittestSummary.of(before.output()).orElse(counts);
            }
            tried.add(new Event.TriedCheck(
                    commands.next().line(),
                    before.code(),
                    counts.passes(),
                    counts.fails(),
                    before.output(),
                    before.cannotRun()));
        }
        return tried;
    }

    ChangesSinceStart changes() {
        return new ChangesSinceStart(workspace());
    }

    /// A verdict is given, or will not be.
    void leave() throws IOException {
        if (verdictRoom != null) {
            verdictRoom.leave();
        }
        experiments.leave();
    }

    private Prover prover(Check check, FileView view) throws IOException {
        return switch (check) {
            case Check.Command command ->
                reported(command, looked(check, commanding -> new CommandProver(command, commanding)));
            case Check.FileExists file ->
                workUnderProof -> new FileProver(file, kept(workUnderProof, view), view).prove(workUnderProof);
            case Check.TestPassing tests -> looked(check, commanding -> new TaskTestsProver(tests, commanding));
            case Check.Validate script ->
                looked(check, commanding -> workUnderProof -> {
                    FileView there =
                            verdictRoom(check) == null ? view : seen(committed(workUnderProof), view, workUnderProof);
                    return new ScriptProver(script, commanding, there).prove(workUnderProof);
                });
            case GitFact.TREE_CLEAN -> new TreeCleanProver(workspace().isEnclosed() ? commanding() : null);
            case GitFact.CHANGED -> new ChangedProver(changes());
            case GitFact.COMMITTED -> new CommittedProver(workspace());
            case MultiStage several -> new StagesProver(several, this::of);
            case Check.Claim claim when claim.isOfCorrector() -> new CorrectionProver(claim, reviewers());
            case Check.Claim claim -> new ClaimProver(claim, reviewers(), workspace());
            case Check.Ratchet _ -> new RatchetProver(comparison(), experiments);
            case Check.Tamper tamper -> new TamperProver(tamper, new TamperInputs(workspace()));
            case Experiment experiment -> work -> Experiments.prove(experiment, experiments, work);
            case Review review -> new ReviewProver(review, reviewers(), workspace());
        };
    }

    private Prover reported(Check.Command command, Prover prover) {
        return command.reports().isEmpty() ? prover : new TestReportProver(command, prover, comparison());
    }

    private BaselineComparison comparison() {
        return new BaselineComparison(checkProcesses.reports(), baseline);
    }

    private ReviewerStarter reviewers() {
        return new ReviewerStarter(reviews, checkProcesses, bench);
    }

    private Prover looked(Check check, Function<CheckCommands, Prover> command) {
        VerdictRoom room = verdictRoom(check);
        Prover there = command.apply(commanding());
        return room == null
                ? there
                : new FlakyRetry(
                        unbent(check, room, command.apply(inside(room))),
                        room,
                        new MissingFromCommit(workspace()),
                        new PlaceComparison(
                                check,
                                there,
                                unbent(check, room, command.apply(inside(room::withHome))),
                                room,
                                baseline));
    }

    private Prover unbent(Check check, VerdictRoom room, Prover command) {
        return PinnedScripts.unbent(check, room, checkProcesses, command);
    }

    private CheckCommands inside(CheckCommands.Placing place) {
        return new CheckCommands(checkProcesses, place, Fingerprint.Room.CLEAN);
    }

    private CheckCommands commanding() {
        return new CheckCommands(checkProcesses, _ -> bench, Fingerprint.Room.WORKSPACE);
    }

    private LoopWorkspace workspace() {
        return bench.loopWorkspace();
    }

    private FileView view() throws IOException {
        return workspace().isEnclosed()
                ? new EnclosedFileView(checkProcesses, bench)
                : new FolderFileView(workspace().unconfined().folder());
    }
}
