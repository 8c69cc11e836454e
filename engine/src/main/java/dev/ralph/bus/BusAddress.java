package dev.ralph.bus;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where somebody's messages go, and the ids they carry.
///
/// @param bus the bus file
/// @param project the project to post for
/// @param task the task, if there is one
/// @param run the run, if there is one
/// @param foundBy what gave the bus file, for people: a variable, or the path of a file
public record BusAddress(
        Path bus,
        String project,
        @Nullable String task,
        @Nullable String run,
        String foundBy) {
    public BusAddress {
        HeaderValue.required("project of a bus", project);
        task = HeaderValue.orNull("task of a bus", task);
        run = HeaderValue.orNull("run of a bus", run);
    }
}
