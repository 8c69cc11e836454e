package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.agent.ClaudeMessage.Input;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Qwen Code.
///
/// What is peculiar about it:
/// - Its stream copies Claude's form, but tokens from the cache are a part of `input_tokens`.
/// - Out of turns it prints no result at all and exits with 53.
/// - Its launcher leaves the agent behind when it is signalled, so it is told not to start a second process.
/// - Its retries last for minutes unless the setting says 0. A time that the provider states it waits for, however
///   long, and only says so when it is told that nobody attends: then twice a minute in its error output.
/// - After a turn it may call the model again to extract memories: switched off in settings that rank below the user's.
final class QwenAgent implements AgentKind {
    private static final Pattern WAITS =
            Pattern.compile("Waiting for API capacity\\.\\.\\. attempt (\\d{1,6}), retry in (\\d{1,9})s");

    private static final String SETTINGS = """
            {
              "general": {"enableAutoUpdate": false, "disableAutoUpdate": true},
              "privacy": {"usageStatisticsEnabled": false},
              "telemetry": {"enabled": false},
              "memory": {"enableManagedAutoMemory": false},
              "ui": {"enableFollowupSuggestions": false},
              "model": {"generationConfig": {"maxRetries": 0}},
              "security": {"folderTrust": {"enabled": false}}
            }
            """;

    @Override
    public String name() {
        return "qwen";
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        Path settings = ask.runFolder().resolve("qwen-defaults.json");
        AgentVariables variables = AgentVariables.of(ask, installed)
                .passFamily("QWEN_", "OPENAI_", "DASHSCOPE_")
                .set("QWEN_TELEMETRY_ENABLED", "false")
                .set("QWEN_CODE_NO_RELAUNCH", "true")
                .preset("QWEN_CODE_UNATTENDED_RETRY", "1")
                .preset("QWEN_CODE_SYSTEM_DEFAULTS_PATH", settings.toString());
        ArgumentList arguments = new ArgumentList(installed)
                .add("-o", "stream-json", "--approval-mode", "yolo")
                // Without it a key in the environment is not taken for a login.
                .option("--auth-type", variables.has("OPENAI_API_KEY") ? "openai" : null)
                .option("--model", ask.model())
                .option("--resume", ask.session())
                .joined("--core-tools", ask.allowed())
                .joined("--exclude-tools", ask.denied());
        Map<Path, String> files = new HashMap<>(ask.toolFile(Map.of("trust", true)));
        for (Path servers : files.keySet()) {
            arguments.add("--mcp-config", servers.toString());
        }
        files.put(settings, SETTINGS);
        return new AgentStart(arguments.addAll(ask.extra()).list(), variables.map(), files);
    }

    @Override
    public boolean usesToolServer() {
        return true;
    }

    @Override
    public boolean limitsTools() {
        return true;
    }

    @Override
    public StreamReader reader(ResetTimes resets) {
        return new JsonLines(Stream.SHAPE, new Stream(resets));
    }

    @Override
    public StreamReader errorReader(ResetTimes resets) {
        return new ErrorLines((line, sink) -> waits(line, resets, sink));
    }

    private static void waits(String line, ResetTimes resets, Consumer<AgentEvent> sink) {
        Matcher waits = WAITS.matcher(line);
        if (waits.find()) {
            Instant until = resets.statedIn(line);
            sink.accept(new AgentEvent.Limited(until, Excerpt.detail(line), AgentEvent.Evidence.TYPED));
            sink.accept(new AgentEvent.Retrying(
                    Integer.parseInt(waits.group(1)),
                    Duration.ofSeconds(Long.parseLong(waits.group(2))),
                    429,
                    "it waits for its provider"));
        }
    }

    @Override
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .model(
                        List.of("OPENAI_BASE_URL"),
                        "portal.qwen.ai:443",
                        "dashscope.aliyuncs.com:443",
                        "dashscope-intl.aliyuncs.com:443")
                .add("chat.qwen.ai:443")
                .list();
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of("0.15.10", "0.24.4");
    }

    @Override
    public Advice advice() {
        return new Advice(
                "npm install -g @qwen-code/qwen-code",
                "run qwen once and log in, or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of("OPENAI_API_KEY", "DASHSCOPE_API_KEY")
                .in("~", ".qwen/oauth_creds.json")
                .in("~", ".qwen/settings.json", "API_KEY")
                .in("~", ".qwen/settings.json", "apiKey")
                .in("~", ".qwen/.env")
                .in(".", ".qwen/.env")
                .in(".", ".env", "API_KEY");
    }

    @Override
    public AgentEvent.@Nullable Failed exited(int code) {
        return switch (code) {
            case 53 ->
                new AgentEvent.Failed(Fault.TURNS, 0, "the agent's own limit of turns was reached (exit code 53)");
            case 55 ->
                new AgentEvent.Failed(Fault.BUDGET, 0, "one of the agent's own limits was reached (exit code 55)");
            default -> null;
        };
    }

    /// What a line of `-o stream-json` means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE =
                WantedFields.of(ClaudeMessage.with("error.message", "data.attempt", "data.delayMs"));

        private final TurnFailure failure;

        Stream(ResetTimes resets) {
            failure = new TurnFailure(resets);
        }

        @Override
        public void of(JsonFieldValues line, Consumer<AgentEvent> sink) {
            String type = line.textOr("type", "");
            switch (type) {
                case "assistant" -> assistant(line, sink);
                case "user" -> ClaudeMessage.results(line, sink);
                case "system" -> system(line, sink);
                case "result" -> result(line, sink);
                case "stream_event", "control_request", "control_response", "control_cancel_request" -> {
                    // Nothing that anybody here needs.
                }
                default -> sink.accept(StreamOpening.unknown(type));
            }
        }

        /// A failure is told as if the assistant had said it, at the end of its words and without usage, before the
        /// result tells it as what it is.
        private static void assistant(JsonFieldValues line, Consumer<AgentEvent> sink) {
            JsonFieldValues message = line.object("message");
            List<JsonFieldValues> content = message == null ? List.of() : message.objects("content");
            JsonFieldValues used = message == null ? null : message.object("usage");
            String text = content.isEmpty() ? "" : content.getFirst().textOr("text", "");
            boolean answered = used != null && used.count("output_tokens") > 0;
            boolean onlyFailed = text.startsWith("[API Error: ");
            int end = answered && !onlyFailed ? -1 : text.lastIndexOf("[API Error: ");
            if (end < 0) {
                ClaudeMessage.say(line, Input.WITH_CACHE, sink);
            } else if (!onlyFailed && !ClaudeMessage.ofSubagent(line)) {
                sink.accept(new AgentEvent.Text(text.substring(0, end), true));
            }
        }

        private static void system(JsonFieldValues line, Consumer<AgentEvent> sink) {
            switch (line.textOr("subtype", "")) {
                case "init" -> ClaudeMessage.open(line, sink);
                case "retry" -> {
                    JsonFieldValues data = line.object("data");
                    int attempt = data == null ? 0 : (int) Math.min(data.count("attempt"), 1000);
                    Duration delay =
                            data == null || !data.has("delayMs") ? null : Duration.ofMillis(data.count("delayMs"));
                    sink.accept(new AgentEvent.Retrying(attempt, delay, 0, ""));
                }
                default -> {
                    // New ones come with every version.
                }
            }
        }

        private void result(JsonFieldValues line, Consumer<AgentEvent> sink) {
            JsonFieldValues used = line.object("usage");
            if (used != null) {
                Tokens tokens = ClaudeMessage.tokens(used, Input.WITH_CACHE);
                sink.accept(new AgentEvent.Used("process", null, tokens, null, UsageScope.PROCESS));
            }
            boolean failed = line.flag("is_error") || line.textOr("subtype", "").startsWith("error");
            String words = Excerpt.words(line.textOr("result", error(line)));
            if (failed) {
                failure.say(0, error(line).isEmpty() ? words : error(line), sink);
            }
            sink.accept(new AgentEvent.Finished(failed, words));
        }

        private static String error(JsonFieldValues line) {
            JsonFieldValues error = line.object("error");
            return error == null ? line.textOr("error", "") : error.textOr("message", "");
        }
    }
}
