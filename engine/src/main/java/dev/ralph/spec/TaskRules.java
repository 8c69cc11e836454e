package dev.ralph.spec;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What holds between the tasks of a document.
final class TaskRules {
    private final List<SpecFinding> findings;
    private final Set<String> ids = new HashSet<>();
    private boolean inProgress;

    private TaskRules(List<SpecFinding> findings) {
        this.findings = findings;
    }

    static void check(List<SpecTask> tasks, List<SpecFinding> findings) {
        TaskRules rules = new TaskRules(findings);
        tasks.forEach(task -> rules.check(task, false));
    }

    /// @param referenced whether a task above it names a requirement
    private void check(SpecTask task, boolean referenced) {
        String name = task.isNumbered() ? "task " + task.id() : "\"" + task.title() + "\"";
        if (!task.isNumbered()) {
            found(task, "task-without-number", "a task without a number; it is called " + task.id());
        } else if (!ids.add(task.id())) {
            found(task, "duplicate-task", name + " exists already: give it another number");
        }
        if (task.marker() == Marker.UNKNOWN) {
            found(task, "unknown-marker", name + " counts as not done: write [ ], [~], [-] or [x]");
        }
        if (task.marker() == Marker.IN_PROGRESS
                && task.children().stream().noneMatch(child -> child.marker() == Marker.IN_PROGRESS)) {
            if (inProgress) {
                found(task, "several-in-progress", name + " is in progress beside another: reset one of them");
            }
            inProgress = true;
        }
        boolean names = referenced || !task.requirements().isEmpty();
        if (task.children().isEmpty() && !names && !task.checkpoint()) {
            found(task, "no-requirement", name + " names no requirement: add \"_Requirements: N.k_\"");
        }
        for (SpecTask child : task.children()) {
            if (task.marker() == Marker.COMPLETED && child.marker() != Marker.COMPLETED && !child.optional()) {
                found(child, "done-before-subtask", name + " is done, and this part of it is not");
            }
            if (task.isNumbered() && child.isNumbered() && !task.isAbove(child)) {
                String words = "task " + child.id() + " stands below task " + task.id() + ": number it " + task.id()
                        + ".N, or indent it less";
                found(child, "id-outside-parent", words);
            }
            check(child, names);
        }
    }

    private void found(SpecTask task, String rule, String words) {
        findings.add(new SpecFinding(SpecFile.TASKS, task.section().line(), rule, words));
    }
}
