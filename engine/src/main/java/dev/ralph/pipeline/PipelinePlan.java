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
public record PipelinePlan(List<Stage> stages, @Nullable Correction correction, UsedUp usedUp) {

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
    }

    /// Of a single stage that ends the pipeline when it fails.
    public static PipelinePlan of(Stage stage) {
        return new PipelinePlan(List.of(stage), null, UsedUp.END);
    }

    /// @param role      such as `coder`
    /// @param policy    of its loop, whose caps a grant lowers
    /// @param rejection what happens with its findings; null: it has none
    public record Stage(
            String role, Policy policy, @Nullable Rejection rejection) {}

    /// @param to   the role of the stage that gets the findings
    /// @param most how often
    public record Rejection(String to, int most) {
        public Rejection {
            notNegative("rejections", most);
        }
    }

    /// @param role   of the loop that corrects
    /// @param policy of that loop
    /// @param most   how often the pipeline corrects, whether that helps or not
    public record Correction(String role, Policy policy, int most) {
        public Correction {
            notNegative("corrections", most);
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
