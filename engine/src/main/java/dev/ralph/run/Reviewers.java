package dev.ralph.run;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Resets;
import dev.ralph.agent.StreamReader;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Proof;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.Limits;
import dev.ralph.process.Running;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Starts reviewers: as agents are started, confined as they are, with nothing in their environment that leads to what
/// the worker said.
record Reviewers(ReviewBook book, Errands errands, Workbench bench) {
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

    String task() throws IOException {
        return new TaskText(errands.site(), Policy.Mode.LOOP).read();
    }

    /// Why its text is not what the work is to be held against, null when it is.
    @Nullable
    String againstTask(Claimed claimed) throws IOException {
        String pinned = claimed.policy().proof().pins().get(Proof.TASK);
        boolean same = pinned == null || pinned.equals(new TaskText(errands.site(), Policy.Mode.LOOP).hash());
        return same
                ? null
                : "the text of the task, " + errands.site().task().taskFile()
                        + ", was changed since the loop began, so nobody can"
                        + " say what the work is to be held against: put it back as it was. Whoever owns the task and"
                        + " changed it says so by naming this check again, with `ralph resume --check`";
    }

    /// Until it has ended. An interrupt ends it first.
    Heard ask(AgentCommand command, String prompt, Duration atMost) throws IOException, InterruptedException {
        ReviewBook.Page page = book.open(command, prompt);
        Stopwatch watch = Stopwatch.start();
        try {
            Kinds kinds = new Kinds(errands.environment().launcherFolder());
            AgentKind kind = kinds.of(command);
            Guest agent = Guest.of(command);
            Running running = bench.workplace()
                    .start(
                            bench.supervisor(),
                            launch(page, command, kinds, atMost),
                            new Guest(Guest.Role.CHECK, agent.agent(), agent.chooses()));
            Exit exit = Errands.await(running);
            return exit.ending() == Ending.WALL_LIMIT ? new Heard.TooLate() : new Heard.Words(words(kind, page));
        } catch (CannotStart why) {
            return new Heard.NotStarted(String.valueOf(why.getMessage()));
        } finally {
            ReviewBook.close(page, watch.took());
        }
    }

    private Launch launch(ReviewBook.Page page, AgentCommand command, Kinds kinds, Duration atMost) throws CannotStart {
        Site site = errands.site();
        String tag = site.head().id() + "-review-" + page.number();
        Starts.Line line = new Starts(errands.environment(), kinds).of(command, site.project(), page.desk(), tag, null);
        return new Launch(
                tag,
                line.argv(),
                discreet(line.environment()),
                site.project(),
                page.prompt(),
                page.answer(),
                page.errors(),
                new Limits(null, atMost, errands.grace(), KEPT_OUTPUT, MOST_OUTPUT, false));
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

    private static String words(AgentKind kind, ReviewBook.Page page) throws IOException {
        Echo echo = kind.saysItsEnd() ? Echo.NONE : new Echo(LenientText.read(page.prompt()));
        Instant then = Instant.now();
        StreamReader reader = kind.reader(Resets.by(() -> then, ZoneId.systemDefault()));
        return Speech.words(page.answer(), reader, echo);
    }
}
