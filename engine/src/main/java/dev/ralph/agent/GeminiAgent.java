package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import dev.ralph.json.JsonText;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Gemini CLI.
///
/// What is peculiar about it:
/// - Its exit code is the HTTP status modulo 256, so that 400 to 403 look like signals.
/// - A message comes in pieces, and only what follows shows that it was complete.
/// - Its launcher ignores signals for a long time, so it is told not to start a second process.
/// - Its retries (ten by default, which is minutes) are a setting. Settings besides the user's own count only where
///   root owns them and nobody else may write to a folder above them, so elsewhere the user's choice stands.
/// - Tools are limited by rules in a file. One that it cannot read it passes over, with a warning.
/// - It has no option for a server of tools. Where those settings count they name Ralph's; its prompt names the
///   commands, which it has everywhere.
final class GeminiAgent implements AgentKind {
    @Override
    public String name() {
        return "gemini";
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        AgentVariables variables = AgentVariables.of(ask, installed)
                .passFamily("GEMINI_", "GOOGLE_")
                .set("GEMINI_CLI_NO_RELAUNCH", "true")
                .set("GEMINI_TELEMETRY_ENABLED", "false")
                .set("GEMINI_CLI_TRUST_WORKSPACE", "true");
        Map<Path, String> files = new HashMap<>();
        if (ask.root()) {
            Path settings = ask.runFolder().resolve("gemini-defaults.json");
            variables.preset("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", settings.toString());
            files.put(settings, defaults(ask, variables.has("GEMINI_API_KEY")));
        }
        Path rules = ask.runFolder().resolve("gemini-tools.toml");
        boolean limited = ask.allowed() != null || !ask.denied().isEmpty();
        if (limited) {
            files.put(rules, rules(ask));
        }
        ArgumentList arguments = new ArgumentList(installed)
                .add("-o", "stream-json", "--approval-mode", "yolo")
                .option("--model", ask.model())
                .option("--resume", ask.session())
                .option("--policy", limited ? rules.toString() : null)
                .addAll(ask.extra());
        return new AgentStart(arguments.list(), variables.map(), files);
    }

    private static String rules(AttemptRequest ask) {
        StringBuilder rules = new StringBuilder();
        if (ask.allowed() != null) {
            rules.append(rule(List.of("*"), "deny", 997));
            rules.append(rule(ask.allowed(), "allow", 998));
            rules.append(rule(List.of("mcp_ralph_*"), "allow", 998));
        }
        if (!ask.denied().isEmpty()) {
            rules.append(rule(ask.denied(), "deny", 999));
        }
        return rules.toString();
    }

    private static String rule(List<String> tools, String decision, int priority) {
        return "[[rule]]\ntoolName = " + JsonText.of(tools) + "\ndecision = \"" + decision + "\"\npriority = "
                + priority + "\n";
    }

    private static String defaults(AttemptRequest ask, boolean hasKey) {
        Map<String, Object> servers = ask.tools() == null
                ? Map.of()
                : Map.of("ralph", Map.of("command", ask.tools(), "args", List.of("mcp"), "env", ask.toolVariables()));
        return """
                {
                  "general": {"maxAttempts": 2, "enableAutoUpdate": false, "enableAutoUpdateNotification": false},
                  "privacy": {"usageStatisticsEnabled": false},
                  "telemetry": {"enabled": false},
                  "mcpServers": %s,
                  "security": {"folderTrust": {"enabled": false}%s}
                }
                """.formatted(JsonText.of(servers), hasKey ? ", \"auth\": {\"selectedType\": \"gemini-api-key\"}" : "");
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
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .model(
                        List.of("GOOGLE_GEMINI_BASE_URL", "GOOGLE_VERTEX_BASE_URL"),
                        "generativelanguage.googleapis.com:443",
                        "cloudcode-pa.googleapis.com:443")
                .add("oauth2.googleapis.com:443")
                .with(List.of("GOOGLE_GENAI_USE_VERTEXAI"), "*.googleapis.com:443")
                .list();
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of("0.61.0");
    }

    @Override
    public Advice advice() {
        return new Advice("npm install -g @google/gemini-cli", "run gemini once and log in, or set GEMINI_API_KEY");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of(
                        "GEMINI_API_KEY",
                        "GOOGLE_API_KEY",
                        "GOOGLE_GENAI_USE_VERTEXAI",
                        "GOOGLE_GENAI_USE_GCA",
                        "GOOGLE_APPLICATION_CREDENTIALS")
                .in("~", ".gemini/oauth_creds.json")
                .in("~", ".gemini/gemini-credentials.json")
                .in("~", ".gemini/.env")
                .in("~", ".env", "GEMINI_API_KEY")
                .in(".", ".gemini/.env")
                .in(".", ".env", "GEMINI_API_KEY");
    }

    @Override
    public AgentEvent.@Nullable Failed exited(int code) {
        int status = switch (code) {
            case 144, 145, 147, 173, 244, 247 -> code + 256;
            default -> 0;
        };
        if (status > 0) {
            return FailureText.classify(status, "the model's server answered with status " + status);
        }
        return switch (code) {
            case 41 -> new AgentEvent.Failed(Fault.LOGIN, 0, "it could not log in (exit code 41)");
            case 53 ->
                new AgentEvent.Failed(Fault.TURNS, 0, "the agent's own limit of turns was reached (exit code 53)");
            default -> null;
        };
    }

    /// What a line of `-o stream-json` means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE = WantedFields.of(ToolDetail.paths("parameters", """
                type session_id model role content delta tool_id tool_name status severity message error.type
                error.message stats.total_tokens stats.input_tokens stats.output_tokens stats.cached
                stats.models.*.total_tokens stats.models.*.input_tokens stats.models.*.output_tokens
                stats.models.*.cached""".split("\\s+")));

        private final TurnFailure failure;
        private boolean open;

        Stream(ResetTimes resets) {
            failure = new TurnFailure(resets);
        }

        @Override
        public void of(JsonFieldValues line, Consumer<AgentEvent> sink) {
            String type = line.textOr("type", "");
            if (type.equals("message")) {
                message(line, sink);
                return;
            }
            end(sink);
            switch (type) {
                case "init" -> {
                    StreamOpening.session(line.text("session_id"), sink);
                    StreamOpening.model(line.text("model"), sink);
                }
                case "tool_use" ->
                    sink.accept(new AgentEvent.ToolCall(
                            line.detail("tool_id"),
                            line.detail("tool_name"),
                            ToolDetail.of(line.object("parameters"))));
                case "tool_result" ->
                    sink.accept(new AgentEvent.ToolResult(
                            line.detail("tool_id"), !line.textOr("status", "").equals("success")));
                case "error" -> {
                    if (line.textOr("severity", "").equals("error")) {
                        failure.say(0, line.textOr("message", ""), sink);
                    }
                }
                case "result" -> result(line, sink);
                default -> sink.accept(StreamOpening.unknown(type));
            }
        }

        @Override
        public void end(Consumer<AgentEvent> sink) {
            if (open) {
                open = false;
                sink.accept(new AgentEvent.Text("", true));
            }
        }

        /// The prompt comes back as a message of the user.
        private void message(JsonFieldValues line, Consumer<AgentEvent> sink) {
            if (!line.textOr("role", "").equals("assistant")) {
                end(sink);
                return;
            }
            open = line.flag("delta");
            sink.accept(new AgentEvent.Text(line.textOr("content", ""), !open));
        }

        private void result(JsonFieldValues line, Consumer<AgentEvent> sink) {
            usage(line.object("stats"), sink);
            boolean failed = !line.textOr("status", "").equals("success");
            JsonFieldValues error = line.object("error");
            String words = error == null ? "" : error.textOr("message", "");
            if (failed) {
                failure.say(fault(error == null ? "" : error.textOr("type", "")), 0, words, sink);
            }
            sink.accept(new AgentEvent.Finished(failed, failed ? Excerpt.words(words) : null));
        }

        private static Fault fault(String type) {
            return switch (type) {
                case "FatalAuthenticationError" -> Fault.LOGIN;
                case "FatalTurnLimitedError" -> Fault.TURNS;
                default -> Fault.OTHER;
            };
        }

        private static void usage(@Nullable JsonFieldValues stats, Consumer<AgentEvent> sink) {
            if (stats == null) {
                return;
            }
            List<JsonFieldValues.Entry> models = stats.entries("models");
            for (JsonFieldValues.Entry model : models) {
                String name = Excerpt.detail(model.name());
                sink.accept(
                        new AgentEvent.Used("process " + name, name, tokens(model.fields()), null, UsageScope.PROCESS));
            }
            if (models.isEmpty()) {
                sink.accept(new AgentEvent.Used("process", null, tokens(stats), null, UsageScope.PROCESS));
            }
        }

        /// What the total holds beyond input and output is thinking, which is paid like output.
        private static Tokens tokens(JsonFieldValues used) {
            long input = used.count("input_tokens");
            long cached = Math.min(input, used.count("cached"));
            long output = Math.max(used.count("output_tokens"), used.count("total_tokens") - input);
            return new Tokens(input - cached, cached, 0, output);
        }
    }
}
