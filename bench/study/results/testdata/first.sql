-- The schema that the first versions wrote: it has no files of the study.
PRAGMA application_id = 0x484c434e;
PRAGMA user_version = 1;

CREATE TABLE study (
	id      INTEGER PRIMARY KEY CHECK (id = 1),
	name    TEXT NOT NULL,
	text    TEXT NOT NULL,    -- of the study file
	hash    TEXT NOT NULL,    -- of everything that decides the results
	version TEXT NOT NULL,    -- of the program
	cells   INTEGER NOT NULL,
	repeat  INTEGER NOT NULL,
	part    INTEGER NOT NULL, -- of a shard, from 0
	parts   INTEGER NOT NULL, -- number of shards; 0: all of the study
	whole   INTEGER NOT NULL  -- 1: shards have whole cells
);
CREATE TABLE cell (
	cell    INTEGER PRIMARY KEY,
	planned INTEGER NOT NULL  -- repetitions that the cell needs
);
CREATE TABLE param (
	cell     INTEGER NOT NULL,
	position INTEGER NOT NULL,
	path     TEXT NOT NULL,
	text     TEXT NOT NULL,
	unit     TEXT NOT NULL,
	value    REAL,            -- NULL: no number
	PRIMARY KEY (cell, position)
) WITHOUT ROWID;
CREATE TABLE run (
	run         INTEGER PRIMARY KEY, -- cell * repeat + repetition
	cell        INTEGER NOT NULL,
	repetition  INTEGER NOT NULL,
	seed        INTEGER NOT NULL,    -- 64 bits
	status      TEXT NOT NULL,       -- ok, failed
	reason      TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	wall        REAL,                -- s
	cpu         REAL                 -- s
);
CREATE TABLE metric_name (
	name INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE,
	unit TEXT NOT NULL
);
CREATE TABLE metric (
	run   INTEGER NOT NULL,
	name  INTEGER NOT NULL,
	value REAL,
	PRIMARY KEY (run, name)
) WITHOUT ROWID;
CREATE TABLE series_name (
	name INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE,
	unit TEXT NOT NULL
);
CREATE TABLE series (
	run   INTEGER NOT NULL,
	name  INTEGER NOT NULL,
	n     INTEGER NOT NULL,
	time  REAL NOT NULL,      -- s
	value REAL,
	PRIMARY KEY (run, name, n)
) WITHOUT ROWID;

CREATE VIEW params AS
	SELECT cell, path, text, value, unit FROM param;
CREATE VIEW runs AS
	SELECT cell, repetition, iif(seed < 0, printf('%u', seed), seed) AS seed,
	       status, reason, fingerprint, wall, cpu, run
	FROM run;
CREATE VIEW metrics AS
	SELECT r.cell, r.repetition, r.seed, n.text AS name, n.unit, m.value, r.status
	FROM runs r JOIN metric m ON m.run = r.run JOIN metric_name n ON n.name = m.name;
CREATE VIEW points AS
	SELECT r.cell, r.repetition, r.seed, n.text AS name, n.unit, p.n, p.time, p.value
	FROM runs r JOIN series p ON p.run = r.run JOIN series_name n ON n.name = p.name;
