package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.budget.Cost;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.SandboxReport;
import dev.ralph.loop.Verdict;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a person reads when a loop has ended: what happened, what changed, what proves it, what it cost.
record LoopEnding(Console console, Ralph ralph) {
    private static final int MOST_CHAPTERS = 12;
    private static final int MOST_FILES = 12;
    private static final int MOST_HOSTS = 5;
    private static final int LONGEST = 160;

    void show(LoopStory story, LoopState state, String task) {
        if (story.chapters().isEmpty()) {
            return;
        }
        console.say("");
        happened(story.chapters(), task);
        console.say("");
        String commit = story.commit();
        if (commit != null) {
            changed(summary(ralph, commit));
        }
        proof(story.proof(), task);
        Set<String> hosts = new LinkedHashSet<>();
        for (LoopStory.Chapter chapter : story.chapters()) {
            AttemptReport report = chapter.report();
            hosts.addAll(report == null ? List.of() : refused(report));
        }
        refused(List.copyOf(hosts));
        row("cost", cost(state.cost()));
        if (commit != null) {
            row("commit", commit.substring(0, 10) + console.dim("  (git show " + commit.substring(0, 10) + ")"));
        }
        if (story.branch() != null) {
            row("branch", story.branch() + console.dim("  (git merge " + story.branch() + ")"));
        }
    }

    private void happened(List<LoopStory.Chapter> chapters, String task) {
        console.say(console.bold("What happened"));
        int left = Math.max(0, chapters.size() - MOST_CHAPTERS);
        if (left > 0) {
            console.say(console.dim("  …  " + Amount.of(left, "earlier attempt") + ": ralph status " + task));
        }
        for (LoopStory.Chapter chapter : chapters.subList(left, chapters.size())) {
            String number = String.format("%3d  ", chapter.attempt());
            console.say(number
                    + Console.harmless(firstLine(chapter.happened()).replaceFirst("(?<![.…?!])$", "."))
                    + took(chapter.report()));
            if (!chapter.answer().isEmpty()) {
                console.say(console.dim("     " + chapter.answer() + "."));
            }
        }
    }

    static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }

    private String took(@Nullable AttemptReport report) {
        if (report == null) {
            return "";
        }
        AgentStatement statement = report.statement();
        String price = statement != null && CostLines.isKnown(statement.spent())
                ? ", " + CostLines.dollars(statement.spent())
                : "";
        return console.dim("  " + whole(report.took()) + price);
    }

    /// What cannot be shown is left out: the work is where it belongs.
    static List<String> summary(Ralph ralph, String commit) {
        try {
            return ralph.changed(commit);
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private void changed(List<String> lines) {
        for (int i = 0; i < Math.min(lines.size(), MOST_FILES); i++) {
            row(i == 0 ? "changed" : "", Console.harmless(lines.get(i).strip()));
        }
        if (lines.size() > MOST_FILES) {
            row("", Console.harmless(lines.getLast().strip()));
        }
    }

    private void proof(List<Verdict.Result> results, String task) {
        if (!results.isEmpty()) {
            row(
                    "proof",
                    Console.harmless(results.stream()
                                    .map(result -> LoopStory.titles(List.of(result)) + " in " + millis(result.took()))
                                    .collect(Collectors.joining(", ")))
                            + ", run by Ralph itself" + console.dim("  (ralph receipts " + task + ")"));
        }
    }

    /// Hosts that an agent wanted and did not get, as `--allow` takes them.
    static List<String> refused(AttemptReport report) {
        SandboxReport sandbox = report.sandbox();
        return sandbox == null
                ? List.of()
                : sandbox.contacts().stream()
                        .filter(contact -> contact.refused() != null)
                        .map(contact -> contact.host().replaceFirst(":443$", ""))
                        .toList();
    }

    /// With what would allow them.
    void refused(List<String> hosts) {
        List<String> named = hosts.subList(0, Math.min(hosts.size(), MOST_HOSTS));
        if (!named.isEmpty()) {
            row(
                    "refused",
                    Console.harmless(String.join(", ", named))
                            + console.dim("  (allow with: --allow " + Console.harmless(String.join(",", named)) + ")"));
        }
    }

    static String cost(Cost cost) {
        String time = cost.time() == null ? "" : ", agents ran " + whole(cost.time());
        boolean counted = !cost.spent().models().isEmpty();
        return CostLines.dollars(cost.spent())
                + (counted ? ", " + CostLines.tokens(cost.spent()) + " tokens" : "")
                + time;
    }

    private static String millis(Duration took) {
        return DurationText.format(Duration.ofMillis(took.toMillis()));
    }

    private static String whole(Duration took) {
        return took.toSeconds() == 0 ? millis(took) : DurationText.format(Duration.ofSeconds(took.toSeconds()));
    }

    void row(String name, String text) {
        console.say("  " + name + " ".repeat(12 - name.length()) + text);
    }
}
