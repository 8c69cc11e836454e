package dev.ralph.cli;

import dev.ralph.config.Configuration;
import dev.ralph.config.Flags;
import dev.ralph.config.Keys;
import dev.ralph.config.Origin;
import dev.ralph.config.Settings;
import dev.ralph.run.Setup;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.task.ProjectId;
import dev.ralph.task.TaskId;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The project a command is about: its folder, its settings, where its state lies. Inside an agent that is the
/// project of the loop that started the agent, wherever the agent stands.
record Project(Path folder, Settings settings, Layout layout, ProjectId id) {

    static Project of(Invocation invocation, Flags flags, Map<String, String> environment) {
        String insideOf = environment.get("RALPH_INSIDE_FOLDER");
        Path here = Path.of("").toAbsolutePath();
        boolean told = invocation.has("dir");
        Path folder = here.resolve(
                        told ? invocation.path("dir").orElseThrow() : Path.of(insideOf == null ? "" : insideOf))
                .normalize();
        Settings settings = new Configuration(folder, here, environment).load(flags);
        ProjectId id = settings.value(Keys.PROJECT);
        Path root = settings.maybe(Keys.ROOT);
        Layout layout = root == null ? Layout.inProject(folder) : Layout.underRoot(root, id);
        String state = environment.get("RALPH_INSIDE_STATE");
        String tasks = environment.get("RALPH_INSIDE_TASKS");
        if (!told && root == null && insideOf != null && state != null && tasks != null) {
            layout = new Layout(Path.of(state), Path.of(tasks));
            String project = environment.get("JRUN_PROJECT_ID");
            id = project == null ? id : new ProjectId(project);
        }
        return new Project(folder, settings, layout, id);
    }

    /// Where its settings are written, wherever its state lies.
    Path settingsFile() {
        return new Configuration(folder, folder, Map.of()).projectFile();
    }

    /// A file in the project says where its state lies, and an agent can write there: no interrupted loop is left
    /// behind for it.
    void requireNoneHidden(TaskId task) {
        Origin root = settings.origin(Keys.ROOT);
        Layout beside = Layout.inProject(folder);
        if (root.source() != Origin.Source.PROJECT || beside.equals(layout)) {
            return;
        }
        try (JournalView journal = SqliteJournal.view(beside.journal())) {
            if (journal.loopsOf(task.value()).stream().anyMatch(LoopSummary::open)) {
                throw new Misused("task " + task + " has an open loop in " + beside.state() + ", and `root` (" + root
                        + ") leads elsewhere: take `root` out; then `ralph resume " + task
                        + "` goes on with it, and `ralph cancel " + task + "` gives it up");
            }
        }
    }

    Setup setup(Map<String, String> environment, @Nullable String launcherFolder) {
        return Setup.of(settings, layout, folder, id, environment, launcherFolder);
    }
}
