package cosim

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"halocline/scenarios"
	"halocline/sim"
)

// Journal is what came into a session, and when. A file of it has a line of JSON for each: a Head first, then entries, and
// the time of the end last. One that was cut off has no end, and is replayed as far as it goes.
type Journal struct {
	Head
	Entries []scenarios.Input
	End     sim.Time // sim.Never where there is none
}

// Head says what a journal is of.
type Head struct {
	Format   string `json:"journal"` // halocline
	Version  int    `json:"version"`
	Scenario string `json:"scenario"`
	Seed     uint64 `json:"seed"`
}

// journalVersion is that of the format.
const journalVersion = 1

// written is a line of a journal behind its head.
type written struct {
	At    int64   `json:"at_ns"`
	Port  string  `json:"port,omitempty"`
	Value float64 `json:"value,omitempty"`
	Data  []byte  `json:"data,omitempty"`
	End   bool    `json:"end,omitempty"`
}

// WriteHead begins the journal of a session of a scenario.
func WriteHead(w io.Writer, scenario string, seed uint64) error {
	return json.NewEncoder(w).Encode(Head{"halocline", journalVersion, scenario, seed})
}

// note writes down what has come in.
func (s *Session) note(in *scenarios.Input) error {
	if s.config.Journal == nil {
		return nil
	}
	return json.NewEncoder(s.config.Journal).Encode(written{At: int64(in.At), Port: in.Port, Value: in.Value, Data: []byte(in.Data)})
}

// endJournal writes down when the session has ended.
func (s *Session) endJournal(at sim.Time) error {
	if s.config.Journal == nil {
		return nil
	}
	return json.NewEncoder(s.config.Journal).Encode(written{At: int64(at), End: true})
}

// ReadJournal reads a journal. A last line that was cut off is left out.
func ReadJournal(r io.Reader) (*Journal, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4*MostMessage)
	j := &Journal{End: sim.Never}
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &j.Head) != nil || j.Format != "halocline" {
		return nil, errors.Join(errors.New("it is no journal of halocline serve; the first line says what it is of"), lines.Err())
	}
	if j.Version != journalVersion {
		return nil, fmt.Errorf("it is a journal of version %d, and this program reads version %d", j.Version, journalVersion)
	}
	for n := 2; lines.Scan(); n++ {
		var w written
		err := json.Unmarshal(lines.Bytes(), &w)
		if err != nil && !lines.Scan() {
			break // cut off
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d of the journal is damaged: %w", n, err)
		case j.End != sim.Never:
			return nil, fmt.Errorf("line %d of the journal comes after its end", n)
		case w.End:
			j.End = sim.Time(w.At)
		default:
			j.Entries = append(j.Entries, scenarios.Input{At: sim.Time(w.At), Port: w.Port, Value: w.Value, Data: string(w.Data)})
		}
	}
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
