package dev.ralph.store;

import org.jspecify.annotations.Nullable;

/// The journal cannot be used as asked. The message says what happened, to which file, and what to do.
public abstract sealed class JournalUnusable extends RuntimeException
        permits JournalBusy, JournalDamaged, JournalNewer, JournalUnreadable, JournalUnwritable {
    private static final long serialVersionUID = 1L;

    JournalUnusable(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
