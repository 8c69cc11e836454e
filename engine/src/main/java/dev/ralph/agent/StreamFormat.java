package dev.ralph.agent;

import java.util.Locale;
import java.util.Optional;

/// What a program's output looks like.
public enum StreamFormat {
    /// Everything it prints are its own words.
    TEXT,
    CLAUDE,
    CODEX,
    OPENCODE,
    GEMINI,
    QWEN,
    COPILOT,
    /// The lines of Ralph's own bridge.
    ACP,
    /// The same, by Ralph's own agent.
    BUILTIN;

    public StreamReader reader(ResetTimes resets) {
        return switch (this) {
            case TEXT -> new TextReader();
            case CLAUDE -> new ClaudeAgent().reader(resets);
            case CODEX -> new CodexAgent().reader(resets);
            case OPENCODE -> new OpencodeAgent().reader(resets);
            case GEMINI -> new GeminiAgent().reader(resets);
            case QWEN -> new QwenAgent().reader(resets);
            case COPILOT -> new CopilotAgent().reader(resets);
            case ACP, BUILTIN -> AcpAgent.stream(resets);
        };
    }

    /// As people write it: `claude`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<StreamFormat> of(String word) {
        for (StreamFormat format : values()) {
            if (format.word().equals(word)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
