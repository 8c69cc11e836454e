package dev.ralph.keep;

import dev.ralph.attempt.TaskText;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.OverlayCommand;
import dev.ralph.git.Repository;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.LastVerdict;
import dev.ralph.receipt.Evidence;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conflict;
import dev.ralph.workspace.KeepResult;
import dev.ralph.workspace.RewindResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Brings accepted work from where it was done to where its user wants it.
///
/// It promises: in a loop with a clean room, what is kept is what was checked, to the byte. Where the branch has moved
/// since, nothing is kept before all checks were made once more, of the work on top of what is there now.
public final class WorkDelivery {
    private static final int MOST_NAMED = 20;
    private static final int LONGEST_SUBJECT = 72;
    private static final int LONGEST_BODY = 4000;

    private final LoopPaths loopPaths;
    private final LoopWorkspace loopWorkspace;
    private final Supplier<LastVerdict> verdict;
    private final PublicFiles files;
    private final Policy policy;
    private final @Nullable String title;

    public WorkDelivery(
            LoopPaths loopPaths,
            LoopWorkspace loopWorkspace,
            Supplier<LastVerdict> verdict,
            PublicFiles files,
            Policy policy) {
        this(loopPaths, loopWorkspace, verdict, files, policy, null);
    }

    /// @param verdict what its checks found last
    /// @param title   what the commit is called; null for the first line of the task
    public WorkDelivery(
            LoopPaths loopPaths,
            LoopWorkspace loopWorkspace,
            Supplier<LastVerdict> verdict,
            PublicFiles files,
            Policy policy,
            @Nullable String title) {
        this.title = title;
        this.loopPaths = loopPaths;
        this.loopWorkspace = loopWorkspace;
        this.verdict = verdict;
        this.files = files;
        this.policy = policy;
    }

    public Event keep(int attempt) throws IOException {
        if (attempt == 0) { // all was done before anybody began
            return new Event.WorkKept(null);
        }
        if (loopWorkspace.isInPlace()) {
            return commit(attempt);
        }
        return keep(attempt, checked());
    }

    /// The same for work in a workspace of its own.
    ///
    /// @param checked the only tree that may be kept; null for any
    public Event keep(int attempt, @Nullable String checked) throws IOException {
        return switch (result(attempt, checked)) {
            case KeepResult.Done done -> new Event.WorkKept(done.commit(), done.branch());
            case KeepResult.Conflicting against -> {
                String ref = new AttemptRef(loopPaths.head().id(), attempt).name();
                yield new Event.TroubleFound(new Reason.NotKept(words(against, ref)));
            }
            case KeepResult.Unchecked _ -> new Event.BranchMoved();
            case KeepResult.Refused refused -> new Event.TroubleFound(new Reason.NotKept(refused.why()));
        };
    }

    /// How that went, for who knows what to do about it.
    public KeepResult result(int attempt, @Nullable String checked) throws IOException {
        KeepResult result = loopWorkspace.keep(attempt, message(attempt), checked, branch());
        if (result instanceof KeepResult.Done done) {
            warnOfEach("not kept: ", done.quarantined());
            warnOfEach("not overwritten: ", done.late());
        }
        return result;
    }

    /// What stands against keeping it now, or that it was kept before. It keeps nothing: where nothing stands against
    /// it, it is [KeepResult.Unchecked], as no tree has the name that is asked for.
    public KeepResult tried(int attempt) throws IOException {
        return loopWorkspace.keep(attempt, subject(attempt), "", branch());
    }

    /// The tree that alone may be kept; null where checks look at none.
    public @Nullable String checked() throws IOException {
        boolean counts = policy.usesCleanRoom() && !policy.checks().isEmpty();
        return counts ? verdict().tree().orElse(null) : null;
    }

    /// Makes everything what it was before an attempt.
    ///
    /// @param to the attempt whose work that one began with, 0 for none
    public Event discard(int attempt, int to, OverlayCommand overlayCommand) {
        try {
            RewindResult back = loopWorkspace.discard(attempt, to, overlayCommand);
            if (back.against().isEmpty()) {
                return new Event.WorkDiscarded(new AttemptRef(loopPaths.head().id(), attempt).name());
            }
            return notDiscarded(back.against().getFirst() + "; put it aside and `ralph resume`");
        } catch (IOException impossible) {
            return notDiscarded(FileErrorText.words(impossible));
        }
    }

    private static Event notDiscarded(String words) {
        return new Event.TroubleFound(new Reason.NotDiscarded(words));
    }

    private void warnOfEach(String what, List<?> paths) {
        paths.stream().limit(MOST_NAMED).forEach(path -> files.say("WARNING", what + path));
        if (paths.size() > MOST_NAMED) {
            files.say("WARNING", what + (paths.size() - MOST_NAMED) + " more; `ralph diff` shows them");
        }
    }

    private static String words(KeepResult.Conflicting against, String ref) {
        Conflict first = first(against);
        return named(against)
                + switch (first.why()) {
                    case COMMITTED -> "; merge it yourself: `git merge " + ref + "`";
                    case UNCOMMITTED, PUT_ASIDE ->
                        "; commit your change and `ralph resume`, or run the task again without it";
                    case CHANGED, DELETED -> "; put your change aside and `ralph resume`";
                };
    }

    /// What stands against it, in one line.
    public static String named(KeepResult.Conflicting against) {
        int more = against.conflicts().size() - 1;
        return first(against) + (more > 0 ? " (and " + more + " more)" : "");
    }

    private static Conflict first(KeepResult.Conflicting against) {
        return against.conflicts().stream()
                .filter(conflict -> conflict.why() == Conflict.Why.COMMITTED)
                .findFirst()
                .orElse(against.conflicts().getFirst());
    }

    /// The branch of its own that work goes to; null where it goes to the one that is checked out.
    private @Nullable String branch() {
        return policy.keep() == Policy.Keep.BRANCH ? "ralph/" + loopPaths.head().task() : null;
    }

    /// The task in one line, as far as a log shows it. What a stage is told may begin with its role: then it is the
    /// name.
    public String subject(int attempt) throws IOException {
        String line = title == null ? line(attempt) : plain(title);
        String task = loopPaths.head().task();
        if (title == null && loopPaths.head().isStage() && !line.startsWith(task + ": ")) {
            return task;
        }
        return line.length() <= LONGEST_SUBJECT
                ? line
                : line.substring(0, LONGEST_SUBJECT - 1).strip() + "…";
    }

    /// The same with what else its user wrote. What a stage is told is not its user's text alone.
    private String message(int attempt) throws IOException {
        String subject = subject(attempt);
        if (title != null || loopPaths.head().isStage()) {
            return subject;
        }
        List<String> lines = new TaskText(loopPaths, policy.mode())
                .given()
                .strip()
                .lines()
                .map(line -> line.replaceAll("[\\p{Cc}\\p{Cf}]+", " ").stripTrailing())
                .toList();
        boolean isWhole = lines.isEmpty() || plain(lines.getFirst()).equals(subject);
        String rest = String.join("\n", isWhole && !lines.isEmpty() ? lines.subList(1, lines.size()) : lines)
                .strip();
        return rest.isEmpty()
                ? subject
                : subject + "\n\n" + (rest.length() <= LONGEST_BODY ? rest : rest.substring(0, LONGEST_BODY) + "…");
    }

    private String line(int attempt) throws IOException {
        return new TaskText(loopPaths, policy.mode())
                .given()
                .lines()
                .map(WorkDelivery::plain)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(loopPaths.head().task() + " (attempt " + attempt + ")");
    }

    private static String plain(String line) {
        return line.replaceAll("[\\p{Cc}\\p{Cf}]+", " ")
                .replaceFirst("^[#\\s]+", "")
                .strip();
    }

    private Event commit(int attempt) throws IOException {
        Repository repository = Repository.at(loopPaths.project())
                .orElseThrow(() ->
                        new IOException(loopPaths.project() + " is not a git repository, so accepted work cannot be"
                                + " committed; `git init`, or run without keeping commits"));
        Map<String, String> trailers = new LinkedHashMap<>();
        trailers.put("Ralph-Loop", loopPaths.head().id());
        trailers.put("Ralph-Attempt", Integer.toString(attempt));
        InPlaceCommit commit = new InPlaceCommit(repository, loopPaths.project(), policy, scratch(), branch());
        String verified = policy.checks().isEmpty() ? null : verified();
        return switch (commit.of(verified, message(attempt), trailers)) {
            case InPlaceCommit.Done done -> {
                warnOfEach("not committed, as it is not what was checked: ", done.left());
                yield new Event.WorkKept(done.commit(), done.branch());
            }
            case InPlaceCommit.Against against -> new Event.TroubleFound(new Reason.NotKept(against.why()));
        };
    }

    private String verified() throws IOException {
        return verdict().subject().map(Evidence.Subject::commit).orElseThrow(this::gone);
    }

    private LastVerdict verdict() throws IOException {
        LastVerdict last = verdict.get();
        if (last.receipts().isEmpty()) {
            throw gone();
        }
        return last;
    }

    private IOException gone() {
        return new IOException("the receipts of loop " + loopPaths.head().id()
                + " are gone, so what was checked is unknown; `ralph resume` checks it again");
    }

    private Path scratch() throws IOException {
        Path index = loopPaths.layout().loop(loopPaths.head().id()).resolve("index");
        Folders.below(loopPaths.layout().state(), index.getParent());
        return index;
    }
}
