-- A change that no release holds; tests migrate to it.
ALTER TABLE stream ADD COLUMN note TEXT NOT NULL DEFAULT 'none';

CREATE TABLE for_tests (number INTEGER PRIMARY KEY) STRICT;
