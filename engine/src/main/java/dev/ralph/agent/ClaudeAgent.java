package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.agent.ClaudeMessage.Input;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Claude Code.
///
/// What is peculiar about it:
/// - A failed model call ends as `subtype:"success"` with `is_error:true`, so the subtype proves nothing.
/// - As root it refuses to skip permissions; a list of allowed tools takes their place.
/// - The failures it tells its user about are messages of a model called `<synthetic>`: not the agent's words.
/// - The figures of `modelUsage` are cumulative over the process; those on each message are too early to be complete.
final class ClaudeAgent implements AgentKind {
    private static final List<String> TOOLS = List.of("""
            Bash BashOutput KillShell Read Write Edit MultiEdit NotebookEdit Glob Grep LS TodoWrite Task
            TaskStop Agent Skill Monitor Workflow ToolSearch WebFetch WebSearch""".split("\\s+"));

    @Override
    public String name() {
        return "claude";
    }

    @Override
    public List<NativeProgram> natives() {
        return List.of(new NativeProgram("@anthropic-ai/claude-code-{platform}/claude", null));
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        ArgumentList arguments = new ArgumentList(installed)
                .add("-p", "--output-format", "stream-json", "--verbose")
                .option("--model", ask.model())
                .option("--resume", ask.session());
        if (ask.root()) {
            List<String> permitted = new ArrayList<>(ask.allowed() == null ? TOOLS : ask.allowed());
            if (ask.tools() != null) {
                permitted.add("mcp__ralph");
            }
            arguments.add("--allowedTools", String.join(",", permitted));
        } else {
            arguments.add("--dangerously-skip-permissions");
        }
        arguments.joined("--tools", ask.allowed()).joined("--disallowedTools", ask.denied());
        Map<Path, String> files = ask.toolFile(Map.of("type", "stdio"));
        for (Path servers : files.keySet()) {
            arguments.add("--mcp-config", servers.toString());
        }
        return new AgentStart(arguments.addAll(ask.extra()).list(), environment(installed, ask), files);
    }

    @Override
    public List<String> effort(String level) {
        return List.of("--effort", level);
    }

    private static Map<String, String> environment(InstalledAgent installed, AttemptRequest ask) {
        AgentVariables variables = AgentVariables.of(ask, installed)
                .passFamily("ANTHROPIC_", "CLAUDE_", "VERTEX_")
                .pass(
                        "API_TIMEOUT_MS",
                        "MAX_THINKING_TOKENS",
                        "MAX_MCP_OUTPUT_TOKENS",
                        "MCP_TIMEOUT",
                        "MCP_TOOL_TIMEOUT")
                .pass("BASH_DEFAULT_TIMEOUT_MS", "BASH_MAX_TIMEOUT_MS", "BASH_MAX_OUTPUT_LENGTH")
                // What marks the inside of another Claude Code.
                .without("CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID")
                .set("DISABLE_TELEMETRY", "1")
                .set("DISABLE_ERROR_REPORTING", "1")
                .set("DISABLE_AUTOUPDATER", "1")
                .set("DISABLE_BUG_COMMAND", "1")
                .set("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
                .preset("CLAUDE_CODE_MAX_RETRIES", "2");
        if (variables.has("CLAUDE_CODE_USE_BEDROCK")) {
            variables.passFamily("AWS_");
        }
        if (variables.has("CLAUDE_CODE_USE_VERTEX")) {
            variables.pass("GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT", "CLOUD_ML_REGION");
        }
        return variables.map();
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
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .model(List.of("ANTHROPIC_BASE_URL"), "api.anthropic.com:443")
                .add("platform.claude.com:443", "console.anthropic.com:443", "claude.ai:443") // refreshed logins
                .with(List.of("CLAUDE_CODE_USE_BEDROCK"), "*.amazonaws.com:443")
                .with(List.of("CLAUDE_CODE_USE_VERTEX"), "*.googleapis.com:443")
                .list();
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of("2.1.197", "2.1.325");
    }

    @Override
    public Advice advice() {
        return new Advice(
                "npm install -g @anthropic-ai/claude-code",
                "run claude once and type /login, or set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of(
                        "ANTHROPIC_API_KEY",
                        "ANTHROPIC_AUTH_TOKEN",
                        "CLAUDE_CODE_OAUTH_TOKEN",
                        "CLAUDE_CODE_USE_BEDROCK",
                        "CLAUDE_CODE_USE_VERTEX",
                        "CLAUDE_CODE_USE_FOUNDRY")
                .in("$CLAUDE_CONFIG_DIR", ".credentials.json")
                .in("$CLAUDE_CONFIG_DIR", "settings.json", "apiKeyHelper")
                .in("~", ".claude/.credentials.json")
                .in("~", ".claude/settings.json", "apiKeyHelper")
                .in("~", ".claude/settings.json", "ANTHROPIC_")
                .in("~", ".claude.json", "primaryApiKey")
                .in(".", ".claude/settings.json", "apiKeyHelper")
                .in(".", ".claude/settings.local.json", "ANTHROPIC_");
    }

    /// What a line of `--output-format stream-json` means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE = WantedFields.of(ClaudeMessage.with("""
                attempt retry_delay_ms error_status rate_limit_info.status rate_limit_info.resetsAt
                rate_limit_info.rateLimitType rate_limit_info.isUsingOverage api_error_status terminal_reason
                errors total_cost_usd modelUsage.*.inputTokens modelUsage.*.cacheReadInputTokens
                modelUsage.*.cacheCreationInputTokens modelUsage.*.outputTokens modelUsage.*.costUSD""".split("\\s+")));

        private static final Duration NO_LIMIT_YET = Duration.ofSeconds(30);

        private final TurnFailure failure;
        private Fault reported = Fault.OTHER;

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
                case "rate_limit_event" -> limit(line.object("rate_limit_info"), sink);
                case "result" -> result(line, sink);
                case "stream_event",
                        "control_request",
                        "control_response",
                        "control_cancel_request",
                        "keep_alive",
                        "tool_progress",
                        "tool_use_summary",
                        "auth_status",
                        "prompt_suggestion" -> {
                    // Nothing that anybody here needs.
                }
                default -> sink.accept(StreamOpening.unknown(type));
            }
        }

        private void assistant(JsonFieldValues line, Consumer<AgentEvent> sink) {
            String error = line.text("error");
            if (error != null && !ClaudeMessage.ofSubagent(line)) {
                reported = fault(error);
            }
            if (error == null) {
                ClaudeMessage.say(line, Input.WITHOUT_CACHE, sink);
            }
        }

        private void system(JsonFieldValues line, Consumer<AgentEvent> sink) {
            switch (line.textOr("subtype", "")) {
                case "init" -> ClaudeMessage.open(line, sink);
                case "api_retry" -> retry(line, sink);
                default -> {
                    // Hooks, notifications, status lines: new ones come with every version.
                }
            }
        }

        private void retry(JsonFieldValues line, Consumer<AgentEvent> sink) {
            Duration delay = line.has("retry_delay_ms") ? Duration.ofMillis(line.count("retry_delay_ms")) : null;
            int status = line.status("error_status");
            if (status == 429 && delay != null && delay.compareTo(NO_LIMIT_YET) > 0) {
                Instant until = failure.resets().statedIn("retry in " + delay.toSeconds() + "s");
                sink.accept(new AgentEvent.Limited(until, "rate limit", Evidence.STRUCTURED));
            }
            int attempt = (int) Math.min(line.count("attempt"), 1000);
            sink.accept(new AgentEvent.Retrying(attempt, delay, status, line.detail("error")));
        }

        /// Warnings on the way to a limit, and limits that somebody pays to exceed, stop nobody.
        private void limit(@Nullable JsonFieldValues info, Consumer<AgentEvent> sink) {
            if (info != null && info.textOr("status", "").equals("rejected") && !info.flag("isUsingOverage")) {
                sink.accept(new AgentEvent.Limited(
                        failure.resets().statedIn("resets at " + info.count("resetsAt")),
                        "usage limit " + info.detail("rateLimitType"),
                        Evidence.TYPED));
            }
        }

        private void result(JsonFieldValues line, Consumer<AgentEvent> sink) {
            usage(line, sink);
            String subtype = line.textOr("subtype", "");
            String words = words(line);
            int status = line.status("api_error_status");
            boolean failed = line.flag("is_error") || status > 0 || subtype.startsWith("error");
            if (failed) {
                Fault fault = switch (line.textOr("terminal_reason", subtype)) {
                    case "max_turns", "error_max_turns" -> Fault.TURNS;
                    case "budget_exhausted", "error_max_budget_usd" -> Fault.BUDGET;
                    default -> reported;
                };
                failure.say(fault, status, words, sink);
            }
            reported = Fault.OTHER;
            sink.accept(new AgentEvent.Finished(failed, words));
        }

        private static String words(JsonFieldValues line) {
            String result = line.text("result");
            return Excerpt.words(result != null ? result : String.join("; ", line.texts("errors")));
        }

        private static void usage(JsonFieldValues line, Consumer<AgentEvent> sink) {
            List<JsonFieldValues.Entry> models = line.entries("modelUsage");
            for (JsonFieldValues.Entry model : models) {
                JsonFieldValues used = model.fields();
                sink.accept(new AgentEvent.Used(
                        "process " + Excerpt.detail(model.name()),
                        Excerpt.detail(model.name()),
                        new Tokens(
                                used.count("inputTokens"),
                                used.count("cacheReadInputTokens"),
                                used.count("cacheCreationInputTokens"),
                                used.count("outputTokens")),
                        used.decimal("costUSD"),
                        UsageScope.PROCESS));
            }
            JsonFieldValues used = line.object("usage");
            BigDecimal dollars = line.decimal("total_cost_usd");
            if (models.isEmpty() && used != null) {
                sink.accept(new AgentEvent.Used(
                        "process", null, ClaudeMessage.tokens(used, Input.WITHOUT_CACHE), dollars, UsageScope.PROCESS));
            }
        }

        private static Fault fault(String error) {
            return switch (error) {
                case "authentication_failed", "oauth_org_not_allowed" -> Fault.LOGIN;
                case "billing_error" -> Fault.CREDIT;
                case "rate_limit" -> Fault.RATE;
                case "overloaded" -> Fault.OVERLOADED;
                case "model_not_found" -> Fault.MODEL;
                default -> Fault.OTHER;
            };
        }
    }
}
