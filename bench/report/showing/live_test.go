package showing_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/record/recorder"
	"halocline/bench/report/showing"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	page "halocline/cmd/view"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// noRecipe is a recipe that says nothing.
func noRecipe(*recorder.Head) {}

// load reads docking for a time.
func load(t testing.TB, duration string) *scenarios.Plan {
	t.Helper()
	plan, err := scenarios.Standard().Load("docking", []strict.Set{{Path: "duration", Value: duration}})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// follow carries a session out at a rate, and has a client be busy with its page meanwhile, and once more at the end of the run. It returns
// how the session went on.
func follow(t *testing.T, plan *scenarios.Plan, rate float64, client func(ctx context.Context, address string), after func(address string)) cosim.Report {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond, Rate: rate, Late: cosim.Catch}, plan)
	if err != nil {
		t.Fatal(err)
	}
	live := showing.NewLive(showing.Page{Version: "test", Files: page.Files(), Listener: listener, Tell: io.Discard})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- live.Follow(ctx, session, plan, noRecipe) }()
	address := "http://" + listener.Addr().String() + "/"
	client(ctx, address)
	for session.Report().Reached < plan.Duration.Seconds() {
		time.Sleep(20 * time.Millisecond)
	}
	after(address)
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return session.Report()
}

// fetch asks for something, and reads the answer.
func fetch(t testing.TB, url string) []byte {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v: %.200s", url, answer.Status, err, text)
	}
	return text
}

// A page that is asked while the run goes on tells how far that has come, each time further. At the end it has counted what it counts of the
// same run without a session.
func TestLive(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	plan := load(t, "8s")
	var reached []float64
	ended := false
	watch := func(_ context.Context, address string) {
		answer, err := http.Get(address + "api/live")
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		for lines := bufio.NewScanner(answer.Body); lines.Scan() && !ended; {
			text, ok := strings.CutPrefix(lines.Text(), "data: ")
			if !ok {
				continue
			}
			var now struct {
				Reached float64
				Ended   bool
			}
			if err := json.Unmarshal([]byte(text), &now); err != nil {
				t.Error(err)
			}
			reached, ended = append(reached, now.Reached), now.Ended
			if len(reached)%5 == 0 {
				fetch(t, address+"api/0/lanes?most=0")
				fetch(t, address+"api/0/counts")
			}
		}
	}
	var counts, meta []byte
	follow(t, plan, 8, watch, func(address string) {
		counts, meta = fetch(t, address+"api/0/counts"), fetch(t, address+"api/meta")
	})
	kept, out, err := showing.Run(t.Context(), plan, measure.Options{}, noRecipe)
	if err != nil {
		t.Fatal(err)
	}
	data, err := view.New("test", kept)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(data)
	defer server.Close()
	if want := fetch(t, server.URL+"/api/0/counts"); string(want) != string(counts) {
		t.Errorf("counts are %s, and without a session %s", counts, want)
	}
	if !slices.IsSorted(reached) || len(slices.Compact(slices.Clone(reached))) < 5 || reached[len(reached)-1] != 8 || !ended {
		t.Errorf("the page was told of %v, and of an end: %t", reached, ended)
	}
	if !strings.Contains(string(meta), out.Fingerprint) || !strings.Contains(string(meta), `"live":false`) {
		t.Errorf("at the end it is told %.600s", meta)
	}
	t.Logf("told %d times", len(reached))
}

// A run is not later because somebody looks on, who follows it and asks for lanes and a scene ten times a second: the median of the lateness of
// its boundaries is at most twice that without, in the median of five runs each in turns.
func TestLookersOnCostNoTime(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	plan := load(t, "15s")
	look := func(ctx context.Context, address string) {
		answer, err := http.Get(address + "api/live")
		if err != nil {
			t.Error(err)
			return
		}
		go func() {
			defer answer.Body.Close()
			io.Copy(io.Discard, answer.Body)
		}()
		go func() {
			for now := 0; ctx.Err() == nil; now++ {
				for _, what := range []string{"lanes", fmt.Sprintf("scene?from=%d&to=%d", now, now+1)} {
					if answer, err := http.Get(address + "api/0/" + what); err == nil {
						io.Copy(io.Discard, answer.Body)
						answer.Body.Close()
					}
				}
				time.Sleep(100 * time.Millisecond)
			}
		}()
	}
	nothing := func(context.Context, string) {}
	var ratios, alone, watched []float64
	for range 5 {
		a := follow(t, plan, 10, nothing, func(string) {})
		b := follow(t, plan, 10, look, func(string) {})
		alone, watched = append(alone, a.Median), append(watched, b.Median)
		ratios = append(ratios, b.Median/a.Median)
	}
	slices.Sort(ratios)
	t.Logf("median lateness %.2g s alone, %.2g s with somebody who looks on; ratios %.2g", alone, watched, ratios)
	if ratios[2] > 2 {
		t.Errorf("with somebody who looks on boundaries are %.2g times as late, in the median", ratios[2])
	}
}
