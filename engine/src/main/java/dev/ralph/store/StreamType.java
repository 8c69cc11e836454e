package dev.ralph.store;

import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowProgress;
import dev.ralph.flow.FlowState;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.verify.InvalidCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What the journal has to know of one kind of machine. An event is stored as a type name, a version of that type, and
/// a JSON body.
///
/// It promises:
/// 1. What was written comes back equal.
/// 2. What any release wrote is readable by every later one. A version rises only when an older Ralph would
/// misunderstand the new form; a new field that may be ignored does not raise it.
/// 3. What a newer Ralph wrote is refused as newer, never misread and never called damaged.
///
/// @param <S> the machine's states
/// @param <E> its events: a sealed interface of records, stored by their simple names
public final class StreamType<S extends State<S, E, ?>, E extends MachineEvent> {
    public static final StreamType<LoopState, Event> LOOP = new StreamType<>(
            StreamHead.Kind.LOOP, Event.class, LoopState::replay, LoopSummary.Progress.class, LoopSummary.Progress::of);
    public static final StreamType<PipelineState, PipelineEvent> PIPELINE = new StreamType<>(
            StreamHead.Kind.PIPELINE,
            PipelineEvent.class,
            PipelineState::replay,
            PipelineProgress.class,
            PipelineProgress::of);
    public static final StreamType<FlowState, FlowEvent> FLOW = new StreamType<>(
            StreamHead.Kind.FLOW, FlowEvent.class, FlowState::replay, FlowProgress.class, FlowProgress::of);

    private final StreamHead.Kind kind;
    private final Class<E> events;
    private final Function<List<E>, S> replay;
    private final Class<? extends Record> summaries;
    private final Function<S, ? extends Record> summary;
    private final List<Upgrade> upgrades;
    private @Nullable Map<String, Class<? extends Record>> names;

    /// What makes the body of an event that was stored under one version fit the next.
    public record Upgrade(String type, UnaryOperator<Map<String, @Nullable Object>> change) {}

    /// @param replay    the state after all of a stream's events
    /// @param summaries what lists show of a machine, stored beside its stream
    /// @param upgrades  of all types, the oldest first; a type's version is one more than it has upgrades
    public <T extends Record> StreamType(
            StreamHead.Kind kind,
            Class<E> events,
            Function<List<E>, S> replay,
            Class<T> summaries,
            Function<S, T> summary,
            Upgrade... upgrades) {
        this.kind = kind;
        this.events = events;
        this.replay = replay;
        this.summaries = summaries;
        this.summary = summary;
        this.upgrades = List.of(upgrades);
    }

    /// Of all machines; these stand for their kind.
    static List<StreamType<?, ?>> with(StreamType<?, ?>... own) {
        List<StreamType<?, ?>> all = new ArrayList<>(List.of(own));
        for (StreamType<?, ?> type : List.of(LOOP, PIPELINE, FLOW)) {
            if (all.stream().noneMatch(known -> known.kind == type.kind)) {
                all.add(type);
            }
        }
        return all;
    }

    /// The one that the event belongs to.
    static StreamType<?, ?> of(MachineEvent event, List<StreamType<?, ?>> types) {
        for (StreamType<?, ?> type : types) {
            if (type.events.isInstance(event)) {
                return type;
            }
        }
        throw new IllegalArgumentException("this journal keeps no machines with events like " + event);
    }

    public StreamHead.Kind kind() {
        return kind;
    }

    boolean has(String type) {
        return names().containsKey(type);
    }

    /// The stored name of its type.
    public static String type(MachineEvent event) {
        return event.getClass().getSimpleName();
    }

    /// Its body, a JSON object on one line.
    public static String body(MachineEvent event) {
        return RecordCodec.text((Record) event);
    }

    /// The version in which bodies of that type are written.
    int version(String type) {
        return 1
                + (int) upgrades.stream()
                        .filter(upgrade -> upgrade.type().equals(type))
                        .count();
    }

    /// @throws InvalidJson when it is damaged, or from a newer Ralph
    E read(String type, int version, String body) {
        Class<? extends Record> known = names().get(type);
        if (known == null) {
            throw newer("holds an event " + type + ", which this Ralph does not know", null);
        }
        if (version > version(type)) {
            throw newer(
                    "holds an event " + type + " of version " + version + ", this Ralph knows versions up to "
                            + version(type),
                    null);
        }
        try {
            return events.cast(RecordCodec.read(known, upgraded(type, version, JsonText.object(body))));
        } catch (InvalidJson e) {
            throw e.getCause() instanceof InvalidCheck
                    ? newer("holds a check: " + e.getCause().getMessage(), e)
                    : e;
        }
    }

    private Map<String, @Nullable Object> upgraded(String type, int version, Map<String, @Nullable Object> fields) {
        return upgrades.stream()
                .filter(upgrade -> upgrade.type().equals(type))
                .skip(version - 1L)
                .reduce(fields, (before, upgrade) -> upgrade.change().apply(before), (_, last) -> last);
    }

    private synchronized Map<String, Class<? extends Record>> names() {
        Map<String, Class<? extends Record>> known = names;
        if (known == null) {
            known = new HashMap<>();
            for (Class<?> type : events.getPermittedSubclasses()) {
                known.put(type.getSimpleName(), type.asSubclass(Record.class));
            }
            names = known;
        }
        return known;
    }

    E cast(MachineEvent event) {
        return events.cast(event);
    }

    /// The state after all of a stream's events.
    public S replay(List<? extends MachineEvent> past) {
        return replay.apply(past.stream().map(events::cast).toList());
    }

    S after(State<?, ?, ?> state, MachineEvent event) {
        @SuppressWarnings("unchecked") // states come only from replay
        S before = (S) state;
        return before.after(events.cast(event));
    }

    Record summary(State<?, ?, ?> state) {
        @SuppressWarnings("unchecked") // states come only from replay
        S known = (S) state;
        return summary.apply(known);
    }

    Record readSummary(String text) {
        return RecordCodec.read(summaries, text);
    }

    private static InvalidJson newer(String what, @Nullable Throwable cause) {
        return new InvalidJson(InvalidJson.Why.UNKNOWN, what, cause);
    }
}
