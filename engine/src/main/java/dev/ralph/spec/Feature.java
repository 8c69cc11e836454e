package dev.ralph.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The documents of a feature as they were read together.
public record Feature(String name, RequirementsDocument requirements, DesignDocument design, TasksDocument tasks) {

    public SpecDocument document(SpecFile which) {
        return switch (which) {
            case REQUIREMENTS -> requirements;
            case DESIGN -> design;
            case TASKS -> tasks;
        };
    }

    /// The same feature with another version of one document.
    public Feature with(SpecDocument document) {
        return switch (document) {
            case RequirementsDocument changed -> new Feature(name, changed, design, tasks);
            case DesignDocument changed -> new Feature(name, requirements, changed, tasks);
            case TasksDocument changed -> new Feature(name, requirements, design, changed);
        };
    }

    /// What a task of this feature is for.
    public TaskLinks links(SpecTask task) {
        return TaskLinks.of(this, task);
    }

    /// What is wrong with each document and between them, by file and line.
    public List<SpecFinding> lint() {
        List<SpecFinding> findings = new ArrayList<>();
        for (SpecFile file : SpecFile.values()) {
            findings.addAll(document(file).findings());
        }
        Map<String, Integer> known = requirements.ids();
        Set<String> properties =
                design.properties().stream().map(Property::number).collect(Collectors.toSet());
        broken(SpecFile.DESIGN, design.references(), known, properties, findings);
        broken(SpecFile.TASKS, tasks.references(), known, properties, findings);
        findings.sort(Comparator.comparing(SpecFinding::file).thenComparingInt(SpecFinding::line));
        return findings;
    }

    private void broken(
            SpecFile file,
            List<Reference> references,
            Map<String, Integer> known,
            Set<String> properties,
            List<SpecFinding> findings) {
        for (Reference reference : references) {
            boolean property = reference.target() == Reference.Target.PROPERTY;
            boolean emptyTarget = (property ? design.text() : requirements.text()).isBlank(); // said once already
            if (!emptyTarget
                    && !Reference.isToAll(reference.to())
                    && !(property ? properties : known.keySet()).contains(reference.to())) {
                String rule = property ? "broken-property-reference" : "broken-requirement-reference";
                findings.add(new SpecFinding(file, reference.line(), rule, reference.brokenWords(known)));
            }
        }
    }
}
