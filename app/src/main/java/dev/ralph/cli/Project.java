package dev.ralph.cli;

import dev.ralph.budget.BadPrices;
import dev.ralph.budget.Prices;
import dev.ralph.config.Configuration;
import dev.ralph.config.Effective;
import dev.ralph.config.Flags;
import dev.ralph.config.Keys;
import dev.ralph.config.Origin;
import dev.ralph.config.Settings;
import dev.ralph.process.Containment;
import dev.ralph.run.Inheritance;
import dev.ralph.run.Setup;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.task.ProjectId;
import dev.ralph.task.TaskId;
import dev.ralph.workspace.InPlaceStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The project a command is about: its folder, its settings, where its state lies. Inside an agent that is the
/// project of the loop that started the agent, wherever the agent stands.
record Project(Path folder, Effective configuration, Layout layout, ProjectId id) {
    private static final long LONGEST_PRICES = 1 << 20;

    static Project of(Invocation invocation, Flags flags, Map<String, String> environment) {
        String insideOf = environment.get("RALPH_INSIDE_FOLDER");
        Path here = Path.of("").toAbsolutePath();
        boolean told = invocation.has("dir");
        Path folder = here.resolve(
                        told ? invocation.path("dir").orElseThrow() : Path.of(insideOf == null ? "" : insideOf))
                .normalize();
        Effective configuration = new Configuration(folder, here, environment).load(flags);
        Settings settings = configuration.settings();
        ProjectId id = settings.project();
        Path root = settings.root();
        Layout layout = root == null ? Layout.inProject(folder) : Layout.underRoot(root, id);
        String state = environment.get("RALPH_INSIDE_STATE");
        String tasks = environment.get("RALPH_INSIDE_TASKS");
        if (!told && root == null && insideOf != null && state != null && tasks != null) {
            layout = new Layout(Path.of(state), Path.of(tasks));
            String project = environment.get("JRUN_PROJECT_ID");
            id = project == null ? id : new ProjectId(project);
        }
        return new Project(folder, configuration, layout, id);
    }

    /// Where its settings are written, wherever its state lies.
    Path settingsFile() {
        return new Configuration(folder, folder, Map.of()).projectFile();
    }

    Settings settings() {
        return configuration.settings();
    }

    /// A file in the project says where its state lies, and an agent can write there: no interrupted loop is left
    /// behind for it.
    void requireNoneHidden(TaskId task) {
        Origin root = configuration.origin(Keys.ROOT);
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
        Settings settings = settings();
        return new Setup(
                layout,
                folder,
                id,
                Containment.valueOf(settings.containment().name()),
                new Inheritance(
                        settings.environment().all(environment),
                        settings.environment().pass()),
                launcherFolder,
                settings.limits().stopGrace(),
                InstantSource.system(),
                prices(),
                switch (settings.proof().snapshots()) {
                    case AUTO -> InPlaceStates.Where.REPOSITORIES;
                    case ALWAYS -> InPlaceStates.Where.EVERYWHERE;
                    case OFF -> InPlaceStates.Where.NOWHERE;
                });
    }

    /// A file that cannot be used is told before anything is started, not in the middle of the first attempt.
    Supplier<Prices> prices() {
        Path file = settings().caps().prices();
        if (file == null) {
            return Prices::standard;
        }
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_PRICES) {
                throw new Misused("the prices " + file + " are no file of at most 1 MB: correct the setting `prices`");
            }
            Prices own = Prices.parse(file.toString(), Files.readString(file));
            return () -> Prices.standard().overriddenBy(own);
        } catch (IOException unreadable) {
            throw new Misused("cannot read the prices " + file
                    + ": check that it is a readable text file, or correct the setting `prices`");
        } catch (BadPrices wrong) {
            throw new Misused("the setting `prices`: " + wrong.getMessage());
        }
    }
}
