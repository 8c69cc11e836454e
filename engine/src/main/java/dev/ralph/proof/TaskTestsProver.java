package dev.ralph.proof;

import dev.ralph.paths.LenientText;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The tests that carry a task's id.
record TaskTestsProver(Check.TestPassing check, CheckCommands commanding) implements Prover {
    /// A runner that found no test to run ends well, too.
    private static final Pattern NONE = Pattern.compile(
            "(?m)^[ \\t]*+(?:0 passing\\b|No tests? (?:found|were|ran)|no tests ran|collected 0 items)|\\b0 tests? (?:ran|run|found)\\b",
            Pattern.CASE_INSENSITIVE);

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        String grep = check.grep() == null ? work.task() : check.grep();
        String line = check.command() == null ? "npm test -- --grep " + CheckCommands.quoted(grep) : check.command();
        CheckProcesses.Ran ran = commanding.run(
                work,
                check,
                "RALPH_TEST_GREP=" + CheckCommands.quoted(grep) + "; export RALPH_TEST_GREP\n" + line,
                null);
        return commanding.result(line, ran, against(ran, line, grep), List.of());
    }

    private static @Nullable String against(CheckProcesses.Ran ran, String line, String grep) throws IOException {
        String wrong = ran.against(0);
        if (wrong != null) {
            return "tests of " + grep + " do not pass: `" + line + "` " + wrong;
        }
        boolean none = NONE.matcher(LenientText.read(ran.stdout())).find()
                || NONE.matcher(LenientText.read(ran.stderr())).find();
        return none ? "there is no test of " + grep + ": `" + line + "` found none" : null;
    }
}
