// Package record writes what happens in a run to a file: its trace, and the readings of its
// instruments. The ending of the file's name tells the format.
//
// Begin with NewTrace and NewReadings. Numbers have all their digits in text; times are
// in seconds.
//
// Left out: recordings that are read again, and pictures.
package record

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"halocline/scenarios"
	"halocline/sim/trace"
)

// TraceSink takes the records of a run. Flush ends the file.
type TraceSink interface {
	trace.Tracer
	Flush() error
}

// ReadingSink takes the readings of a run. Flush ends the file.
type ReadingSink interface {
	Take(scenarios.Reading)
	Flush() error
}

// format is a way to write, and the ending of the names of such files.
type format[Sink any] struct {
	ending string
	make   func(io.Writer, trace.Names) Sink
}

func traces() []format[TraceSink] {
	return []format[TraceSink]{
		{".csv", func(w io.Writer, n trace.Names) TraceSink { return trace.NewCSV(w, n) }},
		{".jsonl", func(w io.Writer, n trace.Names) TraceSink { return trace.NewJSONLines(w, n) }},
		{".parquet", newTraceTable},
		{".txt", func(w io.Writer, n trace.Names) TraceSink { return trace.NewText(w, n) }},
	}
}

func readings() []format[ReadingSink] {
	return []format[ReadingSink]{
		{".csv", newReadingLines},
		{".parquet", newReadingTable},
	}
}

// NewTrace returns what makes a sink of the records of a run, in the format that the name
// of a file tells.
func NewTrace(file string) (func(io.Writer, trace.Names) TraceSink, error) {
	return chosen(file, traces())
}

// NewReadings does so of the readings of its instruments.
func NewReadings(file string) (func(io.Writer, trace.Names) ReadingSink, error) {
	return chosen(file, readings())
}

// TraceEndings returns the endings that NewTrace knows, and ReadingEndings those of
// NewReadings.
func TraceEndings() []string { return endings(traces()) }

// ReadingEndings returns the endings that NewReadings knows.
func ReadingEndings() []string { return endings(readings()) }

func endings[Sink any](all []format[Sink]) []string {
	var list []string
	for _, f := range all {
		list = append(list, f.ending)
	}
	return list
}

func chosen[Sink any](file string, all []format[Sink]) (func(io.Writer, trace.Names) Sink, error) {
	ending := filepath.Ext(file)
	i := slices.IndexFunc(all, func(f format[Sink]) bool { return f.ending == ending })
	if i >= 0 {
		return all[i].make, nil
	}
	known := strings.Join(endings(all), ", ")
	if ending == "" {
		return nil, fmt.Errorf("the ending of the name tells the format, and it has none; known: %s", known)
	}
	return nil, fmt.Errorf("the ending of the name tells the format, and %s is unknown; known: %s", ending, known)
}
