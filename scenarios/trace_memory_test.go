package scenarios_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"halocline/scenarios"
)

// To check a scenario with a file of packets takes the memory of that file and some more, not
// many times as much: three times at most, with the garbage of reading it.
func TestCheckOfALongTrace(t *testing.T) {
	dir := t.TempDir()
	text := "time_s,from,to,bits\n" + strings.Repeat("123.456789,auv,station,512\n", 1_000_000)
	if err := os.WriteFile(filepath.Join(dir, "packets.csv"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "long.yaml")
	if err := os.WriteFile(file, []byte("base: two-nodes\ntraffic: [{type: trace, file: packets.csv}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	size := float64(len(text))
	text = ""
	plan, err := scenarios.Standard().Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	greatest := make(chan float64)
	done := make(chan bool)
	runtime.GC() // what was before is no part of it
	before := heap()
	go func() {
		most := 0.0
		for clock := time.NewTicker(time.Millisecond); ; {
			select {
			case <-done:
				greatest <- most
				return
			case <-clock.C:
				most = max(most, heap()-before)
			}
		}
	}()
	if _, err := plan.Check(); err != nil {
		t.Fatal(err)
	}
	done <- true
	if most := <-greatest; most < 0.9*size || most > 3*size {
		t.Errorf("a file of %.0f bytes takes %.0f, %.2f times as much", size, most, most/size)
	}
}

// heap returns the bytes of the heap that are in use.
func heap() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
