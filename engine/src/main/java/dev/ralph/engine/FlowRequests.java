package dev.ralph.engine;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.store.Requests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What others ask of a flow or a pipeline: to stop, to hold, or to continue. Its own process asks for a stop in
/// memory, so that a full disk is no obstacle.
///
/// @param <E> the events that these requests become
final class FlowRequests<E> {
    private final Requests requests;
    private final String stream;
    private final BiFunction<StopKind, String, E> stop;
    private final Function<String, E> held;
    private final Function<String, E> released;
    private final Queue<E> ownStops = new ConcurrentLinkedQueue<>();
    private Requests.@Nullable Request taken;
    private @Nullable E event;

    FlowRequests(
            Requests requests,
            String stream,
            BiFunction<StopKind, String, E> stop,
            Function<String, E> held,
            Function<String, E> released) {
        this.requests = requests;
        this.stream = stream;
        this.stop = stop;
        this.held = held;
        this.released = released;
    }

    void ask(E ownStop) {
        ownStops.add(ownStop);
    }

    boolean isWaiting() {
        return !ownStops.isEmpty() || !requests.waiting(stream).isEmpty();
    }

    boolean isStopWaiting() {
        return !ownStops.isEmpty() || isStopWaiting(requests, stream);
    }

    /// Whether one of these waits.
    boolean isWaiting(Predicate<E> which) {
        return ownStops.stream().anyMatch(which)
                || requests.waiting(stream).stream()
                        .map(this::event)
                        .anyMatch(asked -> asked != null && which.test(asked));
    }

    static boolean isStopWaiting(Requests requests, String stream) {
        return requests.waiting(stream).stream()
                .anyMatch(request -> request.kind().stops());
    }

    /// The oldest request, null when there is none. One of another process waits until the journal has it.
    @Nullable
    E next() {
        if (!ownStops.isEmpty()) {
            return ownStops.remove();
        }
        for (Requests.Request request : requests.waiting(stream)) {
            E asked = event(request);
            if (asked != null) {
                taken = request;
                event = asked;
                return asked;
            }
            remove(request); // nothing else can be asked of it
        }
        return null;
    }

    private @Nullable E event(Requests.Request request) {
        return switch (request.kind()) {
            case STOP -> stop.apply(StopKind.STOP, request.text());
            case STOP_AFTER_ATTEMPT -> stop.apply(StopKind.AFTER_ATTEMPT, request.text());
            case CANCEL -> stop.apply(StopKind.CANCEL, request.text());
            case HOLD -> held.apply(request.text());
            case RELEASE -> released.apply(request.text());
            case ADOPT, TELL -> null;
        };
    }

    /// The journal has this event.
    void journaled(E happened) {
        Requests.Request heard = taken;
        if (heard != null && happened.equals(event)) {
            taken = null;
            remove(heard);
        }
    }

    static Requests.Kind kind(StopKind kind) {
        return switch (kind) {
            case STOP -> Requests.Kind.STOP;
            case AFTER_ATTEMPT -> Requests.Kind.STOP_AFTER_ATTEMPT;
            case CANCEL -> Requests.Kind.CANCEL;
        };
    }

    private void remove(Requests.Request request) {
        try {
            requests.done(request);
        } catch (IOException stays) {
            throw new UncheckedIOException("cannot remove a request to " + stream, stays);
        }
    }
}
