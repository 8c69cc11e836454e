package dev.ralph.proof;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.git.Repository;
import dev.ralph.workspace.AttemptRef;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Names what there is where the agent worked, and not in the commit that is checked: that is why a check may pass for
/// the agent and fail for us.
///
/// @param loopWorkspace where it worked
record MissingFromCommit(LoopWorkspace loopWorkspace) {
    private static final int MOST = 10;
    /// What Ralph writes about a spec is no part of anybody's work.
    private static final List<String> OURS = List.of(".kiro/state/", ".kiro/logs/", ".kiro/backups/");

    /// The sentences after one about a failure in a clean room.
    String words(WorkUnderProof work) throws IOException {
        Repository repository = Repository.at(work.folder()).orElse(null);
        if (repository == null) {
            return "";
        }
        Map<String, String> lacking = new LinkedHashMap<>();
        boolean ours = work.policy().keeps();
        if (!work.policy().checksFolder()) {
            add(lacking, ours ? loopWorkspace.unconfined().unseen() : repository.uncommitted(MOST + 1), "uncommitted");
        }
        String ignored = work.policy().checksFolder() ? "ignored, unless it was there before" : "ignored";
        add(lacking, repository.ignored(MOST + 1), ignored);
        if (work.attempt() > 0 && ours) {
            AttemptRef left = new AttemptRef(work.paths().head().id(), work.attempt());
            add(
                    lacking,
                    loopWorkspace.unconfined().unkept(left.name()),
                    "ignored"); // what is conserved is all that is not
            add(lacking, loopWorkspace.unconfined().unkept(VerdictRoom.kept(work)), "not kept");
        }
        return lacking.isEmpty()
                ? ""
                : ". Not there: " + listed(lacking)
                        + ". Commit what belongs to the work; `prepare` of the configuration installs the rest";
    }

    /// What lies in a folder that is named is not named again.
    private static void add(Map<String, String> lacking, List<String> names, String why) {
        for (String name : names) {
            boolean named = lacking.keySet().stream().anyMatch(known -> known.endsWith("/") && name.startsWith(known));
            if (!named && OURS.stream().noneMatch(name::startsWith)) {
                lacking.putIfAbsent(name, why);
            }
        }
    }

    private static String listed(Map<String, String> lacking) {
        return lacking.entrySet().stream()
                        .limit(MOST)
                        .map(name -> name.getKey() + " (" + name.getValue() + ")")
                        .collect(Collectors.joining(", "))
                + (lacking.size() > MOST ? ", …" : "");
    }
}
