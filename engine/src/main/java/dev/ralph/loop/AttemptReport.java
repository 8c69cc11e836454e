package dev.ralph.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is known of an attempt that ended.
///
/// @param how     what ended it
/// @param code    exit code, or signal number where `how` is SIGNALLED; -1 where there is none
/// @param signal  what it left behind, if anything
/// @param failure what went wrong, null when nothing did
/// @param pid     its process, 0 when it had none
/// @param proof   how its death was shown, as the supervisor names it
/// @param leaked  it left processes behind, which were ended with it
/// @param statement what the agent said of it, null where nobody understands it
/// @param effect   what it left in the project
/// @param sandbox what it was confined to, null where that is not known
/// @param declared what its agent declared, null where that is nothing
/// @param findings why its agent sends the work back, none where it does not; null where nobody wrote it down: none
public record AttemptReport(
        How how,
        int code,
        long pid,
        @Nullable Signal signal,
        @Nullable AttemptFailure failure,
        Instant endedAt,
        Duration took,
        String proof,
        boolean leaked,
        Captured stdout,
        Captured stderr,
        @Nullable AgentStatement statement,
        AttemptEffect effect,
        @Nullable SandboxReport sandbox,
        @Nullable Declaration declared,
        @Nullable List<String> findings) {

    public AttemptReport {
        findings = findings == null ? List.of() : List.copyOf(findings);
        Objects.requireNonNull(how);
        Objects.requireNonNull(endedAt);
        Objects.requireNonNull(took);
        Objects.requireNonNull(proof);
        Objects.requireNonNull(effect);
    }

    /// Of an attempt that is known by its end alone: it had no process, printed nothing, and nobody listened.
    public static AttemptReport bare(
            How how,
            int code,
            @Nullable Signal signal,
            @Nullable AttemptFailure failure,
            Instant endedAt,
            Duration took,
            String proof) {
        Captured nothing = Captured.NOTHING;
        return new AttemptReport(
                how,
                code,
                0,
                signal,
                failure,
                endedAt,
                took,
                proof,
                false,
                nothing,
                nothing,
                null,
                AttemptEffect.UNKNOWN,
                null,
                null,
                null);
    }

    @Override
    public List<String> findings() {
        return findings == null ? List.of() : findings;
    }

    /// The same of an agent that was listened to.
    public AttemptReport with(@Nullable AgentStatement said, AttemptEffect left) {
        return new AttemptReport(
                how, code, pid, signal, failure, endedAt, took, proof, leaked, stdout, stderr, said, left, sandbox,
                declared, findings);
    }

    /// The same of one that was confined like that.
    public AttemptReport in(@Nullable SandboxReport known) {
        return new AttemptReport(
                how, code, pid, signal, failure, endedAt, took, proof, leaked, stdout, stderr, statement, effect, known,
                declared, findings);
    }

    /// The same of a program that printed this.
    public AttemptReport with(Captured out, Captured err) {
        return new AttemptReport(
                how, code, pid, signal, failure, endedAt, took, proof, leaked, out, err, statement, effect, sandbox,
                declared, findings);
    }

    /// The same of an agent that sends the work back.
    public AttemptReport rejecting(List<String> why) {
        return new AttemptReport(
                how, code, pid, signal, failure, endedAt, took, proof, leaked, stdout, stderr, statement, effect,
                sandbox, declared, why);
    }

    /// What ended an attempt.
    public enum How {
        EXITED,
        SIGNALLED,
        IDLE_LIMIT,
        WALL_LIMIT,
        OUTPUT_LIMIT,
        /// Ended by Ralph because it cost more than it may.
        COST_LIMIT,
        /// Ended by Ralph because it took more disk space than it may, or because hardly any was left.
        DISK_LIMIT,
        /// Ended by Ralph because it waited for its provider's limit to end, which needs no process.
        PROVIDER_LIMIT,
        /// Ended by Ralph because it went on after its signal, or after its last word.
        ENDED_AFTER_SIGNAL,
        /// Ended by Ralph because somebody asked for it.
        STOPPED,
        /// Never came to life, and never will: not found, not permitted.
        NOT_STARTED
    }

    /// One output stream: everything that was written, and a hash of what is stored of it.
    public record Captured(long bytes, long omitted, String sha256) {
        public static final Captured NOTHING =
                new Captured(0, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    /// The same in the words of users: by what it was, whoever noticed it.
    public enum Ended {
        FINISHED,
        ERRORED,
        LIMITED,
        TIMED_OUT,
        HUNG,
        KILLED
    }

    public Ended ended() {
        AgentStatement.Hindrance hindrance = hindrance();
        if (hindrance != null && hindrance.cure() == AgentStatement.Cure.WAIT && signal == null) {
            return Ended.LIMITED;
        }
        return switch (how) {
            case PROVIDER_LIMIT -> Ended.LIMITED;
            case WALL_LIMIT -> Ended.TIMED_OUT;
            case IDLE_LIMIT -> Ended.HUNG;
            case SIGNALLED, OUTPUT_LIMIT, COST_LIMIT, DISK_LIMIT, STOPPED -> Ended.KILLED;
            case NOT_STARTED -> Ended.ERRORED;
            case EXITED, ENDED_AFTER_SIGNAL -> failure == null && hindrance == null ? Ended.FINISHED : Ended.ERRORED;
        };
    }

    /// Whether it counts as no attempt: a provider's limit ended it, or nothing was started.
    public boolean isFree() {
        return ended() == Ended.LIMITED || how == How.NOT_STARTED;
    }

    /// What went wrong, with the agent's own words where it has said any; null when nothing did.
    public @Nullable AttemptFailure told() {
        AgentStatement.Hindrance hindrance = hindrance();
        return failure == null || hindrance == null ? failure : new AttemptFailure.Told(hindrance.words());
    }

    AgentStatement.@Nullable Hindrance hindrance() {
        return statement == null ? null : statement.hindrance();
    }

    /// Whether it came to its end by itself, and well.
    public boolean succeeded() {
        return how == How.EXITED && code == 0 && hindrance() == null;
    }
}
