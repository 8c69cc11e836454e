package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.store.Requests.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What all requests must do. Run by those in files and by those in memory.
public abstract class RequestsContract {

    /// The same requests at every call.
    protected abstract Requests requests();

    @Test
    void requests_wait_in_the_order_they_were_sent_each_with_its_stream() throws Exception {
        assertThat(requests().waiting("l1")).isEmpty();
        for (int n = 0; n < 12; n++) {
            requests().send("l1", n % 2 == 0 ? Kind.HOLD : Kind.RELEASE, "ann " + n);
        }
        requests().send("l2", Kind.STOP, "bob");

        assertThat(requests().waiting("l1"))
                .extracting(Requests.Request::text)
                .containsExactly(
                        "ann 0", "ann 1", "ann 2", "ann 3", "ann 4", "ann 5", "ann 6", "ann 7", "ann 8", "ann 9",
                        "ann 10", "ann 11");
        assertThat(requests().waiting("l1").getFirst().kind()).isEqualTo(Kind.HOLD);
        assertThat(requests().waiting("l2")).extracting(Requests.Request::kind).containsExactly(Kind.STOP);
    }

    @Test
    void what_is_done_is_gone_and_can_be_done_again() throws Exception {
        requests().send("l1", Kind.HOLD, "ann");
        requests().send("l1", Kind.CANCEL, "bob");
        Requests.Request hold = requests().waiting("l1").getFirst();

        requests().done(hold);
        requests().done(hold);

        assertThat(requests().waiting("l1")).extracting(Requests.Request::kind).containsExactly(Kind.CANCEL);
    }

    @Test
    void no_request_has_the_id_of_one_that_was_done() throws Exception {
        Set<String> ids = new HashSet<>();
        for (int n = 0; n < 5; n++) {
            requests().send("l1", Kind.HOLD, "ann");
            Requests.Request one = requests().waiting("l1").getFirst();
            ids.add(one.id());
            requests().done(one);
        }
        assertThat(ids).hasSize(5);
    }

    @Test
    void nothing_is_asked_any_more_of_a_machine_that_is_forgotten() throws Exception {
        requests().send("l1", Kind.STOP, "ann");
        requests().send("l1", Kind.ADOPT, "l9");
        requests().send("l2", Kind.STOP, "ann");

        requests().forgetAll("l1");

        assertThat(requests().waiting("l1")).isEmpty();
        assertThat(List.of(requests().waiting("l2"))).hasSize(1);
    }
}
