package dev.ralph.proof;

import dev.ralph.paths.LenientText;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A command that Ralph runs itself.
record CommandProver(Check.Command check, CheckCommands commanding) implements Prover {
    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        CheckProcesses.Ran ran = commanding.run(work, check, line(check), check.timeout());
        String reason = against(check, ran);
        return commanding.result(check.command(), ran, reason, List.of());
    }

    /// What the shell is given.
    static String line(Check.Command check) {
        String folder = check.folder();
        return (folder == null ? "" : into(folder)) + check.command();
    }

    /// The folder may have become a link to another place.
    private static String into(String folder) {
        return """
                top=$(pwd -P); cd -- %s || exit 125
                case "$(pwd -P)/" in "$top"/*) ;; *) echo "the folder leads out of the project" >&2; exit 125 ;; esac
                """.formatted(CheckCommands.quoted(folder));
    }

    /// Why it does not count as passed; null when it does.
    static @Nullable String against(Check.Command check, CheckProcesses.Ran ran) throws IOException {
        String wrong = ran.against(check.success());
        if (wrong == null && check.contains() != null && !printed(ran, check.contains())) {
            wrong = "did not print `" + check.contains() + "`";
        }
        if (wrong == null && check.containsNot() != null) {
            wrong = againstPrinting(check.containsNot(), ran);
        }
        return wrong == null ? null : "check `" + check.title() + "` " + wrong;
    }

    /// What is not kept may hold it, and whoever wants to hide it prints enough.
    private static @Nullable String againstPrinting(String text, CheckProcesses.Ran ran) throws IOException {
        if (printed(ran, text)) {
            return "printed `" + text + "`, which it must not";
        }
        long omitted = ran.exit().stdout().omitted() + ran.exit().stderr().omitted();
        return omitted == 0
                ? null
                : "printed so much that " + omitted
                        + " bytes of it are not kept, so it may have printed `" + text
                        + "`, which it must not: let it print less";
    }

    /// What is kept of its output is looked at: of a flood the beginning and the end.
    private static boolean printed(CheckProcesses.Ran ran, String text) throws IOException {
        for (Path output : List.of(ran.stdout(), ran.stderr())) {
            if (LenientText.read(output).contains(text)) {
                return true;
            }
        }
        return false;
    }
}
