package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.attempt.Inbox;
import dev.ralph.attempt.InboxItem;
import dev.ralph.loop.Event;
import dev.ralph.loop.Reason;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.FileRequests;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests between their arrival and the journal.
class RequestReaderTest {
    @TempDir
    Path folder;

    @Test
    void a_request_stays_until_the_journal_has_that_one_or_the_loop_has_ended() throws Exception {
        StateLayout layout = StateLayout.inProject(folder);
        Requests requests = new FileRequests(layout::requests);
        Inbox inbox = new Inbox();
        RequestReader door = new RequestReader(requests, "loop-1", inbox, Duration.ZERO, _ -> {});
        requests.send("loop-1", Requests.Kind.HOLD, "ann");
        requests.send("loop-1", Requests.Kind.CANCEL, "bob");
        door.look();

        door.heard(new JournalEntry<>(2, Instant.EPOCH, new Event.Held("ann")));

        assertThat(requests.waiting("loop-1"))
                .extracting(Requests.Request::kind)
                .containsExactly(Requests.Kind.CANCEL);
        door.heard(new JournalEntry<>(
                3, Instant.EPOCH, new Event.LoopEnded(new Reason.StoppedBy(Event.StopKind.STOP, "a file"))));
        assertThat(requests.waiting("loop-1")).isEmpty();
    }

    @Test
    void a_request_reaches_the_inbox_once_however_often_it_is_seen() throws Exception {
        StateLayout layout = StateLayout.inProject(folder);
        Inbox inbox = new Inbox();
        Requests requests = new FileRequests(layout::requests);
        RequestReader door = new RequestReader(requests, "loop-1", inbox, Duration.ZERO, _ -> {});
        requests.send("loop-1", Requests.Kind.HOLD, "ann");
        door.look();
        door.look();

        assertThat(inbox.take(Duration.ZERO)).isEqualTo(new InboxItem.Asked(new Event.Held("ann"), Duration.ZERO));
        assertThat(inbox.take(Duration.ZERO)).isNull();
    }
}
