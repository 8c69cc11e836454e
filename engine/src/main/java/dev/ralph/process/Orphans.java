package dev.ralph.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The processes that came to this JVM because their parent died, told apart by the agent they stem from.
///
/// 1. A child the JVM has on purpose is never touched: it is in the [KnownChildren], or in the JVM's own session.
/// 2. An orphan belongs to the agent whose tag or session it carries; without either, to whichever agent was running at
///    its birth. If that may be several, it is left until the last of them ends.
/// 3. Only pids known to be orphans are reaped, one by one: waiting for "any child" would steal other people's exit
///    codes.
final class Orphans {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final int ROUNDS_WITHOUT_PAUSE = 2000;

    private final int ownSession =
            Objects.requireNonNull(ProcFiles.stat(KnownChildren.SELF)).session();
    private final Set<Owner> owners = ConcurrentHashMap.newKeySet();

    /// An agent that may have orphans. Whatever outlives its main process becomes, at once or after its own parent, a
    /// child of the JVM. So when the JVM has no such child left, nothing of the agent is left: that is the proof.
    final class Owner implements SessionScope.Rest {
        private final int leader;
        private final long start;
        private final byte[] tag;

        private Owner(int leader, long start, String tag) {
            this.leader = leader;
            this.start = start;
            this.tag = ProcFiles.tagEntry(tag);
        }

        @Override
        public Optional<ProcessScope.Remains> glance() {
            if (!noneAtAll()) {
                return Optional.empty();
            }
            owners.remove(this);
            return Optional.of(new ProcessScope.Remains(false, ProofOfEnd.NO_CHILDREN_LEFT));
        }

        @Override
        public ProcessScope.Remains endAll() {
            return endAllOf(this);
        }

        private boolean isCarriedBy(ProcFiles.Stat orphan) {
            return orphan.session() == leader || orphan.group() == leader || ProcFiles.hasVariable(orphan.pid(), tag);
        }
    }

    Owner begin(int leader, long start, String tag) {
        Owner owner = new Owner(leader, start, tag);
        owners.add(owner);
        return owner;
    }

    /// Whether the JVM has no orphan at all; the usual case, and cheap. Dead ones are buried on the way.
    boolean noneAtAll() {
        KnownChildren.BIRTH.lock();
        try {
            boolean first = look().isQuiet();
            return first && look().isQuiet();
        } finally {
            KnownChildren.BIRTH.unlock();
        }
    }

    /// @param buried how many dead ones were taken away. Each may have had children that came to us only after we had
    ///     read the list, so a look that buried somebody proves nothing about who is left
    private record Look(List<ProcFiles.Stat> orphans, int buried) {
        /// Where the list itself could not be read, anybody may be there.
        static final int BLIND = 1;

        boolean isQuiet() {
            return orphans.isEmpty() && buried == 0;
        }
    }

    /// Adopted children hang below the main thread as long as it lives. The kernel's list may skip one while others
    /// exit, so one quiet look is not enough.
    private Look look() {
        Optional<List<Integer>> children = ProcFiles.ownChildren();
        if (children.isEmpty()) {
            return new Look(List.of(), Look.BLIND);
        }
        List<ProcFiles.Stat> orphans = new ArrayList<>();
        int buried = 0;
        for (int pid : children.get()) {
            if (KnownChildren.knows(pid)) {
                continue;
            }
            ProcFiles.Stat stat = ProcFiles.stat(pid);
            if (stat == null || (isForeign(stat) && !stat.alive() && SystemCalls.reap(pid) != null)) {
                buried++;
            } else if (isForeign(stat)) {
                orphans.add(stat);
            }
        }
        return new Look(orphans, buried);
    }

    private boolean isForeign(ProcFiles.Stat stat) {
        return stat.session() != ownSession;
    }

    /// Ends the orphans of an agent whose main process is dead, faster than they can multiply.
    private ProcessScope.Remains endAllOf(Owner dead) {
        long deadline = System.nanoTime() + PATIENCE;
        boolean leaked = false;
        boolean quiet = false;
        for (int round = 0; System.nanoTime() < deadline; round++) {
            Round seen = round(dead);
            leaked |= seen.killed > 0;
            boolean before = quiet;
            quiet = seen.killed == 0 && seen.dying == 0;
            if (quiet && before) {
                owners.remove(dead);
                return new ProcessScope.Remains(
                        leaked, seen.unclear == 0 ? ProofOfEnd.NO_CHILDREN_LEFT : ProofOfEnd.BEST_EFFORT);
            }
            if (round > ROUNDS_WITHOUT_PAUSE) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        owners.remove(dead);
        return new ProcessScope.Remains(true, ProofOfEnd.SURVIVORS);
    }

    private record Round(int killed, int dying, int unclear) {}

    private Round round(Owner dead) {
        int killed = 0;
        int unclear = 0;
        KnownChildren.BIRTH.lock();
        try {
            Look look = look();
            int dying = look.buried;
            for (ProcFiles.Stat orphan : look.orphans) {
                if (!orphan.alive()) {
                    dying++;
                    continue;
                }
                switch (owner(orphan, dead)) {
                    case THIS -> {
                        SystemCalls.kill(
                                orphan.pid(), SystemCalls.SIGKILL); // our child, not reaped: the number means it
                        killed++;
                    }
                    case OTHER -> {}
                    case UNCLEAR -> unclear++;
                }
            }
            return new Round(killed, dying, unclear);
        } finally {
            KnownChildren.BIRTH.unlock();
        }
    }

    private enum Whose {
        THIS,
        OTHER,
        UNCLEAR
    }

    private Whose owner(ProcFiles.Stat orphan, Owner dead) {
        if (orphan.start() < dead.start) {
            return Whose.OTHER;
        }
        if (dead.isCarriedBy(orphan)) {
            return Whose.THIS;
        }
        boolean shared = false;
        for (Owner other : owners) {
            if (!other.equals(dead) && other.start <= orphan.start()) {
                if (other.isCarriedBy(orphan)) {
                    return Whose.OTHER;
                }
                shared = true;
            }
        }
        return shared ? Whose.UNCLEAR : Whose.THIS;
    }
}
