package dev.ralph.attempt;

import dev.ralph.config.Profile;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopVariables;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.RunFolder;
import dev.ralph.signal.PromiseRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
        PromiseRule promise = policy.conversation().promise();
        Profile profile = Profile.of(policy);
        Reason.Refusal refused = start.refusal();
        String refusal = refused == null ? null : profile.wording().of(refused);
        String wanted = task.read();
        String own = profile.prompt(start, policy, wanted, refusal, notes(start, promise));
        if (own != null) {
            return own;
        }
        return new AttemptPrompt(
                        environment.paths().task(),
                        folder,
                        environment.variables(run),
                        promise,
                        policy.conversation().counts(Signal.DONE),
                        toWait(start, policy))
                .text(start.attempt(), wanted, refusal, findings, start.answers(), policy.onRefusal());
    }

    private static List<String> notes(Decision.StartAttempt start, @Nullable PromiseRule promise) {
        return Stream.of(AttemptPrompt.answers(start.answers()), promise == null ? null : promise.stuck())
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable String toWait(Decision.StartAttempt start, Policy policy) {
        Path marker = environment.paths().task().waitMarker();
        ConversationPolicy talk = policy.conversation();
        if (talk.onQuestion() == ConversationPolicy.OnQuestion.PARK && talk.counts(Signal.WAIT_MARKER)) {
            return "To ask the user, write the question to the file " + marker
                    + " and end; you are started again with the answer";
        }
        boolean chooses = AgentLookup.choosesItsExitCode(
                policy.agents().get(start.assignment().agent()));
        String how = chooses && talk.counts(Signal.WAIT_EXIT)
                ? "exit with code 42"
                : talk.counts(Signal.WAIT_MARKER) ? "create the file " + marker : null;
        return how == null ? null : "To wait for something outside without being restarted, " + how;
    }
}
