package dev.ralph.cli;

import dev.ralph.json.JsonText;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Verdict;
import dev.ralph.process.ContainmentTier;
import dev.ralph.store.EventFields;
import java.io.IOException;
import java.util.List;

/// What `ralph demo` says before and after its loop.
///
/// @param typed     what the reader types to start Ralph here
/// @param elsewhere what the reader types to start Ralph in another folder
record DemoReport(Console console, DemoScratch scratch, String typed, String elsewhere) {

    void introduce() {
        console.say(console.bold("An agent that crashes, hangs and lies, and what Ralph makes of it."));
        console.say("");
        row("repository", scratch.folder() + console.dim("  (scratch, kept: delete it when you like)"));
        row("task", DemoScratch.TASK);
        row("agent", "ralph rehearse " + DemoScratch.STORY + console.dim("  (a real process that plays a script)"));
        row("check", DemoScratch.CHECK + console.dim("  (DONE is believed only if this passes)"));
        console.say("");
    }

    void conclude(LoopStory story, LoopState state, ContainmentTier tier) throws IOException {
        String commit = story.commit();
        if (console.json()) {
            summarize(
                    story,
                    state,
                    commit == null ? List.of() : scratch.repository().files(commit));
            return;
        }
        row("left over", leftOver(tier));
        console.say("");
        whereToLook();
    }

    private static String leftOver(ContainmentTier tier) {
        String held = "every attempt ran in its own containment (" + tier.containment() + ")";
        return switch (tier.containment()) {
            case NAMESPACE, SUBREAPER -> "no process: " + held;
            case GROUP, AUTO -> "no process that could be found: " + held;
        };
    }

    void whereToLook() {
        String folder = ShellWord.of(scratch.folder().toString());
        String dir = " --dir " + folder;
        console.say(console.bold("Look closer"));
        console.say("  " + typed + " status demo" + dir);
        console.say("  " + typed + " logs demo" + dir);
        console.say("  " + typed + " bus read" + dir + " --task demo");
        console.say("  git -C " + folder + " log --stat");
        console.say("");
        console.say(console.bold("In your own repository"));
        console.say("  " + elsewhere + " doctor");
        console.say("  " + elsewhere + " \"Fix the flaky test\"");
    }

    private void row(String name, String text) {
        console.say("  " + name + " ".repeat(12 - name.length()) + text);
    }

    private void summarize(LoopStory story, LoopState state, List<String> files) {
        console.object(json -> {
            json.field("type", "demo_summary");
            json.field("dir", scratch.folder().toString());
            json.code("outcome", state.phase() instanceof Phase.Ended ended ? ended.outcome() : null);
            json.objects("attempts", story.chapters(), chapter -> {
                json.field("attempt", chapter.attempt());
                json.field("message", chapter.happened());
                json.field("answer_message", chapter.answer());
            });
            List<Verdict.Result> proof = story.proof();
            json.rawField(
                    "check",
                    proof.isEmpty()
                            ? "null"
                            : JsonText.of(EventFields.check(proof.getLast().check())));
            json.field("commit", story.commit());
            json.texts("files", files);
        });
    }
}
