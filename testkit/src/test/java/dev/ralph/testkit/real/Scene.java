package dev.ralph.testkit.real;

import dev.ralph.testkit.Call;
import dev.ralph.testkit.Script;
import dev.ralph.testkit.Step;
import dev.ralph.testkit.Stop;
import dev.ralph.testkit.Usage;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// What the model does in a recorded turn. The name is the recording's file name.
@SuppressWarnings("ImmutableEnumChecker") // a script is a record of immutable lists
enum Scene {
    HELLO(Step.text("Hello from the scripted model.").using(new Usage(900, 100, 0, 12))),
    TOOLS(
            Step.shell("echo from-shell > shell.txt && echo hello-out")
                    .saying("I will run a command.")
                    .using(new Usage(900, 100, 0, 50)),
            Step.write("written.txt", "from the write tool\n").using(new Usage(100, 1000, 0, 60)),
            Step.text("All done.\n<promise>DONE</promise>").using(new Usage(100, 1100, 0, 20))),
    FAILING_TOOL(Step.shell("echo to-stdout; echo to-stderr >&2; exit 3"), Step.text("The command failed.")),
    PROMISE_IN_TOOL(Step.shell("echo '<promise>DONE</promise>'"), Step.text("I am not done.")),
    SEVERAL_CALLS(Step.calls(new Call.Shell("echo one"), new Call.Shell("echo two")), Step.text("Both ran.")),
    THINKING(Step.text("Said aloud.").thinking("Only thought: <promise>DONE</promise>")),
    MAX_TOKENS(Step.text("Cut off in the mid").stopping(Stop.MAX_TOKENS), Step.text("and on")),
    REFUSAL(Step.text("I cannot help with that.").stopping(Stop.REFUSAL), Step.text("still not")),
    EMPTY(Step.empty(), Step.text("Second try.")),
    EMPTY_ALWAYS(Step.empty().forever()),
    E400(Step.error(400).forever()),
    E401(Step.error(401).forever()),
    E402(Step.error(402).forever()),
    E403(Step.error(403).forever()),
    E404(Step.error(404).forever()),
    E413(Step.error(413).forever()),
    E429(Step.error(429, Map.of("retry-after", "2")).forever()),
    E429_ONCE(Step.error(429, Map.of("retry-after", "1")), Step.text("Recovered.")),
    E500(Step.error(500).forever()),
    E503(Step.error(503).forever()),
    E529(Step.error(529).forever()),
    USAGE_LIMIT(Step.usageLimit(Duration.ofHours(1)).forever()),
    RESET(Step.reset().forever()),
    RESET_MIDWAY(Step.resetMidway("The beginning of an answer").forever()),
    MALFORMED(Step.malformed().forever()),
    HANG(Step.hang().forever()),
    HANG_MIDWAY(Step.hangMidway("The beginning of an answer").forever());

    private final Script script;

    Scene(Step... steps) {
        this.script = Script.of(steps);
    }

    Script script() {
        return script;
    }

    String file() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
