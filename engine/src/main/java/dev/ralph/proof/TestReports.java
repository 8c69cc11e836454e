package dev.ralph.proof;

import dev.ralph.environment.MappedFolder;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.ratchet.ReportFiles;
import dev.ralph.ratchet.TestRun;
import dev.ralph.verify.Check;
import dev.ralph.verify.ReportGlob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the commands of checks report of their tests, read right after each ran.
///
/// They are kept in memory alone, where nobody else can write: after a crash all checks are made again.
final class TestReports {
    private final Map<String, TestRun> runs = new HashMap<>();
    private int attempt = -1;

    /// Reads what one run of a command reports.
    final class Watch {
        private final String name;
        private final ReportFiles files;
        private final Set<Path> committed;
        private final Instant began;

        private Watch(String name, ReportFiles files, Set<Path> committed, Instant began) {
            this.name = name;
            this.files = files;
            this.committed = committed;
            this.began = began;
        }

        /// When it has ended.
        TestRun read() throws IOException {
            TestRun run = files.read(began, committed);
            files.tidy();
            synchronized (runs) {
                runs.put(name, run);
            }
            return run;
        }
    }

    /// Call it right before a command starts; null where there will be nothing to read.
    @Nullable
    Watch watch(WorkUnderProof workUnderProof, Check check, CheckProcess.Place place) throws IOException {
        MappedFolder mappedFolder =
                check instanceof Check.Command command && !command.reports().isEmpty() ? place.mappedFolder() : null;
        return mappedFolder == null
                ? null
                : watch(
                        workUnderProof,
                        (Check.Command) check,
                        mappedFolder,
                        place.isApart()
                                ? workUnderProof.work().kept()
                                : workUnderProof.work().commit());
    }

    /// @param commit what is checked out there, null where it is no checkout
    Watch watch(
            WorkUnderProof workUnderProof, Check.Command command, MappedFolder mappedFolder, @Nullable String commit)
            throws IOException {
        synchronized (runs) {
            if (workUnderProof.attempt() != attempt) {
                attempt = workUnderProof.attempt();
                runs.clear();
            }
            runs.remove(workUnderProof.name());
        }
        List<ReportGlob> globs = globs(command);
        String below = command.folder() == null ? "" : command.folder();
        MappedFolder place = mappedFolder.below(below);
        Set<Path> committed = committed(workUnderProof, commit, below, globs);
        return new Watch(
                workUnderProof.name(),
                ReportFiles.watch(place.folder(), place.seen(), globs),
                committed,
                Instant.now());
    }

    static List<ReportGlob> globs(Check.Command command) {
        return command.reports().stream().map(ReportGlob::new).toList();
    }

    /// Files of a commit that look like reports.
    ///
    /// @param below where the command runs, from the project's folder
    static Set<Path> committed(
            WorkUnderProof workUnderProof, @Nullable String commit, String below, List<ReportGlob> globs)
            throws IOException {
        Set<Path> found = new HashSet<>();
        Repository repository = workUnderProof.repository().orElse(null);
        if (commit == null || repository == null) {
            return found;
        }
        Path prefix = repository
                .top()
                .toRealPath()
                .relativize(workUnderProof.paths().project().toRealPath())
                .resolve(below);
        for (RawName name : repository.commits().blobs(commit).keySet()) {
            Path path = name.path();
            boolean all = prefix.toString().isEmpty();
            if (all || path.startsWith(prefix)) {
                Path inside = all ? path : prefix.relativize(path);
                if (globs.stream().anyMatch(glob -> glob.matches(inside))) {
                    found.add(inside);
                }
            }
        }
        return found;
    }

    /// What a command of this verdict reported; null when it was not read.
    @Nullable
    TestRun of(String name) {
        synchronized (runs) {
            return runs.get(name);
        }
    }
}
