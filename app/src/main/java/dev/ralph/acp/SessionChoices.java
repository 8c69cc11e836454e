package dev.ralph.acp;

import dev.ralph.acp.AcpFailure.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The choices a new session offers: its mode and its model.
record SessionChoices(Conversation talk, BridgeTranscript transcript, String session, Duration timeout) {
    private static final int MOST_OPTIONS = 32;
    private static final int LONGEST_NAME = 300;

    void make(RpcMessage opened, BridgeRequest ask) throws ConversationFailed, InterruptedException {
        if (ask.mode() != null) {
            set("session/set_mode", "modeId", ask.mode(), Kind.REQUEST);
        }
        String option = modelOption(opened);
        String model = ask.model();
        if (model != null) {
            choose(opened, option, model);
        } else if (opened.has("result.models.currentModelId")) {
            model = opened.text("result.models.currentModelId");
        } else if (option != null) {
            model = opened.text(option + ".currentValue");
        }
        if (model != null) {
            transcript.model(AcpFailure.oneLine(model, LONGEST_NAME));
        }
    }

    private void choose(RpcMessage opened, @Nullable String option, String model)
            throws ConversationFailed, InterruptedException {
        if (opened.has("result.models")) {
            set("session/set_model", "modelId", model, Kind.MODEL);
        } else if (option != null) {
            String id = opened.text(option + ".id");
            RpcMessage answer = talk.call(
                    "session/set_config_option",
                    params -> params.text("sessionId", session)
                            .text("configId", id)
                            .text("value", model),
                    timeout);
            refuse(answer, Kind.MODEL);
        } else {
            throw new ConversationFailed(
                    Kind.MODEL,
                    "the agent offers no choice of models: start without --model, or set it in its own settings");
        }
    }

    private void set(String method, String field, String value, Kind otherwise)
            throws ConversationFailed, InterruptedException {
        RpcMessage answer =
                talk.call(method, params -> params.text("sessionId", session).text(field, value), timeout);
        refuse(answer, otherwise);
    }

    private static void refuse(RpcMessage answer, Kind otherwise) throws ConversationFailed {
        if (answer.has("error")) {
            throw new ConversationFailed(AcpFailure.told(answer, otherwise));
        }
    }

    /// Where the session's answer describes the choice of the model.
    private static @Nullable String modelOption(RpcMessage opened) {
        for (int i = 0; i < MOST_OPTIONS; i++) {
            String at = "result.configOptions." + i;
            if (opened.text(at + ".category").equals("model")
                    || opened.text(at + ".id").equals("model")) {
                return at;
            }
        }
        return null;
    }
}
