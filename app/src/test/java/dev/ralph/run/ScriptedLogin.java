package dev.ralph.run;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How each of the six agent programs is told to use the scripted model instead of its vendor's: what a user would put
/// into the environment, into the agent's own settings, or behind `--`.
enum ScriptedLogin {
    CLAUDE {
        @Override
        Map<String, String> environment(URI url) {
            return Map.of("ANTHROPIC_BASE_URL", url.toString(), "ANTHROPIC_API_KEY", "sk-ant-scripted");
        }
    },
    CODEX {
        @Override
        Map<String, String> environment(URI url) {
            return Map.of("OPENAI_SCRIPTED_KEY", "sk-scripted");
        }

        @Override
        List<String> arguments(URI url) {
            String provider = "model_providers.scripted.";
            return List.of(
                    "-c",
                    "model=gpt-5.1-codex",
                    "-c",
                    "model_provider=scripted",
                    "-c",
                    provider + "name=scripted",
                    "-c",
                    provider + "base_url=\"" + url + "/v1\"",
                    "-c",
                    provider + "wire_api=responses",
                    "-c",
                    provider + "env_key=OPENAI_SCRIPTED_KEY",
                    "-c",
                    provider + "request_max_retries=1",
                    "-c",
                    provider + "stream_max_retries=1");
        }
    },
    OPENCODE {
        @Override
        Map<String, String> environment(URI url) {
            String configuration = """
                    {"model":"scripted/scripted-model","small_model":"scripted/scripted-model","permission":"allow",
                     "provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","name":"scripted",
                     "options":{"baseURL":"@ADDRESS@/v1","apiKey":"sk-scripted"},
                     "models":{"scripted-model":{"name":"scripted-model","tool_call":true,
                     "limit":{"context":200000,"output":8192},"cost":{"input":3,"output":15}}}}}}""";
            return Map.of("OPENCODE_CONFIG_CONTENT", configuration.replace("@ADDRESS@", url.toString()));
        }
    },
    GEMINI {
        @Override
        Map<String, String> environment(URI url) {
            return Map.of("GEMINI_API_KEY", "scripted", "GOOGLE_GEMINI_BASE_URL", url.toString());
        }

        @Override
        Map<String, String> files() {
            return Map.of(
                    ".gemini/settings.json",
                    "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}},\"model\":{\"name\":\"gemini-2.5-pro\"}}");
        }
    },
    QWEN {
        @Override
        Map<String, String> environment(URI url) {
            return Map.of(
                    "OPENAI_BASE_URL", url + "/v1", "OPENAI_API_KEY", "sk-scripted", "OPENAI_MODEL", "scripted-model");
        }

        @Override
        Map<String, String> files() {
            return Map.of(".qwen/settings.json", "{\"security\":{\"auth\":{\"selectedType\":\"openai\"}}}");
        }
    },
    COPILOT {
        @Override
        Map<String, String> environment(URI url) {
            return Map.of(
                    "COPILOT_PROVIDER_BASE_URL",
                    url + "/v1",
                    "COPILOT_PROVIDER_TYPE",
                    "openai",
                    "COPILOT_PROVIDER_API_KEY",
                    "sk-scripted",
                    "COPILOT_MODEL",
                    "scripted-model",
                    "COPILOT_OFFLINE",
                    "true");
        }
    };

    String agent() {
        return name().toLowerCase(Locale.ROOT);
    }

    abstract Map<String, String> environment(URI url);

    List<String> arguments(URI url) {
        return List.of();
    }

    /// What its home folder must hold: path and content.
    Map<String, String> files() {
        return Map.of();
    }
}
