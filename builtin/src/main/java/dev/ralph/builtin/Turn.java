package dev.ralph.builtin;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One turn: the model is asked, what it wants is done, the results are its next question, until it wants nothing more.
///
/// 1. Nothing the model writes is ever more than words to print or the parameter of an action.
/// 2. Every action is told before it is done, and how it ended after it.
/// 3. It ends: after a number of calls, of actions that end it, or of failures.
record Turn(ModelAccess access, Actions actions, Transcript transcript, ContextLimit limit) {
    private static final int MOST_CALLS = 500;
    private static final int MOST_ACTIONS_OF_A_CALL = 50;
    private static final int TRIES = 3;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    /// A longer one is the business of whoever can wait without a process.
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);

    private static final String RULES = """
            You are a software engineer who works alone in the folder of a project: nobody reads along or answers.
            Use the tools to look, to change files and to run things. Run the project's checks before you say that you
            are done. Ralph, who started you, checks and commits your work: do not commit. End your turn by an answer
            without a tool call.
            """;

    /// @return the exit code
    int run(String prompt) throws ModelFailed, InterruptedException {
        List<ChatMessage> messages = new ArrayList<>(List.of(SystemMessage.from(RULES), UserMessage.from(prompt)));
        transcript.model(access.name());
        for (int call = 1; call <= MOST_CALLS; call++) {
            if (!limit.shorten(messages)) {
                throw new ModelFailed("context", 0, "the conversation is longer than " + limit.tokens() + " tokens");
            }
            ChatResponse answer = ask(messages);
            transcript.usage(call, access.usage(answer));
            AiMessage said = answer.aiMessage();
            transcript.text(said.text() == null ? "" : said.text());
            if (!said.hasToolExecutionRequests()) {
                return end(answer.finishReason());
            }
            messages.add(said);
            boolean over = false;
            List<ToolExecutionRequest> wanted = said.toolExecutionRequests();
            for (int i = 0; i < wanted.size(); i++) {
                boolean cut = answer.finishReason() == FinishReason.LENGTH && i == wanted.size() - 1;
                Actions.Result result = i < MOST_ACTIONS_OF_A_CALL
                        ? perform(wanted.get(i), "call " + call + "." + (i + 1), cut)
                        : Actions.Result.failed("not done: more than " + MOST_ACTIONS_OF_A_CALL + " at once");
                over |= result.endsTurn();
                messages.add(ToolExecutionResultMessage.builder()
                        .id(wanted.get(i).id())
                        .toolName(wanted.get(i).name())
                        .text(result.text())
                        .isError(result.failed())
                        .build());
            }
            if (over) {
                return end(FinishReason.STOP);
            }
        }
        transcript.end(true, "max_turn_requests");
        return 1;
    }

    private Actions.Result perform(ToolExecutionRequest wanted, String id, boolean cut) throws InterruptedException {
        String arguments = String.valueOf(wanted.arguments());
        transcript.toolCall(id, wanted.name(), actions.detail(wanted.name(), arguments));
        Actions.Result result = cut
                ? Actions.Result.failed("not done: your answer was cut off; do less at once")
                : actions.perform(wanted.name(), arguments);
        transcript.toolResult(id, result.failed());
        return result;
    }

    private int end(FinishReason why) {
        boolean failed = why == FinishReason.LENGTH || why == FinishReason.CONTENT_FILTER;
        String reason =
                why == FinishReason.LENGTH ? "max_tokens" : why == FinishReason.CONTENT_FILTER ? "refusal" : "end_turn";
        transcript.end(failed, reason);
        return failed ? 1 : 0;
    }

    private ChatResponse ask(List<ChatMessage> messages) throws ModelFailed, InterruptedException {
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            try {
                return access.ask(messages, actions.offered());
            } catch (ModelFailed failed) {
                Duration wanted = failed.pause() == null ? pause : failed.pause();
                if (!failed.passes() || attempt == TRIES || wanted.compareTo(LONGEST_PAUSE) > 0) {
                    throw failed;
                }
                transcript.retry(attempt, wanted.toMillis(), failed);
                Thread.sleep(wanted);
                pause = pause.multipliedBy(4);
            }
        }
    }
}
