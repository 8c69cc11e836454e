package dev.ralph.cli;

import dev.ralph.AttachedTask;
import dev.ralph.Ralph;
import dev.ralph.RunningTask;
import dev.ralph.WatchedTask;
import dev.ralph.agent.StreamFormat;
import dev.ralph.config.Profile;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.SandboxReport;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs a loop in the foreground and shows what happens.
final class LoopView {
    private static final int MOST_PAST = 20;

    private final Console console;
    private final Ralph ralph;
    private final LoopStory story = new LoopStory();
    private final LoopLines lines = new LoopLines(ZoneId.systemDefault());
    private final Words words;
    private @Nullable LiveLine live;
    private @Nullable AgentWords speaking;
    private @Nullable Reason ended;
    private String task = "";
    private @Nullable String agent;
    /// Whether the last line says why it ends.
    private boolean isTold;

    /// How much of a running agent is shown.
    enum Words {
        /// On a terminal the live lines alone; elsewhere what happens, and nothing of what agents say.
        NOTHING,
        /// On a terminal, and of agents that Ralph understands.
        USUAL,
        EVERYTHING
    }

    LoopView(Console console, Ralph ralph, Words words) {
        this.console = console;
        this.ralph = ralph;
        this.words = words;
    }

    LoopStory story() {
        return story;
    }

    /// Why it has ended; null before that.
    @Nullable
    Reason reason() {
        return ended;
    }

    String task() {
        return task;
    }

    /// Called before the loop runs.
    void begin(RunningTask loop) {
        task = loop.head().task();
        if (loop.state().attempts() > 0) {
            remember(loop.head());
        }
        LiveLine line = new LiveLine(console, loop);
        loop.listen(story::hear);
        loop.warnings(words -> line.print(() -> console.warn(words)));
        loop.listen((entry, state) -> hear(loop.head(), entry, state, line));
        Policy policy = loop.state().policy();
        header(Console.harmless("task " + loop.head().task() + " · loop "
                + loop.head().id()
                + (Profile.of(policy).findsSettings() ? "" : " · containment " + loop.containment())
                + place(policy.confinement(), loop.sandbox())));
        exposed(
                console,
                policy.confinement().workspace(),
                loop.sandbox().filter(SandboxTier::confines).isPresent());
        loop.sandbox().ifPresent(found -> found.banner().forEach(console::warn));
        line.start();
        live = line;
    }

    /// A loop that goes on ends with what happened in all of its attempts.
    private void remember(StreamHead head) {
        try (JournalView journal = ralph.journal()) {
            LoopState state = null;
            for (JournalEntry<Event> entry : journal.entries(head.id())) {
                state = state == null ? LoopState.replay(List.of(entry.event())) : state.after(entry.event());
                story.hear(entry, state);
            }
        }
    }

    /// What nobody may overlook gets a line of its own; none where the agent has a confined place of its own.
    static void exposed(Console console, ConfinementPolicy.Workspace workspace, boolean confined) {
        boolean inPlace = workspace == ConfinementPolicy.Workspace.IN_PLACE;
        if (!confined) {
            console.say(console.yellow(
                    inPlace
                            ? "NOT CONFINED, IN PLACE: the agent works on your files directly, with all your rights"
                            : "NOT CONFINED: the agent works with all your rights"));
        } else if (inPlace) {
            console.say(console.yellow("IN PLACE: the agent works on your files directly"));
        }
    }

    /// In as many lines as the terminal needs for it.
    private void header(String words) {
        int columns = console.live() ? TerminalWidth.columns() : Integer.MAX_VALUE;
        StringBuilder line = new StringBuilder();
        for (String part : words.split(" · ")) {
            if (!line.isEmpty() && TerminalWidth.of(line + " · " + part) > columns) {
                console.say(line.toString());
                line = new StringBuilder(" ");
            }
            line.append(line.isEmpty() || line.toString().isBlank() ? "" : " ·")
                    .append(line.isEmpty() ? "" : " ")
                    .append(part);
        }
        console.say(line.toString());
    }

    /// What an agent said stands above what came of it.
    private void hear(StreamHead head, JournalEntry<Event> entry, LoopState state, LiveLine line) {
        boolean ends = entry.event() instanceof Event.AttemptEnded || entry.event() instanceof Event.AttemptLost;
        if (ends && speaking != null) {
            speaking.end();
        }
        line.print(() -> show(head, entry, state));
        if (entry.event() instanceof Event.AttemptStarted started) {
            speak(head, started, state, line);
        }
    }

    private void speak(StreamHead head, Event.AttemptStarted started, LoopState state, LiveLine line) {
        StreamFormat format = StreamFormat.of(state.agent().stream()).orElse(StreamFormat.TEXT);
        boolean understood = format != StreamFormat.TEXT;
        if (!console.json() && (words == Words.EVERYTHING || (words == Words.USUAL && understood))) {
            speaking = speaking == null ? new AgentWords(said -> line.print(() -> said(said))) : speaking;
            speaking.begin(
                    ralph.layout()
                            .task(new TaskId(head.task()))
                            .run(started.run())
                            .stdout(),
                    format);
        }
    }

    private void said(List<String> lines) {
        lines.forEach(line -> console.out().println(console.dim(console.wrapped(console.signs("  " + line)))));
        console.out().flush();
    }

    private static String place(ConfinementPolicy confinement, Optional<SandboxTier> sandbox) {
        boolean inPlace = confinement.workspace() == ConfinementPolicy.Workspace.IN_PLACE;
        return sandbox.map(found -> " · sandbox " + found).orElse(" · no sandbox") + (inPlace ? " · in place" : "");
    }

    /// @return the exit code
    int run(RunningTask loop) throws IOException {
        Reason reason;
        try {
            reason = loop.await().reason();
        } finally {
            quiet();
        }
        return end(loop, reason);
    }

    /// Nothing is drawn any more.
    void quiet() {
        if (speaking != null) {
            speaking.end();
        }
        if (live != null) {
            live.stop();
        }
    }

    /// @return the exit code
    private int end(WatchedTask loop, Reason reason) throws IOException {
        ended = reason;
        task = loop.head().task();
        report(loop, reason);
        console.ring(ralph.settings());
        return reason.outcome().exitCode();
    }

    /// Shows a loop that another process runs until it ends; of what happened before, the last lines.
    ///
    /// @return the exit code
    int follow(String task) throws IOException, InterruptedException {
        List<Map.Entry<JournalEntry<Event>, LoopState>> past = new ArrayList<>();
        try (AttachedTask loop = ralph.attach(task, (entry, state) -> past.add(Map.entry(entry, state)))) {
            past.forEach(one -> story.hear(one.getKey(), one.getValue()));
            console.say(
                    Console.harmless("task " + task + " · loop " + loop.head().id()));
            ConfinementPolicy confinement = loop.state().policy().confinement();
            exposed(
                    console,
                    confinement.workspace(),
                    confinement.sandbox() != ConfinementPolicy.Sandbox.OFF && !hasNoSandbox(past));
            past.subList(console.json() ? 0 : Math.max(0, past.size() - MOST_PAST), past.size())
                    .forEach(one -> show(loop.head(), one.getKey(), one.getValue()));
            LiveLine line = new LiveLine(console, loop);
            Duration ago = Duration.between(loop.since(), Instant.now());
            line.startedBefore(ago.isNegative() ? Duration.ZERO : ago);
            Optional<Reason> reason;
            try {
                if (loop.isRunning()) {
                    line.start();
                    live = line;
                    past.stream()
                            .filter(one -> one.getKey().event() instanceof Event.AttemptStarted)
                            .reduce((_, last) -> last)
                            .filter(_ -> loop.state().phase() instanceof Phase.Running)
                            .ifPresent(one -> speak(
                                    loop.head(),
                                    (Event.AttemptStarted) one.getKey().event(),
                                    one.getValue(),
                                    line));
                }
                reason = loop.follow((entry, state) -> {
                    story.hear(entry, state);
                    hear(loop.head(), entry, state, line);
                });
            } finally {
                quiet();
            }
            if (reason.isPresent()) {
                return end(loop, reason.get());
            }
            console.warn("task " + task + " is not running. Continue: ralph resume " + task);
            return ExitCode.TROUBLE;
        }
    }

    private static boolean hasNoSandbox(List<Map.Entry<JournalEntry<Event>, LoopState>> past) {
        return past.stream()
                .anyMatch(one -> one.getKey().event() instanceof Event.AttemptStarted started
                        && SandboxReport.NONE.tier().equals(started.tier()));
    }

    private void show(StreamHead head, JournalEntry<Event> entry, LoopState state) {
        isTold = entry.event() instanceof Event.TroubleFound || (isTold && entry.event() instanceof Event.LoopEnded);
        if (console.json()) {
            EventLine.print(console.out(), head, entry);
            SessionLines.json(console.out(), head, entry, state);
        } else if (!isQuiet()) {
            if (entry.event() instanceof Event.AttemptStarted) {
                String now = state.agent().words().getFirst();
                if (agent != null && !agent.equals(now)) {
                    console.say(Console.harmless("Switching from " + agent + " to " + now));
                }
                agent = now;
            }
            lines.of(entry, state).forEach(console::say);
        }
        console.out().flush();
    }

    /// Whether only the live lines are wanted, and there are any.
    private boolean isQuiet() {
        return words == Words.NOTHING && console.live();
    }

    /// The last line for a program: how it ended, and what came of it.
    private void summary(WatchedTask loop, Reason reason, String message) {
        LoopState state = loop.state();
        console.object(json -> {
            json.field("type", "summary");
            EventLine.head(json, loop.head());
            json.code("outcome", reason.outcome());
            json.field("exit_code", reason.outcome().exitCode());
            json.field("reason", RecordCodec.code((Record) reason));
            json.field("message", message);
            json.field("verified", reason instanceof Reason.Proven);
            json.field("question", reason instanceof Reason.AgentAsks asks ? asks.question() : null);
            json.field("attempts", state.attempts());
            json.field("max_attempts", state.policy().limits().attempts());
            Duration time = state.cost().time();
            json.number("seconds", time == null ? null : BigDecimal.valueOf(time.toMillis(), 3));
            CostLines.fields(json, state.cost().spent());
            json.field("commit", story.commit());
            json.field("branch", story.branch());
        });
    }

    private void report(WatchedTask loop, Reason reason) throws IOException {
        String outcome = reason instanceof Reason.Unverified
                ? console.yellow(reason.outcome().name())
                : console.colored(reason.outcome());
        int attempts = loop.state().attempts();
        String words = Profile.of(loop.state().policy()).wording().of(reason);
        boolean told = !isQuiet() && (reason instanceof Reason.NoAgent || isTold); // by the line before
        console.say(
                outcome + " after " + Amount.of(attempts, "attempt") + (told ? "" : ": " + Console.harmless(words)));
        if (console.json()) {
            summary(loop, reason, words);
        } else {
            new LoopEnding(console, ralph).show(story, loop.state(), loop.head().task());
            hint(loop, reason, loop.head().task());
        }
    }

    private void hint(WatchedTask loop, Reason reason, String task) {
        boolean job = loop.state().policy().mode() == Policy.Mode.ONCE;
        String resume = "ralph resume " + task;
        switch (reason.outcome()) {
            case EXHAUSTED -> console.say("Allow more: " + resume + DoubledLimit.of(loop.state(), reason));
            case STOPPED, WAITING, CANCELLED -> {
                if (!job) {
                    console.say(
                            reason instanceof Reason.AgentAsks
                                    ? "Answer: ralph answer " + task + " \"...\" && " + resume
                                    : "Continue: " + resume);
                }
            }
            case FATAL, FAILED, BLOCKED, REJECTED -> {
                AttemptReport last = story.last();
                if (last != null && !(reason instanceof Reason.Trouble)) {
                    boolean errors = last.stdout().bytes() == 0;
                    if (!errors || last.stderr().bytes() > 0) {
                        console.say("See: ralph logs " + task + (errors ? " --stderr" : ""));
                    }
                }
                if (reason instanceof Reason.NotKept) {
                    console.say("See: ralph diff " + task);
                }
                boolean says = reason instanceof Reason.CannotPrepare || reason instanceof Reason.CannotCheck;
                if (!job && !says) {
                    console.say("Continue: " + resume);
                }
            }
            case COMPLETED -> {
                if (loop.state().attempts() == 0) {
                    console.say("already done; remove the file DONE from the task's folder to run it again");
                }
            }
        }
    }
}
