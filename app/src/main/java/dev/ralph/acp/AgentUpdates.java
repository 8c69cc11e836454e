package dev.ralph.acp;

import java.math.BigDecimal;

/// Reads the agent's notifications and answers into the [BridgeTranscript].
final class AgentUpdates {
    private static final int MOST_MODELS = 16;
    private static final int LONGEST_NAME = 300;

    private final BridgeTranscript transcript;
    private long calls;

    AgentUpdates(BridgeTranscript transcript) {
        this.transcript = transcript;
    }

    /// A `session/update`. Kinds that say nothing about the work (plans, commands on offer, modes) are left out, and so
    /// is what people said: the prompt.
    void update(RpcMessage message) {
        String at = "params.update.";
        switch (message.text(at + "sessionUpdate")) {
            case "agent_message_chunk" -> {
                if (message.text(at + "content.type").equals("text")) {
                    transcript.text(message.text(at + "messageId"), message.text(at + "content.text"));
                }
            }
            case "agent_thought_chunk" -> transcript.close();
            case "tool_call", "tool_call_update" -> tool(message, at);
            case "usage_update" -> cost(message, at + "cost.");
            default -> {
                // Nothing to tell.
            }
        }
        AcpUsage usage = AcpUsage.read(message, at + "_meta.usage");
        if (usage.isSomething()) {
            transcript.tokens("call-" + ++calls, "call", "", usage);
        }
    }

    /// The tool a permission is asked for; some agents announce it nowhere else.
    void permission(RpcMessage request) {
        tool(request, "params.toolCall.");
    }

    /// What the answer to the prompt says about use.
    void answer(RpcMessage answer) {
        boolean byModel = false;
        for (int i = 0; i < MOST_MODELS; i++) {
            String at = "result._meta.quota.model_usage." + i;
            AcpUsage usage = AcpUsage.read(answer, at + ".token_count");
            String model = AcpFailure.oneLine(answer.text(at + ".model"), LONGEST_NAME);
            if (usage.isSomething() && !model.isEmpty()) {
                transcript.model(model);
                transcript.tokens("turn:" + model, "turn", model, usage);
                byModel = true;
            }
        }
        for (String at : new String[] {"result.usage", "result._meta.usage", "result._meta.quota.token_count"}) {
            AcpUsage usage = AcpUsage.read(answer, at);
            if (!byModel && usage.isSomething()) {
                transcript.tokens("turn", "turn", "", usage);
                return;
            }
        }
    }

    private void tool(RpcMessage message, String at) {
        String id = shortened(message.text(at + "toolCallId"));
        if (id.isEmpty()) {
            return;
        }
        transcript.toolCall(
                id, message.text(at + "kind"), message.text(at + "title"), message.text(at + "rawInput.command"));
        String status = message.text(at + "status");
        if (status.equals("completed") || status.equals("failed")) {
            transcript.toolResult(id, status.equals("failed"));
        }
    }

    /// Ids are kept, so they may not be longer than an id is.
    private static String shortened(String id) {
        return id.length() <= LONGEST_NAME ? id : id.substring(0, LONGEST_NAME) + "#" + id.hashCode();
    }

    private void cost(RpcMessage message, String at) {
        BigDecimal amount = message.decimal(at + "amount");
        if (amount != null
                && amount.signum() > 0
                && message.text(at + "currency").equalsIgnoreCase("USD")) {
            transcript.dollars(amount);
        }
    }
}
