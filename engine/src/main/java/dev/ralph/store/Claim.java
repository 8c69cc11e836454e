package dev.ralph.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The answer to asking for something that only one process may have.
public sealed interface Claim permits Ownership, Claim.HeldBy {

    /// Somebody else has it.
    ///
    /// @param holder null when the owner has not said who it is
    record HeldBy(Path lock, @Nullable Holder holder) implements Claim {
        public String words() {
            return "held by " + (holder == null ? "another process (lock file " + lock + ")" : holder.words());
        }
    }
}
