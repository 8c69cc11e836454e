package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.session.ContinuationPrompt;
import dev.ralph.signal.PromiseRule;
import dev.ralph.task.RunFolder;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Files;

/// What an attempt is given to read.
record Papers(Surroundings environment, TaskText task) {
    void write(String run, Decision.StartAttempt start, Policy policy) throws IOException {
        RunFolder folder = environment.site().task().run(run);
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
            int iteration = start.attempt() - start.who().free();
            // Attempts that do not count may lie before the first turn: whoever takes it has not heard of the task.
            String text = iteration == 1 && refusal == null
                    ? task.read()
                    : ContinuationPrompt.of(
                            iteration, policy.limits().attempts(), promise.promise(), task.read(), refusal);
            return ContinuationPrompt.noted(text, Prompt.stuck(promise));
        }
        String toWait = Kinds.choosesItsExitCode(policy.agents().get(start.who().agent()))
                ? "exit with code 42"
                : "create the file " + environment.site().task().waitMarker();
        return new Prompt(environment.site().task(), folder, environment.variables(run), promise, toWait)
                .text(start.attempt(), task.read(), refusal);
    }
}
