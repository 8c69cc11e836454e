package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Disks that are full or cannot be written to, made for the test: what was there before stays, and the message says
/// what to do.
class BadDisksTest {
    private static final int NO_DISK = 99;
    private static final String RUN =
            "ralph run --task t1 --prompt work --containment group --restart-delay 10ms --poll-interval 50ms"
                    + " --min-free-disk off ";

    @TempDir
    Path folder;

    private Path disk;

    @BeforeEach
    void makePlace() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        Shell.program(folder);
    }

    /// Runs a script in a mount namespace of its own, on a small disk that goes with it.
    private Shell.Said onDisk(String options, String script) throws Exception {
        Path unshare = Path.of("/usr/bin/unshare");
        Assumptions.assumeTrue(Files.isExecutable(unshare), "unshare (util-linux) is missing");
        List<String> words = new ArrayList<>(List.of(unshare.toString(), Shell.isRoot() ? "-m" : "-rm", "sh", "-c"));
        words.add("PATH=$1:$PATH; mount -t tmpfs -o " + options + " none \"$2\" && cd \"$2\" || exit " + NO_DISK + "\n"
                + script);
        words.addAll(List.of("sh", folder.toString(), disk.toString()));
        Shell.Said said = Shell.other(folder, Map.of(), words);
        Assumptions.assumeTrue(
                said.code() != NO_DISK, "this machine lets nobody mount a disk of his own: " + said.err());
        return said;
    }

    @Test
    void on_a_full_disk_the_loop_ends_with_its_name_and_goes_on_when_there_is_room() throws Exception {
        Shell.Said said = onDisk("size=4m", RUN + """
                --max-restarts 9 --command 'echo precious; head -c 9000000 /dev/zero > junk; exit 1'
                echo "run: $?"
                ralph status; echo "status: $?"
                ralph logs t1
                ralph resume t1; echo "resume: $?"
                rm junk
                ralph resume t1 --containment group --command 'touch "$TASK_FOLDER/DONE"'; echo "resume: $?"
                cat .ralph/tasks/t1/TASK.md; cat .ralph/tasks/t1/runs/*/agent-stdout.txt
                """);

        Path journal = disk.resolve(".ralph/ralph.db");
        assertThat(said.out())
                .contains("run: 1\n")
                .contains("t1    interrupted  1/9")
                .contains("status: 0\nprecious\n")
                .contains("resume: 1\n")
                // The last page of the journal may have had room for the start of an attempt on the full disk.
                .containsPattern("COMPLETED after [23] attempts")
                .endsWith("resume: 0\nworkprecious\n");
        assertThat(said.err())
                .contains("cannot write to the journal " + journal + ": the disk is full; make room on the disk of "
                        + journal + ", then `ralph resume`")
                .doesNotContain("\tat ");
    }

    @Test
    void a_disk_without_room_for_a_journal_is_named_and_nothing_runs() throws Exception {
        Shell.Said said = onDisk("size=32k", RUN + """
                --command 'touch /proc/self/cwd/../ran'
                echo "run: $?"
                """);

        assertThat(said.out()).isEqualTo("run: 1\n");
        assertThat(said.err())
                .contains("the journal " + disk.resolve(".ralph"))
                .contains("full")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void a_read_only_disk_can_be_looked_at_and_a_loop_says_why_it_does_not_begin() throws Exception {
        Shell.Said said = onDisk("size=16m", RUN + """
                --max-restarts 1 --command 'echo precious; exit 1' >/dev/null
                mount -o remount,bind,ro "$2"
                echo "looking:"
                ralph status; echo "status: $?"
                ralph logs t1; echo "logs: $?"
                ralph task show t1 >/dev/null; echo "task show: $?"
                ralph bus read --task t1 >/dev/null; echo "bus read: $?"
                ralph doctor | grep -A1 trouble; echo "writing:"
                ralph run --task t1 --prompt x --max-restarts 1 --command true; echo "run: $?"
                ralph resume t1; echo "resume: $?"
                ralph bus post --task t1 hello; echo "bus post: $?"
                mount -o remount,bind,rw "$2"
                ralph resume t1 --max-restarts 2 --containment group --command 'touch "$TASK_FOLDER/DONE"'
                echo "resume: $?"
                """);

        assertThat(said.out())
                .containsSubsequence("t1    EXHAUSTED  1/1", "status: 0\nprecious\nlogs: 0\n")
                .contains("task show: 0\nbus read: 0\n")
                .contains(disk.resolve(".ralph") + " lies on a read-only disk\n")
                .contains("writing:\nrun: 1\nresume: 1\nbus post: 1\n")
                .endsWith("resume: 0\n");
        assertThat(said.err())
                .contains("cannot write to the journal " + disk.resolve(".ralph/ralph.db")
                        + ": its disk is read-only; make it writable, then try again")
                .contains("was not posted to " + disk.resolve(".ralph/tasks/t1/TASK-MESSAGE-BUS.md")
                        + ": Read-only file system. Remount it writable or use a bus elsewhere, then post again.\n")
                .doesNotContain("\tat ");
    }

    @Test
    void a_full_disk_of_workspaces_is_told_and_the_project_stays_as_it_is() throws Exception {
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("old"), "old\n");

        Shell.Said said = onDisk("size=4m", "export XDG_STATE_HOME=\"$2\"; cd " + project + "; " + """
                head -c 1000000 /dev/zero > "$2/filler"
                ralph run --task t1 --prompt work --workspace overlay --max-restarts 1 --restart-delay 10ms --min-free-disk off \\
                  --command 'echo new > old; head -c 9000000 /dev/zero > junk && touch "$TASK_FOLDER/DONE"'
                echo "run: $?"
                cat old; ls
                ralph resume t1 --max-restarts 2 --command true; echo "resume: $?"
                rm "$2/filler"
                ralph resume t1 --max-restarts 2 --command 'rm -f junk; touch "$TASK_FOLDER/DONE"'; echo "resume: $?"
                cat old
                ralph diff t1 1
                """);

        assertThat(said.out())
                .contains("run: 3\nold\nold\n")
                .as("nothing goes on before the first attempt is conserved")
                .contains("Out of diskspace")
                .contains("resume: 1\n")
                .contains("resume: 0\nnew\n")
                .contains("+new");
        assertThat(project.resolve("junk")).doesNotExist();
    }

    /// The work fits where workspaces lie, and as a commit; as a file it does not fit into the project.
    @Test
    void on_a_disk_that_is_full_while_work_is_kept_nothing_half_is_written_and_the_work_stays() throws Exception {
        Shell.Said said = onDisk("size=20m", """
                export XDG_STATE_HOME="$1/state"
                git init -q -b main . && head -c 14000000 /dev/zero > .git/filler && echo old > old && printf .ralph > .gitignore && git add -A
                git -c user.name=u -c user.email=u@v commit -q -m first
                ralph run --task t1 --prompt work --workspace overlay --min-free-disk off \\
                  --command 'head -c 9000000 /dev/zero > big; echo agent > old; touch "$TASK_FOLDER/DONE"'
                echo "run: $?"
                git log --format=%s; git status --porcelain; ls -A; cat old
                ralph audit; echo "audit: $?"
                rm .git/filler
                ralph resume t1; echo "resume: $?"
                git log --format=%s; git status --porcelain; wc -c < big; cat old
                """);

        assertThat(said.out())
                .as(said.err())
                .contains("No space left on device")
                .contains("\nfirst\n.git\n.gitignore\n.ralph\nold\nold\nclean: ")
                .contains("audit: 0\n")
                .contains("COMPLETED after 1 attempt")
                .endsWith("resume: 0\nwork\nfirst\n9000000\nagent\n");
    }

    /// A disk that can be no upper layer, though bubblewrap confines.
    @Test
    void where_namespaces_work_and_overlays_do_not_an_overlay_is_refused_and_a_worktree_works() throws Exception {
        Shell.Said said = onDisk("size=60m", """
                mkdir "$1/state"; mount -t ramfs none "$1/state" || exit 1
                export XDG_STATE_HOME="$1/state"
                git init -q -b main . && echo old > old && printf .ralph > .gitignore && git add -A
                git -c user.name=u -c user.email=u@v commit -q -m first
                for kind in overlay worktree; do
                  ralph run --task t1 --prompt work --workspace $kind --sandbox required --min-free-disk off \\
                    --command 'echo agent > old; echo x > "'"$1"'/outside"; touch "$TASK_FOLDER/DONE"' 2>&1
                  echo "$kind: $?"
                done
                git log --format=%s; git status --porcelain; cat old
                ralph audit; echo "audit: $?"
                ls "$1"
                """);

        assertThat(said.out())
                .as(said.err())
                .containsPattern(
                        "no overlay can be mounted in .* Use --workspace worktree, or --sandbox off to work unconfined\noverlay: 2\n")
                .containsPattern("sandbox L[13] ")
                .contains("worktree: 0\nwork\nfirst\nagent\n")
                .contains("audit: 0\n")
                .doesNotContain("outside");
    }
}
