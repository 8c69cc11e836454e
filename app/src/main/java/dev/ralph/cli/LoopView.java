package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.RunningTask;
import dev.ralph.config.Profile;
import dev.ralph.json.JsonText;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs a loop in the foreground and shows what happens.
final class LoopView {
    private final Console console;
    private final Ralph ralph;
    private final LoopStory story = new LoopStory();
    private final LoopLines lines = new LoopLines(ZoneId.systemDefault());
    private @Nullable LiveLine live;

    LoopView(Console console, Ralph ralph) {
        this.console = console;
        this.ralph = ralph;
    }

    LoopStory story() {
        return story;
    }

    /// Called before the loop runs.
    void begin(RunningTask loop) {
        LiveLine line = new LiveLine(console, loop);
        loop.listen(story::hear);
        loop.warnings(words -> line.print(() -> console.warn(words)));
        loop.listen((entry, state) -> line.print(() -> show(loop.head(), entry, state)));
        Policy policy = loop.state().policy();
        boolean planned = Profile.of(policy).findsSettings(); // then the place was told
        console.say(Console.harmless("task " + loop.head().task() + " · loop "
                + loop.head().id()
                + (planned
                        ? ""
                        : " · containment " + loop.containment() + place(policy.confinement(), loop.sandbox()))));
        loop.sandbox().ifPresent(found -> found.banner().forEach(console::warn));
        line.start();
        live = line;
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
            if (live != null) {
                live.stop();
            }
        }
        report(loop, reason);
        return reason.outcome().exitCode();
    }

    private void show(StreamHead head, JournalEntry<Event> entry, LoopState state) {
        if (console.json()) {
            console.out()
                    .println("{\"loop\":\"" + head.id() + "\",\"task\":\""
                            + head.task()
                            + "\",\"seq\":" + entry.seq() + ",\"at\":\"" + entry.at() + "\",\"type\":\""
                            + StreamType.type(entry.event()) + "\",\"event\":" + StreamType.body(entry.event())
                            + end(entry.event(), state) + "}");
            SessionLines.json(console.out(), head, entry, state);
        } else {
            lines.of(entry, state).forEach(console.out()::println);
        }
        console.out().flush();
    }

    /// How the loop ended, for programs that know no reasons.
    private static String end(Event event, LoopState state) {
        if (!(event instanceof Event.LoopEnded ended)) {
            return "";
        }
        String words = Profile.of(state.policy()).wording().of(ended.reason());
        return ",\"outcome\":\"" + ended.outcome() + "\",\"reason\":" + JsonText.of(words);
    }

    private void report(RunningTask loop, Reason reason) throws IOException {
        String outcome = switch (reason.outcome()) {
            case COMPLETED ->
                reason instanceof Reason.Unverified ? console.yellow("COMPLETED") : console.green("COMPLETED");
            case STOPPED, CANCELLED, WAITING -> console.yellow(reason.outcome().name());
            case EXHAUSTED, FAILED, FATAL, BLOCKED ->
                console.red(reason.outcome().name());
        };
        int attempts = loop.state().attempts();
        String words = Profile.of(loop.state().policy()).wording().of(reason);
        console.say(outcome + " after " + Amount.of(attempts, "attempt") + ": " + Console.harmless(words));
        if (!console.json()) {
            new LoopEnding(console, ralph).show(story, loop.state(), loop.head().task());
            hint(loop, reason, loop.head().task());
        }
    }

    private void hint(RunningTask loop, Reason reason, String task) {
        boolean job = loop.state().policy().mode() == Policy.Mode.ONCE;
        String resume = "ralph resume --task " + task;
        switch (reason.outcome()) {
            case EXHAUSTED -> console.say("allow more with: " + resume + DoubledLimit.of(loop.state(), reason));
            case STOPPED, WAITING, CANCELLED -> {
                if (!job) {
                    boolean asks = reason instanceof Reason.AgentAsks;
                    console.say((asks ? "answer with: ralph answer " + task + " \"...\"; " : "") + "continue with: "
                            + resume);
                }
            }
            case FATAL, FAILED, BLOCKED ->
                console.say("look with: ralph logs --task " + task + (job ? "" : "; continue with: " + resume));
            case COMPLETED -> {
                if (loop.state().attempts() == 0) {
                    console.say("already done; remove the file DONE from the task's folder to run it again");
                }
            }
        }
    }
}
