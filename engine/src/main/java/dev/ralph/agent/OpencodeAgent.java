package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// OpenCode.
///
/// What is peculiar about it:
/// - No event says that the turn is over: a step without tools that ends for a known reason is its last. After another
///   one it goes on if it sees fit.
/// - It tries again for a minute and more, or for as long as the provider says, without a word in its stream, and there
///   is no knob for it. Its log has a line for each failed call.
/// - It passes on the headers of an error, `retry-after` among them.
/// - Its whole configuration may come in one variable, which ranks above the user's files.
final class OpencodeAgent implements AgentKind {
    private static final String CONFIGURATION =
            "{\"permission\":\"allow\",\"autoupdate\":false,\"share\":\"disabled\"}";
    private static final String FAILED_CALL = " message=\"stream error\" ";
    private static final String FAILED_CALL_WORDS = " error.error=\"";

    @Override
    public String name() {
        return "opencode";
    }

    @Override
    public List<NativeProgram> natives() {
        return List.of(new NativeProgram("opencode-{platform}/bin/opencode", null));
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        ArgumentList arguments = new ArgumentList(installed)
                .add("run", "--format", "json")
                .option("-m", ask.model())
                .option("--session", ask.session())
                .addAll(ask.extra());
        AgentVariables variables = AgentVariables.of(ask, installed)
                .passFamily("OPENCODE_", "OPENAI_", "ANTHROPIC_", "AZURE_", "GOOGLE_", "GEMINI_")
                .pass("OPENROUTER_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY", "DEEPSEEK_API_KEY", "XAI_API_KEY")
                .pass("MOONSHOT_API_KEY", "ZHIPU_API_KEY", "TOGETHER_API_KEY", "FIREWORKS_API_KEY", "CEREBRAS_API_KEY")
                .set("OPENCODE_DISABLE_AUTOUPDATE", "1")
                .set("OPENCODE_DISABLE_SHARE", "1")
                .set("OPENCODE_DISABLE_LSP_DOWNLOAD", "1")
                .set("OPENCODE_DISABLE_TERMINAL_TITLE", "1")
                .preset("OPENCODE_PRINT_LOGS", "1")
                .preset("OPENCODE_LOG_LEVEL", "ERROR")
                .preset("OPENCODE_PERMISSION", "{\"*\":\"allow\"}")
                .preset("OPENCODE_CONFIG_CONTENT", CONFIGURATION);
        if (ask.allowed() != null || !ask.denied().isEmpty()) {
            variables.set("OPENCODE_PERMISSION", permission(variables.map().get("OPENCODE_PERMISSION"), ask));
        }
        if (ask.tools() != null) {
            variables.set(
                    "OPENCODE_CONFIG_CONTENT",
                    withTools(variables.map().getOrDefault("OPENCODE_CONFIG_CONTENT", ""), ask));
        }
        return new AgentStart(arguments.list(), variables.map(), Map.of());
    }

    /// Of two rules for a tool the last one counts. What the user says of a tool stays, unless it is denied here.
    private static String permission(@Nullable String own, AttemptRequest ask) {
        Map<String, @Nullable Object> said = new LinkedHashMap<>();
        try {
            said.putAll(JsonText.object(own == null ? "{}" : own));
        } catch (InvalidJson word) {
            said.put("*", "allow");
        }
        Map<String, @Nullable Object> rules = new LinkedHashMap<>();
        if (ask.allowed() == null) {
            rules.putAll(said);
        } else {
            rules.put("*", "deny");
            rules.put("ralph_*", "allow");
            for (String tool : ask.allowed()) {
                rules.put(key(tool), said.getOrDefault(key(tool), "allow"));
            }
        }
        for (String tool : ask.denied()) {
            rules.remove(key(tool));
            rules.put(key(tool), "deny");
        }
        return JsonText.of(rules);
    }

    /// All tools that change files have one permission.
    private static String key(String tool) {
        return List.of("write", "patch", "apply_patch").contains(tool) ? "edit" : tool;
    }

    /// What the user has there stays; where it is no JSON, OpenCode says so itself.
    private static String withTools(String configuration, AttemptRequest ask) {
        try {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(JsonText.object(configuration));
            Map<String, @Nullable Object> servers = new LinkedHashMap<>();
            servers.put(
                    "ralph",
                    Map.of(
                            "type",
                            "local",
                            "command",
                            List.of(Objects.requireNonNull(ask.tools()), "mcp"),
                            "environment",
                            ask.toolVariables()));
            if (all.get("mcp") instanceof Map<?, ?> own) {
                own.forEach((name, server) -> servers.put(String.valueOf(name), server));
            }
            all.put("mcp", servers);
            return JsonText.of(all);
        } catch (InvalidJson foreign) {
            return configuration;
        }
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
        return new ErrorLines((line, sink) -> failedCall(line, resets, sink));
    }

    /// `level=ERROR message="stream error" … small=false … error.error="AI_APICallError: Rate limit reached."`. The
    /// calls of the small model are for titles.
    private static void failedCall(String line, ResetTimes resets, Consumer<AgentEvent> sink) {
        int at = line.indexOf(FAILED_CALL_WORDS);
        if (at < 0 || !line.contains(FAILED_CALL) || line.contains(" small=true ")) {
            return;
        }
        String words = line.substring(at + FAILED_CALL_WORDS.length());
        AgentEvent.Failed failed =
                FailureText.classify(0, words.endsWith("\"") ? words.substring(0, words.length() - 1) : words);
        if (failed.fault() == Fault.RATE) {
            Instant until = resets.statedIn(failed.words());
            sink.accept(new AgentEvent.Limited(until, failed.words(), AgentEvent.Evidence.WORDS));
        }
        sink.accept(new AgentEvent.Retrying(0, null, failed.status(), failed.words()));
    }

    @Override
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .add("opencode.ai:443", "models.dev:443")
                .model(List.of("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"))
                .named("baseURL", environment.getOrDefault("OPENCODE_CONFIG_CONTENT", ""))
                .with(List.of("ANTHROPIC_API_KEY"), "api.anthropic.com:443")
                .with(List.of("OPENAI_API_KEY"), "api.openai.com:443")
                .with(
                        List.of("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"),
                        "generativelanguage.googleapis.com:443")
                .with(List.of("OPENROUTER_API_KEY"), "openrouter.ai:443")
                .with(List.of("GROQ_API_KEY"), "api.groq.com:443")
                .with(List.of("MISTRAL_API_KEY"), "api.mistral.ai:443")
                .with(List.of("DEEPSEEK_API_KEY"), "api.deepseek.com:443")
                .with(List.of("XAI_API_KEY"), "api.x.ai:443")
                .with(List.of("MOONSHOT_API_KEY"), "api.moonshot.ai:443")
                .with(List.of("ZHIPU_API_KEY"), "open.bigmodel.cn:443")
                .with(List.of("TOGETHER_API_KEY"), "api.together.xyz:443")
                .with(List.of("FIREWORKS_API_KEY"), "api.fireworks.ai:443")
                .with(List.of("CEREBRAS_API_KEY"), "api.cerebras.ai:443")
                .list();
    }

    @Override
    public List<String> effort(String level) {
        return List.of("--variant", level);
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of("1.18.33");
    }

    @Override
    public Advice advice() {
        return new Advice("npm install -g opencode-ai", "run opencode auth login, or set the key of your provider");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of("""
                        OPENCODE_AUTH_CONTENT OPENCODE_CONFIG OPENCODE_CONFIG_CONTENT OPENCODE_API_KEY
                        OPENAI_API_KEY ANTHROPIC_API_KEY GEMINI_API_KEY GOOGLE_APPLICATION_CREDENTIALS
                        OPENROUTER_API_KEY""".split("\\s+"))
                .in("$XDG_DATA_HOME", "opencode/auth.json")
                .in("~", ".local/share/opencode/auth.json")
                .in("$XDG_CONFIG_HOME", "opencode/opencode.json", "provider")
                .in("~", ".config/opencode/opencode.json", "provider")
                .in(".", "opencode.json", "provider");
    }

    /// What a line of `run --format json` means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE = WantedFields.of(ToolDetail.paths("part.state.input", """
                type sessionID part.id part.text part.tool part.callID part.reason part.cost part.tokens.total
                part.tokens.input part.tokens.output part.tokens.reasoning part.tokens.cache.read
                part.tokens.cache.write part.state.status part.state.metadata.exit error.name error.data.message
                error.data.statusCode error.data.responseHeaders.retry-after error.data.responseBody""".split("\\s+")));

        private final ResetTimes resets;
        private final TurnFailure failure;
        private final SessionAndModel named = new SessionAndModel();
        private boolean tools;
        /// Whether a step ended that may or may not have been the last.
        private boolean open;

        Stream(ResetTimes resets) {
            this.resets = resets;
            this.failure = new TurnFailure(resets);
        }

        @Override
        public void of(JsonFieldValues line, Consumer<AgentEvent> sink) {
            named.session(line.textOr("sessionID", ""), sink);
            String type = line.textOr("type", "");
            JsonFieldValues part = line.object("part");
            switch (type) {
                case "text" -> {
                    if (part != null) {
                        sink.accept(new AgentEvent.Text(part.textOr("text", ""), true));
                    }
                }
                case "tool_use" -> tool(part, sink);
                case "step_finish" -> step(part, sink);
                case "error" -> error(line.object("error"), sink);
                case "step_start" -> open = false;
                case "reasoning" -> {
                    // Nothing that anybody here needs.
                }
                default -> sink.accept(StreamOpening.unknown(type));
            }
        }

        /// Tools are told when they have ended.
        private void tool(@Nullable JsonFieldValues part, Consumer<AgentEvent> sink) {
            tools = true;
            if (part == null) {
                return;
            }
            JsonFieldValues state = part.object("state");
            String id = part.detail("callID");
            sink.accept(new AgentEvent.ToolCall(
                    id, part.detail("tool"), ToolDetail.of(state == null ? null : state.object("input"))));
            if (state != null) {
                JsonFieldValues metadata = state.object("metadata");
                boolean exited = metadata != null && metadata.number("exit") != 0;
                sink.accept(new AgentEvent.ToolResult(
                        id, exited || state.textOr("status", "").equals("error")));
            }
        }

        @Override
        public void end(Consumer<AgentEvent> sink) {
            if (open) {
                sink.accept(new AgentEvent.Finished(false, null));
            }
        }

        private void step(@Nullable JsonFieldValues part, Consumer<AgentEvent> sink) {
            if (part == null) {
                return;
            }
            JsonFieldValues tokens = part.object("tokens");
            if (tokens != null) {
                Tokens used = tokens(tokens);
                BigDecimal cost = part.decimal("cost");
                // A model without prices costs 0 there, which means that nobody knows.
                boolean unpriced = cost == null || (cost.signum() <= 0 && used.total() > 0);
                sink.accept(
                        new AgentEvent.Used(part.detail("id"), null, used, unpriced ? null : cost, UsageScope.CALL));
            }
            String reason = part.textOr("reason", "");
            if (!reason.equals("tool-calls")) {
                open = tools || reason.equals("unknown");
                if (!open) {
                    sink.accept(new AgentEvent.Finished(false, null));
                }
            }
            tools = false;
        }

        private static Tokens tokens(JsonFieldValues tokens) {
            JsonFieldValues cache = tokens.object("cache");
            return new Tokens(
                    tokens.count("input"),
                    cache == null ? 0 : cache.count("read"),
                    cache == null ? 0 : cache.count("write"),
                    tokens.count("output") + tokens.count("reasoning"));
        }

        private void error(@Nullable JsonFieldValues error, Consumer<AgentEvent> sink) {
            JsonFieldValues data = error == null ? null : error.object("data");
            String name = error == null ? "" : error.textOr("name", "");
            String words = data == null ? name : data.textOr("message", name);
            int status = data == null ? 0 : data.status("statusCode");
            TurnFailure withHeaders = new TurnFailure(text -> retryAfter(data, text));
            (data == null ? failure : withHeaders).say(fault(name), status, words, sink);
            sink.accept(new AgentEvent.Finished(true, Excerpt.words(words)));
        }

        private @Nullable Instant retryAfter(@Nullable JsonFieldValues data, String words) {
            JsonFieldValues headers = data == null ? null : data.object("responseHeaders");
            String header = headers == null ? null : headers.text("retry-after");
            Instant stated = header == null ? null : resets.statedIn("retry-after: " + Excerpt.detail(header));
            if (stated == null) {
                stated = resets.statedIn(words);
            }
            return stated != null || data == null
                    ? stated
                    : resets.statedIn(Excerpt.words(data.textOr("responseBody", "")));
        }

        private static Fault fault(String name) {
            return switch (name) {
                case "ProviderAuthError" -> Fault.LOGIN;
                case "ProviderModelNotFoundError" -> Fault.MODEL;
                case "ContextOverflowError" -> Fault.CONTEXT;
                default -> Fault.OTHER;
            };
        }
    }
}
