package dev.ralph.agent;

import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import dev.ralph.json.JsonText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Codex CLI.
///
/// What is peculiar about it:
/// - Tokens are cumulative over the thread, also those of earlier processes. Money and the model are never named.
/// - Items of type `error` are warnings; only `turn.failed` is a failure, its reason is prose.
/// - Commands that fail at once may leave no item, so the number of actions is a lower bound.
/// - The number of retries can only be set for providers the user defined; the built-in one gives up within 30 seconds.
final class CodexAgent implements AgentKind {
    /// Overviews that it would fetch from the network at every start.
    private static final List<String> FEATURES_OFF =
            List.of("plugins", "apps", "remote_plugin", "plugin_discovery_prefetch");

    @Override
    public String name() {
        return "codex";
    }

    @Override
    public List<NativeProgram> natives() {
        String vendor = "@openai/codex-{platform}/vendor/{triple}/";
        return List.of(
                new NativeProgram(vendor + "bin/codex", vendor + "codex-path"),
                new NativeProgram(vendor + "codex/codex", vendor + "path"));
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        ArgumentList arguments = new ArgumentList(installed).add("exec");
        if (ask.session() != null) {
            arguments.add("resume");
        }
        arguments
                .add("--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox")
                .add("-c", "check_for_update_on_startup=false")
                .add("-c", "analytics.enabled=false")
                .add("-c", "otel.exporter=none");
        for (String feature : FEATURES_OFF) {
            arguments.add("-c", "features." + feature + "=false");
        }
        String provider = provider(ask.extra());
        if (provider != null) {
            arguments
                    .add("-c", "model_providers." + provider + ".request_max_retries=2")
                    .add("-c", "model_providers." + provider + ".stream_max_retries=2");
        }
        if (ask.tools() != null) {
            String server = "mcp_servers.ralph.";
            arguments
                    .add("-c", server + "command=" + JsonText.of(ask.tools()))
                    .add("-c", server + "args=[\"mcp\"]")
                    .add("-c", server + "startup_timeout_sec=60")
                    .add(
                            "-c",
                            server + "env_vars="
                                    + JsonText.of(
                                            List.copyOf(ask.toolVariables().keySet())));
        }
        arguments.option("-m", ask.model()).addAll(ask.extra());
        if (ask.session() != null) {
            arguments.add(ask.session());
        }
        AgentVariables variables = AgentVariables.of(ask, installed).passFamily("OPENAI_", "CODEX_", "AZURE_OPENAI_");
        return new AgentStart(arguments.add("-").list(), variables.map(), Map.of());
    }

    /// The provider of his own that the user chose in his arguments.
    private static @Nullable String provider(List<String> extra) {
        String key = "model_provider=";
        for (String argument : extra) {
            if (argument.startsWith(key)) {
                String name = argument.substring(key.length()).replace("\"", "");
                return SafeWord.is(name) ? name : null;
            }
        }
        return null;
    }

    @Override
    public boolean usesToolServer() {
        return true;
    }

    @Override
    public StreamReader reader(ResetTimes resets) {
        return new JsonLines(Stream.SHAPE, new Stream(resets));
    }

    @Override
    public boolean tellsItsActions() {
        return false;
    }

    @Override
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .add("api.openai.com:443", "chatgpt.com:443", "auth.openai.com:443")
                .model(List.of("OPENAI_BASE_URL"))
                .list();
    }

    @Override
    public List<String> effort(String level) {
        return List.of("-c", "model_reasoning_effort=" + JsonText.of(level));
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of("0.166.0");
    }

    @Override
    public Advice advice() {
        return new Advice("npm install -g @openai/codex", "run codex login, or set OPENAI_API_KEY or CODEX_API_KEY");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_ACCESS_TOKEN")
                .in("$CODEX_HOME", "auth.json")
                .in("$CODEX_HOME", "config.toml", "model_provider")
                .in("~", ".codex/auth.json")
                .in("~", ".codex/config.toml", "model_provider")
                .in("~", ".codex/config.toml", "cli_auth_credentials_store");
    }

    /// What a line of `codex exec --json` means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE = WantedFields.of("""
                type thread_id message error.message usage.input_tokens usage.cached_input_tokens
                usage.cache_write_input_tokens usage.output_tokens item.id item.type item.text item.command
                item.exit_code item.status item.server item.tool item.query item.changes.path""".split("\\s+"));

        private static final int MOST_OPEN = 64;
        private static final Pattern RECONNECTING = Pattern.compile("reconnecting\\D{0,10}(\\d{1,6})/");

        private final TurnFailure failure;
        private final Deque<String> open = new ArrayDeque<>();
        private @Nullable String trouble;

        Stream(ResetTimes resets) {
            failure = new TurnFailure(resets);
        }

        @Override
        public void of(JsonFieldValues line, Consumer<AgentEvent> sink) {
            String type = line.textOr("type", "");
            switch (type) {
                case "thread.started" -> StreamOpening.session(line.text("thread_id"), sink);
                case "item.started" -> item(line.object("item"), false, sink);
                case "item.completed" -> item(line.object("item"), true, sink);
                case "error" -> error(line.textOr("message", ""), sink);
                case "turn.completed" -> {
                    usage(line.object("usage"), sink);
                    trouble = null;
                    sink.accept(new AgentEvent.Finished(false, null));
                }
                case "turn.failed" -> {
                    JsonFieldValues error = line.object("error");
                    failed(error == null ? "" : error.textOr("message", ""), sink);
                }
                case "turn.started", "item.updated", "item.plan.delta", "request_user_input" -> {
                    // Nothing that anybody here needs.
                }
                default -> sink.accept(StreamOpening.unknown(type));
            }
        }

        /// An error that no `turn.failed` followed.
        @Override
        public void end(Consumer<AgentEvent> sink) {
            if (trouble != null) {
                failure.say(0, trouble, sink);
            }
        }

        private void failed(String message, Consumer<AgentEvent> sink) {
            String words = message.isEmpty() && trouble != null ? trouble : message;
            trouble = null;
            failure.say(0, words, sink);
            sink.accept(new AgentEvent.Finished(true, Excerpt.words(words)));
        }

        /// "Reconnecting... 1/5 (unexpected status 500 …)".
        private void error(String message, Consumer<AgentEvent> sink) {
            String lower = message.toLowerCase(Locale.ROOT);
            if (!lower.startsWith("reconnecting")) {
                trouble = message;
                return;
            }
            Matcher attempt = RECONNECTING.matcher(lower);
            sink.accept(new AgentEvent.Retrying(
                    attempt.lookingAt() ? Integer.parseInt(attempt.group(1)) : 0,
                    null,
                    FailureText.statusIn(lower),
                    Excerpt.detail(message)));
        }

        private void item(@Nullable JsonFieldValues item, boolean completed, Consumer<AgentEvent> sink) {
            if (item == null) {
                return;
            }
            switch (item.textOr("type", "")) {
                case "agent_message" -> {
                    if (completed) {
                        sink.accept(new AgentEvent.Text(item.textOr("text", ""), true));
                    }
                }
                case "command_execution" -> action(item, "shell", item.textOr("command", ""), completed, sink);
                case "file_change" -> action(item, "file_change", changed(item), completed, sink);
                case "mcp_tool_call" ->
                    action(item, item.textOr("server", "mcp"), item.textOr("tool", ""), completed, sink);
                case "web_search" -> action(item, "web_search", item.textOr("query", ""), completed, sink);
                case "collab_tool_call" -> action(item, "collab", item.textOr("tool", ""), completed, sink);
                default -> {
                    // Reasoning, plans, to-do lists, and warnings.
                }
            }
        }

        private static String changed(JsonFieldValues item) {
            List<JsonFieldValues> changes = item.objects("changes");
            return changes.isEmpty() ? "" : changes.getFirst().textOr("path", "");
        }

        /// Some actions are only told when they have ended.
        private void action(
                JsonFieldValues item, String name, String detail, boolean completed, Consumer<AgentEvent> sink) {
            String id = item.detail("id");
            boolean begun = open.remove(id);
            if (!begun) {
                sink.accept(new AgentEvent.ToolCall(id, Excerpt.detail(name), Excerpt.detail(detail)));
            }
            if (completed) {
                boolean failed = item.number("exit_code") != 0
                        || item.textOr("status", "").equals("failed");
                sink.accept(new AgentEvent.ToolResult(id, failed));
            } else {
                open.add(id);
                if (open.size() > MOST_OPEN) {
                    open.removeFirst();
                }
            }
        }

        private static void usage(@Nullable JsonFieldValues used, Consumer<AgentEvent> sink) {
            if (used == null) {
                return;
            }
            Tokens tokens = Tokens.withCacheInInput(
                    used.count("input_tokens"),
                    used.count("cached_input_tokens"),
                    used.count("cache_write_input_tokens"),
                    used.count("output_tokens"));
            sink.accept(new AgentEvent.Used("thread", null, tokens, null, UsageScope.SESSION));
        }
    }
}
