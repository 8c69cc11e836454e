package dev.ralph.cli;

import dev.ralph.config.Configuration;
import dev.ralph.config.FlagValues;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.engine.EngineOptions;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The project a command is about: its folder, its settings, where its state lies. Inside an agent that is the
/// project of the loop that started the agent, wherever the agent stands.
record ProjectContext(Path folder, Settings settings, StateLayout layout, ProjectId id) {

    static ProjectContext of(Invocation invocation, FlagValues flags, Map<String, String> environment) {
        String insideOf = environment.get("RALPH_INSIDE_FOLDER");
        Path here = Path.of("").toAbsolutePath();
        boolean told = invocation.has("dir");
        Path folder = here.resolve(
                        told ? invocation.path("dir").orElseThrow() : Path.of(insideOf == null ? "" : insideOf))
                .normalize();
        Settings settings = new Configuration(folder, here, environment).load(flags);
        ProjectId id = settings.value(SettingKeys.PROJECT);
        Path root = settings.maybe(SettingKeys.ROOT);
        StateLayout layout = root == null ? StateLayout.inProject(folder) : StateLayout.underRoot(root, id);
        String state = environment.get("RALPH_INSIDE_STATE");
        String tasks = environment.get("RALPH_INSIDE_TASKS");
        if (!told && root == null && insideOf != null && state != null && tasks != null) {
            layout = new StateLayout(Path.of(state), Path.of(tasks));
            String project = environment.get("JRUN_PROJECT_ID");
            id = project == null ? id : new ProjectId(project);
        }
        return new ProjectContext(folder, settings, layout, id);
    }

    /// Where its settings are written, wherever its state lies.
    Path settingsFile() {
        return new Configuration(folder, folder, Map.of()).projectFile();
    }

    /// A file in the project says where its state lies, and an agent can write there: no interrupted loop is left
    /// behind for it.
    void requireNoneHidden(TaskId task) {
        ValueOrigin root = settings.origin(SettingKeys.ROOT);
        StateLayout beside = StateLayout.inProject(folder);
        if (root.source() != ValueOrigin.Source.PROJECT || beside.equals(layout)) {
            return;
        }
        try (JournalView journal = SqliteJournal.view(beside.journal())) {
            if (journal.loopsOf(task.value()).stream().anyMatch(LoopSummary::open)) {
                throw new BadUsage("task " + task + " has an open loop in " + beside.state() + ", and `root` (" + root
                        + ") leads elsewhere: take `root` out; then `ralph resume " + task
                        + "` goes on with it, and `ralph cancel " + task + "` gives it up");
            }
        }
    }

    EngineOptions options(Map<String, String> environment, @Nullable String launcherFolder) {
        return EngineOptions.of(settings, layout, folder, id, environment, launcherFolder);
    }
}
