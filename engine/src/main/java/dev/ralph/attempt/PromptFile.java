package dev.ralph.attempt;

import dev.ralph.config.Profile;
import dev.ralph.config.PromptInput;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopVariables;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RunFolder;
import dev.ralph.signal.PromiseRule;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an attempt is given to read.
///
/// @param findings what others found in earlier work on the task
/// @param past     what has happened to the loop so far
public record PromptFile(LoopVariables environment, TaskText task, List<String> findings, Supplier<List<Event>> past) {
    private static final int MOST_NOTES = 10;
    private static final int MOST_REFUSALS = 3;
    private static final int MOST_ERRORS = 20;
    private static final int LONGEST_ERRORS = 2000;

    void write(String run, Decision.StartAttempt start, Policy policy) throws IOException {
        RunFolder folder = environment.paths().task().run(run);
        String text = text(folder, run, start, policy);
        FaultPoint.PROMPT.before();
        Files.writeString(folder.prompt(), text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FaultPoint.PROMPT.after();
    }

    private String text(RunFolder folder, String run, Decision.StartAttempt start, Policy policy) throws IOException {
        PromiseRule promise = policy.conversation().promise();
        Profile profile = Profile.of(policy);
        Reason.Refusal refused = start.refusal();
        String refusal = refused == null ? null : profile.wording().of(refused);
        AttemptFailure failed = start.failure();
        String failure = failed == null ? null : profile.wording().of(failed) + lastErrors(run, failed);
        String wanted = task.read();
        List<String> remembered = remembered();
        String own = profile.prompt(new PromptInput(
                environment.paths().head(),
                start,
                policy,
                wanted,
                refusal,
                () -> refusals(profile.wording()),
                notes(start, policy, remembered)));
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
                        toWait(start, policy),
                        toReject(start, policy))
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

    /// What a program printed before it ended with an exit code, which says little by itself.
    private String lastErrors(String run, AttemptFailure failed) throws IOException {
        Optional<String> last = past.get().stream()
                .filter(Event.AttemptStarted.class::isInstance)
                .map(event -> ((Event.AttemptStarted) event).run())
                .filter(other -> !other.equals(run))
                .reduce((_, later) -> later);
        if (!(failed instanceof AttemptFailure.ExitCode) || last.isEmpty()) {
            return "";
        }
        RunFolder folder = environment.paths().task().run(last.get());
        String said = LenientText.tail(folder.home(), folder.stderr(), MOST_ERRORS, LONGEST_ERRORS)
                .strip();
        return said.isEmpty() ? "" : "; its last errors were:\n" + said;
    }

    /// Why the last promises and other signals were not believed.
    private List<String> refusals(Wording wording) {
        List<String> all = past.get().stream()
                .map(PromptFile::refused)
                .filter(Objects::nonNull)
                .map(wording::of)
                .toList();
        return all.subList(Math.max(0, all.size() - MOST_REFUSALS), all.size());
    }

    private static @Nullable Reason refused(Event event) {
        AgentStatement said = event instanceof Event.AttemptEnded ended
                ? ended.report().statement()
                : event instanceof Event.AttemptLost lost ? lost.statement() : null;
        return event instanceof Event.ChecksEnded checks
                ? checks.verdict().refusal().orElse(null)
                : said == null ? null : said.remark();
    }

    /// The last notes of earlier attempts.
    private List<String> remembered() throws IOException {
        List<String> all = AttemptTools.remembered(environment.paths().task());
        return all.subList(Math.max(0, all.size() - MOST_NOTES), all.size());
    }

    private List<String> notes(Decision.StartAttempt start, Policy policy, List<String> remembered) {
        PromiseRule promise = policy.conversation().promise();
        return Stream.of(
                        AttemptPrompt.findings(findings),
                        AttemptPrompt.answers(start.answers()),
                        AttemptPrompt.notes(remembered),
                        promise == null ? null : promise.stuck(),
                        toReject(start, policy),
                        tools(start, policy))
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable String tools(Decision.StartAttempt start, Policy policy) {
        if (!policy.conversation().offersTools()) {
            return null;
        }
        boolean done = policy.conversation().counts(Signal.DONE);
        return usesToolServer(start, policy)
                ? "Tell Ralph about the task with the tools of the MCP server ralph: " + (done ? "task_complete, " : "")
                        + "task_blocked, ask_human, post_message, remember"
                : "Tell Ralph about the task with the commands: "
                        + (done ? "ralph complete --artifact FILE, " : "")
                        + "ralph blocked \"why\", ralph ask \"question\", ralph post \"text\", ralph remember \"text\"";
    }

    private boolean usesToolServer(Decision.StartAttempt start, Policy policy) {
        return policy.conversation().offersTools()
                && new AgentLookup(environment.launcherFolder())
                        .usesToolServer(policy.agents().get(start.assignment().agent()));
    }

    private @Nullable String toReject(Decision.StartAttempt start, Policy policy) {
        if (!policy.conversation().mayReject()) {
            return null;
        }
        return "To send the work back instead, "
                + (usesToolServer(start, policy)
                        ? "call the tool reject of the MCP server ralph"
                        : "run: ralph reject \"finding\",")
                + " once for each finding, or print the findings, one a line, between the lines <rejected> and"
                + " </rejected>; then end";
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
