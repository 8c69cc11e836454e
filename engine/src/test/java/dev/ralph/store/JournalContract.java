package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.ralph.loop.Activity;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.StreamHead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What every journal must do. Run by the one on SQLite and by the one in memory.
public abstract class JournalContract {
    private final List<Journal> opened = new ArrayList<>();

    /// Opens the journal of this test. Every call gives another handle on the same entries, as another process
    /// would have it.
    ///
    /// @param more what is kept in it besides loops
    protected abstract Journal open(StreamType<?, ?>... more);

    private Journal journal() {
        Journal journal = open(FamilyMachine.TYPE);
        opened.add(journal);
        return journal;
    }

    @AfterEach
    void close() {
        opened.forEach(Journal::close);
    }

    @Test
    void a_new_journal_holds_nothing() {
        Journal journal = journal();
        assertThat(journal.streams(StreamQuery.ALL)).isEmpty();
        assertThat(journal.since(0, 1)).isEmpty();
        assertThat(journal.position()).isZero();
        assertThat(journal.loops()).isEmpty();
        assertThat(journal.loop("l1")).isEmpty();
        assertThat(journal.loopsOf("task-1")).isEmpty();
        assertThat(journal.entries("l1")).isEmpty();
        assertThat(journal.attempts("l1")).isEmpty();
    }

    @Test
    void entries_come_back_in_order_and_equal() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        for (JournalEntry<Event> entry : JournalSamples.completed()) {
            journal.append("l1", List.of(entry));
        }
        assertThat(journal.entries("l1")).isEqualTo(JournalSamples.completed());
        assertThat(journal().entries("l1")).isEqualTo(JournalSamples.completed());
    }

    @Test
    void entries_after_a_seq_are_the_rest() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        journal.append("l1", JournalSamples.completed());
        int size = JournalSamples.completed().size();
        assertThat(journal.entriesAfter(StreamType.LOOP, "l1", 4))
                .isEqualTo(JournalSamples.completed().subList(4, size));
        assertThat(journal.entriesAfter(StreamType.LOOP, "l1", size)).isEmpty();
    }

    @Test
    void summaries_say_at_every_step_what_the_entries_imply() {
        Journal journal = journal();
        StreamHead head = new StreamHead("l1", StreamHead.Kind.LOOP, "l0", "run-parent", "p", "t", "coder", "restart");
        journal.begin(head);
        List<JournalEntry<Event>> all = JournalSamples.completed();
        for (int n = 1; n <= all.size(); n++) {
            journal.append("l1", all.subList(n - 1, n));
            List<JournalEntry<Event>> soFar = all.subList(0, n);
            assertThat(journal.loop("l1")).contains(LoopSummary.of(head, soFar));
            assertThat(journal.attempts("l1")).isEqualTo(AttemptSummary.of("l1", soFar));
        }
        LoopSummary end = journal.loop("l1").orElseThrow();
        assertThat(end)
                .isEqualTo(new LoopSummary(
                        head,
                        all.getFirst().at(),
                        all.getLast().at(),
                        all.size(),
                        new LoopSummary.Progress(Activity.ENDED, 2, 5, null, Outcome.COMPLETED, new Reason.Proven())));
    }

    @Test
    void a_lost_attempt_has_no_report() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        Instant found = JournalSamples.START.plusSeconds(99);
        journal.append(
                "l1",
                JournalSamples.entries(
                        1,
                        new LoopStarted(JournalSamples.POLICY),
                        new AttemptStarted(1, "r1", "L1"),
                        new AttemptLost(1, found, null, null, "L1", null)));
        assertThat(journal.attempts("l1"))
                .containsExactly(new AttemptSummary(
                        "l1", 1, "r1", JournalSamples.START.plusSeconds(2), found, null, true, null, "L1"));
    }

    @Test
    void loops_are_listed_newest_first_even_when_the_clock_jumped_back() {
        Journal journal = journal();
        for (int n = 1; n <= 3; n++) {
            String loop = "l" + n;
            journal.begin(loop(loop, "p", n == 2 ? "other" : "task-1", loop));
            Instant at = JournalSamples.START.minusSeconds(3600L * n);
            journal.append(loop, List.of(new JournalEntry<>(1, at, new LoopStarted(JournalSamples.POLICY))));
        }
        assertThat(journal.loops()).extracting(loop -> loop.head().id()).containsExactly("l3", "l2", "l1");
        assertThat(journal.loopsOf("task-1"))
                .extracting(loop -> loop.head().id())
                .containsExactly("l3", "l1");
    }

    @Test
    void streams_are_found_by_task_by_parent_and_by_being_open() {
        Journal journal = journal();
        journal.begin(FamilyMachine.head("parent", null));
        journal.append(
                "parent",
                FamilyMachine.entries(
                        1,
                        new FamilyMachine.Born(),
                        new FamilyMachine.Bore(FamilyMachine.head("ended", "parent")),
                        new FamilyMachine.Bore(FamilyMachine.head("open", "parent"))));
        journal.append("ended", FamilyMachine.entries(2, new FamilyMachine.Left()));
        journal.append("open", FamilyMachine.entries(2, new FamilyMachine.Waits(true)));
        journal.begin(StreamHead.loop("loop", "p", "other", "restart"));
        journal.append("loop", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));

        assertThat(ids(journal, StreamQuery.ALL)).containsExactly("loop", "open", "ended", "parent");
        assertThat(ids(journal, StreamQuery.NEWEST)).containsExactly("loop");
        assertThat(ids(journal, StreamQuery.of("task-1"))).containsExactly("open", "ended", "parent");
        assertThat(ids(journal, StreamQuery.OPEN)).containsExactly("loop", "open", "parent");
        assertThat(ids(journal, StreamQuery.below("parent"))).containsExactly("open", "ended");
        assertThat(ids(journal, StreamQuery.openBelow("parent"))).containsExactly("open");
        assertThat(ids(journal, StreamQuery.below("parent", "task-1"))).containsExactly("open", "ended");
        assertThat(ids(journal, StreamQuery.below("parent", "other"))).isEmpty();
        assertThat(journal.loops()).extracting(loop -> loop.head().id()).containsExactly("loop");
        assertThat(journal.loop("parent")).isEmpty();
        assertThat(journal.stream("open"))
                .contains(new StreamSummary(
                        FamilyMachine.head("open", "parent"),
                        JournalSamples.START,
                        JournalSamples.START,
                        2,
                        false,
                        true,
                        new FamilyMachine.Count(0)));
        assertThat(journal.stream("parent").map(StreamSummary::detail)).contains(new FamilyMachine.Count(2));
    }

    private static List<String> ids(JournalView journal, StreamQuery which) {
        return journal.streams(which).stream().map(stream -> stream.head().id()).toList();
    }

    @Test
    void a_child_appears_with_the_entry_it_is_born_by() {
        Journal journal = journal();
        journal.begin(FamilyMachine.head("parent", null));
        journal.append("parent", FamilyMachine.entries(1, new FamilyMachine.Born()));
        List<JournalEntry<FamilyMachine>> birth =
                FamilyMachine.entries(2, new FamilyMachine.Bore(FamilyMachine.head("child", "parent")));

        journal.append("parent", birth);

        assertThat(journal.entriesAfter(FamilyMachine.TYPE, "child", 0))
                .isEqualTo(FamilyMachine.entries(1, new FamilyMachine.Born()));
        assertThat(journal().stream("child").map(StreamSummary::head)).contains(FamilyMachine.head("child", "parent"));
        assertThat(journal.since(1, 10))
                .extracting(
                        recorded -> recorded.head().id(),
                        recorded -> recorded.entry().seq())
                .containsExactly(tuple("parent", 2L), tuple("child", 1L));
    }

    @Test
    void a_child_that_is_there_already_keeps_its_parents_entry_out() {
        Journal journal = journal();
        for (String parent : List.of("one", "other")) {
            journal.begin(FamilyMachine.head(parent, null));
            journal.append(parent, FamilyMachine.entries(1, new FamilyMachine.Born()));
        }
        journal.append("one", FamilyMachine.entries(2, new FamilyMachine.Bore(FamilyMachine.head("child", "one"))));

        assertThatThrownBy(() -> journal.append(
                        "other",
                        FamilyMachine.entries(2, new FamilyMachine.Bore(FamilyMachine.head("child", "other")))))
                .isInstanceOf(OwnershipLost.class);
        assertThatThrownBy(() -> journal.append(
                        "other", FamilyMachine.entries(2, new FamilyMachine.Bore(FamilyMachine.head("new", "one")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not its parent");

        assertThat(journal.stream("other").orElseThrow().seq()).isEqualTo(1);
        assertThat(journal.stream("child").orElseThrow().head().parent()).isEqualTo("one");
        journal.append("other", FamilyMachine.entries(2, new FamilyMachine.Left()));
    }

    @Test
    void entries_of_several_streams_appear_together_or_not_at_all() {
        Journal journal = journal();
        for (String stream : List.of("a", "b")) {
            journal.begin(FamilyMachine.head(stream, null));
            journal.append(stream, FamilyMachine.entries(1, new FamilyMachine.Born()));
        }
        List<JournalEntry<?>> second = List.copyOf(FamilyMachine.entries(2, new FamilyMachine.Waits(true)));
        List<JournalEntry<?>> gap = List.copyOf(FamilyMachine.entries(3, new FamilyMachine.Waits(true)));
        List<JournalEntry<?>> impossible = List.copyOf(FamilyMachine.entries(2, new FamilyMachine.Born()));
        List<JournalEntry<?>> taken = List.copyOf(FamilyMachine.entries(1, new FamilyMachine.Born()));

        for (List<JournalEntry<?>> wrong : List.of(gap, impossible, taken)) {
            assertThatThrownBy(() ->
                            journal.append(List.of(new Journal.Batch("a", second), new Journal.Batch("b", wrong))))
                    .isInstanceOf(RuntimeException.class);
        }
        assertThatThrownBy(() ->
                        journal.append(List.of(new Journal.Batch("a", second), new Journal.Batch("unknown", second))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(journal.since(0, 100)).hasSize(2);

        journal.append(List.of(new Journal.Batch("a", second), new Journal.Batch("b", second)));
        assertThat(journal.since(0, 100)).hasSize(4);
        assertThat(journal.stream("a").orElseThrow().parked()).isTrue();
        assertThat(journal.stream("b").orElseThrow().parked()).isTrue();
    }

    @Test
    void of_a_task_and_a_role_at_most_one_loop_is_open() {
        Journal journal = journal();
        begin(journal, loop("l1", "p", "t", null));
        assertThatThrownBy(() -> begin(journal, loop("l2", "p", "t", null)))
                .isInstanceOf(OpenLoopExists.class)
                .hasMessageContaining("task t already has an open loop, l1");
        begin(journal, loop("l3", "p", "t", "coder"));
        begin(journal, loop("l4", "p", "u", null));
        begin(journal, loop("l5", "q", "t", null));
        assertThatThrownBy(() -> begin(journal, loop("l6", "p", "t", "coder")))
                .isInstanceOf(OpenLoopExists.class)
                .hasMessageContaining("(coder)");

        journal.append(
                "l1",
                JournalSamples.entries(
                        2,
                        new StopRequested(StopKind.STOP, "ann"),
                        new LoopEnded(new Reason.StoppedBy(StopKind.STOP, "ann"))));
        begin(journal, loop("l7", "p", "t", null));
        assertThatThrownBy(() -> journal.append(
                        "l1", JournalSamples.entries(4, new LoopResumed(JournalSamples.POLICY, "bob", false))))
                .isInstanceOf(OpenLoopExists.class)
                .hasMessageContaining("l7");
        assertThat(journal.entries("l1")).hasSize(3);
    }

    private static StreamHead loop(String id, String project, String task, @Nullable String role) {
        return new StreamHead(id, StreamHead.Kind.LOOP, null, project, task, role, "restart");
    }

    private static void begin(Journal journal, StreamHead head) {
        journal.begin(head);
        journal.append(head.id(), JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
    }

    @Test
    void whoever_follows_the_positions_of_many_writers_misses_nothing() throws Exception {
        int writers = 4;
        int rounds = 25;
        List<Callable<Void>> busy = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            Journal journal = journal();
            String stream = "s" + writer;
            journal.begin(FamilyMachine.head(stream, null));
            journal.append(stream, FamilyMachine.entries(1, new FamilyMachine.Born()));
            busy.add(() -> {
                for (int round = 0; round < rounds; round++) {
                    StreamHead child = FamilyMachine.head(stream + "-" + round, stream);
                    journal.append(stream, FamilyMachine.entries(2L + round, new FamilyMachine.Bore(child)));
                }
                return null;
            });
        }
        Journal reader = journal();
        List<PositionedEntry> followed = new ArrayList<>();
        int expected = writers * (1 + 2 * rounds);
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<Void>> writing = new ArrayList<>();
            busy.forEach(writer -> writing.add(threads.submit(writer)));
            while (followed.size() < expected && !writing.stream().allMatch(Future::isDone)) {
                follow(reader, followed);
            }
            for (Future<Void> one : writing) {
                one.get();
            }
        }
        follow(reader, followed);

        assertThat(followed).isEqualTo(reader.since(0, Integer.MAX_VALUE)).hasSize(expected);
        assertThat(reader.position()).isEqualTo(followed.getLast().position());
        assertThat(followed).extracting(PositionedEntry::position).isSorted().doesNotHaveDuplicates();
        for (int n = 0; n < followed.size(); n++) {
            if (followed.get(n).entry().event() instanceof FamilyMachine.Bore(StreamHead child)) {
                assertThat(followed.get(n + 1).head()).isEqualTo(child);
            }
        }
    }

    /// A few at a time, as far as it goes.
    private static void follow(Journal reader, List<PositionedEntry> followed) {
        List<PositionedEntry> news;
        do {
            news = reader.since(followed.isEmpty() ? 0 : followed.getLast().position(), 7);
            followed.addAll(news);
        } while (!news.isEmpty());
    }

    @Test
    void entries_keep_their_order_when_the_clock_jumps_back() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        List<JournalEntry<Event>> entries = List.of(
                new JournalEntry<>(1, JournalSamples.START, new LoopStarted(JournalSamples.POLICY)),
                new JournalEntry<>(2, JournalSamples.START.minusSeconds(5000), new Held("ann")),
                new JournalEntry<>(3, Instant.EPOCH.minusNanos(1), new Released("ann")));
        entries.forEach(entry -> journal.append("l1", List.of(entry)));
        assertThat(journal.entries("l1")).isEqualTo(entries);
        assertThat(journal.loop("l1").orElseThrow().updatedAt()).isEqualTo(Instant.EPOCH.minusNanos(1));
    }

    @Test
    void a_loop_without_entries_is_not_visible() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        assertThat(journal.loops()).isEmpty();
        assertThat(journal().loop("l1")).isEmpty();
    }

    @Test
    void appending_nothing_changes_nothing() {
        Journal journal = journal();
        journal.append("l1", List.of());
        assertThat(journal.loops()).isEmpty();
    }

    @Test
    void a_loop_that_never_began_takes_no_entries() {
        Journal journal = journal();
        assertThatThrownBy(() -> journal.append("l1", JournalSamples.completed()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("l1");
    }

    @Test
    void entries_cannot_leave_a_gap() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        List<JournalEntry<Event>> all = JournalSamples.completed();
        assertThatThrownBy(() -> journal.append("l1", all.subList(1, 3))).isInstanceOf(RuntimeException.class);
        journal.append("l1", all.subList(0, 2));
        assertThatThrownBy(() -> journal.append("l1", all.subList(3, 5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not follow");
        assertThatThrownBy(() -> journal.append("l1", List.of(all.get(2), all.get(4))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(journal.entries("l1")).isEqualTo(all.subList(0, 2));
    }

    @Test
    void an_event_that_cannot_follow_is_refused_with_its_whole_append() {
        Journal journal = journal();
        journal.begin(JournalSamples.head("l1"));
        journal.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
        LoopSummary before = journal.loop("l1").orElseThrow();
        assertThatThrownBy(() -> journal.append(
                        "l1",
                        JournalSamples.entries(2, new AttemptStarted(1, "r1"), new LoopEnded(new Reason.Proven()))))
                .isInstanceOf(IllegalEvent.class);
        assertThat(journal.entries("l1")).hasSize(1);
        assertThat(journal.attempts("l1")).isEmpty();
        assertThat(journal.loop("l1")).contains(before);
        journal.append("l1", JournalSamples.entries(2, new AttemptStarted(1, "r1")));
        assertThat(journal.entries("l1")).hasSize(2);
    }

    @Test
    void the_second_writer_of_an_entry_gets_nothing_in() {
        Journal first = journal();
        Journal second = journal();
        first.begin(JournalSamples.head("l1"));
        first.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
        second.append("l1", JournalSamples.entries(2, new Held("second")));

        assertThatThrownBy(() -> first.append("l1", JournalSamples.entries(2, new AttemptStarted(1, "r1"))))
                .isInstanceOf(OwnershipLost.class)
                .hasMessageContaining("entry 2 of loop l1");
        assertThatThrownBy(() -> first.append("l1", JournalSamples.entries(2, new Held("a"), new Released("a"))))
                .isInstanceOf(OwnershipLost.class);
        assertThat(second.entries("l1"))
                .isEqualTo(JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY), new Held("second")));
        assertThat(second.attempts("l1")).isEmpty();
        first.append("l1", JournalSamples.entries(3, new Released("first")));
        assertThat(second.loop("l1")).contains(LoopSummary.of(JournalSamples.head("l1"), first.entries("l1")));
    }

    @Test
    void a_loop_begins_once() {
        Journal first = journal();
        Journal second = journal();
        first.begin(JournalSamples.head("l1"));
        second.begin(JournalSamples.head("l1"));
        first.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
        assertThatThrownBy(() -> second.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY))))
                .isInstanceOf(OwnershipLost.class);
        first.begin(JournalSamples.head("l1"));
        assertThatThrownBy(() -> first.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY))))
                .isInstanceOf(OwnershipLost.class);
        assertThat(first.entries("l1")).hasSize(1);
    }

    @Test
    void a_loop_goes_on_in_another_handle_and_after_its_end() {
        Journal first = journal();
        first.begin(JournalSamples.head("l1"));
        List<Event> events = List.of(
                new LoopStarted(JournalSamples.POLICY),
                new StopRequested(StopKind.STOP, "ann"),
                new LoopEnded(new Reason.StoppedBy(StopKind.STOP, "ann")),
                new LoopResumed(JournalSamples.POLICY, "bob", false),
                new AttemptStarted(1, "r1"));
        first.append("l1", JournalSamples.entries(1, events.get(0), events.get(1), events.get(2)));
        assertThat(first.loop("l1").orElseThrow().open()).isFalse();
        journal().append("l1", JournalSamples.entries(4, events.get(3)));
        assertThat(first.loop("l1").orElseThrow().open()).isTrue();
        first.append("l1", JournalSamples.entries(5, events.get(4)));
        assertThat(first.entries("l1")).isEqualTo(JournalSamples.entries(1, events.toArray(Event[]::new)));
    }

    @Test
    void of_many_writers_of_each_entry_exactly_one_wins() throws Exception {
        int writers = 4;
        int rounds = 25;
        Journal maker = journal();
        maker.begin(JournalSamples.head("l1"));
        maker.append("l1", JournalSamples.entries(1, new LoopStarted(JournalSamples.POLICY)));
        List<Callable<Integer>> racers = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            Journal journal = journal();
            String name = "writer-" + writer;
            racers.add(() -> race(journal, name, rounds));
        }
        int won = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            for (Future<Integer> racer : threads.invokeAll(racers)) {
                won += racer.get();
            }
        }
        assertThat(won).isEqualTo(rounds);
        List<JournalEntry<Event>> entries = maker.entries("l1");
        assertThat(entries)
                .extracting(JournalEntry::seq)
                .hasSize(1 + 2 * rounds)
                .isSorted()
                .doesNotHaveDuplicates();
        for (int n = 1; n < entries.size(); n += 2) {
            Held held = (Held) entries.get(n).event();
            assertThat(entries.get(n + 1).event()).isEqualTo(new Released(held.by()));
        }
        assertThat(maker.loop("l1")).contains(LoopSummary.of(JournalSamples.head("l1"), entries));
    }

    /// Everybody tries to append each pair of entries; says how many pairs were ours.
    private static int race(Journal journal, String name, int rounds) {
        int won = 0;
        for (int round = 0; round < rounds; round++) {
            try {
                journal.append("l1", JournalSamples.entries(2 + 2L * round, new Held(name), new Released(name)));
                won++;
            } catch (OwnershipLost lost) {
                // somebody was faster, as it should be
            }
        }
        return won;
    }
}
