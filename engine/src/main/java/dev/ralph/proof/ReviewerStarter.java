package dev.ralph.proof;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamReader;
import dev.ralph.attempt.AgentCommandLine;
import dev.ralph.attempt.PromptEcho;
import dev.ralph.attempt.TaskText;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.ProgramToConfine;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.ProofBasis;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.RunningProcess;
import dev.ralph.verify.Reviewer;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Starts reviewers: as agents are started, confined as they are, with nothing in their environment that leads to what
/// the worker said.
record ReviewerStarter(ReviewLog book, CheckProcesses checkProcesses, CheckPlace bench) {
    private static final int MARK = 16;
    private static final long MOST_OUTPUT = 16L << 20;
    private static final long KEPT_OUTPUT = 4L << 20;

    /// What came of asking.
    sealed interface Heard {
        /// @param words what the reviewer wrote itself, after its last tool call
        record Words(String words) implements Heard {}

        /// It was ended before it answered.
        record TooLate() implements Heard {}

        record NotStarted(String why) implements Heard {}
    }

    /// What only the one who is asked now can know.
    static String mark() {
        byte[] bytes = new byte[MARK];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// The one that was named; otherwise the last of the loop's agents, which is another one where there are several.
    static AgentCommand command(Reviewer reviewer, Policy policy) {
        String line = reviewer.command();
        String agent = reviewer.agent();
        if (line != null) {
            String stream = reviewer.stream() == null ? AgentCommand.TEXT : reviewer.stream();
            return new AgentCommand(AgentCommand.Kind.SHELL, List.of(line), null, stream);
        }
        return agent == null
                ? policy.agents().getLast()
                : AgentCommand.known(agent, reviewer.model(), reviewer.arguments())
                        .limitedTo(
                                reviewer.allowed().isEmpty() ? null : reviewer.allowed(),
                                reviewer.denied().isEmpty() ? null : reviewer.denied());
    }

    String task() throws IOException {
        return new TaskText(checkProcesses.paths(), Policy.Mode.LOOP).read();
    }

    /// Why its text is not what the work is to be held against, null when it is.
    @Nullable
    String againstTask(WorkUnderProof work) throws IOException {
        String pinned = work.policy().proof().pins().get(ProofBasis.TASK);
        boolean same = pinned == null || pinned.equals(new TaskText(checkProcesses.paths(), Policy.Mode.LOOP).hash());
        return same
                ? null
                : "the text of the task, " + checkProcesses.paths().task().taskFile()
                        + ", was changed since the loop began, so it is unclear"
                        + " what the work must satisfy: restore the text. If the task is yours and you"
                        + " changed it, name this check again with `ralph resume --check`";
    }

    /// Until it has ended. An interrupt ends it first.
    Heard ask(AgentCommand command, String prompt, Duration atMost) throws IOException, InterruptedException {
        ReviewLog.Page page = book.open(command, prompt);
        Stopwatch watch = Stopwatch.start();
        try {
            AgentLookup agentLookup =
                    new AgentLookup(checkProcesses.environment().launcherFolder());
            AgentKind kind = agentLookup.of(command);
            ProgramToConfine agent = ProgramToConfine.of(command);
            RunningProcess running = bench.loopWorkspace()
                    .start(
                            bench.supervisor(),
                            launch(page, command, agentLookup, atMost),
                            new ProgramToConfine(ProgramToConfine.Role.CHECK, agent.agent(), agent.chooses()));
            Exit exit = running.await();
            return exit.ending() == EndCause.WALL_LIMIT ? new Heard.TooLate() : new Heard.Words(words(kind, page));
        } catch (CannotStart why) {
            return new Heard.NotStarted(String.valueOf(why.getMessage()));
        } finally {
            ReviewLog.close(page, watch.took());
        }
    }

    private Launch launch(ReviewLog.Page page, AgentCommand command, AgentLookup agentLookup, Duration atMost)
            throws CannotStart {
        LoopPaths paths = checkProcesses.paths();
        String tag = paths.head().id() + "-review-" + page.number();
        AgentCommandLine.Line line = new AgentCommandLine(checkProcesses.environment(), agentLookup)
                .of(command, paths.project(), page.desk(), tag, null);
        return new Launch(
                tag,
                line.argv(),
                discreet(line.environment()),
                paths.project(),
                page.prompt(),
                page.answer(),
                page.errors(),
                new RunLimits(null, atMost, checkProcesses.grace(), KEPT_OUTPUT, MOST_OUTPUT, false));
    }

    /// Without the places where the worker's words lie.
    private static Map<String, String> discreet(Map<String, String> environment) {
        Map<String, String> rest = new TreeMap<>(environment);
        rest.keySet()
                .removeIf(name -> name.startsWith("RALPH_INSIDE_")
                        || name.startsWith("JRUN_")
                        || name.equals("TASK_FOLDER")
                        || name.equals("RUN_FOLDER")
                        || name.equals("RUNS_DIR")
                        || name.equals("MESSAGE_BUS"));
        return rest;
    }

    private static String words(AgentKind kind, ReviewLog.Page page) throws IOException {
        PromptEcho promptEcho = kind.saysItsEnd() ? PromptEcho.NONE : new PromptEcho(LenientText.read(page.prompt()));
        Instant then = Instant.now();
        StreamReader reader = kind.reader(ResetTimes.by(() -> then, ZoneId.systemDefault()));
        return LastMessage.words(page.answer(), reader, promptEcho);
    }
}
