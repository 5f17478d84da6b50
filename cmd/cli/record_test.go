package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// A recording changes nothing that a run prints but the number of events. It has what the run was, and a command that repeats it.
func TestRecord(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	plain := outcomeOf(t, halocline(t, dir, "run", "docking", "--seed", "7", "--set", "duration=30s", "--at", "10s", "--set", "water.current.speed=0.1m/s", "--json"))
	r := halocline(t, dir, "run", "docking", "--seed", "7", "--set", "duration=30s", "--at", "10s", "--set", "water.current.speed=0.1m/s", "--json", "--record", "r.mcap", "--trace", "t.csv")
	all := outcomeOf(t, r)
	if r.code != 0 || all["fingerprint"] != plain["fingerprint"] || fmt.Sprint(all["summary"]) != fmt.Sprint(plain["summary"]) {
		t.Errorf("%d: %s%s", r.code, r.out, r.err)
	}
	file, err := mcap.Open(filepath.Join(dir, "r.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	h := file.Head()
	if !h.Complete || h.Fingerprint != plain["fingerprint"] || float64(h.Events) != all["events"] || h.Reached != 30e9 || h.Seed != 7 || h.Version == "" || fmt.Sprint(h.Sets) != "[duration=30s]" {
		t.Errorf("%+v", h)
	}
	if want := "halocline run docking --seed 7 --set duration=30s --at 10s --set water.current.speed=0.1m/s"; h.Command != want {
		t.Errorf("command %q, want %q", h.Command, want)
	}
	again := outcomeOf(t, halocline(t, dir, append(strings.Fields(h.Command)[1:], "--json")...))
	if again["fingerprint"] != h.Fingerprint {
		t.Errorf("the command's fingerprint is %v, and %s in the recording", again["fingerprint"], h.Fingerprint)
	}
	for file, want := range map[string]string{
		"r.db":           "the ending of the name tells the format, and .db is unknown; known: .mcap, .parquet",
		"/r.mcap/x.mcap": "--record /r.mcap/x.mcap: there is no folder /r.mcap; make it first",
		"absent/r.mcap":  "--record absent/r.mcap: there is no folder absent; make it first",
		".":              "--record .: is a folder; name a file",
	} {
		halocline(t, dir, "run", "two-nodes", "--record", file).expect(t, file, 2, "", want)
	}
	for file, want := range map[string]string{
		"r.mcap": "--pcap r.mcap: the ending of the name tells the format, and .mcap is unknown; known: .pcapng", // which --record writes
		"r":      "--pcap r: the ending of the name tells the format, and it has none; known: .pcapng",
	} {
		halocline(t, dir, "run", "two-nodes", "--record", "r.mcap", "--pcap", file).expect(t, file, 2, "", want)
	}
	if words, directive := completed(t, dir, "run", "docking", "--record", ""); fmt.Sprint(words) != "[mcap parquet]" || directive != ":8" {
		t.Errorf("the shell is offered %q, %s", words, directive) // 8: files with these endings
	}
	full := halocline(t, dir, "run", "docking", "--pcap", "/dev/full")
	full.expect(t, "full", 1, "docking: ", "--pcap /dev/full: cannot be written: no space left on device; make room, or name another file")
	full = halocline(t, dir, "run", "docking", "--record", "/dev/full")
	full.expect(t, "full", 1, "docking: ", "--record /dev/full: cannot be written: no space left on device; make room, or name another file")
	if strings.Count(full.err, "no space") != 1 {
		t.Errorf("it is told more than once: %s", full.err)
	}
}

// A session with programs outside is recorded too. With a journal the recording has the command that repeats it.
func TestRecordSession(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	serve := []string{"serve", "docking", "--set", "duration=5s", "--rate", "1e6", "--listen", "0", "--json"}
	for what, c := range map[string]struct {
		also []string
		want string
	}{
		"alone":          {nil, "halocline serve docking --seed 1 --set duration=5s"},
		"with a journal": {[]string{"--journal", "j.jsonl"}, "halocline run docking --seed 1 --set duration=5s --replay j.jsonl"},
	} {
		all := outcomeOf(t, halocline(t, dir, slices.Concat(serve, []string{"--record", "s.mcap", "--pcap", "s.pcapng"}, c.also)...))
		file, err := mcap.Open(filepath.Join(dir, "s.mcap"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if h := file.Head(); h.Command != c.want || h.Fingerprint != all["fingerprint"] || !h.Complete {
			t.Errorf("%s: command %q, fingerprint %s of %s", what, h.Command, h.Fingerprint, all["fingerprint"])
		}
	}
	again := outcomeOf(t, halocline(t, dir, "run", "docking", "--seed", "1", "--set", "duration=5s", "--replay", "j.jsonl", "--record", "r.mcap", "--json"))
	file, err := mcap.Open(filepath.Join(dir, "r.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if h := file.Head(); h.Fingerprint != again["fingerprint"] || !strings.HasSuffix(h.Command, " --replay j.jsonl") {
		t.Errorf("%+v", h)
	}
}

// Words of a command are those that a shell takes.
func TestRecipe(t *testing.T) {
	for _, c := range []struct {
		sets timed
		want string
	}{
		{timed{}, "halocline view docking --seed 3"},
		{timed{texts: []string{"a=[1, 2]", "b='x'"}}, `halocline view docking --seed 3 --set 'a=[1, 2]' --set 'b='\''x'\'''`},
		{timed{texts: []string{"a=1", "seed=3"}}, "halocline view docking --set a=1 --set seed=3"},
	} {
		h := recorder.Head{Seed: 3}
		if recipe(&h, "view", "docking", &c.sets); h.Command != c.want {
			t.Errorf("%s, want %s", h.Command, c.want)
		}
	}
}

// Ten runs are killed while they write, at different sizes of their files. Each file is read, says until when it is whole, and has every
// record until then that the trace of a run in one piece has.
func TestKilled(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const kills = 10
	dir := t.TempDir()
	var cut [kills]*mcap.File
	last := int64(0)
	for i := range kills {
		name := filepath.Join(dir, fmt.Sprint(i, ".mcap"))
		c := exec.Command(binary, "run", "aloha20", "--set", "duration=200000s", "--many", "--record", name)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for began := time.Now(); ; time.Sleep(time.Millisecond) {
			if info, err := os.Stat(name); err == nil && info.Size() > int64(1+i)*1_000_000 {
				break
			}
			if time.Since(began) > patience {
				t.Error("nothing is written")
				break
			}
		}
		c.Process.Kill()
		if c.Wait() == nil {
			t.Fatal("it had ended by itself")
		}
		file, err := mcap.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		h := file.Head()
		if h.Complete || h.Fingerprint != "" || h.Reason != fmt.Sprintf("cut: ends at %v s", time.Duration(h.Reached).Seconds()) {
			t.Errorf("%q, complete %v", h.Reason, h.Complete)
		}
		cut[i], last = file, max(last, h.Reached)
	}
	var want []trace.Record
	plan, err := scenarios.Standard().Load("aloha20", []strict.Set{{Path: "duration", Value: fmt.Sprint(last/1e9+1, "s")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measure.Run(t.Context(), plan, measure.Options{Tracer: keeper{&want}}); err != nil {
		t.Fatal(err)
	}
	for i, file := range cut {
		rows := sameRecords(t, file, want)
		t.Logf("killed %d: %s, %d records", i, file.Head().Reason, rows)
	}
	if last == 0 {
		t.Error("none is whole until any time")
	}
}

// keeper keeps records.
type keeper struct{ all *[]trace.Record }

// Emit implements trace.Tracer.
func (k keeper) Emit(r trace.Record) { *k.all = append(*k.all, r) }

// sameRecords compares the records of a file, until it ends, with those of a trace.
func sameRecords(t *testing.T, file *mcap.File, want []trace.Record) (rows int) {
	t.Helper()
	until := file.Head().Reached
	for i := range file.Blocks("records") {
		b, err := file.Read("records", i)
		if err != nil {
			t.Fatal(err)
		}
		for row := range b.Rows {
			at := b.Ints[recorder.RecordAt][row]
			if at >= until {
				continue
			}
			w := want[rows]
			if at != int64(w.At) || b.Ints[recorder.RecordKind][row] != int64(w.Kind) || b.Ints[recorder.RecordNode][row] != int64(w.Node) || b.Ints[recorder.RecordFrame][row] != int64(w.Frame) || b.Floats[recorder.RecordValue][row] != w.Value {
				t.Fatalf("record %d at %d ns is not that of the trace, %+v", rows, at, w)
			}
			rows++
		}
	}
	if rows < len(want) && int64(want[rows].At) < until {
		t.Errorf("it ends at %d ns with %d records, and lacks %+v", until, rows, want[rows])
	}
	return rows
}
