package dev.ralph.sim;

import dev.ralph.loop.Reason;
import dev.ralph.machine.MachineEvent;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts by itself how often a stage finds the same.
final class RejectionsGoBack extends FlowPromiseCheck {
    private static final int SAME = 3;

    private final Map<String, Course> courses = new HashMap<>();

    private static final class Course {
        private final PipelinePlan plan;
        private final Map<String, String> roles = new HashMap<>();
        private final Map<String, Integer> same = new HashMap<>();
        private @Nullable Sent sent;
        private boolean stuck;

        Course(PipelinePlan plan) {
            this.plan = plan;
        }
    }

    /// @param by the stage that sent the work back
    /// @param to the one that it goes to
    private record Sent(String by, String to, List<String> findings) {}

    RejectionsGoBack() {
        super("what a stage sends back goes to the stage that the plan says, with every finding; when it finds the same"
                + " the third time, only after a person has answered");
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
            case PipelineEvent.StageEnded ended -> ended(course, ended);
            case PipelineEvent.Answered _ -> answered(course);
            default -> {}
        }
    }

    private void opened(Course course, PipelineEvent.StageOpened opened) {
        String role = String.valueOf(opened.head().role());
        course.roles.put(opened.head().id(), role);
        Sent sent = course.sent;
        if (sent != null && (!sent.to().equals(role) || !opened.findings().containsAll(sent.findings()))) {
            breaks(sent + " leads to " + role + ", which is told " + opened.findings());
        }
        if (course.stuck) {
            breaks(opened.head().id() + " is opened, and nobody answered about " + sent);
        }
        course.sent = null;
    }

    private void ended(Course course, PipelineEvent.StageEnded ended) {
        String role = course.roles.getOrDefault(ended.loop(), "?");
        if (!(ended.reason() instanceof Reason.Rejected rejected)) {
            return;
        }
        if (!ended.findings().equals(rejected.findings())) {
            breaks(ended.loop() + " found " + rejected.findings() + ", and its pipeline " + ended.findings());
        }
        for (Stage stage : course.plan.stages()) {
            Rejection rejection = stage.rejection();
            if (stage.role().equals(role) && rejection != null) {
                course.sent = new Sent(role, rejection.to(), rejected.findings());
            }
        }
        rejected.findings().stream()
                .map(RejectionsGoBack::plain)
                .collect(Collectors.toSet())
                .forEach(finding -> course.stuck |= course.same.merge(role + ": " + finding, 1, Integer::sum) >= SAME);
    }

    /// An answer that a loop asked for says nothing about what is sent back: none is, while a loop is open.
    private static void answered(Course course) {
        Sent sent = course.sent;
        if (sent != null) {
            course.same.keySet().removeIf(finding -> finding.startsWith(sent.by() + ": "));
            course.stuck = false;
        }
    }

    private static String plain(String finding) {
        return String.join(" ", finding.strip().split("\\s+")).toLowerCase(Locale.ROOT);
    }
}
