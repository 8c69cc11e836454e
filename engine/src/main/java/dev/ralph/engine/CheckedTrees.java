package dev.ralph.engine;

import dev.ralph.proof.ReverificationResult.Repeated;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What checks found out about merged trees in this process: the same checks of the same tree are made once.
final class CheckedTrees {
    private static final int LONGEST_REASON = 2000;

    private final Map<Question, List<String>> answers = new HashMap<>();

    private record Question(String tree, List<String> checks) {}

    /// Makes the checks.
    interface Run {
        List<Repeated> checks() throws IOException, InterruptedException;
    }

    /// Which of these checks the tree does not pass, and why, for an agent to read; none where it passes all.
    List<String> refusals(String tree, List<String> checks, Run run) throws IOException, InterruptedException {
        Question question = new Question(tree, List.copyOf(checks));
        List<String> known = answers.get(question);
        if (known == null) {
            known = run.checks().stream()
                    .filter(Repeated::isRefused)
                    .map(CheckedTrees::words)
                    .toList();
            answers.put(question, known);
        }
        return known;
    }

    private static String words(Repeated check) {
        String reason = Objects.requireNonNull(check.now()).finding().reason();
        String why = reason == null ? "" : ": " + reason.strip();
        return "on top of what is on the branch now, check `" + check.title() + "` does not pass"
                + (why.length() <= LONGEST_REASON ? why : why.substring(0, LONGEST_REASON) + "…");
    }
}
