package dev.ralph.sim;

import dev.ralph.store.Leases;
import dev.ralph.store.LeasesContract;

class SimLeasesTest extends LeasesContract {
    private final SimLeases leases = new SimLeases();

    @Override
    protected Leases leases() {
        return leases;
    }
}
