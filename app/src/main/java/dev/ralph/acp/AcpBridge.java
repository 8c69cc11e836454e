package dev.ralph.acp;

import dev.ralph.acp.AcpFailure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One turn of an agent that speaks the Agent Client Protocol. `docs/acp-bridge.md` describes what it prints.
///
/// 1. The last line is a `result`, whatever the agent does.
/// 2. When [#run] returns, the agent has ended and so have the descendants it had at the end of the turn.
/// 3. Every wait has a limit, and so has everything that is kept.
public final class AcpBridge {
    private static final int LARGEST_PROMPT = 16 << 20;
    private static final int PROTOCOL_VERSION = 1;
    private static final int LONGEST_NAME = 300;

    private final Path folder;
    private final Map<String, String> environment;
    private final String version;
    private final PrintStream out;
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private volatile @Nullable Conversation conversation;

    /// @param folder      where the agent works
    /// @param environment of the agent
    /// @param version     of this client
    /// @param out         takes the lines
    public AcpBridge(Path folder, Map<String, String> environment, String version, PrintStream out) {
        this.folder = folder.toAbsolutePath().normalize();
        this.environment = Map.copyOf(environment);
        this.version = version;
        this.out = out;
    }

    /// Does what was asked.
    ///
    /// @param prompt is read to its end
    /// @return the exit code
    public int run(BridgeRequest ask, InputStream prompt) throws InterruptedException {
        BridgeTranscript transcript = new BridgeTranscript(out);
        AgentProcess agent;
        String text;
        try {
            text = read(prompt);
            agent = start(ask);
        } catch (ConversationFailed failed) {
            transcript.end(failed.failure(), "error", 0);
            return failed.failure().kind().exitCode();
        }
        Outbox outbox = new Outbox(agent.input());
        Conversation talk = new Conversation(outbox, transcript);
        conversation = talk;
        if (cancelled.get()) {
            talk.cancel();
        }
        Thread.ofPlatform().name("acp-listen").daemon().start(() -> talk.listen(agent.output()));
        AcpFailure failure = null;
        String stopReason = "error";
        try {
            stopReason = turn(talk, transcript, ask, text);
            failure = unfinished(stopReason);
        } catch (ConversationFailed failed) {
            failure = failed.failure();
            stopReason = failure.kind() == Kind.CANCELLED ? "cancelled" : "error";
        } finally {
            agent.end(outbox::end, ask.grace());
            talk.close(failure, stopReason);
        }
        return failure == null ? 0 : failure.kind().exitCode();
    }

    /// Asks the agent to end its turn; [#run] returns soon.
    public void cancel() {
        cancelled.set(true);
        Conversation talk = conversation;
        if (talk != null) {
            talk.cancel();
        }
    }

    private String turn(Conversation talk, BridgeTranscript transcript, BridgeRequest ask, String prompt)
            throws ConversationFailed, InterruptedException {
        RpcMessage hello = talk.call("initialize", this::introduce, ask.startTimeout());
        refuse(hello, Kind.PROTOCOL);
        long spoken = hello.number("result.protocolVersion");
        if (spoken != PROTOCOL_VERSION) {
            throw new ConversationFailed(
                    Kind.PROTOCOL, "the agent speaks version " + spoken + " of the protocol, not " + PROTOCOL_VERSION);
        }
        RpcMessage opened = open(talk, ask, hello);
        String id = ask.session() == null ? opened.text("result.sessionId") : ask.session();
        if (id.isEmpty() || id.length() > LONGEST_NAME) {
            throw new ConversationFailed(Kind.PROTOCOL, "the agent opened a session without a usable id");
        }
        talk.in(id);
        transcript.session(
                id,
                ask.session() != null,
                AcpFailure.oneLine(hello.text("result.agentInfo.name"), LONGEST_NAME),
                AcpFailure.oneLine(hello.text("result.agentInfo.version"), LONGEST_NAME));
        new SessionChoices(talk, transcript, id, ask.startTimeout()).make(opened, ask);
        if (ask.session() != null) {
            talk.settle();
        }
        RpcMessage answer = talk.prompt(prompt, ask.timeout(), ask.grace());
        refuse(answer, Kind.OTHER);
        return AcpFailure.oneLine(answer.text("result.stopReason"), LONGEST_NAME);
    }

    private void introduce(BridgeLine params) {
        params.number("protocolVersion", PROTOCOL_VERSION)
                .object(
                        "clientCapabilities",
                        capabilities -> capabilities
                                .object(
                                        "fs",
                                        fs -> fs.flag("readTextFile", false).flag("writeTextFile", false))
                                .flag("terminal", false))
                .object("clientInfo", info -> info.text("name", "ralph").text("version", version));
    }

    private RpcMessage open(Conversation talk, BridgeRequest ask, RpcMessage hello)
            throws ConversationFailed, InterruptedException {
        String old = ask.session();
        Duration timeout = ask.startTimeout();
        if (old == null) {
            RpcMessage opened = talk.call(
                    "session/new",
                    params -> params.text("cwd", folder.toString()).emptyArray("mcpServers"),
                    timeout);
            refuse(opened, Kind.OTHER);
            return opened;
        }
        if (!hello.text("result.agentCapabilities.loadSession").equals("true")) {
            throw new ConversationFailed(
                    Kind.UNKNOWN_SESSION, "the agent cannot continue a session: start without --session");
        }
        RpcMessage opened = talk.call(
                "session/load",
                params -> params.text("sessionId", old)
                        .text("cwd", folder.toString())
                        .emptyArray("mcpServers"),
                timeout);
        refuse(opened, Kind.UNKNOWN_SESSION);
        return opened;
    }

    private AgentProcess start(BridgeRequest ask) throws ConversationFailed {
        try {
            return AgentProcess.start(ask.command(), folder, environment);
        } catch (IOException e) {
            throw new ConversationFailed(
                    Kind.MISSING,
                    "the agent " + ask.command().getFirst() + " cannot be started: " + e.getMessage()
                            + "; install it, or give its full path");
        }
    }

    private static String read(InputStream prompt) throws ConversationFailed {
        try {
            byte[] bytes = prompt.readNBytes(LARGEST_PROMPT + 1);
            if (bytes.length > LARGEST_PROMPT) {
                throw new ConversationFailed(Kind.REQUEST, "the prompt on standard input has more than 16 MiB");
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (text.isBlank()) {
                throw new ConversationFailed(Kind.REQUEST, "the prompt on standard input is empty");
            }
            return text;
        } catch (IOException e) {
            throw new ConversationFailed(
                    Kind.REQUEST, "the prompt cannot be read from standard input: " + e.getMessage());
        }
    }

    private static void refuse(RpcMessage answer, Kind otherwise) throws ConversationFailed {
        if (answer.has("error")) {
            throw new ConversationFailed(AcpFailure.told(answer, otherwise));
        }
    }

    private static @Nullable AcpFailure unfinished(String stopReason) {
        return switch (stopReason) {
            case "end_turn" -> null;
            case "max_turn_requests" ->
                AcpFailure.of(Kind.TURNS, "the agent stopped after as many requests as one turn may have");
            case "max_tokens" -> AcpFailure.of(Kind.OTHER, "the model stopped at its limit of tokens");
            case "refusal" -> AcpFailure.of(Kind.OTHER, "the agent refused to continue");
            case "cancelled" -> AcpFailure.of(Kind.OTHER, "the agent cancelled the turn without being asked");
            default -> AcpFailure.of(Kind.PROTOCOL, "the agent ended the turn with '" + stopReason + "'");
        };
    }
}
