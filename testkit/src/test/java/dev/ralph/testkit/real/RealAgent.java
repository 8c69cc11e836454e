package dev.ralph.testkit.real;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How each of the six agent programs is started by hand: one turn, prompt on stdin, structured output, few
/// retries.
enum RealAgent {
    CLAUDE {
        @Override
        List<String> arguments(URI url, @Nullable String session) {
            // As root the flag that skips all questions is refused, so the tools are named; that works for everybody.
            List<String> all = new ArrayList<>(List.of(
                    "-p",
                    "--output-format",
                    "stream-json",
                    "--verbose",
                    "--allowedTools",
                    "Bash,Write,Edit,Read,Glob,Grep"));
            return session == null ? all : and(all, "--resume", session);
        }

        @Override
        Map<String, String> environment(URI url) {
            return Map.of(
                    "ANTHROPIC_BASE_URL", url.toString(),
                    "ANTHROPIC_API_KEY", "sk-ant-scripted",
                    "CLAUDE_CODE_MAX_RETRIES", "1",
                    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                    "DISABLE_AUTOUPDATER", "1",
                    "DISABLE_TELEMETRY", "1",
                    "DISABLE_ERROR_REPORTING", "1");
        }
    },
    CODEX {
        @Override
        List<String> arguments(URI url, @Nullable String session) {
            List<String> all = new ArrayList<>(session == null ? List.of("exec") : List.of("exec", "resume"));
            all.addAll(List.of("--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"));
            setting(all, "model", "gpt-5.1-codex");
            setting(all, "model_provider", "scripted");
            String provider = "model_providers.scripted.";
            setting(all, provider + "name", "scripted");
            setting(all, provider + "base_url", "\"" + url + "/v1\"");
            setting(all, provider + "wire_api", "responses");
            setting(all, provider + "env_key", "SCRIPTED_KEY");
            setting(all, provider + "request_max_retries", "1");
            setting(all, provider + "stream_max_retries", "1");
            setting(all, "check_for_update_on_startup", "false");
            setting(all, "analytics.enabled", "false");
            for (String feature : List.of("plugins", "apps", "remote_plugin", "plugin_discovery_prefetch")) {
                and(all, "--disable", feature);
            }
            return session == null ? and(all, "-") : and(all, session, "-");
        }

        private static void setting(List<String> all, String key, String value) {
            and(all, "-c", key + "=" + value);
        }

        @Override
        Map<String, String> environment(URI url) {
            return Map.of("SCRIPTED_KEY", "sk-scripted");
        }
    },
    OPENCODE {
        @Override
        List<String> arguments(URI url, @Nullable String session) {
            List<String> all = new ArrayList<>(List.of("run", "--format", "json"));
            return session == null ? all : and(all, "--session", session);
        }

        @Override
        Map<String, String> environment(URI url) {
            String configuration = """
                    {"autoupdate":false,"share":"disabled","model":"scripted/scripted-model","small_model":"scripted/scripted-model","permission":"allow",
                     "provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","name":"scripted","options":{"baseURL":"@ADDRESS@/v1","apiKey":"sk-scripted"},
                     "models":{"scripted-model":{"name":"scripted-model","tool_call":true,"limit":{"context":200000,"output":8192},
                     "cost":{"input":3,"output":15,"cache_read":0.3,"cache_write":3.75}}}}}}""";
            return Map.of(
                    "OPENCODE_CONFIG_CONTENT", configuration.replace("@ADDRESS@", url.toString()),
                    "OPENCODE_DISABLE_AUTOUPDATE", "1",
                    "OPENCODE_DISABLE_MODELS_FETCH", "1",
                    "OPENCODE_DISABLE_LSP_DOWNLOAD", "1",
                    "OPENCODE_DISABLE_DEFAULT_PLUGINS", "1");
        }
    },
    GEMINI {
        @Override
        List<String> arguments(URI url, @Nullable String session) {
            List<String> all = new ArrayList<>(List.of("-o", "stream-json", "--approval-mode", "yolo"));
            return session == null ? all : and(all, "--resume", session);
        }

        @Override
        Map<String, String> environment(URI url) {
            return Map.of(
                    "GEMINI_API_KEY", "scripted",
                    "GOOGLE_GEMINI_BASE_URL", url.toString(),
                    "GEMINI_CLI_TRUST_WORKSPACE", "true",
                    "GEMINI_CLI_NO_RELAUNCH", "true",
                    "GEMINI_TELEMETRY_ENABLED", "false");
        }

        @Override
        Map<String, String> files() {
            return Map.of(".gemini/settings.json", """
                    {"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}},
                     "general":{"enableAutoUpdate":false,"enableAutoUpdateNotification":false,"maxAttempts":2},
                     "privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false},"model":{"name":"gemini-2.5-pro"}}""");
        }
    },
    QWEN {
        @Override
        List<String> arguments(URI url, @Nullable String session) {
            List<String> all =
                    new ArrayList<>(List.of("--auth-type", "openai", "-o", "stream-json", "--approval-mode", "yolo"));
            return session == null ? all : and(all, "--resume", session);
        }

        @Override
        Map<String, String> environment(URI url) {
            return Map.of(
                    "OPENAI_BASE_URL", url + "/v1",
                    "OPENAI_API_KEY", "sk-scripted",
                    "OPENAI_MODEL", "scripted-model",
                    "QWEN_TELEMETRY_ENABLED", "false");
        }

        @Override
        Map<String, String> files() {
            return Map.of(".qwen/settings.json", """
                    {"security":{"auth":{"selectedType":"openai"},"folderTrust":{"enabled":false}},
                     "general":{"enableAutoUpdate":false,"disableAutoUpdate":true},"privacy":{"usageStatisticsEnabled":false},
                     "telemetry":{"enabled":false},"ui":{"enableFollowupSuggestions":false},"memory":{"enableManagedAutoMemory":false},
                     "model":{"generationConfig":{"maxRetries":0}}}""");
        }
    },
    COPILOT {
        @Override
        List<String> arguments(URI url, @Nullable String session) {
            List<String> all = new ArrayList<>(
                    List.of("--output-format", "json", "--allow-all-tools", "--allow-all-paths", "--no-color"));
            return session == null ? all : and(all, "--resume=" + session);
        }

        @Override
        Map<String, String> environment(URI url) {
            return Map.of(
                    "COPILOT_PROVIDER_BASE_URL", url + "/v1",
                    "COPILOT_PROVIDER_TYPE", "openai",
                    "COPILOT_PROVIDER_API_KEY", "sk-scripted",
                    "COPILOT_MODEL", "scripted-model",
                    "COPILOT_OFFLINE", "true",
                    "COPILOT_AUTO_UPDATE", "false");
        }
    };

    /// The program's name, and that of its folder in the cache.
    String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    abstract List<String> arguments(URI url, @Nullable String session);

    abstract Map<String, String> environment(URI url);

    /// What its home folder must hold first: path and content.
    Map<String, String> files() {
        return Map.of();
    }

    private static List<String> and(List<String> list, String... more) {
        list.addAll(List.of(more));
        return list;
    }
}
