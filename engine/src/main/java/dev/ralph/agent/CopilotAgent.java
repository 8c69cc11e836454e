package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Copilot CLI.
///
/// What is peculiar about it:
/// - Ended by a signal it prints a result with exit code 0, so that result proves nothing.
/// - Its stream usually has no tokens, and never money.
/// - Its launcher leaves the agent behind when it is signalled; the native program does not.
/// - Messages come in pieces and once more as a whole; only the whole is taken.
final class CopilotAgent implements AgentKind {
    @Override
    public String name() {
        return "copilot";
    }

    @Override
    public List<NativeProgram> natives() {
        return List.of(new NativeProgram("@github/copilot-{platform}/copilot", null));
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        ArgumentList arguments = new ArgumentList(installed)
                .add("--output-format", "json", "--allow-all-tools", "--allow-all-paths", "--no-color")
                .option("--model", ask.model());
        if (ask.session() != null) {
            arguments.add("--resume=" + ask.session());
        }
        if (ask.allowed() != null) {
            List<String> available = new ArrayList<>(ask.allowed());
            available.removeAll(ask.denied());
            if (ask.tools() != null) {
                available.add("ralph");
            }
            arguments.joined("--available-tools", available);
        }
        // Beside those available the first of these counts for nothing. It hides tools by their names, the second
        // refuses kinds of them, such as shell and write.
        arguments.joined("--excluded-tools", ask.denied()).joined("--deny-tool", ask.denied());
        Map<Path, String> files = ask.toolFile(Map.of("type", "local", "tools", List.of("*")));
        for (Path servers : files.keySet()) {
            arguments.add("--additional-mcp-config", "@" + servers);
        }
        AgentVariables variables = AgentVariables.of(ask, installed)
                .passFamily("COPILOT_")
                .pass("GH_TOKEN", "GITHUB_TOKEN", "GH_HOST")
                .set("COPILOT_AUTO_UPDATE", "false");
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
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .model(
                        List.of("COPILOT_PROVIDER_BASE_URL"),
                        "api.githubcopilot.com:443",
                        "*.githubcopilot.com:443",
                        "api.github.com:443",
                        "github.com:443")
                .list();
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of("1.0.102");
    }

    @Override
    public Advice advice() {
        return new Advice(
                "npm install -g @github/copilot",
                "run copilot once and type /login, or set GH_TOKEN or the variables COPILOT_PROVIDER_…");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of("COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_PROVIDER_BASE_URL")
                .in("$COPILOT_HOME", "config.json")
                .in("~", ".copilot/config.json")
                .in("$XDG_CONFIG_HOME", "gh/hosts.yml")
                .in("~", ".config/gh/hosts.yml");
    }

    /// What a line of `--output-format json` means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE = WantedFields.of(ToolDetail.paths("data.arguments", """
                type id agentId sessionId exitCode data.sessionId data.selectedModel data.newModel data.model
                data.content data.parentToolCallId data.toolCallId data.toolName data.success data.errorType
                data.errorMessage data.message data.statusCode data.reason data.shellExecution.exitCode
                data.retryAttempt data.inputTokens data.outputTokens data.cacheReadTokens data.cacheWriteTokens""".split("\\s+")));

        /// Types and families of types that carry nothing anybody here needs.
        private static final List<String> KNOWN = List.of("""
                user. system. session. assistant. tool. hook. subagent. skill. mcp. model. permission.
                pending_messages. external_tool. command. elicitation. capabilities.""".split("\\s+"));

        private final TurnFailure failure;
        private final SessionAndModel named = new SessionAndModel();
        private int status;
        private int failures;

        Stream(ResetTimes resets) {
            failure = new TurnFailure(resets);
        }

        @Override
        public void of(JsonFieldValues line, Consumer<AgentEvent> sink) {
            String type = line.textOr("type", "");
            JsonFieldValues data = line.object("data");
            if (type.equals("result")) {
                named.session(line.textOr("sessionId", ""), sink);
                sink.accept(new AgentEvent.Finished(line.number("exitCode") != 0, null));
            } else if (data != null && !event(type, line, data, sink)) {
                sink.accept(StreamOpening.unknown(type));
            } else if (data == null && !isKnown(type)) {
                sink.accept(new AgentEvent.Strange("an event without data: " + Excerpt.detail(type)));
            }
        }

        private boolean event(String type, JsonFieldValues line, JsonFieldValues data, Consumer<AgentEvent> sink) {
            switch (type) {
                case "session.start", "session.resume" -> {
                    named.session(data.textOr("sessionId", ""), sink);
                    named.model(data.textOr("selectedModel", ""), sink);
                }
                case "session.model_change" -> named.model(data.textOr("newModel", ""), sink);
                case "session.tools_updated" -> named.model(data.textOr("model", ""), sink);
                case "assistant.message" -> message(line, data, sink);
                case "assistant.usage" -> usage(line, data, sink);
                case "tool.execution_start" ->
                    sink.accept(new AgentEvent.ToolCall(
                            data.detail("toolCallId"),
                            data.detail("toolName"),
                            ToolDetail.of(data.object("arguments"))));
                case "tool.execution_complete" -> result(data, sink);
                case "model.call_failure" -> failedCall(data, sink);
                case "assistant.turn_retry" ->
                    sink.accept(new AgentEvent.Retrying(failures, null, status, data.detail("reason")));
                case "session.error" ->
                    failure.say(
                            fault(data.textOr("errorType", "")),
                            data.status("statusCode"),
                            lastError(data.textOr("message", "")),
                            sink);
                default -> {
                    return isKnown(type);
                }
            }
            return true;
        }

        /// It waits now, as long as the provider says, and tells of the new try when it has.
        private void failedCall(JsonFieldValues data, Consumer<AgentEvent> sink) {
            status = data.status("statusCode");
            failures = (int) Math.min(data.count("retryAttempt") + 1, 1000);
            String words = Excerpt.words(data.textOr("errorMessage", ""));
            Instant until = status == 429 ? failure.resets().statedIn(words) : null;
            if (until != null) {
                sink.accept(new AgentEvent.Limited(until, words, Evidence.STRUCTURED));
                sink.accept(new AgentEvent.Retrying(failures, null, status, "rate_limit"));
            }
        }

        /// Without how long it has waited before: that would be taken for how long to wait.
        private static String lastError(String message) {
            int last = message.indexOf("Last error: ");
            return last < 0 ? message : message.substring(last);
        }

        private static void result(JsonFieldValues data, Consumer<AgentEvent> sink) {
            JsonFieldValues shell = data.object("shellExecution");
            boolean failed = data.isFalse("success") || (shell != null && shell.number("exitCode") != 0);
            sink.accept(new AgentEvent.ToolResult(data.detail("toolCallId"), failed));
        }

        private static boolean isKnown(String type) {
            for (String family : KNOWN) {
                if (type.startsWith(family)) {
                    return true;
                }
            }
            return type.equals("abort");
        }

        /// What a subagent says is not the agent's own word.
        private void message(JsonFieldValues line, JsonFieldValues data, Consumer<AgentEvent> sink) {
            String text = data.textOr("content", "");
            boolean own = !line.has("agentId") && !data.has("parentToolCallId");
            if (own) {
                named.model(data.textOr("model", ""), sink);
            }
            if (own && !text.isEmpty()) {
                sink.accept(new AgentEvent.Text(text, true));
            }
        }

        private static void usage(JsonFieldValues line, JsonFieldValues data, Consumer<AgentEvent> sink) {
            Tokens tokens = Tokens.withCacheInInput(
                    data.count("inputTokens"),
                    data.count("cacheReadTokens"),
                    data.count("cacheWriteTokens"),
                    data.count("outputTokens"));
            sink.accept(
                    new AgentEvent.Used(line.detail("id"), data.detailOrNull("model"), tokens, null, UsageScope.CALL));
        }

        private static Fault fault(String type) {
            return switch (type) {
                case "rate_limit" -> Fault.RATE;
                case "authentication", "authorization" -> Fault.LOGIN;
                case "quota" -> Fault.CREDIT;
                case "context_limit" -> Fault.CONTEXT;
                default -> Fault.OTHER;
            };
        }
    }
}
