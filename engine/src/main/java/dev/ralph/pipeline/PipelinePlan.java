package dev.ralph.pipeline;

import dev.ralph.loop.Policy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a pipeline does, decided before it starts.
///
/// @param stages     in the order in which the task passes them
/// @param correction how failures are corrected; null: a stage that fails ends the pipeline
/// @param usedUp     what happens when no rejection or correction is left
/// @param checkpoint what a person is asked before the first stage begins; null: nothing
public record PipelinePlan(
        List<Stage> stages,
        @Nullable Correction correction,
        UsedUp usedUp,
        @Nullable String checkpoint) {

    public enum UsedUp {
        END,
        /// A person decides; the answer allows as many again.
        ASK
    }

    public PipelinePlan {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("a pipeline has at least one stage");
        }
        Set<String> roles = new HashSet<>();
        for (Stage stage : stages) {
            if (!roles.add(stage.role())) {
                throw new IllegalArgumentException("stage " + stage.role() + " is given twice");
            }
            if (stage.rejection() != null && !roles.contains(stage.rejection().to())) {
                throw new IllegalArgumentException("stage " + stage.role() + " rejects to "
                        + stage.rejection().to() + ": it must be itself or a stage before it");
            }
        }
        if (correction != null && !roles.add(correction.role())) {
            throw new IllegalArgumentException("the corrector has the role of a stage, " + correction.role());
        }
        if (correction != null && correction.classifier() != null && !roles.add(Correction.CLASSIFIER)) {
            throw new IllegalArgumentException("the classifier has the role of another");
        }
    }

    /// Of one that begins without a question.
    public PipelinePlan(List<Stage> stages, @Nullable Correction correction, UsedUp usedUp) {
        this(stages, correction, usedUp, null);
    }

    /// Of a single stage that ends the pipeline when it fails.
    public static PipelinePlan of(Stage stage) {
        return new PipelinePlan(List.of(stage), null, UsedUp.END);
    }

    /// @param role      such as `coder`
    /// @param policy    of its loop, whose caps a grant lowers
    /// @param rejection what happens with its findings; null: it has none
    /// @param ladder    the policies of its next loops, each used when the one before has failed; null: none
    /// @param anew      which of these, from 1, have nothing of what was done in this stage before; null: none
    public record Stage(
            String role,
            Policy policy,
            @Nullable Rejection rejection,
            @Nullable List<Policy> ladder,
            @Nullable List<Integer> anew) {
        /// A loop outside a pipeline never sends work back, so it is only here that its policy comes to allow it.
        public Stage {
            ladder = ladder == null ? List.of() : List.copyOf(ladder);
            anew = anew == null ? List.of() : List.copyOf(anew);
            for (int rung : anew) {
                if (rung < 1 || rung > ladder.size()) {
                    throw new IllegalArgumentException("stage " + role + " has no rung " + rung + " to begin anew");
                }
            }
            if (rejection != null) {
                policy = rejecting(policy);
                ladder = ladder.stream().map(Stage::rejecting).toList();
            }
        }

        /// Of a stage that has one try.
        public Stage(String role, Policy policy, @Nullable Rejection rejection) {
            this(role, policy, rejection, List.of());
        }

        /// Of a stage whose further tries continue with what there is.
        public Stage(String role, Policy policy, @Nullable Rejection rejection, List<Policy> ladder) {
            this(role, policy, rejection, ladder, List.of());
        }

        @Override
        public List<Policy> ladder() {
            return ladder == null ? List.of() : ladder;
        }

        @Override
        public List<Integer> anew() {
            return anew == null ? List.of() : anew;
        }

        private static Policy rejecting(Policy policy) {
            return policy.with(policy.conversation().rejecting());
        }
    }

    /// @param to   the role of the stage that gets the findings
    /// @param most how often
    public record Rejection(String to, int most) {
        public Rejection {
            notNegative("rejections", most);
        }
    }

    /// @param role       of the loop that corrects
    /// @param policy     of that loop
    /// @param most       how often the task is corrected, whether that helps or not
    /// @param before     how often earlier pipelines have corrected it
    /// @param classifier the policy of the loop that is asked what an unclear failure is; null: nobody is
    public record Correction(
            String role,
            Policy policy,
            int most,
            int before,
            @Nullable Policy classifier) {
        /// The role of the loop that is asked.
        public static final String CLASSIFIER = "classifier";

        public Correction(String role, Policy policy, int most) {
            this(role, policy, most, 0, null);
        }

        /// The policy of a loop that changes nothing of the work; null for a role that is none of this.
        @Nullable
        Policy policyOf(String other) {
            return role.equals(other) ? policy : CLASSIFIER.equals(other) ? classifier : null;
        }

        /// Whether a loop of this role only says something.
        public boolean has(String other) {
            return policyOf(other) != null;
        }

        public Correction {
            notNegative("corrections", most);
            notNegative("corrections before", before);
            if (policy.conversation().mayReject()
                    || (classifier != null && classifier.conversation().mayReject())) {
                throw new IllegalArgumentException("who corrects or classifies cannot send work back: " + role);
            }
        }
    }

    private static void notNegative(String what, int count) {
        if (count < 0) {
            throw new IllegalArgumentException(what + " are " + count + ": it must be 0 or more");
        }
    }

    int at(String role) {
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).role().equals(role)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no stage " + role);
    }
}
