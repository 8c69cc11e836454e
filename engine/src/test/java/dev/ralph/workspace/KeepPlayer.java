package dev.ralph.workspace;

import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Does in a process of its own what a test kills half-way.
final class KeepPlayer {
    static final AttemptRef ATTEMPT = new AttemptRef("loop-1", 1);

    private KeepPlayer() {}

    public static void main(String[] arguments) throws IOException {
        Path project = Path.of(arguments[1]);
        Path folder = Path.of(arguments[2]);
        switch (arguments[0]) {
            case "overlay" -> overlay(project, folder);
            case "worktree" -> {
                AgentWorktree workspace = AgentWorktree.open(project, folder, "t");
                Files.writeString(workspace.tree().resolve("a"), "agent\n");
                workspace.keep(ATTEMPT, ProtectedPaths.standard(), "Kept work", null, null);
                workspace.conserve(ATTEMPT);
                workspace.close();
            }
            case "in-place" -> {
                Conservation conservation = Conservation.of(project);
                conservation.states(folder).before(ATTEMPT);
                Files.writeString(project.resolve("a"), "agent\n");
                conservation.states(folder).inPlace(ATTEMPT);
            }
            case "rewind" -> rewind(project, folder);
            case "gc" -> {
                OldAttempts old = new OldAttempts(project);
                old.delete(old.list(Set.of("loop-1"), Instant.now().plusSeconds(60)));
            }
            default -> throw new IllegalArgumentException(List.of(arguments).toString());
        }
    }

    static KeepResult overlay(Path project, Path folder) throws IOException {
        GitHead head =
                new TreeRecord(folder.resolve("base")).read().orElseThrow().head();
        OverlayGit overlay = new OverlayGit(project, folder, ProtectedPaths.standard());
        overlay.recover();
        overlay.conserve(ATTEMPT, head.commit());
        return overlay.keep(ATTEMPT, head, "Kept work", null, null);
    }

    static RewindResult rewind(Path project, Path folder) throws IOException {
        Conserved wanted = Conservation.of(project).find(ATTEMPT).orElseThrow();
        return new InPlaceStates(project, folder, InPlaceStates.Where.REPOSITORIES).rewind(wanted, ATTEMPT);
    }

    static GitHead head(Path project) throws IOException {
        return Repository.at(project).orElseThrow().head();
    }
}
