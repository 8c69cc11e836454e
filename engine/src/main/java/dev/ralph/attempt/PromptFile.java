package dev.ralph.attempt;

import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopVariables;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.RunFolder;
import dev.ralph.session.ContinuationPrompt;
import dev.ralph.signal.PromiseRule;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What an attempt is given to read.
///
/// @param findings what others found in earlier work on the task
public record PromptFile(LoopVariables environment, TaskText task, List<String> findings) {
    void write(String run, Decision.StartAttempt start, Policy policy) throws IOException {
        RunFolder folder = environment.paths().task().run(run);
        String text = text(folder, run, start, policy);
        FaultPoint.PROMPT.before();
        Files.writeString(folder.prompt(), text);
        FaultPoint.PROMPT.after();
    }

    private String text(RunFolder folder, String run, Decision.StartAttempt start, Policy policy) throws IOException {
        PromiseRule promise = policy.talk().promise();
        Reason.Refusal refused = start.refusal();
        String refusal = refused == null ? null : Wording.of(policy).of(refused);
        if (promise != null && Wording.isSession(policy)) {
            int iteration = start.attempt() - start.assignment().free();
            // Attempts that do not count may lie before the first turn: whoever takes it has not heard of the task.
            String text = iteration == 1 && refusal == null
                    ? task.read()
                    : ContinuationPrompt.of(
                            iteration, policy.limits().attempts(), promise.promise(), task.read(), refusal);
            String answered = ContinuationPrompt.noted(text, AttemptPrompt.answers(start.answers()));
            return ContinuationPrompt.noted(answered, AttemptPrompt.stuck(promise));
        }
        return new AttemptPrompt(
                        environment.paths().task(), folder, environment.variables(run), promise, toWait(start, policy))
                .text(start.attempt(), task.read(), refusal, findings, start.answers());
    }

    private String toWait(Decision.StartAttempt start, Policy policy) {
        Path marker = environment.paths().task().waitMarker();
        if (policy.talk().onQuestion() == ConversationPolicy.OnQuestion.PARK) {
            return "To ask the user, write the question to the file " + marker
                    + " and end; you are started again with the answer";
        }
        boolean chooses = AgentLookup.choosesItsExitCode(
                policy.agents().get(start.assignment().agent()));
        return "To wait for something outside without being restarted, "
                + (chooses ? "exit with code 42" : "create the file " + marker);
    }
}
