package dev.ralph.proof;

import dev.ralph.git.Repository;
import dev.ralph.paths.LenientText;
import dev.ralph.verify.GitFact;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Nothing is left uncommitted where the agent worked.
///
/// @param inside asks git in a view that only programs in it see; null where everybody sees the work
record TreeCleanProver(@Nullable CheckCommands inside) implements Prover {
    private static final int MOST = 20;
    private static final String STATUS =
            "git -c core.fsmonitor=false status --porcelain --untracked-files=all -- . ':(exclude,glob)**/.ralph/**'"
                    + " && git ls-files -v | sed -n 's/^[a-z] \\(.*\\)/?! \\1 (git is set to ignore changes)/p'";

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        String changes = inside == null ? changes(work) : asked(inside, work);
        if (changes.isEmpty()) {
            return ProofResult.passed(watch.took(), List.of());
        }
        long count = changes.lines().count();
        String shown = changes.lines().limit(MOST).collect(Collectors.joining("\n"));
        return ProofResult.refused(
                watch.took(),
                "check `" + GitFact.TREE_CLEAN.title() + "` failed: " + count + (count == 1 ? " file is" : " files are")
                        + " not committed",
                shown + (count > MOST ? "\n… and " + (count - MOST) + " more" : ""));
    }

    private static String changes(WorkUnderProof work) throws IOException {
        Repository repository = Repository.at(work.folder())
                .orElseThrow(() -> new IOException(work.folder()
                        + " is not a git repository, so what is committed is unknown: `git init`, or resume without"
                        + " that check"));
        String overlooked = repository.overlooked().stream()
                .map(file -> "?! " + file + " (git is set to ignore changes)")
                .collect(Collectors.joining("\n"));
        String changes = repository.changes();
        return overlooked.isEmpty() || changes.isEmpty() ? changes + overlooked : changes + "\n" + overlooked;
    }

    private String asked(CheckCommands git, WorkUnderProof work) throws IOException, InterruptedException {
        CheckProcesses.Ran ran = git.run(work, GitFact.TREE_CLEAN, STATUS, null);
        if (ran.code() != 0) {
            throw new IOException("git cannot say what is committed in the workspace: " + ran.output());
        }
        return LenientText.read(ran.stdout()).stripTrailing();
    }
}
