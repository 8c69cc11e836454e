package dev.ralph.engine;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.store.Requests;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// What others ask of a flow or a pipeline: to stop.
public final class StopRequests {
    private final Requests requests;
    private final String stream;
    private Requests.@Nullable Request taken;

    StopRequests(Requests requests, String stream) {
        this.requests = requests;
        this.stream = stream;
    }

    boolean isWaiting() {
        return !requests.waiting(stream).isEmpty();
    }

    /// The oldest request, null when there is none. It waits until the journal has it.
    @Nullable
    Asked next() {
        for (Requests.Request request : requests.waiting(stream)) {
            StopKind kind = kind(request.kind());
            if (kind != null) {
                taken = request;
                return new Asked(kind, request.text());
            }
            remove(request); // nothing else can be asked of it
        }
        return null;
    }

    record Asked(StopKind kind, String by) {}

    /// The journal has the request that was taken last.
    void journaled() {
        Requests.Request heard = taken;
        if (heard != null) {
            taken = null;
            remove(heard);
        }
    }

    private void remove(Requests.Request request) {
        try {
            requests.done(request);
        } catch (IOException stays) {
            throw new UncheckedIOException("cannot remove a request to " + stream, stays);
        }
    }

    /// Null where it is not about stopping.
    public static @Nullable StopKind kind(Requests.Kind kind) {
        return switch (kind) {
            case STOP -> StopKind.STOP;
            case STOP_AFTER_ATTEMPT -> StopKind.AFTER_ATTEMPT;
            case CANCEL -> StopKind.CANCEL;
            case HOLD, RELEASE, ADOPT -> null;
        };
    }

    static Requests.Kind request(StopKind kind) {
        return switch (kind) {
            case STOP -> Requests.Kind.STOP;
            case AFTER_ATTEMPT -> Requests.Kind.STOP_AFTER_ATTEMPT;
            case CANCEL -> Requests.Kind.CANCEL;
        };
    }
}
