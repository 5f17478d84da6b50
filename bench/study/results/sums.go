package results

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// digestTable is the part of the schema that says what the rest must be. Files of earlier
// versions do not have it: see File.Unchecked.
const digestTable = `
CREATE TABLE IF NOT EXISTS digest (
	part   TEXT NOT NULL,    -- schema, study, names, sessions, cell or run
	number INTEGER NOT NULL, -- of the cell or of the run; otherwise 0
	digest TEXT NOT NULL,    -- of its content: half of a SHA-256, in hexadecimal
	PRIMARY KEY (part, number)
) WITHOUT ROWID;
`

// The parts of a file that have a digest.
const (
	schemaPart = "schema"
	studyPart  = "study"
	namesPart  = "names"
	signPart   = "sessions"
	cellPart   = "cell"
	runPart    = "run"
)

// sumOf returns the digest of what is added.
func sumOf(add func(d *digest)) string {
	d := newDigest()
	add(d)
	return d.half()
}

// sumOfRun covers all that a run has. Unlike Digest it covers what the clock said. A digest serves many runs, one after the other.
func (d *digest) sumOfRun(r Run) string {
	d.hash.Reset()
	d.run(r)
	d.number(r.Wall)
	d.number(r.CPU)
	return d.half()
}

// half returns the digest of what was added.
func (d *digest) half() string { return hex.EncodeToString(d.sum()[:16]) }

// sumOfCell covers a cell and how many repetitions it needs.
func sumOfCell(c Cell, planned int) string { return sumOf(func(d *digest) { d.cell(c, planned) }) }

// sumOfStudy covers the study, its texts and the part that the file is for.
func sumOfStudy(st Study, part Part) string {
	return sumOf(func(d *digest) {
		d.text(st.Name, st.Text, st.Hash, st.Version, part.String())
		d.count(st.Cells, st.Repeat, len(st.Sources))
		for _, s := range st.Sources {
			d.text(s.Name, s.Text)
		}
	})
}

// sumOfNames covers the names with their units, numbers and kinds.
func (s *store) sumOfNames() (string, error) {
	return s.sumOfRows("SELECT m.name, m.text, m.unit || ' ' || ifnull(k.kind, '') FROM metric_name m LEFT JOIN metric_kind k USING (name) ORDER BY m.name",
		"SELECT name, text, unit FROM series_name ORDER BY name")
}

// sumOfSessions covers what wrote to the file.
func (s *store) sumOfSessions() (string, error) {
	return s.sumOfRows(`SELECT version, "commit", sources FROM session ORDER BY number`,
		"SELECT go, platform, machine FROM session ORDER BY number", "SELECT number, '', date FROM session ORDER BY number")
}

// sumOfSchema covers the definitions of the tables and views that a file of results has,
// and none that a user has added.
func (s *store) sumOfSchema() (string, error) {
	return s.sumOfRows(`SELECT type, name, sql FROM sqlite_master WHERE name IN ('study', 'source', 'cell', 'param', 'run',
		'metric_name', 'metric_kind', 'metric', 'series_name', 'series', 'session', 'digest', 'params', 'runs', 'metrics', 'points', 'cells')
		ORDER BY name`)
}

// sumOfRows covers the rows of queries that give three texts each.
func (s *store) sumOfRows(queries ...string) (string, error) {
	d := newDigest()
	for _, query := range queries {
		err := s.rows(func(r *sql.Rows) error {
			var a, b, c string
			err := r.Scan(&a, &b, &c)
			d.text(a, b, c)
			return err
		}, query)
		if err != nil {
			return "", err
		}
		d.text("")
	}
	return d.half(), nil
}

// seal keeps the digest of a part.
func (s *store) seal(part string, number int, sum string) error {
	return s.exec("INSERT OR REPLACE INTO digest VALUES (?, ?, ?)", part, number, sum)
}

// sealContent keeps the digests of all but names and runs.
func (s *store) sealContent(c *content) error {
	sum, err := s.sumOfSchema()
	if err == nil {
		err = s.seal(schemaPart, 0, sum)
	}
	if err == nil {
		err = s.seal(studyPart, 0, sumOfStudy(c.study, c.part))
	}
	if err != nil {
		return err
	}
	for i, cell := range c.cells {
		if err := s.seal(cellPart, i, sumOfCell(cell, c.planned[i])); err != nil {
			return err
		}
	}
	return nil
}

// sealNames keeps the digest of the names.
func (s *store) sealNames() error {
	sum, err := s.sumOfNames()
	if err != nil {
		return err
	}
	return s.seal(namesPart, 0, sum)
}

// sealSessions keeps the digest of the sessions.
func (s *store) sealSessions() error {
	sum, err := s.sumOfSessions()
	if err != nil {
		return err
	}
	return s.seal(signPart, 0, sum)
}

// sealAll gives a file of an earlier version the digests of what it holds.
func (f *File) sealAll() error {
	return f.store.transact(func() error {
		err := f.store.exec(sessionTable + digestTable)
		if err == nil {
			err = f.store.sealContent(f.content)
		}
		if err == nil {
			err = f.store.sealNames()
		}
		if err == nil {
			err = f.store.sealSessions()
		}
		if err != nil {
			return err
		}
		d := newDigest()
		for r, err := range f.WholeRuns() {
			if err != nil {
				return err
			}
			if err := f.store.seal(runPart, int(f.content.study.number(Key{r.Cell, r.Repetition})), d.sumOfRun(r)); err != nil {
				return err
			}
		}
		return nil
	})
}

// verify compares everything in the file with its digests. SQLite itself checks how its
// pages hang together, and not what they say.
func (f *File) verify() error {
	if err := f.store.whole(); err != nil {
		return err
	}
	schema, err := f.store.sumOfSchema()
	if err != nil {
		return err
	}
	names, err := f.store.sumOfNames()
	if err != nil {
		return err
	}
	sessions, err := f.store.sumOfSessions()
	if err != nil {
		return err
	}
	want, err := f.store.prepare("SELECT digest FROM digest WHERE part = ? AND number = ?")
	if err != nil {
		return err
	}
	defer want.Close()
	check := func(part string, number int, is, what string) error {
		var was string
		err := want.QueryRowContext(context.Background(), part, number).Scan(&was)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return f.store.explain(err)
		}
		if was != is {
			return damaged(f.path, what+" is not as it was written: its digest differs")
		}
		return nil
	}
	c := f.content
	err = check(schemaPart, 0, schema, "the definition of a table")
	if err == nil {
		err = check(studyPart, 0, sumOfStudy(c.study, c.part), "what it says of the study")
	}
	if err == nil {
		err = check(namesPart, 0, names, "a name or a unit of a metric or a series")
	}
	if err == nil {
		err = check(signPart, 0, sessions, "what it says of the programs that wrote it")
	}
	for i, cell := range c.cells {
		if err == nil {
			err = check(cellPart, i, sumOfCell(cell, c.planned[i]), fmt.Sprintf("cell %d", i))
		}
	}
	if err != nil {
		return err
	}
	return f.verifyRuns(check)
}

// verifyRuns compares the runs with their digests, of which there must be as many.
func (f *File) verifyRuns(check func(part string, number int, is, what string) error) error {
	runs, sums, d := 0, 0, newDigest()
	for r, err := range f.WholeRuns() {
		if err != nil {
			return err
		}
		runs++
		what := fmt.Sprintf("repetition %d of cell %d", r.Repetition, r.Cell)
		if err := check(runPart, int(f.content.study.number(Key{r.Cell, r.Repetition})), d.sumOfRun(r), what); err != nil {
			return err
		}
	}
	err := f.store.rows(func(r *sql.Rows) error { return r.Scan(&sums) }, "SELECT count(*) FROM digest WHERE part = ?", runPart)
	if err == nil && runs != sums {
		err = damaged(f.path, fmt.Sprintf("it had %d runs and has %d", sums, runs))
	}
	return err
}

// distrust takes what cannot be read where SQLite finds no fault for damage, such as a text
// in the place of a number.
func (s *store) distrust(err error) error {
	if err == nil || strings.HasPrefix(err.Error(), s.path) {
		return err
	}
	return damaged(s.path, err)
}
