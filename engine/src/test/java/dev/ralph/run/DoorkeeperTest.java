package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event;
import dev.ralph.loop.Reason;
import dev.ralph.store.Entry;
import dev.ralph.store.FileRequests;
import dev.ralph.store.Requests;
import dev.ralph.task.Layout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests between their arrival and the journal.
class DoorkeeperTest {
    @TempDir
    Path folder;

    @Test
    void a_request_stays_until_the_journal_has_that_one_or_the_loop_has_ended() throws Exception {
        Layout layout = Layout.inProject(folder);
        Requests requests = new FileRequests(layout::requests);
        Inbox inbox = new Inbox();
        Doorkeeper door = new Doorkeeper(requests, "loop-1", inbox, Duration.ZERO, _ -> {});
        requests.send("loop-1", Requests.Kind.HOLD, "ann");
        requests.send("loop-1", Requests.Kind.CANCEL, "bob");
        door.look();

        door.heard(new Entry<>(2, Instant.EPOCH, new Event.Held("ann")));

        assertThat(requests.waiting("loop-1"))
                .extracting(Requests.Request::kind)
                .containsExactly(Requests.Kind.CANCEL);
        door.heard(new Entry<>(
                3, Instant.EPOCH, new Event.LoopEnded(new Reason.StoppedBy(Event.StopKind.STOP, "a file"))));
        assertThat(requests.waiting("loop-1")).isEmpty();
    }

    @Test
    void a_request_reaches_the_inbox_once_however_often_it_is_seen() throws Exception {
        Layout layout = Layout.inProject(folder);
        Inbox inbox = new Inbox();
        Requests requests = new FileRequests(layout::requests);
        Doorkeeper door = new Doorkeeper(requests, "loop-1", inbox, Duration.ZERO, _ -> {});
        requests.send("loop-1", Requests.Kind.HOLD, "ann");
        door.look();
        door.look();

        assertThat(inbox.take(Duration.ZERO)).isEqualTo(new Notice.Asked(new Event.Held("ann"), Duration.ZERO));
        assertThat(inbox.take(Duration.ZERO)).isNull();
    }
}
