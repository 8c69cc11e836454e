package dev.ralph.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.serve.EventClient.Heard;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventServerTest {
    private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");
    private static final Policy POLICY = Policy.of(Policy.AgentCommand.program("agent"));

    @TempDir
    Path folder;

    private final Map<String, Long> seqs = new HashMap<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    private Path file() {
        return folder.resolve("journal.db");
    }

    private SqliteJournal journal() {
        SqliteJournal journal = SqliteJournal.open(file());
        open.add(journal);
        return journal;
    }

    private EventServer serve(Duration heartbeat, Map<String, EventServer.Page> pages) throws IOException {
        JournalView view = SqliteJournal.view(file());
        return started(
                () -> new JournalEvents(view),
                new EventServer.Options(0, "secret", pages, heartbeat, Duration.ofMillis(5)),
                view::close);
    }

    private EventServer serve() throws IOException {
        return serve(Duration.ofMinutes(1), Map.of());
    }

    private EventServer started(Supplier<EventReader> readers, EventServer.Options options, Runnable atEnd)
            throws IOException {
        EventServer server = EventServer.start(readers, options, atEnd);
        open.add(server);
        return server;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    /// Appends one entry to the loop of that task, which begins with its first.
    private void append(SqliteJournal journal, String task) {
        long seq = seqs.merge(task, 1L, Long::sum);
        if (seq == 1) {
            journal.begin(StreamHead.loop("loop-" + task, "project", task, "restart"));
        }
        Event event = seq == 1
                ? new Event.LoopStarted(POLICY)
                : seq % 2 == 0 ? new Event.Held("ann") : new Event.Released("ann");
        journal.append("loop-" + task, List.of(new JournalEntry<>(seq, AT.plusSeconds(seq), event)));
    }

    private static List<String> told(List<Heard> heard) {
        return heard.stream()
                .map(each -> each.id() + " " + each.type() + " "
                        + each.data().replaceFirst(".*\"taskId\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    @Test
    void everything_is_told_in_the_order_in_which_it_became_durable_over_all_streams() throws Exception {
        SqliteJournal journal = journal();
        List.of("a", "b", "a", "c", "b", "a").forEach(task -> append(journal, task));

        try (EventClient client = EventClient.events(serve(), "/events?since=0")) {
            assertThat(told(client.next(6)))
                    .containsExactly(
                            "1 ralph_loop_started a",
                            "2 ralph_loop_started b",
                            "3 ralph_loop_paused a",
                            "4 ralph_loop_started c",
                            "5 ralph_loop_paused b",
                            "6 ralph_loop_released a");
            append(journal, "c");
            assertThat(told(client.next(1))).containsExactly("7 ralph_loop_paused c");
        }
    }

    @Test
    void without_a_position_events_are_told_from_now_on() throws Exception {
        SqliteJournal journal = journal();
        append(journal, "a");

        try (EventClient client = EventClient.events(serve(), "/events")) {
            append(journal, "b");
            assertThat(told(client.next(1))).containsExactly("2 ralph_loop_started b");
        }
    }

    @Test
    void a_header_says_more_than_the_address_as_when_a_browser_comes_back() throws Exception {
        SqliteJournal journal = journal();
        List.of("a", "a", "a").forEach(task -> append(journal, task));

        try (EventClient client = EventClient.events(serve(), "/events?since=0", "Last-Event-ID: 2")) {
            assertThat(told(client.next(1))).containsExactly("3 ralph_loop_released a");
        }
    }

    @Test
    void filters_choose_tasks_and_types_of_what_was_and_of_what_comes() throws Exception {
        SqliteJournal journal = journal();
        List.of("a", "b", "c", "a", "b", "c").forEach(task -> append(journal, task));

        try (EventClient client = EventClient.events(
                serve(), "/events?since=0&task=a,c&type=ralph_loop_paused,ralph_loop_released&token=secret")) {
            assertThat(told(client.next(2))).containsExactly("4 ralph_loop_paused a", "6 ralph_loop_paused c");
            List.of("b", "a", "b", "c").forEach(task -> append(journal, task));
            assertThat(told(client.next(2))).containsExactly("8 ralph_loop_released a", "10 ralph_loop_released c");
        }
    }

    @Test
    void a_task_of_a_spec_is_found_by_its_number_too() throws Exception {
        SqliteJournal journal = journal();
        for (String task : List.of("shop-1", "shop-2")) {
            journal.begin(StreamHead.loop("loop-" + task, "project", task, "heal"));
            journal.append("loop-" + task, List.of(new JournalEntry<>(1, AT, new Event.LoopStarted(POLICY))));
        }

        try (EventClient client = EventClient.events(serve(), "/events?since=0&task=2&token=secret")) {
            assertThat(told(client.next(1))).containsExactly("2 ralph_loop_started 2");
        }
    }

    @Test
    void who_comes_back_again_and_again_while_others_write_hears_each_event_once() throws Exception {
        int each = 400;
        List<String> tasks = List.of("a", "b", "c");
        SqliteJournal journal = journal();
        EventServer server = serve();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> writer = threads.submit(() ->
                    IntStream.range(0, each * tasks.size()).forEach(i -> append(journal, tasks.get(i % tasks.size()))));
            List<Future<List<String>>> clients = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                int patience = 7 * i;
                clients.add(threads.submit(() -> comingBack(server, patience, each * tasks.size())));
            }
            writer.get();
            for (Future<List<String>> client : clients) {
                assertThat(client.get())
                        .isEqualTo(LongStream.rangeClosed(1, (long) each * tasks.size())
                                .mapToObj(Long::toString)
                                .toList());
            }
        }
    }

    private static List<String> comingBack(EventServer server, int patience, int all) throws IOException {
        List<String> ids = new ArrayList<>();
        while (ids.size() < all) {
            String last = ids.isEmpty() ? "0" : ids.getLast();
            try (EventClient client = EventClient.events(server, "/events", "Last-Event-ID: " + last)) {
                int wanted = Math.min(patience, all - ids.size());
                client.next(wanted).forEach(heard -> ids.add(heard.id()));
            }
        }
        return ids;
    }

    @Test
    void a_journal_that_is_not_there_yet_is_followed_once_it_is() throws Exception {
        try (EventClient client = EventClient.events(serve(), "/events")) {
            append(journal(), "a");
            assertThat(told(client.next(1))).containsExactly("1 ralph_loop_started a");
        }
    }

    @Test
    void who_knows_events_of_a_journal_that_was_deleted_hears_the_new_one_from_its_beginning() throws Exception {
        SqliteJournal journal = journal();
        List.of("a", "a", "a").forEach(task -> append(journal, task));
        EventServer server = serve();
        EventClient old = EventClient.events(server, "/events");
        open.remove(journal);
        journal.close();
        try (var files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
        assertThatThrownBy(old::next).hasMessage("the server hung up");
        old.close();
        seqs.clear();
        append(journal(), "b");

        try (EventClient client = EventClient.events(server, "/events", "Last-Event-ID: 3")) {
            assertThat(told(client.next(1))).containsExactly("1 ralph_loop_started b");
        }
    }

    @Test
    void a_quiet_stream_has_a_heartbeat() throws Exception {
        journal();
        try (EventClient client = EventClient.events(serve(Duration.ofMillis(100), Map.of()), "/events")) {
            assertThat(client.block()).containsExactly(": heartbeat");
            assertThat(client.block()).containsExactly(": heartbeat");
        }
    }

    /// Events of 10 kB, as many as somebody wants at once.
    private static final class Flood implements EventReader {
        private volatile long all;

        @Override
        public long position() {
            return all;
        }

        @Override
        public List<ServedEvent> after(long position, int most) {
            return LongStream.rangeClosed(position + 1, Math.min(all, position + most))
                    .mapToObj(Flood::event)
                    .toList();
        }

        private static ServedEvent event(long position) {
            return new ServedEvent(
                    position,
                    ServedEvent.Type.TASK_PROGRESS,
                    "flood",
                    "x".repeat(10_000),
                    null,
                    false,
                    AT,
                    StreamHead.loop("loop-1", "project", "flood", "restart"),
                    Map.of());
        }
    }

    @Test
    void who_never_reads_is_disconnected_and_fifty_others_hear_everything_if_they_come_back_when_they_lag()
            throws Exception {
        Flood events = new Flood();
        EventServer server = started(
                () -> events,
                new EventServer.Options(0, "secret", Map.of(), Duration.ofMinutes(1), Duration.ofMillis(5)),
                () -> {});
        int all = 700;
        CountDownLatch connected = new CountDownLatch(50);
        try (EventClient deaf = EventClient.events(server, "/events");
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<List<String>>> clients = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                clients.add(threads.submit(() -> {
                    List<String> ids = new ArrayList<>();
                    for (int lags = 0; ids.size() < all && lags < 1000; lags++) {
                        try (EventClient client = EventClient.events(server, "/events?since=" + ids.size())) {
                            connected.countDown();
                            while (ids.size() < all) {
                                ids.add(client.next().id());
                            }
                        } catch (IOException lagged) {
                            assertThat(ids).hasSizeLessThan(all); // on a machine with other work
                        }
                    }
                    return ids;
                }));
            }
            connected.await();
            events.all = all;

            List<String> ids =
                    LongStream.rangeClosed(1, all).mapToObj(Long::toString).toList();
            for (Future<List<String>> client : clients) {
                assertThat(client.get()).isEqualTo(ids);
            }
            assertThatThrownBy(() -> deaf.next(all)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_thousand_clients_hear_an_event() throws Exception {
        SqliteJournal journal = journal();
        EventServer server = serve();
        List<EventClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 1000; i++) {
                clients.add(EventClient.events(server, "/events"));
            }
            append(journal, "a");
            for (EventClient client : clients) {
                assertThat(client.next().id()).isEqualTo("1");
            }
        } finally {
            for (EventClient client : clients) {
                client.close();
            }
        }
    }

    private static String status(EventServer server, String request) throws IOException {
        return EventClient.answer(server, request).lines().findFirst().orElse("");
    }

    @Test
    void who_has_not_the_token_or_names_another_host_or_comes_from_another_origin_gets_nothing() throws Exception {
        journal();
        EventServer server = serve();
        String good = EventClient.get(server, "/events");
        String own = "127.0.0.1:" + server.port();

        assertThat(List.of(
                        status(server, good.replace("Bearer secret", "Bearer secreT")),
                        status(server, good.replace("Authorization: Bearer secret\r\n", "")),
                        status(server, good.replace("Bearer secret", "Basic c2VjcmV0")),
                        status(
                                server,
                                EventClient.get(server, "/events?token=wrong").replace("Authorization", "X")),
                        status(server, good.replace("Host: " + own, "Host: evil.example:" + server.port())),
                        status(server, good.replace("Host: " + own, "Host: 127.0.0.1")),
                        status(server, good.replace("Host: " + own + "\r\n", "")),
                        status(server, EventClient.get(server, "/events", "Origin: http://evil.example")),
                        status(server, EventClient.get(server, "/events", "Origin: null")),
                        status(server, EventClient.get(server, "/events", "Origin: https://" + own)),
                        status(server, good.replaceFirst("GET", "POST")),
                        status(server, good.replaceFirst("GET", "OPTIONS")),
                        status(server, good.replaceFirst("/events", "/other"))))
                .extracting(line -> line.split(" ")[1])
                .containsExactly(
                        "401", "401", "401", "401", "403", "403", "403", "403", "403", "403", "405", "405", "404");
        EventClient.events(server, "/events", "Origin: http://" + own).close();
        assertThat(EventClient.answer(server, good.replace("Bearer secret", "Bearer x")))
                .contains("WWW-Authenticate: Bearer")
                .contains("{\"error\":\"wrong_token\",\"message\":\"The token is missing or wrong. Send the one that")
                .doesNotContain("Access-Control");
        new EventClient(server, EventClient.get(server, "/events?token=secret").replace("Authorization", "X")).close();
    }

    @Test
    void a_request_that_makes_no_sense_or_has_no_end_is_refused() throws Exception {
        journal();
        EventServer server = serve();

        assertThat(List.of(
                        status(server, "HELLO\r\n\r\n"),
                        status(server, EventClient.get(server, "http://127.0.0.1/events")),
                        status(server, EventClient.get(server, "/events?since=x")),
                        status(server, EventClient.get(server, "/events?since=-1")),
                        status(server, EventClient.get(server, "/events?type=nothing")),
                        status(server, EventClient.get(server, "/events?task=%zz")),
                        status(server, EventClient.get(server, "/events", "no header")),
                        status(server, EventClient.get(server, "/events", "Host: 127.0.0.1:" + server.port())),
                        status(server, EventClient.get(server, "/events?x=" + "x".repeat(9000))),
                        status(server, EventClient.get(server, "/events", "X: " + "x".repeat(9000)))))
                .extracting(line -> line.split(" ")[1])
                .containsExactly("400", "400", "400", "400", "400", "400", "400", "400", "414", "431");
    }

    @Test
    void pages_are_made_anew_for_each_request_and_their_failures_are_told() throws Exception {
        journal();
        int[] count = {0};
        EventServer server = serve(
                Duration.ofMinutes(1),
                Map.of(
                        "/count",
                        query -> new EventServer.Answer(
                                200, "{\"count\":" + ++count[0] + ",\"of\":" + query.get("n") + "}"),
                        "/broken",
                        _ -> {
                            throw new IOException("the disk is gone");
                        }));

        assertThat(EventClient.answer(server, EventClient.get(server, "/count?n=1")))
                .startsWith("HTTP/1.1 200 OK\n")
                .endsWith("\n\n{\"count\":1,\"of\":[1]}\n");
        assertThat(EventClient.answer(server, EventClient.get(server, "/count?n=2")))
                .endsWith("\n\n{\"count\":2,\"of\":[2]}\n");
        assertThat(EventClient.answer(server, EventClient.get(server, "/broken")))
                .startsWith("HTTP/1.1 500 ")
                .endsWith("\n\n{\"error\":\"failed\",\"message\":\"the disk is gone\"}\n");
    }

    @Test
    void closing_ends_every_connection() throws Exception {
        journal();
        EventServer server = serve();
        try (EventClient client = EventClient.events(server, "/events")) {
            server.close();
            assertThat(client.line()).isNull();
        }
        server.await();
    }
}
