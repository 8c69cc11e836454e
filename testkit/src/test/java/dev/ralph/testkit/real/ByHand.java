package dev.ralph.testkit.real;

import dev.ralph.testkit.RealAgent;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How each of the six agent programs is started by hand: one turn, prompt on stdin, structured output, nobody asked.
final class ByHand {
    private ByHand() {}

    /// @param session the one to go on with, null for a new one
    static List<String> arguments(RealAgent agent, URI model, @Nullable String session) {
        List<String> all = new ArrayList<>(start(agent, session != null));
        all.addAll(agent.arguments(model));
        if (session != null) {
            all.addAll(resume(agent, session));
        }
        if (agent == RealAgent.CODEX) {
            all.add("-");
        }
        return all;
    }

    private static List<String> start(RealAgent agent, boolean resumes) {
        return switch (agent) {
            // As root the flag that skips all questions is refused, so the tools are named; that works for everybody.
            case CLAUDE ->
                List.of(
                        "-p",
                        "--output-format",
                        "stream-json",
                        "--verbose",
                        "--allowedTools",
                        "Bash,Write,Edit,Read,Glob,Grep");
            case CODEX -> codex(resumes);
            case OPENCODE -> List.of("run", "--format", "json");
            case GEMINI -> List.of("-o", "stream-json", "--approval-mode", "yolo");
            case QWEN -> List.of("--auth-type", "openai", "-o", "stream-json", "--approval-mode", "yolo");
            case COPILOT -> List.of("--output-format", "json", "--allow-all-tools", "--allow-all-paths", "--no-color");
        };
    }

    private static List<String> codex(boolean resumes) {
        List<String> all = new ArrayList<>(resumes ? List.of("exec", "resume") : List.of("exec"));
        all.addAll(List.of("--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"));
        all.addAll(List.of("-c", "check_for_update_on_startup=false", "-c", "analytics.enabled=false"));
        for (String feature : List.of("plugins", "apps", "remote_plugin", "plugin_discovery_prefetch")) {
            all.addAll(List.of("--disable", feature));
        }
        return all;
    }

    private static List<String> resume(RealAgent agent, String session) {
        return switch (agent) {
            case CLAUDE, GEMINI, QWEN -> List.of("--resume", session);
            case CODEX -> List.of(session);
            case OPENCODE -> List.of("--session", session);
            case COPILOT -> List.of("--resume=" + session);
        };
    }
}
