package dev.ralph.sim;

import dev.ralph.store.Leases;
import dev.ralph.store.OwnerProcess;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Leases in memory, among those who share this object.
public final class SimLeases implements Leases {
    private final Map<String, Held> held = new HashMap<>();

    @Override
    public synchronized Answer acquire(String key, OwnerProcess me) {
        Held known = held.get(key);
        if (known != null) {
            return new HeldBy("in memory", known.holder);
        }
        Held mine = new Held(key, me);
        held.put(key, mine);
        return mine;
    }

    @Override
    public synchronized Optional<OwnerProcess> whoHolds(String key) {
        return Optional.ofNullable(held.get(key)).map(Lease::holder);
    }

    @Override
    public synchronized Optional<OwnerProcess> anyHolder() {
        return held.values().stream().map(Lease::holder).findFirst();
    }

    private final class Held implements Lease {
        private final String key;
        private final OwnerProcess holder;

        Held(String key, OwnerProcess holder) {
            this.key = key;
            this.holder = holder;
        }

        @Override
        public OwnerProcess holder() {
            return holder;
        }

        @Override
        public boolean intact() {
            synchronized (SimLeases.this) {
                return held.get(key) == this;
            }
        }

        @Override
        public void close() {
            synchronized (SimLeases.this) {
                held.remove(key, this);
            }
        }
    }
}
