// Package results keeps what the runs of a study gave in one SQLite file, and
// gives it back: to tables and figures through Open, to a user with any SQLite
// client through views, to other programs as CSV, JSON lines and Parquet.
//
// A file holds one study: its text and identity, the files that it was read from,
// its cells (one for each combination of the swept parameters) and, for each cell,
// its repetitions.
// The content of a file is canonical: Digest is the same whatever the number
// of workers, the order in which runs ended, how often the study was
// interrupted and into how many shards it was cut. What the clock on the wall
// says of a run is kept, and is not part of that.
//
// Begin with Create and Writer.Put, or with Open, File.Values for the values of one
// metric, File.Runs for all runs, and File.Run for one with its series.
//
// # Writing
//
// One process writes: it holds a lock that dies with it. Runs are committed in
// batches, at the latest a second after they were put. A process that is killed
// loses the runs not yet committed, and nothing else. While a file is written,
// and after its writer was killed, it has companions, -wal, -shm and -lock, of
// which the first holds runs: do not copy a file without it. Closed, it is one
// file. It can be read all the while.
//
// A shard is a part of a study in a file of its own, for a computer that does
// a part of the work. It is written under a temporary name and gets its own
// when it is complete. Merge puts shards together.
//
// # Schema
//
// The header carries application_id 0x484c434e and, as user_version, the
// number of the schema, 1. For a user there are views, which will stay:
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
// Times are in seconds. A value that does not exist is NULL here and NaN in Go.
// The tables below the views are
//
//	study        one row: name, text, hash, version, cells, repeat, part, parts, whole
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
// Names are numbers in the large tables, and these are clustered by run, so
// that a metric of a run takes some 17 bytes, and 10,000 runs of 60 metrics
// 10 MB. Series are rows as well. As a blob of doubles they would take two
// thirds of the room, but no SQLite client could read them: SQL has no function
// that takes the bytes of a double apart.
//
// SQLite checks how its pages hang together, and not what they say. So each run and each
// cell has a digest, and the study, the names and the definitions of the tables have one
// each. Open and Resume read the whole file and compare.
//
// SQLite has one zero: a metric or a point of -0 is kept as 0.
//
// Left out: several writers at a time, and other databases.
package results

import (
	"errors"
	"fmt"
	"math"

	"halocline/sim/metric"
)

// Errors that a caller may want to tell apart. What is returned wraps one of
// them, names the file and says what to do.
var (
	ErrExists   = errors.New("the file exists")
	ErrInUse    = errors.New("another program is using the file")
	ErrFormat   = errors.New("this is no file of results that can be read")
	ErrOther    = errors.New("the file holds results of something else")
	ErrFull     = errors.New("the disk is full")
	ErrComplete = errors.New("the shard is complete")
	ErrConflict = errors.New("two files disagree about a run")
)

// How a run ended.
const (
	OK     = "ok"
	Failed = "failed"
)

// Study identifies what the results are of. Two files belong together if name,
// hash and version agree; the texts may differ in captions and the like.
type Study struct {
	Name    string
	Text    string // of the study file, as read
	Hash    string // of everything that decides the results: the study and its scenario files with their data
	Version string // of the program
	Cells   int    // planned
	Repeat  int    // planned for each cell; the most, where the runs decide when to stop

	// Sources are the files that the study was read from: its own, the base, what that
	// extends, and the data. In a folder that has them the study reads the same.
	Sources []Source
}

// Param is one swept parameter of a cell.
type Param struct {
	Path  string  // such as "water.current.speed"
	Text  string  // as a user writes it: "0.2m/s", "tdma"
	Unit  string  // of Value
	Value float64 // NaN where the parameter is no number
}

// Cell is one combination of the swept parameters.
type Cell struct {
	Index  int // from 0
	Params []Param
}

// Metric is one figure of a run.
type Metric struct {
	Name, Unit string
	Value      float64     // NaN: there was nothing to measure
	Kind       metric.Kind // what statistics may be made of it; empty where nobody says
}

// Series is a quantity over time in a run. A series without points is not kept.
type Series struct {
	Name, Unit string
	Times      []float64 // s
	Values     []float64 // NaN: nothing to measure at that time
}

// Run is one repetition of a cell. A file gives metrics and series back in the
// order of their names.
type Run struct {
	Cell, Repetition int // from 0
	Seed             uint64
	Status           string // OK or Failed
	Reason           string // why it failed
	Fingerprint      string
	Wall, CPU        float64 // s; not part of what must be equal
	Metrics          []Metric
	Series           []Series
}

// Key names a run.
type Key struct{ Cell, Repetition int }

// Name is the name of a metric or of a series, with its unit and, of a metric, its kind.
type Name struct {
	Name, Unit string
	Kind       metric.Kind
}

// Part is the part of a study that a shard does. The runs are dealt out in
// turns, so that every shard gets some of each cell; or whole cells are, where
// the runs of a cell decide when to stop. The zero value is all of it.
type Part struct {
	Index, Count int  // the shard, from 0, of so many
	Whole        bool // deal out whole cells
}

// Has tells whether a run belongs to the part.
func (p Part) Has(k Key, repeat int) bool {
	switch {
	case p.Count == 0:
		return true
	case p.Whole:
		return k.Cell%p.Count == p.Index
	}
	return (k.Cell*repeat+k.Repetition)%p.Count == p.Index
}

// String names the part as a user counts.
func (p Part) String() string {
	if p.Count == 0 {
		return "the whole study"
	}
	deal := "runs"
	if p.Whole {
		deal = "cells"
	}
	return fmt.Sprintf("shard %d of %d by %s", p.Index+1, p.Count, deal)
}

// check says what is wrong with a part.
func (p Part) check() error {
	if p.Count < 0 || p.Index < 0 || p.Count > 0 && p.Index >= p.Count || p.Count == 0 && p != (Part{}) {
		return fmt.Errorf("shard %d of %d: shards are numbered from 0 to one less than there are", p.Index, p.Count)
	}
	return nil
}

// number returns the number of a run in its study.
func (s Study) number(k Key) int64 { return int64(k.Cell)*int64(s.Repeat) + int64(k.Repetition) }

// missing returns the runs that a part still needs, in order.
func (s Study) missing(p Part, planned []int, have map[int64]bool) []Key {
	var missing []Key
	for cell, n := range planned {
		for r := range n {
			if k := (Key{cell, r}); p.Has(k, s.Repeat) && !have[s.number(k)] {
				missing = append(missing, k)
			}
		}
	}
	return missing
}

// plain returns a value as SQLite keeps it: there is one zero and one NaN.
func plain(v float64) float64 {
	if math.IsNaN(v) {
		return math.NaN()
	}
	return v + 0 // -0 + 0 is 0
}
