package dev.ralph.sim;

import dev.ralph.budget.Grant;
import dev.ralph.budget.Grants;
import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowEvent.StopRequested;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.Hold;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What outlives an engine: journal, task list and repository, what people asked and answered, and the dice.
final class FlowSituation {
    /// In nearly half of the flows nobody comes.
    private static final List<Class<?>> WINDOWS = windows();

    private static List<Class<?>> windows() {
        List<Class<?>> all = new ArrayList<>(List.of(FlowDecision.class.getPermittedSubclasses()));
        all.addAll(List.of(PipelineDecision.class.getPermittedSubclasses()));
        all.addAll(Collections.nCopies(3, FlowDecision.Integrate.class)); // short, and a stop there is hard
        all.addAll(Collections.nCopies(3, FlowDecision.RecordTask.class));
        all.addAll(
                Collections.nCopies(3, FlowDecision.AwaitAny.class)); // who holds it then keeps others from coming back
        all.addAll(Collections.nCopies(4, PipelineDecision.AwaitAnswer.class)); // rare
        all.addAll(Collections.nCopies(all.size(), Void.class));
        all.addAll(Collections.nCopies(3, PipelineDecision.Ask.class)); // for several reasons, each of them rare
        all.addAll(Collections.nCopies(2, PipelineDecision.ApplyCorrection.class));
        all.addAll(Collections.nCopies(1, PipelineDecision.Finish.class));
        return List.copyOf(all);
    }

    final SplittableRandom random;
    final CrashPlan crashes;
    final List<FlowFact> facts = new ArrayList<>();
    final SimStreams streams;

    /// What each task needs to be done before it.
    final Map<String, List<String>> tasks = new LinkedHashMap<>();

    final Map<String, TaskReason> listed = new HashMap<>();
    final Map<String, String> merged = new HashMap<>();
    final Map<String, StopRequested> requests = new HashMap<>();

    /// What people asked last: to hold, or to continue.
    final Map<String, Hold> holds = new HashMap<>();

    /// What people answered, by question.
    final Map<String, String> answers = new HashMap<>();

    /// How likely that is, in percent.
    final int conflicts;

    final int troubles;

    /// Whether those who look at the work of others are never content, or nearly so.
    final boolean stubborn;

    /// Whether many tasks are worked on at once, and most of that goes well: so several wait to be merged.
    final boolean crowded;

    /// The kind of decision at which people like to stop a machine.
    private final Class<?> window;

    private final Map<String, SimSituation> loops = new HashMap<>();
    private Function<String, State<?, ?, ?>> states = _ -> {
        throw new IllegalStateException("no engine is there");
    };
    private Predicate<String> ready = _ -> false;
    private int ids;

    FlowSituation(SplittableRandom random, CrashPlan crashes, SimStreams.Births births) {
        this.random = random;
        this.crashes = crashes;
        this.conflicts = oneOf(List.of(0, 40, 60));
        this.troubles = oneOf(List.of(0, 0, 1, 15));
        this.stubborn = chance(15);
        this.crowded = !stubborn && chance(15);
        this.window = window();
        this.streams = new SimStreams(crashes, facts, births);
    }

    private Class<?> window() {
        if (crowded && chance(40)) {
            return FlowDecision.Integrate.class;
        }
        return stubborn && chance(40)
                ? oneOf(List.of(PipelineDecision.Ask.class, PipelineDecision.Finish.class))
                : oneOf(WINDOWS);
    }

    /// An engine reads the journal.
    void readWith(Function<String, State<?, ?, ?>> reader, Predicate<String> isReady) {
        this.states = reader;
        this.ready = isReady;
    }

    /// Whether a machine has something to do now: a parked one, because there is an answer or a request to stop.
    boolean isReady(String stream) {
        return ready.test(stream);
    }

    /// What outlives the engine of a loop.
    SimSituation loop(String id) {
        return loops.computeIfAbsent(
                id,
                _ -> new SimSituation(
                        new SimDisk(id, answers, () -> granted(id)),
                        SeededScenario.inAFlow(random.split(), stubborn),
                        new SimTimeline(new SimClock(), fact -> facts.add(new FlowFact.InLoop(id, fact))),
                        crashes));
    }

    /// What a loop may use altogether. Its pipeline may not have heard yet that it has less.
    private @Nullable Grant granted(String loop) {
        String pipeline = Objects.requireNonNull(streams.head(loop).parent());
        Grants grants = state(pipeline, PipelineState.class).grants();
        Grant all = grantedTo(pipeline);
        return (all == null ? grants : grants.within(all)).granted(loop);
    }

    /// What a pipeline may use altogether.
    @Nullable
    Grant grantedTo(String pipeline) {
        String flow = Objects.requireNonNull(streams.head(pipeline).parent());
        return state(flow, FlowState.class).grants().granted(pipeline);
    }

    /// Where a machine stands, by its journal.
    <S extends State<?, ?, ?>> S state(String stream, Class<S> type) {
        return type.cast(states.apply(stream));
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String newId(String kind) {
        return kind + "-" + ++ids;
    }

    /// The place in the journal at which a machine stands.
    String place(String stream) {
        return stream + "@" + streams.events(stream).size();
    }

    void answer(String question) {
        if (answers.putIfAbsent(question, "the answer to " + question) == null) {
            facts.add(new FlowFact.AnswerGiven(question));
            pass(Duration.ofHours(1));
        }
    }

    /// Everything waits that long: each loop has a clock of its own, because agents work at the same time.
    void pass(Duration time) {
        loops.values().forEach(loop -> loop.clock().advance(time));
    }

    /// A person asks; stays asked until the journal has it.
    void stop(String stream) {
        ask(stream, drawStop(stream));
        facts.add(new FlowFact.StopAsked(stream));
    }

    /// Somebody may come by while a machine performs a decision.
    void visit(String stream, Object decision) {
        boolean there = window.isInstance(decision);
        if (there && chance(crowded ? 12 : 45)) {
            stop(stream);
        } else if (there && chance(crowded ? 10 : 60)) {
            hold(stream, new Hold(chance(60), stopper(stream)));
        }
    }

    /// A person or a parent asks.
    void hold(String stream, Hold hold) {
        if (streams.head(stream).kind() == StreamHead.Kind.LOOP) {
            Event event = hold.on() ? new Event.Held(hold.by()) : new Event.Released(hold.by());
            loop(stream).receive(new OutsideEvent.Asks(event));
        } else {
            holds.put(stream, hold);
        }
    }

    StopRequested drawStop(String stream) {
        return new StopRequested(oneOf(List.of(StopKind.values())), stopper(stream));
    }

    /// Who asks this machine itself to stop.
    static String stopper(String stream) {
        return "a person at " + stream;
    }

    /// Another machine asks, unless the child has ended.
    void passOn(String child, StopKind kind, String by) {
        if (!states.apply(child).hasEnded()) {
            ask(child, new StopRequested(kind, by));
        }
    }

    void passOn(String child, Hold hold) {
        if (!states.apply(child).hasEnded()) {
            hold(child, hold);
        }
    }

    private void ask(String stream, StopRequested stop) {
        if (streams.head(stream).kind() == StreamHead.Kind.LOOP) {
            loop(stream).receive(new OutsideEvent.Asks(new Event.StopRequested(stop.kind(), stop.by())));
        } else {
            requests.put(stream, stop);
        }
    }

    void heard(String stream, StopKind kind, String by) {
        requests.remove(stream, new StopRequested(kind, by));
    }
}
