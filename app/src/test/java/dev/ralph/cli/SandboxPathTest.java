package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a confined agent sees of the user's home because of the PATH: programs and their libraries, whatever shape
/// the PATH has, and nothing else. Every secret here contains the word `canary`, and the agent looks for it everywhere.
class SandboxPathTest {
    private static final List<String> SECRETS = List.of(
            "home/.ssh/id_ed25519",
            "home/.aws/credentials",
            "home/.config/gh/hosts.yml",
            "home/.local/share/keyrings/login",
            "home/.nvm/token",
            "home/.nvm/versions/node/v20/npmrc",
            "home/.pyenv/token",
            "home/.cargo/credentials.toml",
            "home/notes.txt",
            "home/work/todo.txt",
            "home/work/client/.env",
            "home/work/client/lib/client.rb",
            "home/work/client/.git/config",
            "home/work/sibling/main.c",
            "home/work/lib/private/.git/config",
            "home/ralph/.git/config",
            "home/venv/token",
            "home/scripts/old/password",
            "home/tracked/.git/config",
            "home/bin/deep/repository/.git/config",
            "home/.local/bin/env",
            "home/.local/bin/notes/today",
            "home/deep/lib/a/b/c/d/repository/.git/config",
            "home/deep/lib/a/b/c/d/repository/main.c",
            "home/prefix/bin/notes",
            "other/file");

    private static final String LOOK = """
            grep -rl "$RALPH_CANARY" "$RALPH_BASE" | grep -v "^$PWD/"
            echo x > "$HOME/mine" && echo HOME is writable
            touch "$TASK_FOLDER/DONE"
            """;

    @TempDir
    Path base;

    private Path home;
    private Path project;
    private Shell shell;

    @BeforeEach
    void plant() throws IOException {
        base = base.toRealPath();
        home = base.resolve("home");
        project = Files.createDirectories(home.resolve("work/project"));
        shell = new Shell(project);
        for (String secret : SECRETS) {
            write(secret, "canary\n");
        }
        write("bin/base-tool", "echo base-tool");
        write("opt/x/bin/x", ". \"${0%/*}/../lib/x.sh\"");
        write("opt/x/lib/x.sh", "echo x");
        write("home/bin/home-tool", "echo home-tool");
        write("home/.local/bin/local-tool", "echo local-tool");
        write("home/deep/bin/deep-tool", "echo deep-tool");
        write("home/prefix/lib/linked/main", ". \"$(dirname \"$(readlink -f \"$0\")\")/part.sh\"");
        write("home/prefix/lib/linked/part.sh", "echo linked-tool");
        Files.createSymbolicLink(
                Files.createDirectories(home.resolve("prefix/bin")).resolve("linked-tool"),
                Path.of("../lib/linked/main"));
        write("home/work/bin/work-tool", "echo work-tool");
        write("home/work/client/bin/client-tool", "echo client-tool");
        write("home/work/project/bin/own", "echo own");
        write("home/scripts/script", "echo script");
        write("home/scripts/agent", LOOK);
        write("home/agents/mine/agent", ". \"${0%/*}/parts/look.sh\"");
        write("home/agents/mine/parts/look.sh", LOOK);
        write("home/work/client/agent", LOOK);
        write("home/agent", LOOK);
        write("home/tracked/tracked-tool", "echo tracked-tool");
        write("home/work/client/node_modules/.bin/linter", ". \"${0%/*}/../linter/main.sh\"");
        write("home/work/client/node_modules/linter/main.sh", "echo linter");
        write("home/.nvm/versions/node/v20/bin/npm", ". \"${0%/*}/../lib/node_modules/npm/cli.sh\"");
        write("home/.nvm/versions/node/v20/lib/node_modules/npm/cli.sh", "echo npm");
        Files.createDirectories(home.resolve(".nvm/.git"));
        write("home/.pyenv/shims/python", "exec \"${0%/shims/*}/libexec/pyenv\" exec python");
        write("home/.pyenv/libexec/pyenv", """
                root=${0%/libexec/*}; exec "$root/versions/$(cat "$root/version")/bin/$2"
                """);
        write("home/.pyenv/version", "3.12");
        write("home/.pyenv/versions/3.12/bin/python", "echo python");
        Files.createDirectories(home.resolve(".pyenv/.git"));
        write("home/.cargo/bin/rustup", "exec \"${0%/.cargo/*}/.rustup/toolchains/stable/bin/${0##*/}\"");
        Files.createSymbolicLink(home.resolve(".cargo/bin/rustc"), Path.of("rustup"));
        write("home/.rustup/toolchains/stable/bin/rustc", "echo rustc");
        write("home/jdk/bin/java", "cat \"${0%/*}/../conf/security\" \"${0%/*}/../lib/modules\"");
        write("home/venv/bin/pip", "cat \"${0%/*}/../pyvenv.cfg\"");
        write("home/venv/pyvenv.cfg", "pip\n");
        write("home/ralph/ralph", ". \"${0%/*}/app/target/ralph/builds/main.sh\"");
        write("home/ralph/app/target/ralph/builds/main.sh", "echo ralph");
        write("home/jdk/conf/security", "");
        write("home/jdk/lib/modules", "java\n");
        Files.createSymbolicLink(home.resolve("linked"), home.resolve("work/client/bin"));
        Files.createDirectories(home.resolve("empty/bin"));
    }

    private void write(String file, String text) throws IOException {
        Path path = base.resolve(file);
        Files.createDirectories(path.getParent());
        boolean program =
                text.contains("echo") || text.contains("exec") || text.contains("cat ") || text.contains(". ");
        Files.writeString(path, program ? "#!/bin/sh\n" + text + "\n" : text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
    }

    /// Which canaries an agent finds, and what else it says.
    private List<String> agentSays(String path, List<String> agent, String... sandbox) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "--task", "task-001", "--prompt", "Do the thing"));
        words.addAll(List.of("--max-restarts", "1"));
        words.addAll(List.of(sandbox));
        words.addAll(agent);
        Map<String, String> environment = new TreeMap<>();
        environment.put("HOME", home.toString());
        environment.put("RALPH_BASE", base.toString());
        environment.put("RALPH_CANARY", "canary");
        environment.put("XDG_STATE_HOME", base.resolve("state").toString());
        environment.put("PATH", path);
        Shell.Said said = shell.ralph(environment, words);
        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        return SandboxLoopTest.stored(shell, "agent-stdout.txt").lines().toList();
    }

    @Test
    void without_a_sandbox_the_agent_finds_every_secret() throws Exception {
        List<String> said = agentSays(System.getenv("PATH"), List.of("--command", LOOK));
        assertThat(said)
                .containsAll(SECRETS.stream()
                        .map(name -> base.resolve(name).toString())
                        .toList());
    }

    /// `~` is the home and `^` the folder above it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            ~/bin                                       | home-tool
            ~/bin/                                      | home-tool
            ~/bin//:~/./bin:~/work/../bin               | home-tool
            ~/.local/bin                                | local-tool
            ~/deep/bin                                  | deep-tool
            ~/prefix/bin                                | linked-tool
            ~/prefix/bin:~/.local/bin:~/prefix/lib      | linked-tool local-tool
            ~/work/bin                                  | work-tool
            ~/work/bin:~/bin:~/.local/bin               | work-tool home-tool local-tool
            ~/work/client/bin                           | client-tool
            ~/work/client/node_modules/.bin             | linter
            ~/work/client                               | -
            ~/work                                      | -
            ~/work/project                              | -
            ~/work/project/bin                          | own
            ~/linked                                    | -
            ~/scripts                                   | script
            ~/tracked                                   | tracked-tool
            ~/.nvm/versions/node/v20/bin                | npm
            ~/.nvm                                      | -
            ~/.nvm/versions/node/v20                    | -
            ~/.pyenv/shims                              | python
            ~/.pyenv/shims:~/.pyenv/libexec             | python
            ~/.cargo/bin                                | rustc
            ~/jdk/bin                                   | java
            ~/venv/bin                                  | pip
            ~/ralph                                     | ralph
            ~/.local                                    | -
            ~/.ssh                                      | -
            ~/.ssh/..                                   | -
            ~                                           | -
            ~/                                          | -
            ^                                           | -
            ^/bin                                       | base-tool
            ^/bin:~/work/bin                            | base-tool work-tool
            ^/opt/x/bin                                 | x
            ^/opt/x/bin:^/opt                           | x
            /tmp                                        | -
            /                                           | -
            bin:.:..:../client/bin                      | -
            ::                                          | -
            ~/nothing/bin:/nothing:~/empty/bin          | -
            ~/bin:~/bin/deep:~/bin/deep/repository      | home-tool
            """)
    void a_path_opens_programs_and_nothing_else(String path, String programs) throws Exception {
        List<String> names = programs == null ? List.of() : List.of(programs.split(" "));
        String here = path.replace("~", home.toString()).replace("^", base.toString());

        String script = LOOK + String.join("\n", names);
        List<String> said = agentSays(here + ":/usr/bin:/bin", List.of("--command", script), "--sandbox", "required");

        List<String> expected = new ArrayList<>(List.of("HOME is writable"));
        expected.addAll(names);
        assertThat(said).as(SandboxLoopTest.stored(shell, "agent-stderr.txt")).isEqualTo(expected);
        assertThat(home.resolve("mine")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"scripts, agent", "-, ~/agents/mine/agent", "-, ~/work/client/agent", "-, ~/agent"})
    void an_agent_sees_its_own_installation_and_not_what_else_lies_there(String folder, String program)
            throws Exception {
        String path = home.resolve(folder) + ":/usr/bin:/bin";
        List<String> agent = List.of("--", program.replace("~", home.toString()));

        List<String> said = agentSays(path, agent, "--sandbox", "required");

        assertThat(said).as(SandboxLoopTest.stored(shell, "agent-stderr.txt")).containsExactly("HOME is writable");
    }
}
