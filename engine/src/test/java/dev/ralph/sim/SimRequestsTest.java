package dev.ralph.sim;

import dev.ralph.store.Requests;
import dev.ralph.store.RequestsContract;

class SimRequestsTest extends RequestsContract {
    private final SimRequests requests = new SimRequests();

    @Override
    protected Requests requests() {
        return requests;
    }
}
