package dev.ralph.proof;

import dev.ralph.git.Repository;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The scripts that checks rest on, each with the hash it had before the first attempt.
public final class PinnedScripts {
    private static final Words NOW = new Words("since the loop began", "Restore it");

    private PinnedScripts() {}

    /// Those of them that are there now. A script that is not is nothing anybody could rest on yet.
    public static Map<String, String> of(List<String> checks, FileView view) throws IOException, InterruptedException {
        Set<String> scripts = new LinkedHashSet<>();
        checks.forEach(line -> scripts.addAll(Check.of(line).scripts()));
        Map<String, String> pins = new TreeMap<>();
        for (String script : scripts) {
            FileView.Seen seen = view.at(script);
            if (seen.sha256() != null) {
                pins.put(script, seen.sha256());
            }
        }
        return pins;
    }

    /// The folder that holds all scripts which can be pinned, as a path from the project's: the repository's, or the
    /// project's own.
    public static String above(Path project, @Nullable Repository repository) throws IOException {
        if (repository == null) {
            return "";
        }
        Path top = repository.top().toRealPath();
        Path folder = project.toRealPath();
        return folder.startsWith(top) ? folder.relativize(top).toString() : "";
    }

    /// Checks that rest on scripts refuse as soon as one of them has changed; nothing of it is run then.
    static Prover guarding(Check check, FileView view, Prover prover) {
        return guarding(check, check.scripts(), view, NOW, prover);
    }

    /// The same for a view that may show nothing but the project: what lies above it is looked at in the commit, what
    /// is named from the root in the room.
    static Prover guardingInside(Check check, FileView view, Prover prover) {
        List<String> inside = check.scripts().stream()
                .filter(script -> !isAbsolute(script) && !isAbove(script))
                .toList();
        return guarding(check, inside, view, NOW, prover);
    }

    private static boolean isAbove(String script) {
        try {
            return Path.of(script).normalize().startsWith("..");
        } catch (InvalidPathException strange) {
            return false;
        }
    }

    private static boolean isAbsolute(String script) {
        return script.startsWith("/");
    }

    /// The same for a commit in which the check finds them.
    static Prover committed(Check check, FileView commit, Prover prover) {
        Words words = new Words("since the loop began, or never committed as it was then", "Commit it as it was");
        return guarding(check, check.scripts(), commit, words, prover);
    }

    /// How a refusal is told.
    ///
    /// @param when something was changed, completing a sentence
    /// @param help what to do
    private record Words(String when, String help) {}

    private static Prover guarding(Check check, List<String> scripts, FileView view, Words words, Prover prover) {
        return scripts.isEmpty()
                ? prover
                : work -> {
                    Stopwatch watch = Stopwatch.start();
                    String against = against(scripts, view, words, work);
                    return against == null
                            ? prover.prove(work)
                            : ProofResult.refused(
                                    watch.took(),
                                    "check `" + check.title() + "` was not run: " + against + ". " + words.help(),
                                    "");
                };
    }

    /// The same for a clean room, in which the checks before this one ran what the agent wrote. What a name from the
    /// root leads to, only the room tells: where it lies apart, that is the user's own file, and not the commit's.
    static Prover unbent(Check check, VerdictRoom verdictRoom, CheckProcesses checkProcesses, Prover prover) {
        Words bent = new Words("by a check that ran before it in the same room", "No check may rewrite it");
        List<String> absolute =
                check.scripts().stream().filter(PinnedScripts::isAbsolute).toList();
        return work -> {
            boolean used = verdictRoom.room() != null;
            List<String> scripts = used ? check.scripts() : absolute;
            Prover guarded = scripts.isEmpty()
                    ? prover
                    : guarding(
                            check,
                            scripts,
                            new EnclosedFileView(checkProcesses, verdictRoom.of(work)),
                            used ? bent : NOW,
                            prover);
            return guarded.prove(work);
        };
    }

    /// Which of them have changed, null when none has.
    private static @Nullable String against(List<String> scripts, FileView view, Words words, WorkUnderProof work)
            throws IOException, InterruptedException {
        List<String> changed = new ArrayList<>();
        for (String script : scripts) {
            FileView whole = wide(view, script, work);
            String change = change(script, work.policy().proof().pins().get(script), whole, words.when());
            if (change != null) {
                changed.add(change);
            }
        }
        return changed.isEmpty() ? null : String.join(", ", changed);
    }

    /// One for which a script is inside wherever it can be pinned.
    static FileView wide(FileView view, String script, WorkUnderProof work) throws IOException {
        Path project = work.paths().project();
        String above = above(project, work.repository().orElse(null));
        return view.within(
                isAbsolute(script)
                        ? project.toRealPath().resolve(above).normalize().toString()
                        : above);
    }

    private static @Nullable String change(String script, @Nullable String pinned, FileView view, String when)
            throws IOException, InterruptedException {
        if (pinned == null) {
            return null;
        }
        FileView.Seen seen = view.at(script);
        if (seen.kind() != FileView.Kind.FILE) {
            return script + " " + seen.kind().words() + " now";
        }
        return pinned.equals(seen.sha256()) ? null : script + " was changed " + when;
    }
}
