package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.room.PrepareFailed;
import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import dev.ralph.verify.Review;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The one place where a check's definition meets what makes it.
///
/// @param errands runs programs for them
/// @param bench   where the agent worked
/// @param chamber where commands run; null for where the agent worked
/// @param baseline how tests stood before the work
/// @param reviews  what other agents were asked
record Provers(Errands errands, Workbench bench, @Nullable Chamber chamber, Baseline baseline, ReviewBook reviews) {
    /// For commands that run where the agent worked, where nothing is known of how tests stood before.
    Provers(Errands errands, Workbench bench, ReviewBook reviews) {
        this(errands, bench, null, Baseline.unknown(), reviews);
    }

    Prover of(Check check) {
        return new Steady(check, this::layer);
    }

    /// @throws IOException when the place where the agent worked cannot be used
    private Prover layer(Check check) throws IOException {
        Sight sight = sight();
        if (check.scripts().isEmpty() || chamber(check) == null) {
            return Pins.guarding(check, sight, prover(check, sight));
        }
        Prover prover = Pins.guardingInside(check, sight, prover(check, sight));
        return claimed -> Pins.committed(check, committed(claimed), prover).prove(claimed);
    }

    /// What a clean room has.
    private static Sight committed(Claimed claimed) throws IOException {
        Repository repository = claimed.repository().orElseThrow();
        return new CommittedSight(repository, claimed.site().project(), Chamber.commit(claimed));
    }

    /// What would be kept: a commit, where work becomes one or only commits count.
    private Sight kept(Claimed claimed, Sight workspace) throws IOException {
        boolean counts = chamber != null || claimed.policy().keeps();
        return counts && claimed.work().commit() != null ? committed(claimed) : workspace;
    }

    /// The room in which the commands of a check run; null where they run where the agent worked.
    private @Nullable Chamber chamber(Check check) {
        return check instanceof Check.Command command && command.room() == Check.Room.WORKSPACE ? null : chamber;
    }

    /// Sees whether commands can be run at all where they will.
    ///
    /// @throws PrepareFailed when the place cannot be made ready
    void tryOut(Claimed claimed) throws IOException, InterruptedException {
        if (chamber != null) {
            chamber.tryOut(claimed);
        }
    }

    /// A verdict is given, or will not be.
    void leave() throws IOException {
        if (chamber != null) {
            chamber.leave();
        }
    }

    private Prover prover(Check check, Sight sight) throws IOException {
        return switch (check) {
            case Check.Command command ->
                reported(command, looked(check, new CommandProver(command, commanding(check))));
            case Check.FileExists file -> claimed -> new FileProver(file, kept(claimed, sight), sight).prove(claimed);
            case Check.TestPassing tests -> looked(check, new TaskTestsProver(tests, commanding(check)));
            case Check.Validate script ->
                looked(check, claimed -> {
                    Sight there = chamber(check) == null ? sight : committed(claimed);
                    return new ScriptProver(script, commanding(check), there).prove(claimed);
                });
            case GitFact.TREE_CLEAN -> new TreeCleanProver(workplace().isEnclosed() ? commanding() : null);
            case GitFact.CHANGED -> new ChangedProver(new Advance(workplace()));
            case GitFact.COMMITTED -> new CommittedProver(workplace());
            case MultiStage several -> new StagesProver(several, this::of);
            case Check.Claim claim -> new ClaimProver(claim, workplace());
            case Check.Ratchet _ -> new RatchetProver(ratcheting());
            case Check.Tamper tamper -> new TamperProver(tamper, new Tampering(workplace()));
            case Review review -> new ReviewProver(review, reviewers(), workplace());
        };
    }

    private Prover reported(Check.Command command, Prover prover) {
        return command.reports().isEmpty() ? prover : new ReportedProver(command, prover, ratcheting());
    }

    private Ratcheting ratcheting() {
        return new Ratcheting(errands.reports(), baseline);
    }

    private Reviewers reviewers() {
        return new Reviewers(reviews, errands, bench);
    }

    private Prover looked(Check check, Prover command) {
        Chamber room = chamber(check);
        return room == null
                ? command
                : new SecondLook(Pins.unbent(check, room, errands, command), room, new Lacking(workplace()));
    }

    private Commanding commanding(Check check) {
        Chamber room = chamber(check);
        return room == null ? commanding() : new Commanding(errands, room, Fingerprint.Room.CLEAN);
    }

    private Commanding commanding() {
        return new Commanding(errands, _ -> bench, Fingerprint.Room.WORKSPACE);
    }

    private Workplace workplace() {
        return bench.workplace();
    }

    private Sight sight() throws IOException {
        return workplace().isEnclosed()
                ? new EnclosedSight(errands, bench)
                : new OpenSight(workplace().premises().folder());
    }
}
