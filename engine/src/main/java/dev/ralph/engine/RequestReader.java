package dev.ralph.engine;

import dev.ralph.attempt.Inbox;
import dev.ralph.attempt.InboxItem;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Requests;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Brings other processes' requests to the loop's inbox, each once, and removes them when the journal has them.
final class RequestReader {
    private final Requests requests;
    private final String loop;
    private final Inbox inbox;
    private final Duration grace;
    private final Consumer<String> adopt;
    private final Set<String> seen = new HashSet<>();
    private final Map<Requests.Request, Event> open = new LinkedHashMap<>();

    /// @param adopt runs another loop as a child
    RequestReader(Requests requests, String loop, Inbox inbox, Duration grace, Consumer<String> adopt) {
        this.requests = requests;
        this.loop = loop;
        this.inbox = inbox;
        this.grace = grace;
        this.adopt = adopt;
    }

    /// Requests of yesterday bind nobody: a loop that somebody starts shall run. Children not yet adopted, and what was
    /// said, still count.
    void forgetOld() throws IOException {
        for (Requests.Request old : requests.waiting(loop)) {
            if (old.kind() != Requests.Kind.ADOPT && old.kind() != Requests.Kind.TELL) {
                requests.done(old);
            }
        }
    }

    /// Looks for requests that are new, and forgets those that are gone.
    synchronized void look() {
        List<Requests.Request> waiting = requests.waiting(loop);
        seen.retainAll(waiting.stream().map(Requests.Request::id).collect(Collectors.toSet()));
        for (Requests.Request request : waiting) {
            if (seen.add(request.id())) {
                take(request);
            }
        }
    }

    /// Called with every durable entry. What nobody answered means nothing any more when the loop has ended.
    synchronized void heard(JournalEntry<Event> entry) {
        boolean ended = entry.event() instanceof Event.LoopEnded;
        open.entrySet().removeIf(asked -> {
            boolean answered = ended || asked.getValue().equals(entry.event());
            if (answered) {
                remove(asked.getKey());
            }
            return answered;
        });
    }

    private void take(Requests.Request request) {
        String by = request.text();
        switch (request.kind()) {
            case STOP -> ask(request, new Event.StopRequested(Event.StopKind.STOP, by));
            case STOP_AFTER_ATTEMPT -> ask(request, new Event.StopRequested(Event.StopKind.AFTER_ATTEMPT, by));
            case CANCEL -> ask(request, new Event.StopRequested(Event.StopKind.CANCEL, by));
            case HOLD -> ask(request, new Event.Held(by));
            case RELEASE -> ask(request, new Event.Released(by));
            case TELL -> ask(request, new Event.Told(by));
            case ADOPT -> {
                FaultPoint.ADOPT.before();
                adopt.accept(by);
                FaultPoint.ADOPT.after();
                remove(request);
            }
        }
    }

    private void ask(Requests.Request request, Event event) {
        open.put(request, event);
        inbox.put(new InboxItem.Asked(event, grace));
    }

    private void remove(Requests.Request request) {
        try {
            requests.done(request);
        } catch (IOException stays) {
            // It was taken and is remembered as seen; a left-over file is forgotten at the next start.
            seen.add(request.id());
        }
    }
}
