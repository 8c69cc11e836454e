package dev.ralph.workspace;

import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Proves that nothing of a project's attempts is lost.
///
/// A clean audit says:
/// 1. Every attempt that ended is a commit at its ref, and carries its loop and number.
/// 2. Every file of each of them is there; what only Ralph's refs hold is also read, and is what it was.
/// 3. No keeping was left half-way: no plan, no staged file.
public final class Audit {
    private static final Pattern STAGED = Pattern.compile("\\.ralph-.+-[0-9]+");
    private static final List<String> PLANS = List.of("keep.plan", "keep.staging", "keep.new", "git-index", "git-view");

    private final Path project;
    private final List<String> troubles = new ArrayList<>();

    private Audit(Path project) {
        this.project = project;
    }

    /// @param attempts how many were looked at
    /// @param troubles what is wrong, each with what it is about; empty when all is well
    public record Report(int attempts, List<String> troubles) {
        public Report {
            troubles = List.copyOf(troubles);
        }

        public boolean isClean() {
            return troubles.isEmpty();
        }
    }

    /// An attempt that has ended and was to be conserved.
    ///
    /// @param commit what it was conserved as, null where nobody wrote that down
    public record Ended(AttemptRef attempt, @Nullable String commit) {}

    /// @param ended      every attempt that the journal knows as ended and that was to be conserved
    /// @param workspaces the folders of this project's workspaces that are not in use right now
    public static Report of(Path project, List<Ended> ended, Collection<Path> workspaces) throws IOException {
        Audit audit = new Audit(project);
        audit.attempts(ended);
        for (Path workspace : workspaces) {
            audit.plans(workspace);
        }
        audit.staged();
        return new Report(ended.size(), audit.troubles);
    }

    private void attempts(Collection<Ended> ended) throws IOException {
        List<Conservation> places = Conservation.all(project);
        Map<Repository, List<String>> found = new LinkedHashMap<>();
        for (Ended one : ended) {
            AttemptRef attempt = one.attempt();
            boolean isThere = false;
            for (Conservation place : places) {
                Optional<Conserved> conserved = place.find(attempt);
                if (conserved.isPresent()) {
                    isThere = true;
                    String commit = conserved.get().commit();
                    found.computeIfAbsent(place.repository(), _ -> new ArrayList<>())
                            .add(commit);
                    check(one, commit, place.repository());
                }
            }
            if (!isThere) {
                troubles.add(attempt + " ended, but nothing is at " + attempt.name());
            }
        }
        for (Map.Entry<Repository, List<String>> place : found.entrySet()) {
            String damage = place.getKey().comparison().damage(place.getValue(), AttemptRef.ROOT + "*");
            if (!damage.isEmpty()) {
                troubles.add("objects of saved attempts are missing or damaged in "
                        + place.getKey().gitDir() + ": " + damage.replace("\n", "; "));
            }
        }
    }

    private void check(Ended ended, String commit, Repository repository) throws IOException {
        AttemptRef attempt = ended.attempt();
        String known = ended.commit();
        if (known != null && !known.equals(commit)) {
            troubles.add(attempt.name() + " is " + commit + ", but " + attempt + " was saved as " + known
                    + ": it was moved");
        } else if (!repository.commits().isCarrying(commit, attempt.trailers())) {
            troubles.add(attempt.name() + " is " + commit + ", which is not the end of " + attempt + ": it was moved");
        }
    }

    private void plans(Path workspace) {
        for (String name : PLANS) {
            if (Files.exists(workspace.resolve(name))) {
                troubles.add("keeping was left half-way: " + workspace.resolve(name)
                        + " is still there; the next start of the loop finishes it or takes it back");
            }
        }
    }

    private void staged() throws IOException {
        Files.walkFileTree(project, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = String.valueOf(folder.getFileName());
                boolean isOther = !folder.equals(project) && (name.equals(".git") || name.equals(".ralph"));
                return isOther || isStaged(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                isStaged(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException closed) {
                return FileVisitResult.CONTINUE; // a folder that is closed to us is closed to our staging, too
            }
        });
    }

    private boolean isStaged(Path path) {
        boolean is = STAGED.matcher(String.valueOf(path.getFileName())).matches();
        if (is) {
            troubles.add("a staged file was left behind: " + FileNames.shown(project.relativize(path)));
        }
        return is;
    }
}
