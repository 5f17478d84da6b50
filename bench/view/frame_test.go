package view_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// carryOut runs a scenario and returns its recording, and what the run measured.
func carryOut(t testing.TB, name string, sets ...strict.Set) (*view.Memory, *measure.Outcome) {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	kept := view.NewMemory()
	taken := recorder.New(plan, kept)
	out, err := measure.Run(t.Context(), plan, measure.Options{Tracer: taken, Built: taken.Attach, Computer: taken.Computer})
	if err != nil {
		t.Fatal(err)
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	taken.Head.Reached, taken.Head.Fingerprint = int64(sim.Seconds(out.Reached)), out.Fingerprint
	kept.Know(taken.Head)
	return kept, out
}

// serve returns a server of recordings.
func serve(t testing.TB, sources ...recorder.Source) *view.Server {
	t.Helper()
	s, err := view.New("test", sources...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get asks a server, and returns the code and the text of its answer.
func get(s *view.Server, path string) (int, []byte) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/"+path, nil))
	return w.Code, w.Body.Bytes()
}

// take asks a server, and reads its answer.
func take[T any](t testing.TB, s *view.Server, format string, args ...any) (answer T) {
	t.Helper()
	path := fmt.Sprintf(format, args...)
	code, text := get(s, path)
	if code != http.StatusOK {
		t.Fatalf("%s: %d: %s", path, code, text)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s: %v: %.300s", path, err, text)
	}
	return answer
}

// shown is what the inspector shows of an arrival; null is nil.
type shown struct {
	Node                                                           int32
	Began, Ended, Power, Mean, Noise, SINR, Interference, Reckoned *float64
	Locked, Received                                               bool
	Cause, By                                                      string
	Blocked                                                        *string
	Interferers                                                    []struct {
		Link, Number, Node                  int64
		Began, Ended, Overlap, Power, Extra *float64
	}
}

func TestDebug(t *testing.T) {
	for _, name := range []string{"aloha20", "s-fama", "docking", "waiting-room", "fdma8", "csma-cd", "docking-rays", "fleet"} {
		kept, _ := carryOut(t, name)
		s := serve(t, kept)
		n, bad, none := 0, 0, 0
		seen := map[string]int{}
		for _, in := range kept.Blocks("sends") {
			_ = in
		}
		for i := range kept.Blocks("sends") {
			b, _ := kept.Read("sends", i)
			for row := range b.Rows {
				if n > 20000 {
					break
				}
				f := take[struct{ Arrivals []shown }](t, s, "0/frame?link=%d&number=%d", b.Ints[recorder.SendLink][row], b.Ints[recorder.SendNumber][row])
				for _, a := range f.Arrivals {
					n++
					seen[fmt.Sprint(a.Cause, a.Locked)]++
					if a.Cause == "collision" && len(a.Interferers) == 0 {
						none++
					}
					if (a.SINR == nil) != (a.Reckoned == nil) || a.SINR != nil && math.Abs(*a.SINR-*a.Reckoned) > 1e-5 {
						if bad++; bad < 4 {
							x, _ := json.Marshal(a)
							t.Logf("%s %d: %s", name, b.Ints[recorder.SendNumber][row], x)
						}
					}
				}
			}
		}
		t.Log(name, n, "bad", bad, "no interferer", none, seen)
	}
	_ = slices.Max[[]int]
}
