-- The journal. Entries are only ever added.
CREATE TABLE event (
    loop_id TEXT NOT NULL REFERENCES loop (id),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    at INTEGER NOT NULL, -- nanoseconds since 1970, UTC
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (loop_id, seq)
) STRICT, WITHOUT ROWID;

-- What never changes about a loop, and where it stands: the second half is implied by its entries.
CREATE TABLE loop (
    number INTEGER PRIMARY KEY, -- in the order they began
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    task TEXT NOT NULL,
    profile TEXT NOT NULL,
    parent_run TEXT,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    phase TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    max_attempts INTEGER NOT NULL,
    outcome TEXT,
    reason TEXT,
    seq INTEGER NOT NULL
) STRICT;

CREATE INDEX loop_by_task ON loop (task);

-- Implied by the entries; how an attempt ended is read from the entry that says so.
CREATE TABLE attempt (
    loop_id TEXT NOT NULL REFERENCES loop (id),
    attempt INTEGER NOT NULL,
    run TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_seq INTEGER,
    PRIMARY KEY (loop_id, attempt)
) STRICT, WITHOUT ROWID;
