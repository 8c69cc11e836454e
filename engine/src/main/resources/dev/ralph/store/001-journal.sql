-- A machine's events are a stream: what never changes about it, then where it stands, which its entries imply.
CREATE TABLE stream (
    number INTEGER PRIMARY KEY, -- in the order they began
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT,
    run TEXT,
    project TEXT NOT NULL,
    task TEXT NOT NULL,
    role TEXT,
    profile TEXT NOT NULL,
    started_at INTEGER NOT NULL, -- nanoseconds since 1970, UTC
    updated_at INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    parked INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT;

CREATE INDEX stream_by_task ON stream (task);

CREATE INDEX stream_by_parent ON stream (parent) WHERE parent IS NOT NULL;

CREATE INDEX stream_open ON stream (number) WHERE ended = 0;

-- What two engines of one task would be.
CREATE UNIQUE INDEX one_open_loop ON stream (project, task, ifnull(role, '')) WHERE ended = 0 AND kind = 'LOOP';

-- The journal. Entries are only ever added, so positions rise.
CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL REFERENCES stream (id),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, seq)
) STRICT;

-- What events ask people, implied by them; and the first answer to each.
CREATE TABLE question (
    number INTEGER PRIMARY KEY, -- in the order they were asked
    id TEXT NOT NULL UNIQUE,
    stream TEXT NOT NULL REFERENCES stream (id),
    text TEXT NOT NULL,
    answer TEXT,
    answered_by TEXT
) STRICT;

CREATE INDEX question_open ON question (number) WHERE answer IS NULL;
