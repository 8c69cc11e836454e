package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.loop.Outcome;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What `ralph doctor` makes of the files of loops that a newer one of the same task followed.
class PublicFileRepairTest extends InScratchProject {
    @BeforeEach
    void cancelALoop() throws Exception {
        ScratchLoop loop = project.loop("sleep 60");
        loop.cancel("me");
        assertThat(loop.run().outcome()).isEqualTo(Outcome.CANCELLED);
    }

    @Test
    void a_loop_that_was_cancelled_and_then_resumed_is_right_as_it_is() throws Exception {
        ScratchLoop.Ended resumed = project.loop("exit 1").maxRestarts(1).resume();
        assertThat(resumed.outcome()).isEqualTo(Outcome.EXHAUSTED);

        assertThat(afterANewerLoop()).isEqualTo(new PublicFileRepair(2, List.of(), List.of()));
    }

    @Test
    void the_marker_of_a_cancelled_loop_does_not_come_back() throws Exception {
        assertThat(afterANewerLoop()).isEqualTo(new PublicFileRepair(2, List.of(), List.of()));
        assertThat(project.task().path().resolve("CANCELLED")).doesNotExist();
    }

    private PublicFileRepair afterANewerLoop() throws Exception {
        ScratchLoop newer = project.loop(DONE);
        assertThat(newer.run().outcome()).isEqualTo(Outcome.COMPLETED);
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            return PublicFileRepair.of(newer.options(), journal);
        }
    }
}
