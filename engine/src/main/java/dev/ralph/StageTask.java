package dev.ralph;

import dev.ralph.loop.Outcome;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A task of the list as the stages of specification 003 bring it on.
///
/// @param status     `todo`, `implementing`, `reviewing`, `testing` or `done`; of one that was given up, `cancelled`
/// @param stage      where it is now, null while nobody works on it
/// @param metadata   as the specification keeps them: `ralph`, `ralph_failure`, and what the list has besides
/// @param stages     what was done in its stages, in that order
/// @param rejections how often the work was sent back, in that order
/// @param left       what of its work was not kept when it was merged last, and why
/// @param pullRequest the address or the branch of the last pull request that was opened for it; null for none
public record StageTask(
        String id,
        String title,
        String status,
        @Nullable String stage,
        Map<String, @Nullable Object> metadata,
        List<Pass> stages,
        List<Sent> rejections,
        List<String> left,
        @Nullable String pullRequest) {

    /// Who sends back what cannot be merged.
    public static final String MERGE = "merge";

    public StageTask {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        stages = List.copyOf(stages);
        rejections = List.copyOf(rejections);
        left = List.copyOf(left);
    }

    /// The work of one stage, until it passed, sent the task back or failed.
    ///
    /// @param outcome null while it works
    /// @param reason  in a sentence, null where there is none
    /// @param dollars what it cost, null where nobody knows
    /// @param issues  what was wrong with it, as the specification says it
    public record Pass(
            String stage,
            String loop,
            int iterations,
            int maxIterations,
            @Nullable Outcome outcome,
            @Nullable String reason,
            @Nullable BigDecimal dollars,
            List<String> issues) {
        public Pass {
            issues = List.copyOf(issues);
        }
    }

    /// @param from the stage that sent it back, or [#MERGE]
    public record Sent(String from, List<String> findings) {
        public Sent {
            findings = List.copyOf(findings);
        }
    }
}
