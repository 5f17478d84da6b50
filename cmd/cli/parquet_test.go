package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/cosim/clienttest"
	"halocline/cmd/command"
)

// A reader that has nothing in common with the writer counts in the files of Parquet what the run counts.
func TestAnotherReaderOfParquet(t *testing.T) {
	node := clienttest.Node(t, "hyparquet@1.31.5")
	dir := t.TempDir()
	r := halocline(t, dir, "run", "aloha20", "--set", "duration=100s", "--record", "run.parquet", "--json")
	if r.code != command.OK {
		t.Fatal(r.err)
	}
	var run struct {
		Summary struct {
			PerLink []struct {
				Frames struct {
					Sent, Received int
					Lost, Missed   map[string]int
				}
			} `json:"per_link"`
		}
	}
	if err := json.Unmarshal([]byte(r.out), &run); err != nil || len(run.Summary.PerLink) != 1 {
		t.Fatalf("%v in %s", err, r.out)
	}
	var read struct{ Kinds, Causes map[string]int }
	lines := clienttest.Run(t, node, "testdata/parquet.mjs", filepath.Join(dir, "run"))
	if err := json.Unmarshal([]byte(strings.Join(lines, "")), &read); err != nil {
		t.Fatalf("%v in %s", err, lines)
	}
	frames := run.Summary.PerLink[0].Frames
	all := func(causes map[string]int) (n int) {
		for _, k := range causes {
			n += k
		}
		return n
	}
	for what, counts := range map[string][2]int{
		"sent": {read.Kinds["tx-start"], frames.Sent}, "received": {read.Kinds["rx-ok"], frames.Received},
		"lost": {read.Kinds["rx-lost"], all(frames.Lost)}, "missed": {read.Kinds["rx-missed"], all(frames.Missed)},
		"collisions": {read.Causes["collision"], frames.Lost["collision"] + frames.Missed["collision"]},
	} {
		if counts[0] != counts[1] || counts[0] == 0 {
			t.Errorf("%s: %d in the files, %d in the run", what, counts[0], counts[1])
		}
	}
}
