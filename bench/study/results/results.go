// Package results keeps what the runs of a study gave in one SQLite file. Tables and figures read it
// through Open, a user with any SQLite client through views, and other programs as CSV, JSON lines and
// Parquet.
//
// A file holds one study: its text and identity, the files that it was read from, its cells (one for
// each combination of the swept parameters) and, for each cell, its repetitions.
//
// The content of a file is canonical: its digest does not depend on the number of workers, the order
// in which runs ended, interruptions of the study, or the number of shards. The times that runs took
// on the machine are kept too, and are not part of the digest.
//
// Begin with Create and Writer.Put, which explain writing, or with Open for reading: File.Values
// returns the values of one metric, File.Runs all runs, and File.Run one run with its series. The
// views for SQLite clients stand with File, the tables below them in schema.go.
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
	ErrNoShard  = errors.New("there is no complete shard to put together")
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
	Wall, CPU        float64 // s; not part of what must be equal; CPU is Wall where a run changed threads
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
// turns, so that every shard gets some of each cell; or blocks of cells are, where
// the runs of a cell, or of several, decide which others are made. The zero value is all of it.
type Part struct {
	Index, Count int // the shard, from 0, of so many
	Block        int // deal out so many cells at a time, one behind the other; 0 for runs
}

// Has tells whether a run belongs to the part.
func (p Part) Has(k Key, repeat int) bool {
	switch {
	case p.Count == 0:
		return true
	case p.Block > 0:
		return k.Cell/p.Block%p.Count == p.Index
	}
	return (k.Cell*repeat+k.Repetition)%p.Count == p.Index
}

// String names the part as a user counts.
func (p Part) String() string {
	if p.Count == 0 {
		return "the whole study"
	}
	deal := "runs"
	switch {
	case p.Block == 1:
		deal = "cells"
	case p.Block > 1:
		deal = fmt.Sprintf("blocks of %d cells", p.Block)
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
