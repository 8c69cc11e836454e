package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.Profile;
import dev.ralph.config.ProofChoice;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The tamper guard where a program embeds the loop.
class EmbeddedGuardTest extends InScratchProject {
    private static final String BENDS = "git rm -q tests/test_sum.py; echo done > work.txt";

    private final List<Verdict> verdicts = new ArrayList<>();

    @BeforeEach
    void repository() throws Exception {
        GitScratchProject git = GitScratchProject.in(folder);
        project.put(folder.resolve("tests/test_sum.py"), "def test_adds():\n    assert 1 + 1 == 2\n");
        git.commit("tests");
    }

    private ScratchLoop loop() {
        return project.loop(BENDS + "\n" + ScratchProject.DONE).maxRestarts(1).listener((entry, _) -> {
            if (entry.event() instanceof Event.ChecksEnded ended) {
                verdicts.add(ended.verdict());
            }
        });
    }

    @Test
    void work_that_deletes_tests_is_refused_without_asking_for_it() throws Exception {
        assertThat(loop().check("test -e work.txt").run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(verdicts.getLast().refusal())
                .hasValueSatisfying(
                        why -> assertThat(Profile.of("restart").wording().of(why))
                                .contains("the tamper guard rejected the work", "tests/test_sum.py", "test-deleted"));
    }

    @Test
    void a_host_can_do_without_the_guard() throws Exception {
        assertThat(loop().check("test -e work.txt")
                        .set(SettingKeys.TAMPER, ProofChoice.OFF)
                        .run())
                .isEqualTo(new ScratchLoop.Ended(new Reason.Proven(), "every check passed", 1));
    }

    @Test
    void where_nothing_is_checked_there_is_nothing_to_guard() throws Exception {
        assertThat(loop().run())
                .isEqualTo(new ScratchLoop.Ended(new Reason.Unverified(), "unverified: no check configured", 1));
        assertThat(verdicts).isEmpty();
    }
}
