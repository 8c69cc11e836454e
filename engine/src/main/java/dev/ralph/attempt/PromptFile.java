package dev.ralph.attempt;

import dev.ralph.config.Profile;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopVariables;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.AttemptFailure;
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
    private static final int MOST_NOTES = 10;

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
        AttemptFailure failed = start.failure();
        String failure = failed == null ? null : profile.wording().of(failed);
        String wanted = task.read();
        List<String> remembered = remembered();
        String own = profile.prompt(start, policy, wanted, refusal, notes(start, policy, remembered));
        if (own != null) {
            return own;
        }
        return new AttemptPrompt(
                        environment.paths().task(),
                        folder,
                        environment.variables(run),
                        promise,
                        policy.conversation().counts(Signal.DONE),
                        tools(start, policy),
                        toWait(start, policy))
                .text(
                        start.attempt(),
                        wanted,
                        refusal,
                        failure,
                        findings,
                        start.answers(),
                        remembered,
                        policy.onRefusal());
    }

    /// The last notes of earlier attempts.
    private List<String> remembered() throws IOException {
        List<String> all = AttemptTools.remembered(environment.paths().task());
        return all.subList(Math.max(0, all.size() - MOST_NOTES), all.size());
    }

    private List<String> notes(Decision.StartAttempt start, Policy policy, List<String> remembered) {
        PromiseRule promise = policy.conversation().promise();
        return Stream.of(
                        AttemptPrompt.answers(start.answers()),
                        AttemptPrompt.notes(remembered),
                        promise == null ? null : promise.stuck(),
                        tools(start, policy))
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable String tools(Decision.StartAttempt start, Policy policy) {
        if (!policy.conversation().offersTools()) {
            return null;
        }
        Policy.AgentCommand agent = policy.agents().get(start.assignment().agent());
        return new AgentLookup(environment.launcherFolder()).usesToolServer(agent)
                ? "Tell Ralph about the task with the tools of the MCP server ralph: task_complete, task_blocked,"
                        + " ask_human, post_message, remember"
                : "Tell Ralph about the task with the commands: ralph complete --artifact FILE, ralph blocked \"why\","
                        + " ralph ask \"question\", ralph post \"text\", ralph remember \"text\"";
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
