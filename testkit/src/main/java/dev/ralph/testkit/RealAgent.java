package dev.ralph.testkit;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The six agent programs, and how each is told to use the scripted model instead of its vendor's: what a person would
/// put into the environment, into the agent's own settings, or behind its other arguments.
public enum RealAgent {
    CLAUDE {
        @Override
        Map<String, String> login(URI model) {
            return Map.of("ANTHROPIC_BASE_URL", model.toString(), "ANTHROPIC_API_KEY", "sk-ant-scripted");
        }

        @Override
        Map<String, String> quiet() {
            return Map.of(
                    "CLAUDE_CODE_MAX_RETRIES", "1",
                    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                    "DISABLE_AUTOUPDATER", "1",
                    "DISABLE_TELEMETRY", "1",
                    "DISABLE_ERROR_REPORTING", "1");
        }
    },
    CODEX {
        // In the family of variables that Ralph passes on to it.
        private static final String KEY = "OPENAI_SCRIPTED_KEY";

        @Override
        Map<String, String> login(URI model) {
            return Map.of(KEY, "sk-scripted");
        }

        @Override
        public List<String> arguments(URI model) {
            String provider = "model_providers.scripted.";
            List<String> all = new ArrayList<>();
            for (String setting : List.of(
                    "model=gpt-5.1-codex",
                    "model_provider=scripted",
                    provider + "name=scripted",
                    provider + "base_url=\"" + model + "/v1\"",
                    provider + "wire_api=responses",
                    provider + "env_key=" + KEY,
                    provider + "request_max_retries=1",
                    provider + "stream_max_retries=1")) {
                all.add("-c");
                all.add(setting);
            }
            return all;
        }
    },
    OPENCODE {
        @Override
        Map<String, String> login(URI model) {
            String configuration = """
                    {"autoupdate":false,"share":"disabled","permission":"allow",
                     "model":"scripted/scripted-model","small_model":"scripted/scripted-model",
                     "provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","name":"scripted",
                     "options":{"baseURL":"@MODEL@/v1","apiKey":"sk-scripted"},
                     "models":{"scripted-model":{"name":"scripted-model","tool_call":true,
                     "limit":{"context":200000,"output":8192},
                     "cost":{"input":3,"output":15,"cache_read":0.3,"cache_write":3.75}}}}}}""";
            return Map.of("OPENCODE_CONFIG_CONTENT", configuration.replace("@MODEL@", model.toString()));
        }

        @Override
        Map<String, String> quiet() {
            return Map.of(
                    "OPENCODE_DISABLE_AUTOUPDATE", "1",
                    "OPENCODE_DISABLE_MODELS_FETCH", "1",
                    "OPENCODE_DISABLE_LSP_DOWNLOAD", "1",
                    "OPENCODE_DISABLE_DEFAULT_PLUGINS", "1");
        }
    },
    GEMINI {
        @Override
        Map<String, String> login(URI model) {
            return Map.of("GEMINI_API_KEY", "scripted", "GOOGLE_GEMINI_BASE_URL", model.toString());
        }

        @Override
        Map<String, String> quiet() {
            return Map.of(
                    "GEMINI_CLI_TRUST_WORKSPACE", "true",
                    "GEMINI_CLI_NO_RELAUNCH", "true",
                    "GEMINI_TELEMETRY_ENABLED", "false");
        }

        @Override
        Map<String, String> files(Manner manner) {
            String auth = "\"auth\":{\"selectedType\":\"gemini-api-key\"}";
            String model = "\"model\":{\"name\":\"gemini-2.5-pro\"}";
            return Map.of(
                    ".gemini/settings.json",
                    manner == Manner.AS_IT_IS
                            ? "{\"security\":{" + auth + "}," + model + "}"
                            : "{\"security\":{" + auth + ",\"folderTrust\":{\"enabled\":false}}," + model + """
                    ,"general":{"enableAutoUpdate":false,"enableAutoUpdateNotification":false,"maxAttempts":2},
                    "privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false}}""");
        }
    },
    QWEN {
        @Override
        Map<String, String> login(URI model) {
            return Map.of(
                    "OPENAI_BASE_URL", model + "/v1",
                    "OPENAI_API_KEY", "sk-scripted",
                    "OPENAI_MODEL", "scripted-model");
        }

        @Override
        Map<String, String> quiet() {
            return Map.of("QWEN_TELEMETRY_ENABLED", "false");
        }

        @Override
        Map<String, String> files(Manner manner) {
            String auth = "\"auth\":{\"selectedType\":\"openai\"}";
            return Map.of(
                    ".qwen/settings.json",
                    manner == Manner.AS_IT_IS
                            ? "{\"security\":{" + auth + "}}"
                            : "{\"security\":{" + auth + ",\"folderTrust\":{\"enabled\":false}}" + """
                    ,"general":{"enableAutoUpdate":false,"disableAutoUpdate":true},"telemetry":{"enabled":false},
                    "privacy":{"usageStatisticsEnabled":false},"ui":{"enableFollowupSuggestions":false},
                    "memory":{"enableManagedAutoMemory":false},"model":{"generationConfig":{"maxRetries":0}}}""");
        }
    },
    COPILOT {
        @Override
        Map<String, String> login(URI model) {
            return Map.of(
                    "COPILOT_PROVIDER_BASE_URL", model + "/v1",
                    "COPILOT_PROVIDER_TYPE", "openai",
                    "COPILOT_PROVIDER_API_KEY", "sk-scripted",
                    "COPILOT_MODEL", "scripted-model",
                    "COPILOT_OFFLINE", "true");
        }

        @Override
        Map<String, String> quiet() {
            return Map.of("COPILOT_AUTO_UPDATE", "false");
        }
    };

    /// In which manner a program is to work.
    public enum Manner {
        /// With the login and nothing else: for whoever starts it has settings of his own, as Ralph does.
        AS_IT_IS,
        /// Without telemetry, updates and long retries: for starting it by hand.
        QUIET
    }

    /// The program's name, and that of its folder in the cache.
    public String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What has to stand among its arguments.
    public List<String> arguments(URI model) {
        return List.of();
    }

    /// Prepares a home folder for it.
    ///
    /// @param model the address of the performance that it is to talk to
    /// @return its whole environment
    public Map<String, String> settle(Path home, URI model, Manner manner) throws IOException {
        for (Map.Entry<String, String> file : files(manner).entrySet()) {
            Path path = home.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            Files.writeString(path, file.getValue());
        }
        Map<String, String> environment = new HashMap<>(login(model));
        if (manner == Manner.QUIET) {
            environment.putAll(quiet());
            environment.put("DO_NOT_TRACK", "1");
            environment.put("NO_COLOR", "1");
        }
        environment.put("HOME", home.toString());
        environment.put("XDG_CONFIG_HOME", home.resolve(".config").toString());
        environment.put("XDG_DATA_HOME", home.resolve(".local/share").toString());
        environment.put("XDG_CACHE_HOME", home.resolve(".cache").toString());
        environment.put("XDG_STATE_HOME", home.resolve(".local/state").toString());
        environment.put("PATH", RealAgents.here().pathFor(program()));
        environment.put("LANG", "C.UTF-8");
        return environment;
    }

    abstract Map<String, String> login(URI model);

    Map<String, String> quiet() {
        return Map.of();
    }

    /// What its home folder must hold: path and content.
    Map<String, String> files(Manner manner) {
        return Map.of();
    }
}
