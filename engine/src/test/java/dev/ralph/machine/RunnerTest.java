package dev.ralph.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// With the smallest machine there is: it counts to a number, and asks on its way.
class RunnerTest {
    private static final String STREAM = "count-1";
    private static final int ASKS = 2;
    private static final int ENDS = 4;

    private final List<List<Counted>> appends = new ArrayList<>(List.of(List.of(new Counted(0))));
    private final List<Integer> told = new ArrayList<>();
    private Predicate<Integer> ready = _ -> true;
    private boolean batches;

    private record Counted(int to) implements MachineEvent {}

    private record Count(int at, boolean batches) implements State<Count, Counted, Integer> {
        @Override
        public Count after(Counted event) {
            assertThat(event.to()).isEqualTo(at + 1);
            return new Count(event.to(), batches);
        }

        @Override
        public Integer decision() {
            return at + 1;
        }

        @Override
        public boolean hasEnded() {
            return at == ENDS;
        }

        @Override
        public boolean isParked() {
            return at == ASKS;
        }

        @Override
        public boolean mayWait(Counted last) {
            return batches && last.to() == 1;
        }
    }

    private Runner<Count, Counted, Integer> runner() {
        EventLog<Count, Counted> log = new EventLog<>() {
            @Override
            public List<Counted> events(String stream) {
                return appends.stream().flatMap(List::stream).toList();
            }

            @Override
            public void append(String stream, List<Transition<Count, Counted>> transitions) {
                assertThat(transitions.getFirst().seq())
                        .isEqualTo(events(stream).size() + 1L);
                appends.add(transitions.stream().map(Transition::event).toList());
            }
        };
        World<Counted, Integer> world = new World<>() {
            @Override
            public Counted perform(Integer decision) {
                return new Counted(decision);
            }

            @Override
            public boolean isReady(Integer decision) {
                return ready.test(decision);
            }
        };
        return new Runner<>(
                log,
                events -> new Count(events.getLast().to(), batches),
                world,
                () -> Instant.EPOCH,
                moved -> told.add(moved.event().to()));
    }

    @Test
    void a_step_performs_one_decision_and_journals_it() throws InterruptedException {
        assertThat(runner().step(STREAM).at()).isEqualTo(1);
        assertThat(runner().step(STREAM).at()).isEqualTo(2);

        assertThat(appends).hasSize(3);
        assertThat(told).containsExactly(1, 2);
    }

    @Test
    void a_step_of_what_can_only_wait_and_of_what_has_ended_does_nothing() throws InterruptedException {
        ready = _ -> false;
        assertThat(runner().step(STREAM).at()).isZero();
        ready = _ -> true;
        assertThat(runner().run(STREAM).at()).isEqualTo(ENDS);
        assertThat(runner().step(STREAM).at()).isEqualTo(ENDS);

        assertThat(told).containsExactly(1, 2, 3, 4);
    }

    @Test
    void a_run_ends_where_the_machine_is_parked_and_continues_when_the_answer_is_there() throws InterruptedException {
        ready = decision -> decision != ASKS + 1;
        assertThat(runner().run(STREAM).at()).isEqualTo(ASKS);
        assertThat(told).containsExactly(1, 2);

        ready = _ -> true;
        assertThat(runner().run(STREAM).at()).isEqualTo(ENDS);
    }

    @Test
    void an_event_that_may_wait_becomes_durable_with_the_next_in_a_run_and_at_once_in_a_step()
            throws InterruptedException {
        batches = true;
        assertThat(runner().run(STREAM).hasEnded()).isTrue();
        assertThat(appends.get(1)).containsExactly(new Counted(1), new Counted(2));

        appends.subList(1, appends.size()).clear();
        assertThat(runner().step(STREAM).at()).isEqualTo(1);
        assertThat(appends.get(1)).containsExactly(new Counted(1));
    }
}
