package dev.ralph.sim;

import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.machine.MachineEvent;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelineReason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Counts by itself how often a stage failed.
final class LaddersAreClimbed extends FlowPromiseCheck {
    private final Map<String, Course> courses = new HashMap<>();

    private static final class Course {
        private final PipelinePlan plan;
        private final Map<String, String> roles = new HashMap<>();
        private final Map<String, Integer> failures = new HashMap<>();
        private String lastFailed = "";

        Course(PipelinePlan plan) {
            this.plan = plan;
        }

        int failures(String role) {
            return failures.getOrDefault(role, 0);
        }

        /// Empty for the corrector.
        Optional<Stage> stage(String role) {
            return plan.stages().stream()
                    .filter(stage -> stage.role().equals(role))
                    .findFirst();
        }
    }

    LaddersAreClimbed() {
        super(
                "a stage that failed works on with the next rung of its ladder, each once and in order, and nothing ends or"
                        + " is corrected for it before");
    }

    @Override
    void wrote(String stream, MachineEvent event, long append) {
        if (event instanceof PipelineEvent.PipelineStarted started) {
            courses.put(stream, new Course(started.plan()));
        }
        Course course = courses.get(stream);
        if (course == null) {
            return;
        }
        switch (event) {
            case PipelineEvent.StageOpened opened -> opened(course, opened);
            case PipelineEvent.StageEnded ended -> {
                if (failed(ended.outcome())) {
                    course.lastFailed = course.roles.getOrDefault(ended.loop(), "?");
                    course.failures.merge(course.lastFailed, 1, Integer::sum);
                }
            }
            case PipelineEvent.FailureClassified _ -> isOver(course, stream, course.lastFailed);
            case PipelineEvent.PipelineEnded end -> {
                if (end.reason() instanceof PipelineReason.StageFailed last
                        && failed(last.reason().outcome())) {
                    isOver(course, stream, last.role());
                }
            }
            default -> {}
        }
    }

    private void opened(Course course, PipelineEvent.StageOpened opened) {
        String role = String.valueOf(opened.head().role());
        course.roles.put(opened.head().id(), role);
        course.stage(role).ifPresent(stage -> {
            int rung = Math.min(course.failures(role), stage.ladder().size());
            Policy wanted = rung == 0 ? stage.policy() : stage.ladder().get(rung - 1);
            // A grant lowers its caps and attempts, and nothing else.
            Policy given = opened.policy()
                    .with(opened.policy()
                            .limits()
                            .withAttempts(wanted.limits().attempts())
                            .with(wanted.limits().caps()));
            if (!given.equals(wanted)) {
                breaks(opened.head().id() + " does not work with rung " + rung + " of " + role);
            }
        });
    }

    private void isOver(Course course, String stream, String role) {
        course.stage(role).ifPresent(stage -> {
            if (course.failures(role) <= stage.ladder().size()) {
                breaks(stream + " does not go on with " + role + ", which failed and had a rung left");
            }
        });
    }

    private static boolean failed(Outcome outcome) {
        return switch (outcome) {
            case EXHAUSTED, FAILED, BLOCKED -> true;
            case COMPLETED, STOPPED, WAITING, CANCELLED, FATAL, REJECTED -> false;
        };
    }
}
