// Package record writes what happens in a run to a file: its trace, the readings of its
// instruments, and recordings, which have all that the run can be looked at by. The ending of
// the file's name tells the format.
//
// Begin with NewTrace, NewReadings and NewRecording. Numbers have all their digits in text; times
// are in seconds, and in recordings in nanoseconds.
//
// Left out: pictures, and reading, which package bench/record/mcap does.
package record

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"halocline/bench/record/mcap"
	"halocline/bench/record/pcapng"
	"halocline/bench/record/recorder"
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

// Recording takes what a recorder takes down of a run. Close ends its files with what is known in the end, and has the first error.
type Recording interface {
	recorder.Sink
	recorder.Informed
	Close(*recorder.Head) error
}

// format is a way to write, and the ending of the names of such files.
type format[Make any] struct {
	ending string
	make   Make
}

type (
	makeTrace    = func(io.Writer, trace.Names) TraceSink
	makeReadings = func(io.Writer, trace.Names) ReadingSink
	// creator makes a file of a name.
	creator       = func(name string) (io.WriteCloser, error)
	makeRecording = func(name string, create creator) (Recording, error)
)

func traces() []format[makeTrace] {
	return []format[makeTrace]{
		{".csv", func(w io.Writer, n trace.Names) TraceSink { return trace.NewCSV(w, n) }},
		{".jsonl", func(w io.Writer, n trace.Names) TraceSink { return trace.NewJSONLines(w, n) }},
		{".parquet", newTraceTable},
		{".txt", func(w io.Writer, n trace.Names) TraceSink { return trace.NewText(w, n) }},
	}
}

func readings() []format[makeReadings] {
	return []format[makeReadings]{
		{".csv", newReadingLines},
		{".parquet", newReadingTable},
	}
}

func recordings() []format[makeRecording] {
	return []format[makeRecording]{
		{".mcap", newMCAP},
		{".parquet", newTables},
	}
}

func captures() []format[makeRecording] {
	return []format[makeRecording]{{".pcapng", newCapture}}
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

// NewRecording does so of a recording, which makes its files itself.
func NewRecording(file string) (func(file string, create func(name string) (io.WriteCloser, error)) (Recording, error), error) {
	return chosen(file, recordings())
}

// NewCapture does so of what passes the radios, for Wireshark and tshark.
func NewCapture(file string) (func(file string, create func(name string) (io.WriteCloser, error)) (Recording, error), error) {
	return chosen(file, captures())
}

// TraceEndings returns the endings that NewTrace knows, and ReadingEndings those of
// NewReadings.
func TraceEndings() []string { return endings(traces()) }

// ReadingEndings returns the endings that NewReadings knows.
func ReadingEndings() []string { return endings(readings()) }

// RecordingEndings returns those that NewRecording knows.
func RecordingEndings() []string { return endings(recordings()) }

// CaptureEndings returns those that NewCapture knows.
func CaptureEndings() []string { return endings(captures()) }

func endings[Make any](all []format[Make]) []string {
	var list []string
	for _, f := range all {
		list = append(list, f.ending)
	}
	return list
}

func chosen[Make any](file string, all []format[Make]) (made Make, err error) {
	ending := filepath.Ext(file)
	i := slices.IndexFunc(all, func(f format[Make]) bool { return f.ending == ending })
	if i >= 0 {
		return all[i].make, nil
	}
	known := strings.Join(endings(all), ", ")
	if ending == "" {
		return made, fmt.Errorf("the ending of the name tells the format, and it has none; known: %s", known)
	}
	return made, fmt.Errorf("the ending of the name tells the format, and %s is unknown; known: %s", ending, known)
}

// single is a recording in one file.
type single struct {
	Recording
	file io.Closer
}

func newMCAP(name string, create creator) (Recording, error) {
	f, err := create(name)
	if err != nil {
		return nil, err
	}
	return single{mcap.New(f), f}, nil
}

func newCapture(name string, create creator) (Recording, error) {
	f, err := create(name)
	if err != nil {
		return nil, err
	}
	return single{pcapng.New(f), f}, nil
}

// Close ends the file.
func (s single) Close(h *recorder.Head) error {
	err := s.Recording.Close(h)
	return errors.Join(err, s.file.Close())
}
