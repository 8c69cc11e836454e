package dev.ralph.failure;

import java.util.EnumMap;
import java.util.Map;

/// Which document a failure is about: the decision tree of specification 000 as a table.
///
/// The tree alone would send the specification's own second example to another document than that example says, so two
/// branches look closer: a runtime error in which something of the project is missing, and a document that could not be
/// read.
///
/// @param overrides the document for every failure of a type, whatever the tree says
public record TargetTable(Map<FailureType, String> overrides) {
    public static final String REQUIREMENTS = "requirements.md";
    public static final String DESIGN = "design.md";
    public static final String TASKS = "tasks.md";

    public static final TargetTable DOCUMENTED = new TargetTable(Map.of());

    /// @param file   the document's name
    /// @param action what to do in it, in the imperative
    public record Target(String file, String action) {}

    public TargetTable {
        overrides = Map.copyOf(overrides);
        overrides.forEach((type, file) -> {
            if (file.isBlank() || file.contains("/") || file.contains("\\")) {
                throw new IllegalArgumentException("no name of a document for " + type.word() + ": '" + file + "'");
            }
        });
    }

    /// @param byWord from the word of a type, such as `runtime_error`, to the name of a document
    public static TargetTable of(Map<String, String> byWord) {
        Map<FailureType, String> overrides = new EnumMap<>(FailureType.class);
        byWord.forEach((word, file) -> overrides.put(FailureType.of(word), file));
        return new TargetTable(overrides);
    }

    /// @param coveredByRequirement whether a requirement already asks for what the failed task should do
    public Target target(Failure failure, boolean coveredByRequirement) {
        Target target = documented(failure, coveredByRequirement);
        String file = overrides.getOrDefault(failure.type(), target.file);
        return file.equals(target.file) ? target : new Target(file, "correct what led to the failure");
    }

    private static Target documented(Failure failure, boolean covered) {
        return switch (failure.type()) {
            case TEST_FAILURE -> {
                if (!failure.property()) {
                    yield new Target(TASKS, "clarify the detail of the implementation that the test expects");
                }
                yield failure.counterexample() == null
                        ? new Target(DESIGN, "adjust the property or add a constraint")
                        : new Target(
                                DESIGN,
                                "decide whether the property holds for every input or needs refinement; then adjust it"
                                        + " or add a constraint");
            }
            case COMPILATION_ERROR -> new Target(DESIGN, "add the missing types or interfaces");
            case RUNTIME_ERROR -> {
                if (failure.missingSymbol()) {
                    yield covered
                            ? new Target(TASKS, "add the missing function as a prerequisite task")
                            : new Target(REQUIREMENTS, "add the missing functionality as a new acceptance criterion");
                }
                yield failure.cause().equals(failure.type().causes().getFirst())
                        ? new Target(REQUIREMENTS, "clarify the requirement with specific examples")
                        : new Target(REQUIREMENTS, "add the missing acceptance criterion");
            }
            case MISSING_DEPENDENCY -> new Target(TASKS, "add the prerequisite that is missing");
            case INVALID_SPEC ->
                new Target(failure.specFile() == null ? TASKS : failure.specFile(), "correct the form of the document");
            case TIMEOUT_ERROR, RESOURCE_ERROR, UNKNOWN_ERROR ->
                new Target(TASKS, "add a prerequisite or a clarification");
        };
    }
}
