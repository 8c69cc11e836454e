package dev.ralph.sim;

import dev.ralph.budget.Grant;
import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.machine.Hold;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.Runner;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.Transition;
import dev.ralph.machine.World;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Correction;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelinePlan.UsedUp;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Plays whole flows from a seed: the real flow, pipelines and loops in worlds in memory, step by step in any order,
/// through
/// any number of crashes, with people who stop, answer and start it again whenever they like.
public final class FlowSimulation {
    private static final String FLOW = "flow-0";
    /// More steps than any sound flow of a test needs.
    private static final int MOST_STEPS = 3_000;

    private final FlowSituation scene;
    private final FlowParts parts;
    private final FlowPlan plan;
    private final Map<String, Machine<?, ?, ?>> machines = new HashMap<>();
    private int visitors;

    private FlowSimulation(long seed, FlowParts parts) {
        SplittableRandom random = new SplittableRandom(seed);
        CrashPlan crashes = CrashPlan.seeded(random.nextLong(), random.nextDouble() * 0.15, random.nextInt(6));
        this.scene = new FlowSituation(random, crashes, parts.births());
        this.parts = parts;
        this.plan = plan();
        this.visitors = scene.crowded ? 8 : scene.chance(50) ? 0 : random.nextInt(7);
        int tasks = scene.crowded ? 5 : random.nextInt(6);
        for (int task = 1; task <= tasks; task++) {
            scene.tasks.put(
                    "task-" + task,
                    task > 1 && !scene.crowded && scene.chance(30)
                            ? List.of("task-" + random.nextInt(1, task))
                            : List.of());
        }
    }

    /// Plays everything that this seed draws: tasks, plans, agents, people and crashes.
    ///
    /// @throws AssertionError when a promise is broken
    public static void fromSeed(long seed) {
        FlowPromiseChecks.check(history(seed, FlowParts.REAL));
    }

    static FlowHistory history(long seed, FlowParts parts) {
        return new FlowSimulation(seed, parts).play("FlowSimulation.fromSeed(" + seed + "L)");
    }

    private FlowHistory play(String reproduction) {
        String trouble = null;
        try {
            scene.streams.begin(
                    new StreamHead(FLOW, StreamHead.Kind.FLOW, null, "project", "run", null, "stage"),
                    new FlowEvent.FlowStarted(plan));
            scene.readWith(
                    stream -> machine(stream).state(), stream -> machine(stream).isReady());
            for (int steps = 0; !machine(FLOW).state().hasEnded(); steps++) {
                if (steps == MOST_STEPS) {
                    throw new IllegalStateException("the flow did not end within " + MOST_STEPS + " steps");
                }
                step();
            }
            lateStop();
        } catch (RuntimeException e) {
            trouble = e.toString();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts a simulation", e);
        }
        Map<String, List<MachineEvent>> streams = new LinkedHashMap<>();
        scene.streams.ids().forEach(id -> streams.put(id, scene.streams.events(id)));
        return new FlowHistory(plan, scene.facts, streams, reproduction, trouble);
    }

    private void step() throws InterruptedException {
        try {
            visit();
            settle();
            List<Machine<?, ?, ?>> ready = new ArrayList<>();
            collect(FLOW, ready);
            if (ready.isEmpty()) {
                goOn();
            } else {
                chosen(ready).step();
            }
        } catch (SimCrash _) {
            scene.facts.add(new FlowFact.EngineDied());
            scene.pass(Duration.ofSeconds(3));
            machines.clear();
        }
    }

    /// To merge takes long, and what runs goes on meanwhile: so several come to wait for it.
    private Machine<?, ?, ?> chosen(List<Machine<?, ?, ?>> ready) {
        boolean merges =
                machine(FLOW).state() instanceof FlowState flow && flow.decision() instanceof FlowDecision.Integrate;
        Machine<?, ?, ?> next = scene.oneOf(ready);
        return merges && next == machine(FLOW) && ready.size() > 1 && scene.chance(scene.crowded ? 98 : 80)
                ? scene.oneOf(ready.subList(1, ready.size()))
                : next;
    }

    /// Nobody runs the flow, and somebody stops one task of it: that alone is brought to its end.
    private void settle() throws InterruptedException {
        if (visitors == 0 || !scene.chance(2)) {
            return;
        }
        visitors--;
        List<String> pipelines = scene.streams.ids().stream()
                .filter(id -> machine(id).state() instanceof PipelineState open && !open.hasEnded())
                .toList();
        if (pipelines.isEmpty()) {
            return;
        }
        String pipeline = scene.oneOf(pipelines);
        machines.clear();
        scene.stop(pipeline);
        while (!machine(pipeline).state().hasEnded()) {
            Machine<?, ?, ?> parent = machine(pipeline);
            (parent.isReady() ? parent : machine(parent.workers().getFirst())).step();
        }
        machines.clear();
    }

    /// What people write themselves into the journal of a machine that has ended.
    private void lateStop() {
        String stream = scene.oneOf(scene.streams.ids());
        FlowEvent.StopRequested late = scene.drawStop(stream);
        switch (machine(stream).state()) {
            case FlowState _ -> scene.streams.write(stream, late);
            case PipelineState _ ->
                scene.streams.write(stream, new PipelineEvent.StopRequested(late.kind(), late.by()));
            case LoopState _ -> scene.streams.write(stream, new Event.StopRequested(late.kind(), late.by()));
            default -> {}
        }
    }

    /// Those that may work, and have something to do.
    private void collect(String stream, List<Machine<?, ?, ?>> ready) {
        Machine<?, ?, ?> machine = machine(stream);
        if (machine.isReady()) {
            ready.add(machine);
        }
        machine.workers().forEach(child -> collect(child, ready));
    }

    /// Somebody comes by.
    private void visit() {
        if (visitors == 0 || !scene.chance(5)) {
            return;
        }
        visitors--;
        if (scene.crowded && scene.chance(60)) { // before there is a free slot to come back to
            questions().stream().findFirst().ifPresent(scene::answer);
        } else if (scene.chance(25)) {
            scene.hold(FLOW, new Hold(scene.chance(60), FlowSituation.stopper(FLOW)));
        } else if (scene.chance(25)) {
            scene.stop(FLOW);
        } else if (scene.chance(35)) {
            stopOne();
        } else {
            questions().stream().findFirst().ifPresent(scene::answer);
        }
    }

    /// Who stops a parked loop stops its pipeline.
    private void stopOne() {
        List<String> open = new ArrayList<>();
        for (String id : scene.streams.ids()) {
            State<?, ?, ?> state = machine(id).state();
            boolean parked = state instanceof LoopState && state.isParked();
            if (!id.equals(FLOW) && !state.hasEnded() && !parked) {
                open.add(id);
            }
        }
        if (!open.isEmpty()) {
            scene.stop(scene.oneOf(open));
        }
    }

    private List<String> questions() {
        List<String> open = new ArrayList<>();
        for (String id : scene.streams.ids()) {
            String question = switch (machine(id).state()) {
                case LoopState loop -> loop.phase() instanceof Phase.Parked parked ? parked.question() : null;
                case PipelineState pipeline -> pipeline.question();
                default -> null;
            };
            if (question != null && !scene.answers.containsKey(question) && !open.contains(question)) {
                open.add(question);
            }
        }
        return open;
    }

    /// Nothing else can happen: a person releases what is held, answers, or has had enough.
    private void goOn() {
        for (String id : scene.streams.ids()) {
            boolean held = switch (machine(id).state()) {
                case FlowState flow -> flow.hold().on();
                case PipelineState pipeline -> pipeline.hold().on() && !pipeline.isParked() && !pipeline.hasEnded();
                case LoopState loop -> loop.decision() instanceof Decision.Hold;
                default -> false;
            };
            if (held) {
                scene.hold(id, new Hold(false, "a user"));
                return;
            }
        }
        List<String> open = questions();
        if (open.isEmpty()) {
            throw new IllegalStateException("nothing can happen any more, and nobody is asked");
        }
        if (machine(FLOW).state().isParked() && scene.chance(20)) {
            startAgain();
        } else if (scene.chance(10)) {
            scene.stop(FLOW);
        } else {
            (scene.chance(50) ? open : List.of(scene.oneOf(open))).forEach(scene::answer);
        }
    }

    /// Under other limits, and maybe with more tasks.
    private void startAgain() {
        if (scene.chance(60)) {
            scene.tasks.put("task-" + (scene.tasks.size() + 1), List.of());
        }
        scene.streams.write(FLOW, new FlowEvent.FlowResumed(plan()));
    }

    private Machine<?, ?, ?> machine(String stream) {
        Machine<?, ?, ?> known = machines.get(stream);
        if (known == null) {
            known = open(stream);
            machines.put(stream, known);
        }
        return known;
    }

    private Machine<?, ?, ?> open(String id) {
        return switch (scene.streams.head(id).kind()) {
            case FLOW ->
                new Machine<>(
                        id,
                        parts.flow(),
                        first -> FlowState.begin((FlowEvent.FlowStarted) first),
                        new SimFlowWorld(scene, id, this::pipelinePlan),
                        () -> Instant.EPOCH,
                        moved -> {
                            switch (moved.event()) {
                                case FlowEvent.StopRequested stop -> scene.heard(id, stop.kind(), stop.by());
                                case FlowEvent.Held held -> scene.holds.remove(id, new Hold(true, held.by()));
                                case FlowEvent.Released back -> scene.holds.remove(id, new Hold(false, back.by()));
                                default -> {}
                            }
                        });
            case PIPELINE ->
                new Machine<>(
                        id,
                        parts.pipeline(),
                        first -> PipelineState.begin((PipelineEvent.PipelineStarted) first),
                        new SimPipelineWorld(scene, id),
                        () -> Instant.EPOCH,
                        moved -> {
                            switch (moved.event()) {
                                case PipelineEvent.StopRequested stop -> scene.heard(id, stop.kind(), stop.by());
                                case PipelineEvent.Held held -> scene.holds.remove(id, new Hold(true, held.by()));
                                case PipelineEvent.Released back -> scene.holds.remove(id, new Hold(false, back.by()));
                                default -> {}
                            }
                        });
            case LOOP -> {
                LoopStarted begun = (LoopStarted) scene.streams.events(id).getFirst();
                SimSituation situation = scene.loop(id);
                SimWorld world = new SimWorld(situation, begun.policy());
                yield new Machine<>(id, parts.loop(), _ -> LoopState.begin(begun), world, situation.clock(), moved -> {
                    JournalEntry<Event> entry = JournalEntry.of(moved);
                    situation.timeline().told(entry);
                    world.heard(entry);
                });
            }
        };
    }

    /// A machine in the memory of one engine.
    private final class Machine<S extends State<S, E, D>, E extends MachineEvent, D> {
        private final String id;
        private final FlowParts.Joints<S, E, D> joints;
        private final Function<MachineEvent, S> begin;
        private final World<E, D> world;
        private final Runner<Jointed<S, E, D>, E, D> runner;
        private @Nullable Jointed<S, E, D> last;
        private int replayed;

        Machine(
                String id,
                FlowParts.Joints<S, E, D> joints,
                Function<MachineEvent, S> begin,
                World<E, D> world,
                InstantSource clock,
                Consumer<Transition<?, E>> heard) {
            this.id = id;
            this.joints = joints;
            this.begin = begin;
            this.world = joints.world(world, scene, id);
            this.runner = new Runner<>(
                    scene.streams.<Jointed<S, E, D>, E>log(), this::replay, this.world, clock, heard::accept);
        }

        /// What was replayed before need not be replayed again, until the engine dies.
        private Jointed<S, E, D> replay(List<E> events) {
            Jointed<S, E, D> state = last;
            if (state == null) {
                state = new Jointed<>(joints.begun(begin.apply(events.getFirst())), joints);
                replayed = 1;
            }
            for (; replayed < events.size(); replayed++) {
                state = state.after(events.get(replayed));
            }
            last = state;
            return state;
        }

        private Jointed<S, E, D> now() {
            return replay(scene.streams.<Jointed<S, E, D>, E>log().events(id));
        }

        S state() {
            return now().real();
        }

        List<String> workers() {
            return now().workers();
        }

        boolean isReady() {
            return !now().hasEnded() && world.isReady(now().decision());
        }

        void step() throws InterruptedException {
            var _ = runner.step(id);
        }
    }

    /// A state with its joints.
    private record Jointed<S extends State<S, E, D>, E extends MachineEvent, D>(
            S real, FlowParts.Joints<S, E, D> joints) implements State<Jointed<S, E, D>, E, D> {
        @Override
        public Jointed<S, E, D> after(E event) {
            return new Jointed<>(joints.after(real, event), joints);
        }

        @Override
        public D decision() {
            return joints.decision(real);
        }

        @Override
        public boolean hasEnded() {
            return real.hasEnded();
        }

        @Override
        public List<String> workers() {
            return joints.workers(real);
        }
    }

    private FlowPlan plan() {
        if (scene.crowded) {
            return new FlowPlan(
                    5,
                    3,
                    2,
                    Grant.UNBOUNDED,
                    Grant.UNBOUNDED,
                    scene.oneOf(List.of(FlowPlan.OnFailure.values())),
                    List.of(FlowPlan.Step.BRANCH, FlowPlan.Step.INTEGRATE));
        }
        List<FlowPlan.Step> steps = new ArrayList<>();
        for (FlowPlan.Step step : FlowPlan.Step.values()) {
            if (scene.chance(step == FlowPlan.Step.PULL_REQUEST ? 15 : 75)) {
                steps.add(step);
            }
        }
        return new FlowPlan(
                1 + scene.random.nextInt(5),
                scene.chance(50) ? 1 : 2 + scene.random.nextInt(2),
                1 + scene.random.nextInt(3),
                scene.chance(60) ? Grant.UNBOUNDED : grant(300),
                scene.chance(70) ? Grant.UNBOUNDED : often(grant(150)),
                scene.oneOf(List.of(FlowPlan.OnFailure.values())),
                steps);
    }

    private Grant often(Grant grant) {
        Integer attempts = scene.chance(50) ? null : Integer.valueOf(1 + scene.random.nextInt(6));
        return new Grant(grant.dollars(), grant.tokens(), grant.time(), attempts);
    }

    private Grant grant(int most) {
        return new Grant(
                scene.chance(50) ? null : new BigDecimal(scene.random.nextInt(most)).movePointLeft(2),
                scene.chance(50) ? null : Long.valueOf(scene.random.nextInt(most)),
                scene.chance(80) ? null : Duration.ofSeconds(2L * scene.random.nextInt(most)));
    }

    private PipelinePlan pipelinePlan() {
        if (scene.crowded) {
            Policy plain = Policy.of(Policy.AgentCommand.program("agent"));
            return PipelinePlan.of(new Stage(
                    "coder", plain.with(plain.conversation().with(ConversationPolicy.OnQuestion.PARK)), null));
        }
        UsedUp usedUp = scene.chance(scene.stubborn ? 55 : 40) ? UsedUp.ASK : UsedUp.END;
        int rejections = scene.stubborn && scene.chance(60) ? 5 : scene.random.nextInt(3);
        Stage coder = new Stage("coder", policy(), null, ladder());
        Stage reviewer = new Stage("reviewer", policy(), new Rejection("coder", rejections), ladder());
        Correction correction = scene.chance(40)
                ? null
                : new Correction("corrector", policy(), scene.random.nextInt(3), 0, scene.chance(50) ? null : policy());
        boolean alone = !scene.stubborn && scene.chance(50);
        return new PipelinePlan(
                alone ? List.of(coder) : List.of(coder, reviewer),
                correction,
                usedUp,
                scene.chance(10) ? "look at it" : null);
    }

    private List<Policy> ladder() {
        List<Policy> rungs = new ArrayList<>();
        while (rungs.size() < 2 && scene.chance(25)) {
            rungs.add(policy());
        }
        return rungs;
    }

    private Policy policy() {
        Policy drawn = new SeededScenario(scene.random).policy();
        return scene.chance(50) ? drawn : drawn.with(drawn.conversation().with(ConversationPolicy.OnQuestion.PARK));
    }
}
