package dev.ralph.machine;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Ask for the decision, perform it, journal what happened, do it again.
public final class Runner<S extends State<S, E, D>, E extends MachineEvent, D> {
    private final EventLog<S, E> log;
    private final Function<List<E>, S> replay;
    private final World<E, D> world;
    private final InstantSource clock;
    private final Consumer<Transition<S, E>> told;

    /// @param replay the state after all of a stream's events
    /// @param told   hears every transition after it became durable
    public Runner(
            EventLog<S, E> log,
            Function<List<E>, S> replay,
            World<E, D> world,
            InstantSource clock,
            Consumer<Transition<S, E>> told) {
        this.log = log;
        this.replay = replay;
        this.world = world;
        this.clock = clock;
        this.told = told;
    }

    /// Performs one decision, from wherever the stream stands, if there is something to do now: a fleet steps.
    public S step(String stream) throws InterruptedException {
        Course course = new Course(stream);
        if (!course.state.hasEnded() && world.isReady(course.state.decision())) {
            course.move();
            course.settle();
            course.tell();
        }
        return course.state;
    }

    /// Runs the machine, from wherever its stream stands, until it has ended or is parked: a laptop runs.
    public S run(String stream) throws InterruptedException {
        Course course = new Course(stream);
        while (course.goesOn()) {
            course.move();
        }
        return course.state;
    }

    /// One stream as it is written. Transitions wait in memory until they settle, so that the end of one attempt and
    /// the start of the next cost one sync; what must not wait settles before anything is done. Others hear of it
    /// when the next thing has begun, so that an agent need not wait for them.
    private final class Course {
        private final String stream;
        private final List<Transition<S, E>> pending = new ArrayList<>();
        private final List<Transition<S, E>> untold = new ArrayList<>();
        private S state;
        private long seq;
        private boolean mayWait;

        /// The events are forgotten here: a machine may have many, and run for days.
        Course(String stream) {
            List<E> events = log.events(stream);
            this.stream = stream;
            this.state = replay.apply(events);
            this.seq = events.size();
        }

        boolean goesOn() {
            if (mayWait) {
                return true;
            }
            D decision = state.decision();
            settle();
            world.begin(decision);
            tell();
            return !state.hasEnded() && (!state.isParked() || world.isReady(decision));
        }

        void move() throws InterruptedException {
            E event = perform(state.decision());
            state = state.after(event);
            mayWait = state.mayWait(event);
            pending.add(new Transition<>(++seq, clock.instant(), event, state));
        }

        /// A world that fails must not take with it what happened before.
        private E perform(D decision) throws InterruptedException {
            try {
                return world.perform(decision);
            } catch (RuntimeException | InterruptedException failure) {
                try {
                    settle();
                    tell();
                } catch (RuntimeException second) {
                    failure.addSuppressed(second);
                }
                throw failure;
            }
        }

        void settle() {
            if (!pending.isEmpty()) {
                log.append(stream, List.copyOf(pending));
                untold.addAll(pending);
                pending.clear();
            }
        }

        void tell() {
            List<Transition<S, E>> news = List.copyOf(untold);
            untold.clear();
            news.forEach(told);
        }
    }
}
