package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.State;
import dev.ralph.pipeline.PipelineDecision;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What outlives an engine: journal, task list and repository, what people asked and answered, and the dice.
final class FlowSituation {
    /// A token costs that much, and a minute of an agent's time.
    private static final BigDecimal PRICE = new BigDecimal("0.01");

    /// In half of the flows nobody comes.
    private static final List<Class<?>> WINDOWS = windows();

    private static List<Class<?>> windows() {
        List<Class<?>> all = new ArrayList<>(List.of(FlowDecision.class.getPermittedSubclasses()));
        all.addAll(List.of(PipelineDecision.class.getPermittedSubclasses()));
        all.addAll(Collections.nCopies(all.size(), Void.class));
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
    final Map<String, SimLoop.Stopped> requests = new HashMap<>();
    final Set<String> answered = new HashSet<>();

    /// What each attempt of a loop really used.
    final Map<String, Cost> attempts = new HashMap<>();

    /// How likely that is, in percent.
    final int questions;

    final int conflicts;
    final int troubles;

    /// The kind of decision at which people like to stop a machine.
    private final Class<?> window;

    private final Map<String, Long> used = new HashMap<>();
    private Function<String, State<?, ?, ?>> states = _ -> {
        throw new IllegalStateException("no engine is there");
    };
    private int ids;

    FlowSituation(SplittableRandom random, CrashPlan crashes, SimStreams.Births births) {
        this.random = random;
        this.crashes = crashes;
        this.questions = oneOf(List.of(0, 15, 40));
        this.conflicts = oneOf(List.of(0, 40, 60));
        this.troubles = oneOf(List.of(0, 0, 1, 15));
        this.window = oneOf(WINDOWS);
        this.streams = new SimStreams(crashes, facts, births);
    }

    /// An engine reads the journal.
    void readWith(Function<String, State<?, ?, ?>> reader) {
        this.states = reader;
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

    /// Whether there is something for a machine that waits: a request to stop, or the answer.
    boolean hasFor(String stream, @Nullable String question) {
        return requests.containsKey(stream) || (question != null && answered.contains(question));
    }

    void answer(String question) {
        if (answered.add(question)) {
            facts.add(new FlowFact.AnswerGiven(question));
        }
    }

    /// A person asks; stays asked until the journal has it.
    void stop(String stream) {
        requests.put(stream, drawStop(stream));
        facts.add(new FlowFact.StopAsked(stream));
    }

    /// Somebody may come by while a machine performs a decision.
    void visit(String stream, Object decision) {
        if (window.isInstance(decision) && chance(30)) {
            stop(stream);
        }
    }

    SimLoop.Stopped drawStop(String stream) {
        return new SimLoop.Stopped(oneOf(List.of(StopKind.values())), stopper(stream));
    }

    /// Who asks this machine itself to stop.
    static String stopper(String stream) {
        return "a person at " + stream;
    }

    /// Another machine asks, unless the child has ended.
    void passOn(String child, StopKind kind, String by) {
        if (!states.apply(child).hasEnded()) {
            requests.put(child, new SimLoop.Stopped(kind, by));
        }
    }

    void heard(String stream, StopKind kind, String by) {
        requests.remove(stream, new SimLoop.Stopped(kind, by));
    }

    /// How many tokens a loop may still use, by every bound of what it was granted.
    long left(String loop, Grant grant) {
        long left = 1_000;
        if (grant.tokens() != null) {
            left = Math.min(left, grant.tokens());
        }
        if (grant.dollars() != null) {
            left = Math.min(left, grant.dollars().divideToIntegralValue(PRICE).longValue());
        }
        if (grant.time() != null) {
            left = Math.min(left, grant.time().toMinutes());
        }
        return left - used.getOrDefault(loop, 0L);
    }

    Cost use(String loop, long tokens) {
        used.merge(loop, tokens, Long::sum);
        return cost(tokens);
    }

    private static Cost cost(long tokens) {
        Map<String, Tokens> models = tokens == 0 ? Map.of() : Map.of("model", new Tokens(tokens, 0, 0, 0));
        BigDecimal dollars = PRICE.multiply(BigDecimal.valueOf(tokens));
        return new Cost(new Spent(models, dollars, true), Duration.ofMinutes(tokens));
    }
}
