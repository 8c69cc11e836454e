package dev.ralph.loop;

import static dev.ralph.loop.Outcome.*;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a loop ended, or does not believe a signal. Sentences are made from it at the edge and never read back.
public sealed interface Reason {

    /// How a loop ends for this reason.
    default Outcome outcome() {
        return switch (this) {
            case Proven _, Unverified _ -> COMPLETED;
            case AttemptsUsed _, CapReached _ -> EXHAUSTED;
            case SameFailure _, NoChange _, ProviderLimited _, GaveUp _ -> BLOCKED;
            case AgentWaits _, AgentAsks _ -> WAITING;
            case StoppedBy stopped -> stopped.kind().outcome();
            case AttemptFailed _, Refusal _, Broken _, DoneIsFolder _ -> FAILED;
            case NoAgent _ -> FATAL;
            case Rejected _ -> REJECTED;
            case DiskFull _, CannotPrepare _, CannotCheck _, NotKept _, NotDiscarded _, BranchMoves _, Questions _ ->
                BLOCKED;
        };
    }

    /// Every check passed.
    record Proven() implements Reason {}

    /// The agent says that it is done, and no check is configured.
    record Unverified() implements Reason {}

    record AttemptsUsed(int allowed) implements Reason {}

    /// A cap of the loop; both figures are in the cap's unit.
    record CapReached(Cap cap, BigDecimal limit, BigDecimal used) implements Reason {
        public CapReached {
            limit = limit.stripTrailingZeros();
            used = used.stripTrailingZeros();
        }
    }

    /// What a cap counts.
    enum Cap {
        TOKENS,
        DOLLARS,
        /// In seconds.
        TIME,
        /// In bytes.
        OUTPUT,
        /// In bytes.
        DISK
    }

    /// @param times in a row
    record SameFailure(AttemptFailure failure, int times) implements Reason {}

    /// @param attempts in a row that changed nothing in the project
    record NoChange(int attempts) implements Reason {}

    /// @param words what the provider said
    /// @param times in a row
    record ProviderLimited(String words, int times) implements Reason {}

    /// The agent says that it cannot go on.
    ///
    /// @param blocker why, null where it does not say
    record GaveUp(@Nullable String blocker) implements Reason {
        public GaveUp() {
            this(null);
        }

        static GaveUp of(@Nullable Declaration declared) {
            return new GaveUp(declared == null ? null : declared.blocker());
        }
    }

    /// The agent asks to be left alone until something happens outside.
    record AgentWaits(Signal signal) implements Reason {}

    /// The agent asks a person; the loop goes on with the answer.
    ///
    /// @param question its id
    record AgentAsks(String question, String text) implements Reason {}

    record StoppedBy(Event.StopKind kind, String by) implements Reason {}

    /// The only attempt failed; while a loop goes on, its last one.
    record AttemptFailed(AttemptFailure failure) implements Reason {}

    /// No agent can work, and trying again does not help.
    record NoAgent(AttemptFailure failure) implements Reason {}

    /// A stage sends the work back. What its agent changed stays in the workspace, where the stage that corrects it
    /// works; nothing of that was checked, and the loop keeps none of it.
    ///
    /// @param findings why, in the agent's words
    record Rejected(List<String> findings) implements Reason {
        public Rejected {
            findings = List.copyOf(findings);
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("who sends work back says why");
            }
        }
    }

    /// Why a signal is not believed. The next attempt is told; a loop of a single attempt ends.
    sealed interface Refusal extends Reason {}

    /// @param results of the checks that did not pass
    record ChecksFailed(List<Verdict.Result> results) implements Refusal {
        public ChecksFailed {
            results = List.copyOf(results);
        }
    }

    /// The promise was given without any action and without any change in the project.
    record PromiseWithoutWork() implements Refusal {}

    /// @param said   what stood between the tags
    /// @param wanted the promise that was asked for; null where that was said, but not on a line of its own
    record WrongPromise(String said, @Nullable String wanted) implements Refusal {}

    /// What a loop found that it cannot decide about.
    sealed interface Trouble extends Reason {}

    /// A file, a program or a repository did not do what it should.
    ///
    /// @param words what happened, and what to do
    record Broken(String words) implements Trouble {}

    /// The file DONE is a folder.
    record DoneIsFolder(String path) implements Trouble {}

    /// @param least bytes that must be free
    /// @param where the folder that needs them
    record DiskFull(long least, String where) implements Trouble {}

    /// A clean room cannot be made ready, so that no check could ever be made.
    ///
    /// @param failed   the line, and how it ended
    /// @param lastLine that it printed; empty where it printed nothing
    /// @param task     that can be started again
    record CannotPrepare(String failed, String lastLine, String task) implements Trouble {}

    /// A check did not even begin to check before the work, so that no work could ever pass it.
    ///
    /// @param check    its line in the policy
    /// @param lastLine that it printed; empty where it printed nothing
    record CannotCheck(String check, int exitCode, String lastLine) implements Trouble {}

    /// Accepted work could not be brought to where its user wants it.
    ///
    /// @param words what is against it, and what to do
    record NotKept(String words) implements Trouble {}

    /// Refused work could not be thrown away.
    ///
    /// @param words what is against it, and what to do
    record NotDiscarded(String words) implements Trouble {}

    /// The branch moved so often while checks were made that nobody knows whether they pass on what is there now.
    record BranchMoves(int times) implements Trouble {}

    /// Checks ask what only a human can answer.
    ///
    /// @param othersPassed whether other checks were made, which passed
    record Questions(List<String> questions, boolean othersPassed) implements Trouble {
        public Questions {
            questions = List.copyOf(questions);
        }
    }
}
