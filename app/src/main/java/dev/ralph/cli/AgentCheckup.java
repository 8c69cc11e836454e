package dev.ralph.cli;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Agents;
import dev.ralph.agent.InstalledAgent;
import dev.ralph.agent.TestedVersions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Which agents are installed, whether their versions are known, and how they would be started.
record AgentCheckup(Path folder, Map<String, String> environment) {
    /// What all of them together are called.
    static final String AGENTS = "agents";
    private static final long PATIENCE_SECONDS = 20;

    List<DoctorFinding> look() {
        List<Future<DoctorFinding>> looks = new ArrayList<>();
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            Agents.wellKnown().forEach(kind -> looks.add(together.submit(() -> look(kind))));
        }
        List<DoctorFinding> findings =
                new ArrayList<>(looks.stream().map(Future::resultNow).toList());
        DoctorFinding own = own();
        boolean isAnyReady = own.level() == DoctorFinding.Level.READY
                || Agents.wellKnown().stream().anyMatch(this::isReady);
        if (!isAnyReady) {
            findings.addFirst(DoctorFinding.warning(AGENTS, "none is ready", advice()));
        }
        findings.add(own);
        return findings;
    }

    private boolean isReady(AgentKind kind) {
        return isInstalled(kind) && !kind.login().isMissing(environment, folder);
    }

    private boolean isInstalled(AgentKind kind) {
        return InstalledAgent.find(kind, environment.getOrDefault("PATH", "/usr/bin:/bin"), folder)
                .isPresent();
    }

    private String advice() {
        return Agents.wellKnown().stream()
                .filter(this::isInstalled)
                .findFirst()
                .map(kind -> kind.advice().login())
                .orElseGet(() -> "install an agent: "
                        + Agents.wellKnown().getFirst().advice().install() + "; or give any program after --");
    }

    /// Ralph's own is always installed.
    private DoctorFinding own() {
        AgentKind kind = Agents.named(Agents.BUILTIN).orElseThrow();
        String what = "agent " + kind.name();
        return kind.login().isMissing(environment, folder)
                ? DoctorFinding.missing(what, "no key (" + kind.advice().login() + ")")
                : DoctorFinding.ready(what, "a part of Ralph; a key is set");
    }

    private DoctorFinding look(AgentKind kind) {
        String what = "agent " + kind.name();
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        Optional<InstalledAgent> found = InstalledAgent.find(kind, path, folder);
        if (found.isEmpty()) {
            String unusable = InstalledAgent.unusable(kind, path, folder);
            return unusable.isEmpty()
                    ? DoctorFinding.missing(
                            what, "not installed (" + kind.advice().install() + ")")
                    : DoctorFinding.warning(
                            what, "not installed: " + unusable, kind.advice().install());
        }
        InstalledAgent installed = found.get();
        Answer answer = version(installed);
        String printed = answer.printed();
        String version = TestedVersions.in(printed);
        String text = (version.isEmpty() ? "an unknown version" : version) + " (" + installed.program() + ")";
        // Only a hint: there are more ways to log in than anybody could look for.
        boolean noLogin = kind.login().isMissing(environment, folder);
        return switch (kind.versions().standing(printed)) {
            case KNOWN ->
                noLogin
                        ? DoctorFinding.warning(
                                what, "no login found; " + text, kind.advice().login())
                        : DoctorFinding.ready(what, text);
            case OLDER ->
                DoctorFinding.warning(
                        what,
                        text,
                        "older than the versions Ralph was tested with (" + tested(kind) + "): "
                                + kind.advice().install());
            case NEWER ->
                DoctorFinding.warning(
                        what,
                        text,
                        "newer than the versions Ralph was tested with (" + tested(kind)
                                + "); works unless its output format changed");
            case UNREADABLE ->
                DoctorFinding.warning(
                        what,
                        installed.program() + " printed no version (" + answer.how() + ")",
                        "try `" + installed.program() + " --version` by hand");
        };
    }

    private static String tested(AgentKind kind) {
        return String.join(", ", kind.versions().tested());
    }

    /// @param how why there may be no version in it
    private record Answer(String printed, String how) {}

    /// What it prints when asked, at most a page of it: a program that never stops is not listened to for ever.
    private static Answer version(InstalledAgent installed) {
        Path out = null;
        try {
            out = Files.createTempFile("ralph-version", ".txt");
            List<String> argv = List.of(installed.program().toString(), "--version");
            List<Process> pipeline = ProcessBuilder.startPipeline(List.of(
                    new ProcessBuilder(argv)
                            .redirectErrorStream(true)
                            .redirectInput(Path.of("/dev/null").toFile()),
                    new ProcessBuilder("dd", "bs=4096", "count=16", "status=none").redirectOutput(out.toFile())));
            String how = awaited(pipeline.getFirst());
            if (!pipeline.getLast().waitFor(1, TimeUnit.SECONDS)) { // somebody else holds the pipe
                pipeline.getLast().destroyForcibly();
            }
            return new Answer(new String(Files.readAllBytes(out), StandardCharsets.UTF_8), how);
        } catch (IOException cannotRun) {
            return new Answer("", "it cannot be started");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Answer("", "interrupted");
        } finally {
            delete(out);
        }
    }

    private static String awaited(Process process) throws InterruptedException {
        if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            return "exit code " + process.exitValue();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return "timed out after " + PATIENCE_SECONDS + "s";
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
