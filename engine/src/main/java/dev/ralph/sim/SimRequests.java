package dev.ralph.sim;

import dev.ralph.store.Requests;
import java.util.ArrayList;
import java.util.List;

/// Requests in memory, among those who share this object.
public final class SimRequests implements Requests {
    private final List<Request> waiting = new ArrayList<>();
    private int sent;

    @Override
    public synchronized void send(String stream, Kind kind, String text) {
        waiting.add(new Request(stream, Integer.toString(++sent), kind, text));
    }

    @Override
    public synchronized List<Request> waiting(String stream) {
        return waiting.stream()
                .filter(request -> request.stream().equals(stream))
                .toList();
    }

    @Override
    public synchronized void done(Request request) {
        waiting.remove(request);
    }
}
