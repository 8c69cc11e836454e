package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.git.GitHead;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitKeepFuzzTest {
    private static final int TREES = Boolean.getBoolean("ralph.soak") ? 300 : 20;
    private static final AttemptRef ATTEMPT = new AttemptRef("fuzz", 1);

    @TempDir
    Path base;

    @Test
    void whatever_an_agent_did_the_commit_and_the_working_tree_are_what_the_overlay_showed() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        Overlays.play(base, 5000, TREES);
        for (long seed = 5000; seed < 5000 + TREES; seed++) {
            Path world = base.resolve(Long.toString(seed));
            check(world);
            TreeRemoval.delete(world);
        }
    }

    private static void check(Path world) throws Exception {
        Path project = world.resolve("lower");
        SampleProject.git(project, "init", "-q", "-b", "main");
        SampleProject.git(project, "add", "-A");
        SampleProject.git(
                project, "-c", "user.name=A User", "-c", "user.email=user@example.org", "commit", "-q", "-m", "First");
        Repository repository = Repository.at(project).orElseThrow();
        GitHead head = repository.head();
        OverlayGit git = new OverlayGit(project, world, ProtectedPaths.standard());
        Conserved conserved = git.conserve(ATTEMPT, head.commit());
        assertThat(files(project)).as("conserving, " + world).isEqualTo(Files.readAllLines(world.resolve("before")));

        KeepResult kept = git.keep(ATTEMPT, head, "Kept work", null, null);

        assertThat(kept).as(world.toString()).isInstanceOf(KeepResult.Done.class);
        List<String> shown = Files.readAllLines(world.resolve("shown"));
        assertThat(files(project)).as("keeping, " + world).isEqualTo(shown);
        String last = repository.refs().read("HEAD").orElseThrow();
        assertThat(names(repository.commits().blobs(last))).as("tree, " + world).isEqualTo(names(shown));
        assertThat(repository.commits().tree(last))
                .as(world.toString())
                .isEqualTo(repository.commits().tree(conserved.commit()));
        assertThat(Audit.of(project, List.of(new Audit.Ended(ATTEMPT, null)), List.of(world))
                        .troubles())
                .isEmpty();
        assertThat(git.keep(ATTEMPT, head, "Kept work", null, null))
                .as("again, " + world)
                .isInstanceOf(KeepResult.Done.class);
        assertThat(repository.refs().read("HEAD")).contains(last);
    }

    private static List<String> files(Path project) throws Exception {
        return Manifest.of(project).stream()
                .filter(line -> !line.startsWith(".git/") && !line.startsWith(".git "))
                .toList();
    }

    private static Set<String> names(Map<RawName, TreeEntry> blobs) {
        return blobs.keySet().stream().map(RawName::bytes).collect(Collectors.toSet());
    }

    private static Set<String> names(List<String> manifest) {
        return manifest.stream()
                .map(line -> line.split(" "))
                .filter(words -> !words[1].equals("folder"))
                .map(words -> FileNames.raw(FileNames.decoded(words[0])).bytes())
                .collect(Collectors.toSet());
    }
}
