package dev.ralph.cli;

import dev.ralph.RunningFlow;
import dev.ralph.config.Profile;
import dev.ralph.flow.FlowEvent;
import dev.ralph.loop.Event;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Questions;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.util.Optional;

/// Shows what happens in a flow that runs in the foreground: a line for each step of each task.
record FlowView(Console console) {

    /// Before anything is run.
    void attach(RunningFlow flow) {
        console.say("flow " + flow.head().task() + " · " + flow.head().id());
        flow.warnings(console::warn);
        flow.pausedBy().ifPresent(by -> console.say(paused(flow.head(), by)));
        flow.listen((head, entry, _) -> show(head, entry));
    }

    int await(RunningFlow flow) throws IOException {
        RunningFlow.Result result = flow.await();
        String outcome = switch (result.outcome()) {
            case COMPLETED -> console.green("COMPLETED");
            case STOPPED, CANCELLED, WAITING -> console.yellow(result.outcome().name());
            case EXHAUSTED, FAILED, FATAL, BLOCKED ->
                console.red(result.outcome().name());
        };
        console.say(outcome + ": " + Console.harmless(result.sentence()));
        if (console.json()) {
            summary(flow.head(), result);
        }
        for (Questions.Question question : result.questions()) {
            console.say("answer with: ralph answer " + question.id() + " \"...\", then ralph run");
        }
        return result.outcome().exitCode();
    }

    /// The last line for a program.
    private void summary(StreamHead head, RunningFlow.Result result) {
        JsonOutput json = new JsonOutput(console.out());
        json.object(() -> {
            json.field("type", "summary");
            EventLine.head(json, head);
            json.field("outcome", result.outcome().name());
            json.field("exit_code", result.outcome().exitCode());
            json.field("message", result.sentence());
            json.arrayField("questions", () -> result.questions().forEach(asked -> json.value(asked.id())));
        });
        json.end();
    }

    private synchronized void show(StreamHead head, JournalEntry<?> entry) {
        if (console.json()) {
            EventLine.print(console.out(), head, entry);
        } else {
            line(head, entry).ifPresent(line -> console.out().println(Console.harmless(line)));
        }
        console.out().flush();
    }

    private static String paused(StreamHead flow, String by) {
        return "paused by " + Console.harmless(by) + "; continue with: ralph resume " + flow.task();
    }

    private static Optional<String> line(StreamHead head, JournalEntry<?> entry) {
        Wording wording = Profile.of(head.profile()).wording();
        String task = head.task() + ": ";
        return Optional.ofNullable(
                switch (entry.event()) {
                    case PipelineEvent.StageOpened opened ->
                        task + opened.head().role() + " begins";
                    case PipelineEvent.StageEnded ended
                    when !ended.findings().isEmpty() -> task + "sent back: " + String.join("; ", ended.findings());
                    case PipelineEvent.Asked asked -> task + "asks: " + asked.text();
                    case PipelineEvent.Answered answered -> task + answered.by() + " answered: " + answered.text();
                    case PipelineEvent.PipelineEnded ended ->
                        task + ended.reason().outcome() + ", " + wording.of(ended.reason());
                    case Event.AttemptStarted started -> task + head.role() + ", attempt " + started.attempt();
                    case FlowEvent.Held held -> paused(head, held.by());
                    case FlowEvent.Released released -> "resumed by " + released.by();
                    case FlowEvent.Conflicted conflicted -> conflicted.task() + ": does not merge, tried again";
                    case FlowEvent.IntegrationFailed failed ->
                        failed.task() + ": not merged: " + failed.words()
                                + (failed.work() == null ? "" : "; the work is kept as " + failed.work());
                    default -> null;
                });
    }
}
