package dev.ralph.proof;

import dev.ralph.paths.LenientText;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A script of the project that says whether the task is done, and prints what came out of it.
///
/// @param view  of where it runs
record ScriptProver(Check.Validate check, CheckCommands commanding, FileView view) implements Prover {
    private static final int MOST = 100;
    private static final int LONGEST = 500;

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        FileView.Seen seen = PinnedScripts.wide(view, check.script(), work).at(check.script());
        if (seen.kind() != FileView.Kind.FILE) {
            return ProofResult.refused(
                    watch.took(),
                    "the script " + check.script() + " of check `" + check.title() + "` "
                            + seen.kind().words(),
                    "");
        }
        CheckProcesses.Ran ran = commanding.run(work, check, line(check.script()), null);
        String wrong = ran.against(0);
        return commanding.result(
                check.script(),
                ran,
                wrong == null ? null : "check `" + check.title() + "` " + wrong,
                wrong == null ? artifacts(LenientText.read(ran.stdout())) : List.of());
    }

    /// One that can be executed says itself what runs it; of others the name tells.
    private static String line(String script) {
        String file = CheckCommands.quoted(script.startsWith("/") || script.startsWith("./") ? script : "./" + script);
        String name = script.substring(script.lastIndexOf('/') + 1);
        String with = switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "js", "mjs", "cjs", "ts", "mts" -> "node";
            case "py" -> "python3";
            case "rb" -> "ruby";
            default -> "sh";
        };
        return "if [ -x " + file + " ]; then exec " + file + "; else exec " + with + " " + file + "; fi";
    }

    private static List<ProofResult.Note> artifacts(String printed) {
        List<ProofResult.Note> artifacts = new ArrayList<>();
        for (String line : printed.lines().map(String::strip).toList()) {
            if (!line.isEmpty() && artifacts.size() < MOST) {
                String name = line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
                artifacts.add(ProofResult.Note.artifact(name));
            }
        }
        return artifacts;
    }
}
