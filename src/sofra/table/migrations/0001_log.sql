-- One log for each table; the log is only ever appended to.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    command TEXT,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- A command acts once, whatever a network does with it.
CREATE UNIQUE INDEX log_command ON log (table_id, seat, command) WHERE command IS NOT NULL;

-- When a table last moved, so that it can be swept or resumed without reading its log.
CREATE TABLE tables (
    table_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX tables_at ON tables (closed, at);

-- The server's own seeds: never sent before the envelope is opened.
CREATE TABLE secrets (
    table_id TEXT NOT NULL,
    envelope INTEGER NOT NULL,
    seed BLOB NOT NULL,
    PRIMARY KEY (table_id, envelope)
) WITHOUT ROWID;

-- Which browser (hash of its token) sits at which table.
CREATE TABLE devices (
    device TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (device, table_id)
) WITHOUT ROWID;

CREATE INDEX devices_table ON devices (table_id);
