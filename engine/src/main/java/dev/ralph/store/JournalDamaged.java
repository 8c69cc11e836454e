package dev.ralph.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The journal's file is not what was written to it.
public final class JournalDamaged extends JournalUnusable {
    private static final long serialVersionUID = 1L;

    JournalDamaged(Path path, String what, @Nullable Throwable cause) {
        super(
                "the journal " + path + " is damaged: " + what
                        + "; nothing was changed, `ralph doctor` shows what can be saved and keeps a copy",
                cause);
    }

    /// One entry cannot be read; those before it can.
    static JournalDamaged entry(Path path, String loop, long seq, String what, @Nullable Throwable cause) {
        String safe = seq > 1 ? "entries 1 to " + (seq - 1) + " of this loop are safe" : "no entry comes before it";
        return new JournalDamaged(path, "entry " + seq + " of loop " + loop + " " + what + " (" + safe + ")", cause);
    }
}
