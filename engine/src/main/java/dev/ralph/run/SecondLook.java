package dev.ralph.run;

import dev.ralph.receipt.Evidence;
import dev.ralph.room.PrepareFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A command in a clean room. One that fails is run again in a new room at the same commit: what passes then is flaky,
/// which is told and does not refuse. One that did not end in time is not.
///
/// @param lacking names what the agent has and the commit has not
record SecondLook(Prover command, Chamber chamber, Lacking lacking) implements Prover {
    @Override
    public Proven prove(Claimed claimed) throws IOException, InterruptedException {
        Proven first = tried(claimed);
        if (first.passed()) {
            chamber.passed(() -> command.prove(claimed.again(0)));
            return first;
        }
        boolean mayBeFlaky = first.exitCode() >= 0 && chamber.room() != null;
        int retries = mayBeFlaky ? claimed.policy().proof().care().retries() : 0;
        Duration took = first.took();
        for (int run = 1; run <= retries && chamber.renew(); run++) {
            Proven second = tried(claimed.again(run));
            took = took.plus(second.took());
            first = first.with(first.annex().with(again(second)));
            if (second.passed()) {
                chamber.passed(() -> command.prove(claimed.again(0)));
                return flaky(claimed, first, second, took);
            }
        }
        return explained(claimed, first);
    }

    /// A room that cannot be made ready may be the work's fault.
    private Proven tried(Claimed claimed) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        try {
            return command.prove(claimed);
        } catch (PrepareFailed failed) {
            return Proven.refused(watch.took(), String.valueOf(failed.getMessage()), failed.output());
        }
    }

    private static Evidence.Again again(Proven second) {
        return new Evidence.Again(second.passed(), second.exitCode(), second.took());
    }

    private static Proven flaky(Claimed claimed, Proven first, Proven second, Duration took) throws IOException {
        List<Proven.Note> notes = new ArrayList<>(second.notes());
        notes.add(Proven.Note.warning("flaky: " + first.reason()
                + " at first, and passed when it was run again in a new room at the same commit "
                + Chamber.commit(claimed)));
        return new Proven(
                true,
                second.exitCode(),
                took,
                second.output(),
                null,
                second.sha256(),
                second.where(),
                notes,
                second.annex().with(new Evidence.Again(false, first.exitCode(), first.took())));
    }

    private Proven explained(Claimed claimed, Proven first) throws IOException {
        if (chamber.room() == null) {
            return first; // nothing was run in one
        }
        String reason = first.reason() + " in a fresh checkout of "
                + Chamber.commit(claimed).substring(0, 12) + lacking.words(claimed);
        return new Proven(
                false,
                first.exitCode(),
                first.took(),
                first.output(),
                reason,
                first.sha256(),
                first.where(),
                first.notes(),
                first.annex());
    }
}
