package dev.ralph.heal;

import dev.ralph.failure.Failure;
import dev.ralph.failure.FailureType;
import dev.ralph.spec.Criterion;
import dev.ralph.spec.Feature;
import dev.ralph.spec.Property;
import dev.ralph.spec.Requirement;
import dev.ralph.spec.Section;
import dev.ralph.spec.SpecDocument;
import dev.ralph.spec.SpecFile;
import dev.ralph.spec.SpecTask;
import dev.ralph.spec.TaskLinks;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which section of a document a failure is about: what it names itself, else what the failed task is linked to.
///
/// @param links of the task
record FailureSection(Feature feature, SpecTask task, TaskLinks links, Failure failure, String output) {
    private static final Pattern PROPERTY = Pattern.compile("(?i)\\bproperty[ _#-]{0,2}(\\d{1,6})\\b");
    private static final Pattern CRITERION =
            Pattern.compile("(?i)\\brequirements?[ _#:-]{0,3}(\\d{1,4})(\\.\\d{1,4})?\\b");
    private static final Pattern TYPES =
            Pattern.compile("(?i)\\b(interfaces?|types?|components?|data models?|apis?|class(es)?)\\b");
    private static final Pattern WHOLE = Pattern.compile("\\s*#\\s(?s:.*)|.+\\R {0,3}=+\\s*(\\R(?s:.*))?");

    FailureSection(Feature feature, SpecTask task, Failure failure, String output) {
        this(feature, task, feature.links(task), failure, output);
    }

    /// The task itself where the document has nothing of the kind.
    Section in(SpecFile file) {
        Optional<Section> found = broken(file).or(() -> switch (file) {
            case DESIGN -> property().or(this::design);
            case REQUIREMENTS -> requirement();
            case TASKS -> Optional.empty();
        });
        return found.orElse(task.section());
    }

    /// The property or the criterion that the failure names, else what the task is for.
    List<String> linkedTo() {
        for (String words :
                List.of(failure.message(), String.valueOf(failure.location().test()), output)) {
            Optional<String> named = named(words);
            if (named.isPresent()) {
                return List.of(named.get());
            }
        }
        return Stream.concat(
                        links.references().stream().map("Requirement "::concat),
                        links.numbers().stream().map("Property "::concat))
                .toList();
    }

    private Optional<String> named(String words) {
        return PROPERTY.matcher(words)
                .results()
                .map(found -> found.group(1))
                .filter(number -> feature.design().property(number).isPresent())
                .map("Property "::concat)
                .findFirst()
                .or(() -> CRITERION
                        .matcher(words)
                        .results()
                        .flatMap(found -> criterion(found.group(1), found.group(2)).stream())
                        .findFirst());
    }

    /// @param part its number with a dot before it; null for the requirement itself
    private Optional<String> criterion(String requirement, @Nullable String part) {
        return feature.requirements().requirements().stream()
                .filter(one -> one.id().equals(requirement))
                .map(one -> "Requirement "
                        + one.criteria().stream()
                                .map(Criterion::id)
                                .filter(id -> id.equals(requirement + part))
                                .findFirst()
                                .orElse(requirement))
                .findFirst();
    }

    /// The innermost section around the line that could not be read.
    private Optional<Section> broken(SpecFile file) {
        Integer line = failure.location().line();
        if (failure.type() != FailureType.INVALID_SPEC
                || line == null
                || !file.fileName().equals(failure.specFile())) {
            return Optional.empty();
        }
        SpecDocument document = feature.document(file);
        int at = 0;
        for (int before = 1; before < line && at >= 0; before++) {
            at = document.text().indexOf('\n', at) + 1;
            at = at == 0 ? -1 : at;
        }
        int place = at;
        return document.sections().stream()
                .filter(section -> section.start() <= place && place < section.end())
                .reduce((_, inner) -> inner);
    }

    private Optional<Section> property() {
        boolean compiles = failure.type() != FailureType.COMPILATION_ERROR;
        for (String words :
                List.of(failure.message(), String.valueOf(failure.location().test()), compiles ? output : "")) {
            for (Matcher named = PROPERTY.matcher(words); named.find(); ) {
                Optional<Property> known = feature.design().property(named.group(1));
                if (known.isPresent()) {
                    return known.map(Property::section);
                }
            }
        }
        if (!compiles) {
            return Optional.empty();
        }
        return links.properties().stream().map(Property::section).findFirst();
    }

    /// Where types and components are described, else the first part of the document. The title above all of it is no
    /// part.
    private Optional<Section> design() {
        List<Section> headings = feature.design().sections().stream()
                .filter(section -> section.kind() == Section.Kind.HEADING)
                .toList();
        List<Section> parts = headings.stream()
                .filter(section -> !WHOLE.matcher(section.in(feature.design())).matches())
                .toList();
        return parts.stream()
                .filter(section -> TYPES.matcher(section.title()).find())
                .findFirst()
                .or(() -> Stream.concat(parts.stream(), headings.stream()).findFirst());
    }

    private Optional<Section> requirement() {
        for (String words : List.of(failure.message(), output)) {
            for (Matcher named = CRITERION.matcher(words); named.find(); ) {
                Optional<Section> known = requirement(named.group(1));
                if (known.isPresent()) {
                    return known;
                }
            }
        }
        return Stream.concat(links.requirements().stream(), feature.requirements().requirements().stream())
                .map(Requirement::section)
                .findFirst();
    }

    private Optional<Section> requirement(String id) {
        return feature.requirements().requirements().stream()
                .filter(one -> one.id().equals(id))
                .map(Requirement::section)
                .findFirst();
    }
}
