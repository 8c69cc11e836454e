package dev.ralph.run;

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
/// @param workplace where it worked
record Lacking(Workplace workplace) {
    private static final int MOST = 10;

    /// The sentences after one about a failure in a clean room.
    String words(Claimed claimed) throws IOException {
        Repository repository = Repository.at(claimed.folder()).orElse(null);
        if (repository == null) {
            return "";
        }
        Map<String, String> lacking = new LinkedHashMap<>();
        boolean ours = claimed.policy().keeps();
        add(lacking, ours ? workplace.premises().unseen() : repository.uncommitted(MOST + 1), "uncommitted");
        add(lacking, repository.ignored(MOST + 1), "ignored");
        if (claimed.attempt() > 0 && ours) {
            AttemptRef left = new AttemptRef(claimed.site().head().id(), claimed.attempt());
            add(lacking, workplace.premises().unkept(left.name()), "ignored"); // what is conserved is all that is not
            add(lacking, workplace.premises().unkept(Chamber.commit(claimed)), "not kept");
        }
        return lacking.isEmpty()
                ? ""
                : ". Not there: " + listed(lacking)
                        + ". Commit what belongs to the work; `prepare` of the configuration installs the rest";
    }

    /// What lies in a folder that is named is not named again.
    private static void add(Map<String, String> lacking, List<String> names, String why) {
        for (String name : names) {
            if (lacking.keySet().stream().noneMatch(known -> known.endsWith("/") && name.startsWith(known))) {
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
