package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"halocline/sim/metric"
)

// File is a file that is open for reading. It shows what was committed when it
// was opened, also while a study goes on to write it. A File belongs to one
// goroutine.
//
// A user with any SQLite client has views, which will stay:
//
//	cells    cell, and a column for each swept parameter
//	params   cell, path, text, value, unit
//	runs     cell, repetition, seed, status, reason, fingerprint, wall, cpu
//	metrics  cell, repetition, seed, name, unit, value, status
//	points   cell, repetition, seed, name, unit, n, time, value
//
// For example
//
//	SELECT "water.current.speed" AS speed, avg(value), count(value)
//	FROM metrics JOIN cells USING (cell)
//	WHERE name = 'delay.mean' AND status = 'ok' GROUP BY speed;
//
// Times are in seconds. A value that does not exist is NULL here and NaN in Go. SQLite has one zero:
// a metric or a point of -0 is kept as 0.
type File struct {
	path    string
	store   *store
	content *content
	metrics *nameTable
	series  *nameTable
	sealed  bool // it has digests
}

// Open opens a file for reading and compares all that it holds with the digests that were
// written with it.
func Open(path string) (*File, error) {
	name, err := resolve(path)
	if err != nil {
		return nil, err
	}
	if err := inspect(name, path, os.O_RDONLY); err != nil {
		return nil, err
	}
	undo(name, path)
	s, err := connect(name, path, readOnly)
	if err != nil {
		return nil, err
	}
	f := &File{path: path, store: s}
	err = f.load()
	if err == nil && f.sealed {
		err = f.verify()
	}
	if err != nil {
		s.close()
		return nil, s.distrust(err)
	}
	return f, nil
}

// undo takes back what a writer had begun that was killed while it changed the kind of its log:
// who only reads may not. What is wrong beyond that is told when the file is read.
func undo(name, path string) {
	if info, err := os.Stat(name + "-journal"); err != nil || info.Size() == 0 {
		return
	}
	if s, err := connect(name, path, readWrite); err == nil {
		s.exec("SELECT count(*) FROM sqlite_schema")
		s.close()
	}
}

// load begins the transaction in which everything is read, and reads all but
// the runs.
func (f *File) load() error {
	err := f.store.exec("BEGIN")
	if err != nil {
		return err
	}
	if f.content, err = f.store.load(context.Background()); err != nil {
		return err
	}
	if f.sealed, err = f.store.hasTable("digest"); err != nil {
		return err
	}
	return f.loadNames()
}

// loadNames reads the names of metrics and series.
func (f *File) loadNames() (err error) {
	if f.metrics, err = f.store.loadNames("metric", "metric_name"); err != nil {
		return err
	}
	f.series, err = f.store.loadNames("series", "series_name")
	return err
}

// Unchecked tells that an earlier version wrote the file, without the digests that show
// whether it is as it was written.
func (f *File) Unchecked() bool { return !f.sealed }

// Close closes the file.
func (f *File) Close() error { return f.store.close() }

// Study returns what the results are of.
func (f *File) Study() Study { return f.content.study }

// Part returns the part of the study that the file is for.
func (f *File) Part() Part { return f.content.part }

// Cells returns the cells. They belong to the file.
func (f *File) Cells() []Cell { return f.content.cells }

// Planned returns how many repetitions a cell needs.
func (f *File) Planned(cell int) int { return f.content.planned[cell] }

// Metrics returns the metrics that any run has, in the order of their names.
func (f *File) Metrics() []Name { return f.metrics.sorted() }

// Missing returns the runs that the file still needs, in order.
func (f *File) Missing() ([]Key, error) {
	have, err := f.store.numbers()
	return f.content.study.missing(f.content.part, f.content.planned, have), err
}

// Count returns how many runs there are, and how many of them failed.
func (f *File) Count() (runs, failed int, err error) {
	err = f.store.rows(func(r *sql.Rows) error { return r.Scan(&runs, &failed) },
		"SELECT count(*), count(*) FILTER (WHERE status <> ?) FROM run", OK)
	return runs, failed, err
}

// Value is what one run gave for a metric.
type Value struct {
	Repetition int
	Value      float64 // NaN: there was nothing to measure
}

// Values returns what the runs of a cell that did not fail gave for a metric,
// in the order of repetitions.
func (f *File) Values(cell int, metric string) ([]Value, error) {
	number, ok := f.metrics.numbers[metric]
	if !ok {
		return nil, f.unknown(metric)
	}
	return f.store.values(f.content.study, cell, number, f.metrics.names[number].Kind)
}

// unknown lists the metrics that there are.
func (f *File) unknown(metric string) error {
	var known []string
	for _, n := range f.Metrics() {
		known = append(known, n.Name)
	}
	return fmt.Errorf("%s: there is no metric %q: there are %s", f.path, metric, strings.Join(known, ", "))
}

// values reads the values of a metric. Of a part of a whole, a run without it has 0.
func (s *store) values(study Study, cell int, number int64, kind metric.Kind) ([]Value, error) {
	var values []Value
	value := "m.value"
	if kind == metric.Part {
		value = "coalesce(m.value, 0)"
	}
	err := s.rows(func(r *sql.Rows) error {
		var v Value
		err := r.Scan(&v.Repetition, nullable{&v.Value})
		values = append(values, v)
		return err
	}, `SELECT r.repetition, `+value+` FROM run r LEFT JOIN metric m ON m.run = r.run AND m.name = ?
		WHERE r.run >= ? AND r.run < ? AND r.status = ? ORDER BY r.run`,
		number, study.number(Key{cell, 0}), study.number(Key{cell + 1, 0}), OK)
	return values, err
}

// Run returns a run with its metrics and series. The second result tells
// whether there is one.
func (f *File) Run(k Key) (Run, bool, error) {
	var run Run
	found := false
	d, err := f.detailed(true)
	if err != nil {
		return run, false, err
	}
	defer d.close()
	err = f.store.rows(func(rows *sql.Rows) error {
		found = true
		run, err = d.scan(rows)
		return err
	}, runColumns+" WHERE run = ?", f.content.study.number(k))
	return run, found, err
}

// Runs goes through the runs with their metrics, in the order of cells and
// repetitions. One run is held in memory at a time.
func (f *File) Runs() iter.Seq2[Run, error] { return f.runs(false) }

// WholeRuns goes through the runs with their metrics and series.
func (f *File) WholeRuns() iter.Seq2[Run, error] { return f.runs(true) }

func (f *File) runs(series bool) iter.Seq2[Run, error] {
	return func(yield func(Run, error) bool) {
		d, err := f.detailed(series)
		if err != nil {
			yield(Run{}, err)
			return
		}
		defer d.close()
		stopped := false
		err = f.store.rows(func(rows *sql.Rows) error {
			run, err := d.scan(rows)
			if err != nil {
				return err
			}
			if stopped = !yield(run, nil); stopped {
				return errStopped
			}
			return nil
		}, runColumns+" ORDER BY run")
		if err != nil && !stopped {
			yield(Run{}, err)
		}
	}
}

// runColumns asks for what details.scan reads.
const runColumns = "SELECT run, cell, repetition, seed, status, reason, fingerprint, wall, cpu FROM run"

// errStopped ends a query of which enough is known.
var errStopped = errors.New("enough was read")

// details reads what belongs to a run.
type details struct {
	file            *File
	metrics, points *sql.Stmt
}

// detailed prepares the queries for what belongs to a run.
func (f *File) detailed(series bool) (*details, error) {
	d := &details{file: f}
	var err error
	if d.metrics, err = f.store.prepare("SELECT name, value FROM metric WHERE run = ?"); err != nil || !series {
		return d, err
	}
	d.points, err = f.store.prepare("SELECT name, time, value FROM series WHERE run = ? ORDER BY name, n")
	if err != nil {
		d.close()
	}
	return d, err
}

// close frees the queries.
func (d *details) close() {
	for _, stmt := range []*sql.Stmt{d.metrics, d.points} {
		if stmt != nil {
			stmt.Close()
		}
	}
}

// scan reads the run of a row, and what belongs to it.
func (d *details) scan(rows *sql.Rows) (Run, error) {
	var r Run
	var number, seed int64
	err := rows.Scan(&number, &r.Cell, &r.Repetition, &seed, &r.Status, &r.Reason, &r.Fingerprint,
		nullable{&r.Wall}, nullable{&r.CPU})
	if err != nil {
		return r, err
	}
	r.Seed = uint64(seed)
	if d.file.content.study.number(Key{r.Cell, r.Repetition}) != number {
		return r, damaged(d.file.path, fmt.Sprintf("run %d is that of cell %d, repetition %d", number, r.Cell, r.Repetition))
	}
	if err := d.readMetrics(&r, number); err != nil || d.points == nil {
		return r, err
	}
	return r, d.readSeries(&r, number)
}

// readMetrics reads the metrics of a run.
func (d *details) readMetrics(r *Run, number int64) error {
	rows, err := d.metrics.Query(number)
	if err != nil {
		return d.file.store.explain(err)
	}
	names := d.file.metrics.names
	err = d.file.store.drain(rows, func(rows *sql.Rows) error {
		var name int
		var value float64
		if err := rows.Scan(&name, nullable{&value}); err != nil {
			return err
		}
		if name < 0 || name >= len(names) {
			return damaged(d.file.path, fmt.Sprintf("metric %d has no name", name))
		}
		r.Metrics = append(r.Metrics, Metric{names[name].Name, names[name].Unit, value, names[name].Kind})
		return nil
	})
	slices.SortFunc(r.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
	return err
}

// readSeries reads the series of a run.
func (d *details) readSeries(r *Run, number int64) error {
	rows, err := d.points.Query(number)
	if err != nil {
		return d.file.store.explain(err)
	}
	names, last := d.file.series.names, -1
	err = d.file.store.drain(rows, func(rows *sql.Rows) error {
		var name int
		var t, v float64
		if err := rows.Scan(&name, &t, nullable{&v}); err != nil {
			return err
		}
		if name < 0 || name >= len(names) {
			return damaged(d.file.path, fmt.Sprintf("series %d has no name", name))
		}
		if name != last {
			r.Series = append(r.Series, Series{Name: names[name].Name, Unit: names[name].Unit})
			last = name
		}
		s := &r.Series[len(r.Series)-1]
		s.Times, s.Values = append(s.Times, t), append(s.Values, v)
		return nil
	})
	slices.SortFunc(r.Series, func(a, b Series) int { return strings.Compare(a.Name, b.Name) })
	return err
}
