package dev.ralph.run;

import dev.ralph.git.Repository;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Names what there is where the agent worked, and not in the commit that is checked: that is why a check may pass for
/// the agent and fail for us.
///
/// @param workplace where it worked
record Lacking(Workplace workplace) {
    private static final int MOST = 10;

    /// The rest of a sentence about a failure in a clean room.
    String words(Claimed claimed) throws IOException {
        Repository repository = Repository.at(claimed.folder()).orElse(null);
        if (repository == null) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        boolean ours = claimed.policy().keeps();
        List<String> uncommitted = ours ? workplace.premises().unseen() : repository.uncommitted(MOST + 1);
        if (!uncommitted.isEmpty()) {
            parts.add("not committed: " + listed(uncommitted));
        }
        List<String> unkept = workplace.premises().unkept(Chamber.commit(claimed));
        if (!unkept.isEmpty()) {
            parts.add("not to be kept: " + listed(unkept));
        }
        List<String> ignored = repository.ignored(MOST + 1);
        if (!ignored.isEmpty()) {
            parts.add("ignored by git: " + listed(ignored));
        }
        if (parts.isEmpty()) {
            return "";
        }
        return ", which has nothing of what is " + String.join("; or ", parts)
                + ". What belongs to the work must be committed; what is only to be installed there belongs into"
                + " `prepare` of the configuration";
    }

    private static String listed(List<String> names) {
        List<String> few = names.size() > MOST ? names.subList(0, MOST) : names;
        return String.join(", ", few) + (names.size() > MOST ? ", …" : "");
    }
}
