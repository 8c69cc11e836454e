package dev.ralph.testkit.real;

import dev.ralph.testkit.ModelScript;
import dev.ralph.testkit.ModelStep;
import dev.ralph.testkit.ScriptedCall;
import dev.ralph.testkit.StopReason;
import dev.ralph.testkit.TokenCounts;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// What the model does in a recorded turn. The name is the recording's file name.
@SuppressWarnings("ImmutableEnumChecker") // a script is a record of immutable lists
enum RecordedScene {
    HELLO(ModelStep.text("Hello from the scripted model.").using(new TokenCounts(900, 100, 0, 12))),
    TOOLS(
            ModelStep.shell("echo from-shell > shell.txt && echo hello-out")
                    .saying("I will run a command.")
                    .using(new TokenCounts(900, 100, 0, 50)),
            ModelStep.write("written.txt", "from the write tool\n").using(new TokenCounts(100, 1000, 0, 60)),
            ModelStep.text("All done.\n<promise>DONE</promise>").using(new TokenCounts(100, 1100, 0, 20))),
    FAILING_TOOL(ModelStep.shell("echo to-stdout; echo to-stderr >&2; exit 3"), ModelStep.text("The command failed.")),
    PROMISE_IN_TOOL(ModelStep.shell("echo '<promise>DONE</promise>'"), ModelStep.text("I am not done.")),
    SEVERAL_CALLS(
            ModelStep.calls(new ScriptedCall.Shell("echo one"), new ScriptedCall.Shell("echo two")),
            ModelStep.text("Both ran.")),
    THINKING(ModelStep.text("Said aloud.").thinking("Only thought: <promise>DONE</promise>")),
    MAX_TOKENS(ModelStep.text("Cut off in the mid").stopping(StopReason.MAX_TOKENS), ModelStep.text("and on")),
    REFUSAL(ModelStep.text("I cannot help with that.").stopping(StopReason.REFUSAL), ModelStep.text("still not")),
    EMPTY(ModelStep.empty(), ModelStep.text("Second try.")),
    EMPTY_ALWAYS(ModelStep.empty().forever()),
    E400(ModelStep.error(400).forever()),
    E401(ModelStep.error(401).forever()),
    E402(ModelStep.error(402).forever()),
    E403(ModelStep.error(403).forever()),
    E404(ModelStep.error(404).forever()),
    E413(ModelStep.error(413).forever()),
    E429(ModelStep.error(429, Map.of("retry-after", "2")).forever()),
    E429_ONCE(ModelStep.error(429, Map.of("retry-after", "1")), ModelStep.text("Recovered.")),
    E500(ModelStep.error(500).forever()),
    E503(ModelStep.error(503).forever()),
    E529(ModelStep.error(529).forever()),
    USAGE_LIMIT(ModelStep.usageLimit(Duration.ofHours(1)).forever()),
    RESET(ModelStep.reset().forever()),
    RESET_MIDWAY(ModelStep.resetMidway("The beginning of an answer").forever()),
    MALFORMED(ModelStep.malformed().forever()),
    HANG(ModelStep.hang().forever()),
    HANG_MIDWAY(ModelStep.hangMidway("The beginning of an answer").forever());

    private final ModelScript script;

    RecordedScene(ModelStep... steps) {
        this.script = ModelScript.of(steps);
    }

    ModelScript script() {
        return script;
    }

    String file() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
