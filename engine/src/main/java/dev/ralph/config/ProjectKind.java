package dev.ralph.config;

import dev.ralph.task.ProjectId;
import java.util.Map;

record ProjectKind() implements Kind<ProjectId> {
    private static final int LONGEST = 64;

    @Override
    public ProjectId read(Written written, Base base) throws Misfit {
        String id = Kind.scalar(written, expected());
        try {
            return new ProjectId(id);
        } catch (IllegalArgumentException e) {
            throw Misfit.expected(written, expected());
        }
    }

    @Override
    public String text(ProjectId value) {
        return Quoted.ifNeeded(value.value());
    }

    @Override
    public String expected() {
        return "1 to " + LONGEST + " lower-case letters, digits or hyphens, such as my-app";
    }

    @Override
    public String placeholder() {
        return "ID";
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("type", "string", "maxLength", LONGEST, "pattern", "^[a-z0-9][a-z0-9-]*$");
    }
}
