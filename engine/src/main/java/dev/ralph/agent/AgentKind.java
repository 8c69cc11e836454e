package dev.ralph.agent;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One kind of agent: how its program is found and started, what its stream says, and what to tell people about it.
/// Adding one is a recipe in CONTRIBUTING.md.
public interface AgentKind {
    /// As people type it: `claude`.
    String name();

    /// The name its program goes by on the PATH, or its path.
    default String program() {
        return name();
    }

    /// Where the native program lies beside a launcher that npm installed.
    default List<NativeProgram> natives() {
        return List.of();
    }

    AgentStart start(InstalledAgent installed, AttemptRequest ask);

    /// The arguments that make its model think harder or less; none where it has no option for that.
    ///
    /// @param level as its program calls it
    default List<String> effort(String level) {
        return List.of();
    }

    /// A new reader of its standard output, for one attempt.
    StreamReader reader(ResetTimes resets);

    /// A new reader of its error output, for one attempt; null where that holds nothing its stream does not say too.
    default @Nullable StreamReader errorReader(ResetTimes resets) {
        return null;
    }

    /// Whether its stream says how the turn ended. If not, only the exit code does.
    default boolean saysItsEnd() {
        return true;
    }

    /// Whether its stream tells of every action. If not, one without actions may have worked all the same.
    default boolean tellsItsActions() {
        return true;
    }

    /// Whether [#start] gives it the tools of [AttemptRequest#tools].
    default boolean usesToolServer() {
        return false;
    }

    /// Whether [#start] limits it to the tools of the request: the ones allowed, and never the ones denied.
    default boolean limitsTools() {
        return false;
    }

    /// Whether a later attempt can go on with the session of an earlier one.
    default boolean resumes() {
        return true;
    }

    /// The hosts it has to call for its model and its login, as `host:port` or `*.host:port`.
    ///
    /// @param environment may name others
    default List<String> endpoints(Map<String, String> environment) {
        return List.of();
    }

    /// The versions it was tested with.
    TestedVersions versions();

    Advice advice();

    /// Where its login can be.
    default LoginPlaces login() {
        return LoginPlaces.UNKNOWN;
    }

    /// What an exit code says by itself; null for those that say nothing.
    default AgentEvent.@Nullable Failed exited(int code) {
        return null;
    }
}
