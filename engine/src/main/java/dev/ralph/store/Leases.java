package dev.ralph.store;

import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who runs what.
///
/// Leases promise:
/// 1. At most one holder of a key, among all who share them and all threads of one process.
/// 2. What ends the holder ends its lease: nobody has to take it away.
/// 3. Where the first promise cannot be kept, because somebody deletes what it rests on, the journal still lets only
/// one of two holders write.
public interface Leases {

    /// Makes this process the holder, or says who is. Does not wait.
    ///
    /// @throws CannotOwn when nobody can tell
    Answer acquire(String key, OwnerProcess me);

    /// Who holds it at this moment, without asking for it.
    Optional<OwnerProcess> whoHolds(String key);

    /// Somebody who holds something at this moment; empty while nobody holds anything.
    Optional<OwnerProcess> anyHolder() throws IOException;

    sealed interface Answer permits Lease, HeldBy {}

    non-sealed interface Lease extends Answer, AutoCloseable {
        OwnerProcess holder();

        /// Whether what it rests on is still there; if not, another process may believe that nobody holds it.
        boolean intact();

        /// Gives it up.
        @Override
        void close();
    }

    /// Somebody else has it.
    ///
    /// @param where  to look for more
    /// @param holder null when it has not said who it is
    record HeldBy(String where, @Nullable OwnerProcess holder) implements Answer {
        public String words() {
            return "held by " + (holder == null ? "another process (" + where + ")" : holder.words());
        }
    }

    /// What is held by who runs this stream: the flow, the task, the task in one role, or a job by itself.
    static String key(StreamHead head) {
        if (head.kind() == StreamHead.Kind.FLOW) {
            return "flow-" + head.task();
        }
        String role = head.role();
        if (role == null) {
            return "task-" + head.task();
        }
        return role.startsWith("job-") ? role : "task-" + head.task() + "+" + role;
    }
}
