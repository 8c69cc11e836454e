package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.ClosesFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Corrections that cannot be written: each costs an attempt, is told, and counts as nothing that was tried.
@Timeout(300)
@SuppressWarnings("StringConcatToTextBlock") // a script is a line
class UnappliedCorrectionsTest extends WithSpec {
    private static final int NO_DISK = 99;
    private static final String GOOD = "- [ ] 2.3 Implement validation\n  - Use Zod\n  - _Requirements: 1.1_\n";
    private static final String DONE = "# Implementation Plan\n\n" + GOOD.replace("[ ]", "[x]");

    @BeforeEach
    void oneCorrection() throws Exception {
        script("agent.sh", "grep -q Zod && touch made\ntrue\n");
        script("test.sh", "test -e made || { echo 'AssertionError: expected made'; exit 1; }\n");
        answers(correction("say how", GOOD));
        project.commit("one correction");
    }

    private void before(int number, String script) throws Exception {
        Files.writeString(base.resolve("before-" + number + ".sh"), "cd '" + project.folder() + "'\n" + script + "\n");
    }

    /// The second time, the same text is applied.
    private void assertHealedByTheSecond(String why) throws Exception {
        assertThat(devlog())
                .containsSubsequence(
                        "**Correction**: none: the correction could not be applied: ",
                        why,
                        "**Attempt**: 1 of 3  \n**Status**: ❌ Not applied\n",
                        "**Correction**: Updated tasks.md Task 2.3: say how  \n",
                        "**Attempt**: 2 of 3  \n**Status**: ✅ Resolved\n")
                .containsOnlyOnce("Updated")
                .doesNotContain("Event #3");
        assertThat(asked(2)).contains("could not be applied").doesNotContain("Tried before");
        assertThat(logged("correction_refused")).hasSize(1);
        assertThat(logged("ralph_loop_activated"))
                .singleElement()
                .satisfies(line -> assertThat(line).containsEntry("attemptNumber", 2L));
        assertThat(corrections()).isEqualTo(2);
    }

    @Test
    void where_no_copy_can_be_made_the_attempt_is_counted_and_the_same_text_may_come_again() throws Exception {
        before(1, "rm -rf .kiro/backups; echo 'in the way' > .kiro/backups");
        before(2, "rm .kiro/backups");

        assertCode(0, again());

        assertHealedByTheSecond("backups");
        assertThat(read(SPEC + "tasks.md")).isEqualTo(DONE);
    }

    @Test
    void in_a_folder_that_is_closed_while_it_is_applied_nothing_counts_as_tried() throws Exception {
        GitProject bound = project.boundByPermissions();
        before(1, "chmod a-w .kiro/specs/accounts");
        Shell.Said said;
        try {
            said = bound.ralph("heal");
        } finally {
            assertThat(project.path(SPEC).toFile().setWritable(true)).isTrue();
        }

        assertCode(4, said);
        assertThat(read(SPEC + "tasks.md")).isEqualTo(TASKS);
        assertThat(devlog())
                .containsSubsequence(
                        "**Attempt**: 3 of 3  \n**Status**: ❌ Not applied\n",
                        "#4 - ESCALATION REQUIRED",
                        "AssertionError: expected made")
                .doesNotContain("Updated", "Tried:", "repeats");
        assertThat(read(".kiro/state/orchestrator-state.json")).contains("\"ralphLoopAttempts\":{\"2.3\":3}");

        before(1, "true");
        Files.delete(base.resolve("corrected"));
        assertCode(0, project.ralph("answer", "accounts-2.3", "Try again"));
        assertCode(0, again());

        assertThat(read(SPEC + "tasks.md")).isEqualTo(DONE);
        assertThat(devlog()).contains("**Attempt**: 1 of 3  \n**Status**: ✅ Resolved\n");
    }

    @Test
    void on_a_full_disk_the_attempt_is_counted_and_the_same_text_may_come_again() throws Exception {
        Path unshare = Path.of("/usr/bin/unshare");
        Assumptions.assumeTrue(Files.isExecutable(unshare), "unshare (util-linux) is missing");
        before(1, "head -c 999999 /dev/zero > .kiro/specs/accounts/filler");
        before(2, "rm .kiro/specs/accounts/filler");
        Path copy = Files.createDirectory(base.resolve("copy"));
        GitProject small = new GitProject(
                project.folder(),
                project.state(),
                List.of(
                        unshare.toString(),
                        Shell.isRoot() ? "-m" : "-rm",
                        "sh",
                        "-c",
                        """
                        cp .kiro/specs/accounts/* COPY
                        mount -t tmpfs -o size=64k none .kiro/specs/accounts || exit NO_DISK
                        cp COPY/* .kiro/specs/accounts
                        "$@"
                        code=$?
                        cp .kiro/specs/accounts/tasks.md COPY
                        exit $code
                        """.replace("COPY", copy.toString()).replace("NO_DISK", "" + NO_DISK),
                        "sh"));

        Shell.Said said = small.ralph("heal");

        Assumptions.assumeTrue(
                said.code() != NO_DISK, "this machine lets nobody mount a disk of his own: " + said.err());
        assertCode(0, said);
        assertHealedByTheSecond("No space left on device");
        assertThat(copy.resolve("tasks.md")).hasContent(DONE);
    }

    @Test
    void a_document_that_has_its_new_text_is_applied_also_where_its_folder_cannot_be_flushed() throws Exception {
        List<String> words = new ArrayList<>(project.boundByPermissions().as());
        words.addAll(Shell.quickJava(
                "-Dralph.fault.hook=" + ClosesFolder.class.getName(),
                "-Dralph.fault.folder=" + project.path(SPEC),
                Main.class.getName(),
                "--dir",
                project.folder().toString(),
                "heal"));

        assertCode(0, Shell.other(base, Map.of("XDG_STATE_HOME", project.state().toString()), words));

        assertThat(read(SPEC + "tasks.md")).isEqualTo(DONE);
        assertThat(devlog())
                .contains("Updated tasks.md Task 2.3: say how", "**Attempt**: 1 of 3  \n**Status**: ✅ Resolved\n")
                .doesNotContain("Not applied");
        assertThat(corrections()).isEqualTo(1);
    }
}
