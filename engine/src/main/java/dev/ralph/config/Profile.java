package dev.ralph.config;

import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowTasks;
import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.loop.Policy;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.Projection;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A way to work that people choose by name. What is special about it is said here, by one object in one file; nothing
/// else knows a profile by its name. A jar may bring another one, listed for the [ServiceLoader] like our own.
public interface Profile {

    String name();

    /// What it does, for the help text.
    String summary();

    /// The kinds of agents for which it is meant where nobody names a profile.
    default Set<Policy.AgentCommand.Kind> usualFor() {
        return Set.of();
    }

    /// Whether it is meant in this project where somebody names neither a profile nor a task.
    default boolean isUsualIn(Path project, Settings settings) {
        return false;
    }

    /// Whether what no setting says is found in the project and on the machine: agent, checks, how to prepare them, and
    /// the registries that they need.
    default boolean findsSettings() {
        return false;
    }

    /// Whether work that changes nothing is refused, however its agent says that it is done, unless somebody says
    /// otherwise.
    default boolean mustChange() {
        return false;
    }

    /// Values that differ from those of the table of keys, by the names of their keys, as in a file.
    default Map<String, String> defaults() {
        return Map.of();
    }

    /// Names of settings in the object `loop` of the project's `ralph.json`, which counts for this profile; times are
    /// seconds there.
    default Map<String, String> loopNames() {
        return Map.of();
    }

    /// What starts a run over its tasks, or continues it.
    ///
    /// @param flow its name
    default String command(String flow) {
        return "ralph resume " + flow;
    }

    /// Whether its tasks are those of a spec, which `ralph heal` works on.
    default boolean hasSpecs() {
        return false;
    }

    /// As its documents call a task.
    default String taskId(String task) {
        return task;
    }

    /// The name of the flow over its tasks.
    default String flowName(Settings settings, Path project) throws IOException {
        return name();
    }

    /// What the name of a flow says about its settings, by the names of their keys.
    default Map<String, String> settingsOf(String flow) {
        return Map.of();
    }

    /// Whether its tasks pass stages, which `ralph stage` shows.
    default boolean hasStages() {
        return false;
    }

    /// A file of another tool in the project, whose key `ralph` counts for this profile as ours does; null for none.
    default @Nullable String otherFile() {
        return null;
    }

    /// Who has no agent of its own and needs that of the project, as a message begins; null where nobody does.
    default @Nullable String needsAgent(Settings settings) {
        return "";
    }

    /// Who works first; none where nobody is found.
    default List<Policy.AgentCommand> agents(Settings settings) {
        return PolicyFromSettings.agents(settings);
    }

    /// What else holds for its loops, null for nothing; settings fill it in.
    default @Nullable SessionRules rules() {
        return null;
    }

    /// Flags that people who use it know by a second name, by the names of their keys.
    default Map<String, String> flags() {
        return Map.of();
    }

    Wording wording();

    /// What an attempt is given to read; null for the usual prompt.
    default @Nullable String prompt(PromptInput input) {
        return null;
    }

    /// Files that only loops of this profile have.
    ///
    /// @param complaints what could not be written, for a person to read
    default List<Projection> projections(LoopPaths paths, Consumer<String> complaints) {
        return List.of();
    }

    /// The flow that works on many tasks; empty where each task is one loop.
    ///
    /// @param environment the variables Ralph was started with
    default Optional<TaskFlow> flow(Settings settings, Path project, Map<String, String> environment)
            throws IOException {
        return Optional.empty();
    }

    /// @param plan  what the flow may do, fixed when it begins
    /// @param tasks what it works on
    record TaskFlow(FlowPlan plan, FlowTasks tasks) {}

    /// Every profile there is, the one for plain programs first.
    static List<Profile> all() {
        return KnownProfiles.ALL;
    }

    /// A name that nobody knows any more is that of an old journal: it reads as the usual profile does. So do jobs.
    static Profile of(String name) {
        for (Profile profile : all()) {
            if (profile.name().equals(name)) {
                return profile;
            }
        }
        return all().getFirst();
    }

    /// The one that is meant where nobody names a profile.
    static Profile usual(Policy.AgentCommand.Kind agent) {
        for (Profile profile : all()) {
            if (profile.usualFor().contains(agent)) {
                return profile;
            }
        }
        return all().getFirst();
    }

    static Profile of(Policy policy) {
        return of(policy.profile());
    }
}
