package cosim

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/fault"
)

// Journal is what came into a session, and when. A file of it has a line of JSON for each: a Head first, then entries, and
// the time of the end and the fingerprint of the run last. One that was cut off has no end, and is replayed as far as it goes.
type Journal struct {
	Head
	Entries     []scenarios.Input
	End         sim.Time // of one that was cut off, the last entry
	Cut         bool
	Fingerprint string // of the run; empty where nobody has written it
}

// Head says what a journal is of.
type Head struct {
	Format   string `json:"journal"` // halocline
	Version  int64  `json:"version"`
	Scenario string `json:"scenario"`
	Seed     uint64 `json:"seed"`
}

// Warning says what a replay is hardly meant to be, or nothing: one that is cut off, or another run than that of the session.
func (j *Journal) Warning(fingerprint string) string {
	switch {
	case j.Cut:
		return fmt.Sprintf("the journal was cut off: it has %d entries and no end, and the replay ends with the last of them, at %v", len(j.Entries), j.End)
	case j.Fingerprint != "" && j.Fingerprint != fingerprint:
		return fmt.Sprintf("this is another run than that of the session, whose fingerprint was %s: the scenario, what --set and --at change of it, or the program differ", j.Fingerprint)
	}
	return ""
}

// journalVersion is that of the format.
const journalVersion = 1

// written is a line of a journal behind its head.
type written struct {
	At    int64   `json:"at_ns"`
	Port  string  `json:"port,omitempty"`
	Value float64 `json:"value"`
	Data  []byte  `json:"data,omitempty"`
	End   bool    `json:"end,omitempty"`

	Fingerprint string `json:"fingerprint,omitempty"`
}

// WriteFingerprint says behind the end of a journal what the run was.
func WriteFingerprint(w io.Writer, at sim.Time, fingerprint string) error {
	return json.NewEncoder(w).Encode(written{At: int64(at), Fingerprint: fingerprint})
}

// WriteHead begins the journal of a session of a scenario.
func WriteHead(w io.Writer, scenario string, seed uint64) error {
	return json.NewEncoder(w).Encode(Head{"halocline", journalVersion, scenario, seed})
}

// note writes down what comes in, as it takes effect.
func (s *Session) note(in scenarios.Input) {
	if s.config.Journal == nil || s.unwritten != nil {
		return
	}
	s.unwritten = json.NewEncoder(s.config.Journal).Encode(written{At: int64(in.At), Port: in.Port, Value: in.Value, Data: []byte(in.Data)})
}

// endJournal writes down when the session has ended.
func (s *Session) endJournal(at sim.Time) error {
	if s.config.Journal == nil || s.unwritten != nil {
		return s.unwritten
	}
	return json.NewEncoder(s.config.Journal).Encode(written{At: int64(at), End: true})
}

// ReadJournal reads a journal. A last line that was cut off is left out.
func ReadJournal(r io.Reader) (*Journal, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4*MostMessage)
	j, ended := &Journal{}, false
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &j.Head) != nil || j.Format != "halocline" {
		return nil, errors.Join(errors.New("it is no journal of halocline serve; the first line says what it is of"), lines.Err())
	}
	if err := fault.Format(j.Version, journalVersion); err != nil {
		return nil, err
	}
	for n := 2; lines.Scan(); n++ {
		var w written
		read := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		read.DisallowUnknownFields()
		err := read.Decode(&w)
		if err != nil && !lines.Scan() {
			break // cut off
		}
		at := sim.Time(w.At)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d of the journal is damaged: %w", n, err)
		case at < j.End:
			return nil, fmt.Errorf("line %d of the journal is of %v, and the line before of %v; entries stand in the order of time", n, at, j.End)
		case ended && w.Fingerprint == "":
			return nil, fmt.Errorf("line %d of the journal comes after its end", n)
		case ended:
			j.Fingerprint = w.Fingerprint
		case w.End:
			ended = true
		default:
			j.Entries = append(j.Entries, scenarios.Input{At: at, Port: w.Port, Value: w.Value, Data: string(w.Data)})
		}
		j.End = at
	}
	j.Cut = !ended
	return j, lines.Err()
}

// Drive carries a run out as the journal has it, until where its session ended. It is what measure.Options.Drive is to be.
func (j *Journal) Drive(ctx context.Context, run *scenarios.Simulation) (sim.Time, error) {
	if err := run.Replay(j.Entries); err != nil {
		return 0, err
	}
	run.Start()
	run.RunUntil(ctx, j.End)
	return run.Close()
}
