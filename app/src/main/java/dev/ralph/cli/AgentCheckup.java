package dev.ralph.cli;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Agents;
import dev.ralph.agent.Ask;
import dev.ralph.agent.Installed;
import dev.ralph.agent.Versions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Which agents are installed, whether their versions are known, and how they would be started.
record AgentCheckup(Path folder, Map<String, String> environment) {
    private static final long PATIENCE_SECONDS = 20;

    List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        for (AgentKind kind : Agents.wellKnown()) {
            findings.add(look(kind));
        }
        return findings;
    }

    private Finding look(AgentKind kind) {
        String what = "agent " + kind.name();
        Optional<Installed> found = Installed.find(kind, environment.getOrDefault("PATH", "/usr/bin:/bin"), folder);
        if (found.isEmpty()) {
            return Finding.ok(what, "not installed (" + kind.advice().install() + ")");
        }
        Installed installed = found.get();
        String printed = version(kind, installed);
        String version = Versions.in(printed);
        String started = String.join(" ", started(kind, installed));
        String text = (version.isEmpty() ? "a version that it does not tell" : version) + "; started as " + started;
        return switch (kind.versions().standing(printed)) {
            case KNOWN -> Finding.ok(what, text);
            case OLDER ->
                Finding.warning(
                        what,
                        text,
                        "older than the versions Ralph was tested with (" + tested(kind) + "): "
                                + kind.advice().install());
            case NEWER ->
                Finding.warning(
                        what,
                        text,
                        "newer than the versions Ralph was tested with (" + tested(kind)
                                + "): it will work if its output did not change, and Ralph says so if it did");
            case UNREADABLE ->
                Finding.warning(
                        what,
                        "it did not tell its version; started as " + started,
                        "try `" + installed.program() + " --version` by hand");
        };
    }

    private static String tested(AgentKind kind) {
        return String.join(", ", kind.versions().tested());
    }

    private List<String> started(AgentKind kind, Installed installed) {
        boolean root = "root".equals(System.getProperty("user.name"));
        return kind.start(installed, new Ask(folder, folder, null, null, root, List.of(), environment))
                .argv();
    }

    /// What it prints when asked; empty when it does not answer in time.
    private String version(AgentKind kind, Installed installed) {
        Path out = null;
        try {
            out = Files.createTempFile("ralph-version", ".txt");
            List<String> argv = new ArrayList<>(List.of(installed.program().toString()));
            argv.addAll(kind.versionArguments());
            ProcessBuilder builder = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile());
            Process process = builder.start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return "";
            }
            return new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
        } catch (IOException cannotRun) {
            return "";
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "";
        } finally {
            delete(out);
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException stays) {
            // A small file in the folder for such files.
            return;
        }
    }
}
