package dev.ralph.acp;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the real programs are started as agents that speak the Agent Client Protocol, with a scripted model.
enum RealAcpAgent {
    GEMINI {
        @Override
        List<String> arguments() {
            return List.of("--acp");
        }

        @Override
        Map<String, String> environment(String model) {
            return Map.of(
                    "GEMINI_API_KEY", "scripted",
                    "GOOGLE_GEMINI_BASE_URL", model,
                    "GEMINI_CLI_TRUST_WORKSPACE", "true",
                    "GEMINI_CLI_NO_RELAUNCH", "true",
                    "GEMINI_TELEMETRY_ENABLED", "false");
        }

        @Override
        Map<String, String> files() {
            return Map.of(".gemini/settings.json", """
                    {"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}},
                     "general":{"enableAutoUpdate":false,"maxAttempts":2},"privacy":{"usageStatisticsEnabled":false},
                     "telemetry":{"enabled":false},"model":{"name":"gemini-2.5-pro"}}""");
        }
    },
    OPENCODE {
        @Override
        List<String> arguments() {
            return List.of("acp");
        }

        @Override
        Map<String, String> environment(String model) {
            String configuration = """
                    {"autoupdate":false,"share":"disabled","model":"scripted/scripted-model",
                     "small_model":"scripted/scripted-model","permission":"allow",
                     "provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","name":"scripted",
                     "options":{"baseURL":"@MODEL@/v1","apiKey":"sk-scripted"},
                     "models":{"scripted-model":{"name":"scripted-model","tool_call":true,
                     "limit":{"context":200000,"output":8192},"cost":{"input":3,"output":15}}}}}}""";
            return Map.of(
                    "OPENCODE_CONFIG_CONTENT", configuration.replace("@MODEL@", model),
                    "OPENCODE_DISABLE_AUTOUPDATE", "1",
                    "OPENCODE_DISABLE_MODELS_FETCH", "1",
                    "OPENCODE_DISABLE_LSP_DOWNLOAD", "1",
                    "OPENCODE_DISABLE_DEFAULT_PLUGINS", "1");
        }
    },
    QWEN {
        @Override
        List<String> arguments() {
            return List.of("--acp", "--auth-type", "openai");
        }

        @Override
        Map<String, String> environment(String model) {
            return Map.of(
                    "OPENAI_BASE_URL", model + "/v1",
                    "OPENAI_API_KEY", "sk-scripted",
                    "OPENAI_MODEL", "scripted-model",
                    "QWEN_TELEMETRY_ENABLED", "false");
        }

        @Override
        Map<String, String> files() {
            return Map.of(".qwen/settings.json", """
                    {"security":{"auth":{"selectedType":"openai"},"folderTrust":{"enabled":false}},
                     "general":{"enableAutoUpdate":false,"disableAutoUpdate":true},
                     "privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false},
                     "ui":{"enableFollowupSuggestions":false},"memory":{"enableManagedAutoMemory":false},
                     "model":{"generationConfig":{"maxRetries":1}}}""");
        }

        @Override
        String mode() {
            return "yolo";
        }
    },
    COPILOT {
        @Override
        List<String> arguments() {
            return List.of("--acp");
        }

        @Override
        Map<String, String> environment(String model) {
            return Map.of(
                    "COPILOT_PROVIDER_BASE_URL", model + "/v1",
                    "COPILOT_PROVIDER_TYPE", "openai",
                    "COPILOT_PROVIDER_API_KEY", "sk-scripted",
                    "COPILOT_MODEL", "scripted-model",
                    "COPILOT_OFFLINE", "true",
                    "COPILOT_AUTO_UPDATE", "false");
        }
    };

    String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    abstract List<String> arguments();

    abstract Map<String, String> environment(String model);

    /// Whether `session/load` works: Gemini CLI 0.61.0 throws its session away while it looks for it.
    boolean resumes() {
        return this != GEMINI;
    }

    /// The mode in which it needs no second model to judge its commands, or null for its own.
    @Nullable
    String mode() {
        return null;
    }

    /// What its home folder must hold first: path and content.
    Map<String, String> files() {
        return Map.of();
    }
}
