package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Any agent that speaks the Agent Client Protocol, behind Ralph's own bridge: a program that holds the conversation
/// and prints it as JSON, one object a line (docs/acp-bridge.md).
final class AcpAgent implements AgentKind {
    private final List<String> bridge;
    private final List<String> agent;

    /// @param bridge the program of the bridge and its first arguments: `ralph acp-bridge`
    /// @param agent  the agent's own program and arguments: `gemini --acp`
    AcpAgent(List<String> bridge, List<String> agent) {
        this.bridge = List.copyOf(bridge);
        this.agent = List.copyOf(agent);
        if (bridge.isEmpty() || agent.isEmpty()) {
            throw new IllegalArgumentException("the agent `acp` needs a program that speaks the Agent Client Protocol,"
                    + " for example: gemini --acp");
        }
    }

    @Override
    public String name() {
        return Agents.ACP;
    }

    @Override
    public String program() {
        return bridge.getFirst();
    }

    /// The user's own arguments are the bridge's: `--mode`, `--timeout`. What an agent behind the bridge needs of the
    /// environment is not known, so it sees all of it.
    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        List<String> argv = new ArrayList<>(new ArgumentList(installed)
                .addAll(bridge.subList(1, bridge.size()))
                .option("--session", ask.session())
                .option("--model", ask.model())
                .addAll(ask.extra())
                .add("--")
                .list());
        argv.addAll(agent);
        return new AgentStart(argv, ask.environment(), Map.of());
    }

    @Override
    public StreamReader reader(ResetTimes resets) {
        return stream(resets);
    }

    static StreamReader stream(ResetTimes resets) {
        return new JsonLines(Stream.SHAPE, new Stream(resets));
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of();
    }

    @Override
    public Advice advice() {
        return new Advice("install " + agent.getFirst(), "log in with " + agent.getFirst() + " itself");
    }

    /// What a line of the bridge means.
    private static final class Stream implements JsonLines.Meaning {
        static final WantedFields SHAPE = WantedFields.of("""
                type id name text last detail failed key scope model input cacheRead cacheWrite output dollars
                class status words stopReason strange attempt delay""".split("\\s+"));

        private static final int MOST_STRANGE = 100;

        private final TurnFailure failure;
        private @Nullable String words;

        Stream(ResetTimes resets) {
            failure = new TurnFailure(resets);
        }

        @Override
        public void of(JsonFieldValues line, Consumer<AgentEvent> sink) {
            String type = line.textOr("type", "");
            switch (type) {
                case "session" -> StreamOpening.session(line.text("id"), sink);
                case "model" -> StreamOpening.model(line.text("name"), sink);
                case "text" -> sink.accept(new AgentEvent.Text(line.textOr("text", ""), line.flag("last")));
                case "tool_call" ->
                    sink.accept(new AgentEvent.ToolCall(line.detail("id"), line.detail("name"), line.detail("detail")));
                case "tool_result" -> sink.accept(new AgentEvent.ToolResult(line.detail("id"), line.flag("failed")));
                case "usage" -> usage(line, sink);
                case "retry" ->
                    sink.accept(new AgentEvent.Retrying(
                            (int) Math.min(line.count("attempt"), 1000),
                            Duration.ofMillis(line.count("delay")),
                            line.status("status"),
                            line.detail("words")));
                case "error" -> {
                    words = Excerpt.words(line.textOr("words", ""));
                    failure.say(fault(line.textOr("class", "")), line.status("status"), words, sink);
                }
                case "result" -> result(line, sink);
                default -> sink.accept(StreamOpening.unknown(type));
            }
        }

        /// The bridge has counted what it did not understand of the agent; here it counts like any other strange line.
        private void result(JsonFieldValues line, Consumer<AgentEvent> sink) {
            for (long i = Math.min(line.count("strange"), MOST_STRANGE); i > 0; i--) {
                sink.accept(new AgentEvent.Strange("a message that the bridge did not understand"));
            }
            boolean failed = line.flag("failed");
            if (failed && words == null) {
                words = "the turn stopped: " + Excerpt.detail(line.textOr("stopReason", "no reason given"));
                boolean turns = line.textOr("stopReason", "").equals("max_turn_requests");
                sink.accept(new AgentEvent.Failed(turns ? Fault.TURNS : Fault.OTHER, 0, words));
            }
            sink.accept(new AgentEvent.Finished(failed, words));
        }

        private static void usage(JsonFieldValues line, Consumer<AgentEvent> sink) {
            UsageScope scope = switch (line.textOr("scope", "")) {
                case "call" -> UsageScope.CALL;
                case "session" -> UsageScope.SESSION;
                case "process" -> UsageScope.PROCESS;
                default -> UsageScope.TURN;
            };
            BigDecimal dollars = line.decimal("dollars");
            sink.accept(new AgentEvent.Used(
                    line.detail("key"),
                    line.detailOrNull("model"),
                    new Tokens(
                            line.count("input"),
                            line.count("cacheRead"),
                            line.count("cacheWrite"),
                            line.count("output")),
                    dollars,
                    scope));
        }

        private static Fault fault(String type) {
            return switch (type) {
                case "missing" -> Fault.MISSING_PROGRAM;
                case "login" -> Fault.LOGIN;
                case "credit" -> Fault.CREDIT;
                case "model" -> Fault.MODEL;
                case "context" -> Fault.CONTEXT;
                case "rate" -> Fault.RATE;
                case "overloaded" -> Fault.OVERLOADED;
                case "network" -> Fault.NETWORK;
                case "request" -> Fault.REQUEST;
                case "turns" -> Fault.TURNS;
                case "unknown_session" -> Fault.UNKNOWN_SESSION;
                default -> Fault.OTHER;
            };
        }
    }
}
