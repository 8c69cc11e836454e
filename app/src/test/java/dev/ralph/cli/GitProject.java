package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/// A project of a test with Ralph's workspaces next to it, handled as its user would: with `ralph` and the real git.
///
/// @param as what `ralph` is started by, as a program of its own; nothing for a call in this process
record GitProject(Path folder, Path state, List<String> as) {
    /// What an agent writes when it is done.
    static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    private static final List<String> IDENTITY =
            List.of("-c", "user.name=A User", "-c", "user.email=user@example.org", "-c", "protocol.file.allow=always");

    GitProject(Path folder, Path state) {
        this(folder, state, List.of());
    }

    /// No repository yet.
    static GitProject plain(Path base) throws Exception {
        return new GitProject(Files.createDirectory(base.resolve("project")), base.resolve("state"));
    }

    /// With one commit of the file `old`.
    static GitProject of(Path base) throws Exception {
        GitProject project = plain(base);
        project.git("init", "-q", "-b", "main");
        project.write("old", "old\n");
        project.commit("first");
        return project;
    }

    /// The same with `ralph` as a program of its own, for agents that kill it.
    GitProject asProgram() {
        return new GitProject(folder, state, List.of("env"));
    }

    /// The same for a user whom permissions bind, which they do not as root, unless it gives that privilege up.
    GitProject boundByPermissions() {
        if (!Shell.isRoot()) {
            return this;
        }
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv (util-linux) is missing");
        return new GitProject(folder, state, List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search"));
    }

    Shell shell() {
        return new Shell(folder);
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    GitProject write(String name, String text) throws Exception {
        Files.createDirectories(path(name).getParent());
        Files.writeString(path(name), text);
        return this;
    }

    String commit(String message) throws Exception {
        git("add", "-A");
        git("commit", "-q", "-m", message);
        return git("rev-parse", "HEAD").strip();
    }

    /// `ralph run` of task-001 in a kind of workspace.
    Shell.Said run(String workspace, String... arguments) {
        List<String> words = new ArrayList<>(List.of("run", "--workspace", workspace, "--task", "task-001"));
        words.addAll(List.of("--prompt", "Do the thing", "--restart-delay", "10ms"));
        words.addAll(List.of(arguments));
        return ralph(words.toArray(String[]::new));
    }

    /// One attempt of a task, whose agent says that it is done.
    ///
    /// @param task its number
    Shell.Said once(int task, String workspace, String agent, String... arguments) {
        List<String> words = new ArrayList<>(List.of("run", "--workspace", workspace, "--task", "task-00" + task));
        words.addAll(List.of("--prompt", "Do the thing", "--max-restarts", "1", "--command", agent + "; " + DONE));
        words.addAll(List.of(arguments));
        return ralph(words.toArray(String[]::new));
    }

    /// In this process: hundreds are called, and what they do is done by git and by agents of their own.
    Shell.Said ralph(String... arguments) {
        Map<String, String> variables = Map.of("XDG_STATE_HOME", state.toString());
        if (as.isEmpty()) {
            return shell().ralph(variables, List.of(arguments));
        }
        List<String> words = new ArrayList<>(as);
        words.addAll(Shell.java(Main.class.getName(), "--dir", folder.toString()));
        words.addAll(List.of(arguments));
        try {
            return Shell.other(folder, variables, words);
        } catch (Exception unable) {
            throw new IllegalStateException(unable);
        }
    }

    String git(String... arguments) throws Exception {
        return gitIn(folder, arguments);
    }

    static String gitIn(Path folder, String... arguments) throws Exception {
        Shell.Said said = tryGit(folder, arguments);
        assertThat(said.code()).as(said.err()).isZero();
        return said.out();
    }

    static Shell.Said tryGit(Path folder, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(IDENTITY);
        words.addAll(List.of(arguments));
        return Shell.other(folder, Map.of(), words);
    }

    /// The names of all refs of Ralph's own, without the loop.
    List<String> attempts() throws Exception {
        return git("for-each-ref", "--format=%(refname)", "refs/ralph")
                .lines()
                .map(ref -> ref.replaceFirst("^refs/ralph/[^/]+/", ""))
                .sorted()
                .toList();
    }

    /// The id of the only loop, or of the last one.
    String loop() throws Exception {
        return git("for-each-ref", "--format=%(refname)", "refs/ralph")
                .lines()
                .map(ref -> ref.split("/")[2])
                .sorted()
                .toList()
                .getLast();
    }

    /// A file of the state that an attempt left.
    String at(String attempt, String file) throws Exception {
        return git("show", "refs/ralph/" + loop() + "/" + attempt + ":" + file);
    }

    /// What `git status` shows, Ralph's folder left out.
    String status() throws Exception {
        return git("status", "--porcelain", "--untracked-files=all", "--", ".", ":(exclude).ralph");
    }
}
