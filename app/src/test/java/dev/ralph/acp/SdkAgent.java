package dev.ralph.acp;

import com.agentclientprotocol.sdk.agent.AcpAgent;
import com.agentclientprotocol.sdk.agent.SyncPromptContext;
import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import java.util.List;
import java.util.Map;

/// An agent made with the protocol's official library, which checks what the bridge sends by its own classes. Ends by
/// itself after a minute.
final class SdkAgent {
    private static final long LIFETIME = 60_000;

    private SdkAgent() {}

    public static void main(String[] args) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(LIFETIME);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(99);
        });
        AcpAgent.sync(new StdioAcpAgentTransport())
                .initializeHandler(hello -> new AcpSchema.InitializeResponse(
                        hello.protocolVersion(),
                        new AcpSchema.AgentCapabilities(
                                true, new AcpSchema.McpCapabilities(), new AcpSchema.PromptCapabilities()),
                        List.of()))
                .newSessionHandler(asked -> new AcpSchema.NewSessionResponse("made-in " + asked.cwd(), null, null))
                .loadSessionHandler(asked -> new AcpSchema.LoadSessionResponse(null, null))
                .promptHandler(SdkAgent::turn)
                .build()
                .run();
    }

    private static AcpSchema.PromptResponse turn(AcpSchema.PromptRequest asked, SyncPromptContext client) {
        client.sendThought("not to be seen");
        client.sendMessage(
                "You said: " + ((AcpSchema.TextContent) asked.prompt().getFirst()).text());
        client.sendUpdate(
                asked.sessionId(),
                new AcpSchema.ToolCall(
                        "tool_call",
                        "t1",
                        "make",
                        AcpSchema.ToolKind.EXECUTE,
                        AcpSchema.ToolCallStatus.PENDING,
                        List.of(),
                        List.of(),
                        Map.of("command", "make all"),
                        null,
                        null));
        boolean allowed = client.askPermission("make all");
        client.sendUpdate(
                asked.sessionId(),
                new AcpSchema.ToolCallUpdateNotification(
                        "tool_call_update",
                        "t1",
                        "make",
                        AcpSchema.ToolKind.EXECUTE,
                        allowed ? AcpSchema.ToolCallStatus.COMPLETED : AcpSchema.ToolCallStatus.FAILED,
                        List.of(),
                        List.of(),
                        null,
                        null,
                        null));
        client.sendUpdate(
                asked.sessionId(),
                new AcpSchema.UsageUpdate("usage_update", 10L, 100L, new AcpSchema.Cost(0.5, "USD"), null));
        client.sendMessage("files: " + client.getClientCapabilities().supportsReadTextFile());
        return new AcpSchema.PromptResponse(AcpSchema.StopReason.END_TURN);
    }
}
