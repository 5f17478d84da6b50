package results

import (
	"slices"
	"strings"
)

// What the header of a file says. The first is "HLCN".
const (
	applicationID = 0x484c434e
	schemaVersion = 1
)

// tables is the schema, save the view of cells, which depends on the study.
// Seeds above 2^63 are negative in the table and are turned back in the views.
//
//	study        one row: name, text, hash, version, cells, repeat, part, parts, whole (cells that
//	             a shard has at a time, one behind the other; 0: runs)
//	source       position, name, text: the files that the study was read from, its own
//	             first, then the base; files of the first versions do not have this table
//	cell         cell, planned (repetitions that it needs: see Writer.Stop)
//	param        cell, position, path, text, unit, value
//	run          run = cell*repeat + repetition, cell, repetition, seed (its 64 bits,
//	             as a signed number), status, reason, fingerprint, wall, cpu
//	metric_name  name (a number), text, unit
//	metric_kind  name (a number), kind: mean, share, count and so on, as package
//	             sim/metric has them; files of the first versions do not have this table
//	metric       run, name, value
//	series_name  name (a number), text, unit
//	series       run, name, n, time, value
//	session      number, version, commit, sources, go, platform, machine, date: what wrote to
//	             the file, in turn, and what wrote the shards that it was merged from
//	digest       part (schema, study, names, sessions, cell or run), number, digest: see Open; files of
//	             earlier versions have neither this table nor session
//
// Names are numbers in the large tables, and these are clustered by run. So a metric of a run takes
// some 17 bytes, and 10,000 runs of 60 metrics take 10 MB. Series are rows as well. As a blob of
// doubles they would take two thirds of the room, but no SQLite client could read them: SQL has no
// function that takes the bytes of a double apart.
//
// SQLite checks how its pages hang together, and not what they say. So each run and each cell has a
// digest, and the study, the names and the definitions of the tables have one each. Open and Resume
// read the whole file and compare.
const tables = `
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
`

// cellsView returns the view of cells: a column for each path that is swept,
// in the order in which they come, with the number where there is one and the
// text otherwise.
func cellsView(cells []Cell) string {
	var b strings.Builder
	b.WriteString("CREATE VIEW cells AS SELECT c.cell")
	for _, path := range paths(cells) {
		b.WriteString(",\n\t(SELECT ifnull(value, text) FROM param p WHERE p.cell = c.cell AND p.path = " +
			quote(path, "'") + ") AS " + quote(path, `"`))
	}
	b.WriteString("\nFROM cell c")
	return b.String()
}

// paths returns the paths of all parameters, in the order in which they come.
func paths(cells []Cell) []string {
	var all []string
	for _, c := range cells {
		for _, p := range c.Params {
			if !slices.Contains(all, p.Path) {
				all = append(all, p.Path)
			}
		}
	}
	return all
}

// quote puts a text between marks, as SQL wants it.
func quote(text, mark string) string {
	return mark + strings.ReplaceAll(text, mark, mark+mark) + mark
}
