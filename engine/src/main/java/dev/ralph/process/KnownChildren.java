package dev.ralph.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The children this JVM has on purpose, so that a subreaper never takes one for an orphan of an agent.
///
/// Being a subreaper is a property of the whole JVM, and so is this list.
final class KnownChildren {
    /// Held from a birth until the child is known, and while orphans are told from children.
    static final ReentrantLock BIRTH = new ReentrantLock();

    static final int SELF = (int) ProcessHandle.current().pid();

    private static final Set<Integer> KNOWN = ConcurrentHashMap.newKeySet();

    private static int subreapers;

    private KnownChildren() {}

    /// From now on orphans come to this JVM, as long as somebody wants them to.
    static void adoptOrphans() {
        BIRTH.lock();
        try {
            int result = SystemCalls.becomeSubreaper();
            if (result < 0) {
                throw new UnsupportedOperationException(ProgramSearch.reason(-result));
            }
            subreapers++;
        } finally {
            BIRTH.unlock();
        }
    }

    static void adoptNoMore() {
        BIRTH.lock();
        try {
            if (--subreapers == 0) {
                SystemCalls.stopBeingSubreaper();
            }
        } finally {
            BIRTH.unlock();
        }
    }

    static boolean adoptsOrphans() {
        BIRTH.lock();
        try {
            return subreapers > 0;
        } finally {
            BIRTH.unlock();
        }
    }

    static void add(int pid) {
        KNOWN.add(pid);
    }

    static void remove(int pid) {
        KNOWN.remove(pid);
    }

    static boolean knows(int pid) {
        return KNOWN.contains(pid);
    }
}
