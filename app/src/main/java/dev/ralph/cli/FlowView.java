package dev.ralph.cli;

import dev.ralph.AttachedFlow;
import dev.ralph.Ralph;
import dev.ralph.RunningFlow;
import dev.ralph.agent.StreamFormat;
import dev.ralph.budget.Cost;
import dev.ralph.budget.Grants;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.SandboxReport;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.wording.DurationText;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Shows what happens in a flow: a line for each step of each task, what its agent says, and below them, on a terminal,
/// what each task is at now.
final class FlowView {
    private static final int MOST_SHOWN = 2;
    private static final int MOST_PAST = 20;

    private final Console console;
    private final Ralph ralph;
    private final LoopView.Words words;
    private final LiveBlock live;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private final Map<String, Current> running = new ConcurrentSkipListMap<>();
    private final Map<String, String> asking = new LinkedHashMap<>();
    private final FlowEnding ending = new FlowEnding();
    /// Of the agents; null where another process runs them.
    private @Nullable ChildrenUse use = new ChildrenUse();
    /// What all tasks together may use; null before the first event of the flow.
    private volatile @Nullable Grants grants;
    /// Whether the user knows that nothing confines the agents.
    private boolean toldUnconfined;

    /// What happened before anybody listened.
    private record Past(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {}

    /// A loop that works.
    private static final class Current {
        private final StreamHead head;
        private final AgentWords speaking;
        private LoopState state;
        private Instant since;
        private String last = "";
        private String run = "";

        Current(StreamHead head, LoopState state, Instant since, AgentWords speaking) {
            this.head = head;
            this.state = state;
            this.since = since;
            this.speaking = speaking;
        }
    }

    FlowView(Console console, Ralph ralph, LoopView.Words words) {
        this.console = console;
        this.ralph = ralph;
        this.words = words;
        this.live = new LiveBlock(console, TerminalWidth::columns, this::now);
    }

    /// Before anything is run.
    void attach(RunningFlow flow) {
        header(flow.head());
        flow.continued().ifPresent(tasks -> {
            console.say(
                    tasks.isEmpty()
                            ? "Continuing a run that was interrupted"
                            : "Continuing the run of " + String.join(", ", tasks) + " that was interrupted");
            tasks.forEach(task -> recall(flow.head(), task));
        });
        flow.warnings(this::warn);
        flow.pausedBy().ifPresent(by -> console.say(paused(flow.head(), by)));
        flow.listen(this::hear);
        live.start();
    }

    /// What was done for a task before the run was interrupted.
    private void recall(StreamHead flow, String task) {
        try (JournalView journal = ralph.journal()) {
            journal.streams(StreamQuery.below(flow.id(), task)).stream()
                    .flatMap(pipeline ->
                            journal.streams(StreamQuery.below(pipeline.head().id())).stream())
                    .map(StreamSummary::head)
                    .filter(head -> head.kind() == StreamHead.Kind.LOOP)
                    .forEach(loop -> ending.hear(loop, journal.state(loop.id())));
        }
    }

    /// Each task of a list meets the same circumstances: they are named once.
    private void warn(String warning) {
        if (warned.add(warning)) {
            live.print(() -> console.warn(warning));
        }
    }

    private void header(StreamHead head) {
        console.say("run " + head.task() + " · " + head.id());
        Settings settings = ralph.settings(head);
        toldUnconfined = settings.value(SettingKeys.SANDBOX) == ConfinementPolicy.Sandbox.OFF;
        LoopView.exposed(console, settings.value(SettingKeys.WORKSPACE), !toldUnconfined);
    }

    int await(RunningFlow flow) throws IOException {
        RunningFlow.Result result;
        try {
            result = flow.await();
        } finally {
            live.stop();
        }
        return end(flow.head(), result);
    }

    /// Shows a flow that another process runs until it ends; of what happened before, the last lines.
    ///
    /// @return the exit code
    int follow(StreamHead head) throws InterruptedException {
        use = null;
        List<Past> past = new ArrayList<>();
        try (AttachedFlow flow = ralph.attach(head, (of, entry, next) -> {
            track(of, entry, next);
            if (console.json() || line(of, entry, next).isPresent()) {
                past.add(new Past(of, entry, next));
            }
        })) {
            header(head);
            past.subList(console.json() ? 0 : Math.max(0, past.size() - MOST_PAST), past.size())
                    .forEach(one -> print(one.head(), one.entry(), one.next()));
            try {
                if (flow.isRunning()) {
                    live.start();
                    running.values().stream()
                            .filter(current -> current.state.phase() instanceof Phase.Running)
                            .forEach(this::speak);
                }
                flow.follow(this::hear);
            } finally {
                running.values().forEach(current -> current.speaking.end());
                live.stop();
            }
            Optional<RunningFlow.Result> result = flow.result();
            if (result.isPresent()) {
                return end(head, result.get());
            }
            console.warn(head.task() + " is not running. Continue: " + StageCommands.again(head));
            return ExitCode.TROUBLE;
        }
    }

    private int end(StreamHead head, RunningFlow.Result result) {
        Outcome outcome = result.outcome();
        // What waits for an answer is no different from what is blocked: somebody has to look.
        try (JournalView journal = ralph.journal()) { // a run before this one may have heard it
            for (Questions.Question question : result.questions()) {
                journal.stream(question.stream())
                        .map(stream -> stream.head().task())
                        .ifPresent(task -> {
                            asking.put(question.id(), task);
                            ending.asks(task, question.text());
                        });
            }
        }
        int code = outcome == Outcome.WAITING ? Outcome.BLOCKED.exitCode() : outcome.exitCode();
        console.say(console.colored(outcome) + ": " + Console.harmless(result.sentence()));
        console.ring(ralph.settings(head));
        if (console.json()) {
            summary(head, result, code);
        } else {
            ending.show(console, ralph, head);
            hint(head, result);
        }
        return code;
    }

    /// What to type next.
    private void hint(StreamHead head, RunningFlow.Result result) {
        String again = StageCommands.again(head);
        for (Questions.Question question : result.questions()) {
            console.say("Answer: ralph answer " + asking.getOrDefault(question.id(), question.id()) + " \"...\", then "
                    + again);
        }
        ending.failed().ifPresent(task -> console.say("See: ralph logs " + task));
        switch (result.outcome()) {
            case COMPLETED -> console.say("Details: ralph report");
            case STOPPED, CANCELLED, EXHAUSTED -> console.say("Continue: " + again);
            case WAITING, BLOCKED, FAILED, FATAL, REJECTED -> {}
        }
    }

    /// The last line for a program.
    private void summary(StreamHead head, RunningFlow.Result result, int code) {
        console.object(json -> {
            json.field("type", "summary");
            EventLine.head(json, head);
            json.code("outcome", result.outcome());
            json.field("exit_code", code);
            json.field("message", result.sentence());
            json.arrayField("questions", () -> result.questions().forEach(asked -> json.value(asked.id())));
            ending.fields(json, Profile.of(head.profile()).wording());
        });
    }

    private synchronized void hear(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {
        track(head, entry, next);
        boolean bare = entry.event() instanceof Event.AttemptStarted started
                && SandboxReport.NONE.tier().equals(started.tier())
                && !toldUnconfined;
        toldUnconfined |= bare;
        live.print(() -> {
            if (bare && next instanceof LoopState state) { // this machine has no sandbox
                LoopView.exposed(console, state.policy().confinement().workspace(), false);
            }
            print(head, entry, next);
        });
        Current current = running.get(head.id());
        if (entry.event() instanceof Event.AttemptStarted && current != null) {
            speak(current);
        }
    }

    private void print(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {
        if (console.json()) {
            EventLine.print(console.out(), head, entry);
        } else if (words != LoopView.Words.NOTHING || !console.live()) {
            line(head, entry, next).ifPresent(line -> console.out().println(Console.harmless(line)));
        }
        console.out().flush();
    }

    /// What the lines at the bottom and the end of it all need to know.
    private void track(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {
        ending.hear(head, entry, next);
        if (next instanceof FlowState state) {
            grants = state.grants();
        }
        if (entry.event() instanceof PipelineEvent.Asked asked) {
            asking.put(asked.question(), head.task());
        }
        if (entry.event() instanceof Event event && next instanceof LoopState state) {
            track(head, event, entry.at(), state);
        }
    }

    private void track(StreamHead head, Event event, Instant at, LoopState state) {
        Current current = running.computeIfAbsent(
                head.id(), _ -> new Current(head, state, at, new AgentWords(said -> said(head, said))));
        if (!current.state.phase().equals(state.phase())) {
            current.since = at;
        }
        current.state = state;
        if (event instanceof Event.AttemptStarted started) {
            current.run = started.run();
        }
        if (event instanceof Event.AttemptEnded || event instanceof Event.AttemptLost) {
            current.speaking.end();
        }
        if (event instanceof Event.LoopEnded) {
            running.remove(head.id());
        }
    }

    private void speak(Current current) {
        StreamFormat format = StreamFormat.of(current.state.agent().stream()).orElse(StreamFormat.TEXT);
        boolean understood = format != StreamFormat.TEXT;
        boolean seen = words == LoopView.Words.USUAL || console.live(); // there its last line is shown in any case
        if (!console.json() && (words == LoopView.Words.EVERYTHING || (seen && understood))) {
            LoopPaths paths = new LoopPaths(ralph.layout(), ralph.folder(), current.head);
            current.speaking.begin(paths.task().run(current.run).stdout(), format);
        }
    }

    /// Called by the thread that reads the output, which the end of an attempt waits for: it takes no lock of ours.
    private void said(StreamHead head, List<String> lines) {
        if (words != LoopView.Words.NOTHING) {
            live.print(() -> {
                lines.forEach(
                        line -> console.out().println(console.dim(console.wrapped("  " + head.task() + "  " + line))));
                console.out().flush();
            });
        }
        Current current = running.get(head.id());
        if (current != null && !lines.isEmpty()) {
            current.last = lines.getLast();
        }
    }

    /// What is at work: task, iteration, what was said last, spend, and what the agents use of the machine.
    private List<String> now() {
        List<String> lines = new ArrayList<>();
        List<Current> all = List.copyOf(running.values());
        all.stream().limit(MOST_SHOWN).forEach(current -> lines.add(now(current)));
        Grants granted = grants;
        if (granted != null) {
            Cost used = all.stream().map(current -> current.state.cost()).reduce(granted.cost(), Cost::plus);
            lines.add(LiveLine.used(used, granted.limit()));
        }
        ChildrenUse children = use;
        String more = all.size() > MOST_SHOWN ? all.size() + " tasks at work" : "";
        lines.add(children == null ? more : "  " + children.words() + (more.isEmpty() ? "" : " · " + more));
        return lines;
    }

    private static String now(Current current) {
        LoopState state = current.state;
        Duration here = Duration.ofSeconds(
                Math.max(0, Duration.between(current.since, Instant.now()).toSeconds()));
        String spent = state.cost().spent().models().isEmpty()
                ? ""
                : " · " + CostLines.dollars(state.cost().spent());
        return current.head.task() + " · iteration " + new AttemptCount(state).of(state.attempts(), " of ") + " · "
                + Profile.of(state.policy()).wording().of(state.activity(), state.attempts(), state.until()) + " · "
                + DurationText.format(here) + spent + (current.last.isBlank() ? "" : " · " + current.last.strip());
    }

    private static String paused(StreamHead flow, String by) {
        return "paused by " + Console.harmless(by) + ". Continue: ralph resume " + flow.task();
    }

    private static Optional<String> line(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {
        Wording wording = Profile.of(head.profile()).wording();
        String task = head.task() + ": ";
        if (entry.event() instanceof PipelineEvent.StageEnded ended
                && ended.outcome() != Outcome.COMPLETED
                && !ended.rejects()
                && next instanceof PipelineState pipeline
                && pipeline.decision() instanceof PipelineDecision.OpenLoop again) {
            PipelinePlan.Correction correction = pipeline.plan().correction();
            boolean corrects = correction != null && correction.has(again.role());
            return Optional.of(task + again.role() + " failed: " + LoopEnding.firstLine(wording.of(ended.reason()))
                    + (corrects ? "; trying again" : "; trying the next agent of its escalation"));
        }
        String words = next instanceof LoopState state ? again(entry.event(), state, wording) : null;
        return Optional.ofNullable(
                words == null ? words(head, entry, wording, task) : task + head.role() + ", attempt " + words);
    }

    /// Why an attempt is not the last one; how a loop ends is said by the task that it belongs to.
    private static @Nullable String again(Object event, LoopState state, Wording wording) {
        if (event instanceof Event.ChecksEnded && state.phase() instanceof Phase.Refusing refusing) {
            return state.attempts() + " not accepted: " + LoopEnding.firstLine(wording.of(refusing.reason()));
        }
        if (!(event instanceof Event.AttemptEnded ended) || state.phase() instanceof Phase.Finishing) {
            return null;
        }
        AttemptReport report = ended.report();
        AgentStatement statement = report.statement();
        if (statement != null && statement.remark() != null) {
            return state.attempts() + " not accepted: " + LoopEnding.firstLine(wording.of(statement.remark()));
        }
        return report.told() == null
                ? null
                : state.attempts() + " failed: " + LoopEnding.firstLine(wording.of(report.told()));
    }

    private static @Nullable String words(StreamHead head, JournalEntry<?> entry, Wording wording, String task) {
        return switch (entry.event()) {
            case PipelineEvent.StageOpened opened -> task + opened.head().role() + " begins";
            case PipelineEvent.StageEnded ended
            when ended.rejects() -> task + "sent back: " + String.join("; ", ended.findings());
            case PipelineEvent.FailureClassified failed
            when failed.details() != null ->
                task + "failed (" + failed.kind().replace('_', ' ') + "): "
                        + LoopEnding.firstLine(failed.details().error());
            case PipelineEvent.CorrectionApplied applied -> task + applied.change();
            case PipelineEvent.CorrectionRefused refused -> task + "correction refused: " + refused.why();
            case PipelineEvent.Asked asked -> task + "asks: " + asked.text().replace('\n', ' ');
            case PipelineEvent.Answered answered -> task + answered.by() + " answered: " + answered.text();
            case PipelineEvent.PipelineEnded ended ->
                task + ended.reason().outcome() + ", " + wording.of(ended.reason());
            case Event.AttemptStarted started -> task + head.role() + ", attempt " + started.attempt();
            case FlowEvent.Held held -> paused(head, held.by());
            case FlowEvent.Released released -> "resumed by " + released.by();
            case FlowEvent.TaskRefused refused -> refused.task() + ": not started: " + refused.words();
            case FlowEvent.Integrated merged
            when merged.pullRequest() != null -> merged.task() + ": pull request " + merged.pullRequest();
            case FlowEvent.Conflicted conflicted -> conflicted.task() + ": merge conflict";
            case FlowEvent.IntegrationFailed failed ->
                failed.task() + ": not merged: " + failed.words()
                        + (failed.work() == null ? "" : "; the work is kept as " + failed.work());
            default -> null;
        };
    }
}
