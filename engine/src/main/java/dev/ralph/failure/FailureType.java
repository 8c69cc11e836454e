package dev.ralph.failure;

import java.util.List;
import java.util.Locale;

/// The kinds of failure: five that specification 000 has, and three for what it leaves out.
public enum FailureType {
    TEST_FAILURE("Test Failure", "Property too strict", "Implementation incorrect"),
    COMPILATION_ERROR("Compilation Error", "Design incomplete", "Missing types"),
    RUNTIME_ERROR("Runtime Error", "Requirements ambiguous", "Edge case missed"),
    MISSING_DEPENDENCY("Missing Dependency", "Tasks out of order", "Prerequisite skipped"),
    INVALID_SPEC("Invalid Spec", "Spec syntax error", "Malformed markdown"),
    TIMEOUT_ERROR("Timeout", "Work takes longer than its limit", "Something it waits for never comes"),
    RESOURCE_ERROR("Resource Exhausted", "Machine gives too little", "Work needs more than it should"),
    UNKNOWN_ERROR("Unknown Error", "Output says too little", "Task not clear enough");

    private final String title;
    private final String first;
    private final String second;

    FailureType(String title, String first, String second) {
        this.title = title;
        this.first = first;
        this.second = second;
    }

    /// As logs, settings and JSON have it: `test_failure`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static FailureType of(String word) {
        for (FailureType type : values()) {
            if (type.word().equals(word)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no type of failure: '" + word + "'");
    }

    /// As people read it: `Test Failure`.
    public String title() {
        return title;
    }

    /// The two candidates, of which each failure has one.
    public List<Cause> causes() {
        return List.of(new Cause(first), new Cause(second));
    }
}
