package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.engine.ActiveLoop;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.process.ContainmentTier;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Amount;
import java.time.ZoneId;

/// Runs a loop in the foreground and shows what happens.
final class LoopView {
    private final Console console;
    private final ActiveLoop loop;
    private final ContainmentTier tier;
    private final LoopLines lines = new LoopLines(ZoneId.systemDefault());

    LoopView(Console console, ActiveLoop loop, ContainmentTier tier) {
        this.console = console;
        this.loop = loop;
        this.tier = tier;
    }

    int run() throws InterruptedException {
        LiveLine live = new LiveLine(console, loop);
        loop.complain(words -> live.print(() -> console.warn(words)));
        loop.listen((entry, state) -> live.print(() -> show(entry, state)));
        console.say(Console.harmless(
                "task " + loop.head().task() + " · loop " + loop.head().id() + " · containment " + tier
                        + loop.sandbox().map(found -> " · sandbox " + found).orElse("")));
        loop.sandbox().ifPresent(found -> found.banner().forEach(console::warn));
        live.start();
        try {
            Reason reason = loop.run();
            live.stop();
            report(reason);
            return reason.outcome().exitCode();
        } finally {
            live.stop();
        }
    }

    private void show(JournalEntry<Event> entry, LoopState state) {
        if (console.json()) {
            console.out()
                    .println("{\"loop\":\"" + loop.head().id() + "\",\"task\":\""
                            + loop.head().task()
                            + "\",\"seq\":" + entry.seq() + ",\"at\":\"" + entry.at() + "\",\"type\":\""
                            + StreamType.type(entry.event()) + "\",\"event\":" + StreamType.body(entry.event())
                            + end(entry.event(), state) + "}");
            SessionLines.json(console.out(), loop.head(), entry, state);
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

    private void report(Reason reason) {
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
            hint(reason, loop.head().task());
        }
    }

    private void hint(Reason reason, String task) {
        boolean job = loop.state().policy().mode() == Policy.Mode.ONCE;
        String resume = "ralph resume --task " + task;
        switch (reason.outcome()) {
            case EXHAUSTED -> console.say("allow more with: " + resume + DoubledLimit.of(loop.state(), reason));
            case STOPPED, WAITING, CANCELLED -> {
                if (!job && !(reason instanceof Reason.AgentAsks)) {
                    console.say("go on with: " + resume);
                }
            }
            case FATAL, FAILED, BLOCKED ->
                console.say("look with: ralph logs --task " + task + (job ? "" : "; go on with: " + resume));
            case COMPLETED -> {
                if (loop.state().attempts() == 0) {
                    console.say("it was done before: remove the file DONE from the task's folder to run it again");
                }
            }
        }
    }
}
