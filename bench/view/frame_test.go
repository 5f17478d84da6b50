package view_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"halocline/bench/record/recorder"
	"halocline/bench/report/showing"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// carryOut runs a scenario and returns its recording, and what the run measured.
func carryOut(t testing.TB, name string, sets ...strict.Set) (*view.Memory, *measure.Outcome) {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	kept, out, err := showing.Run(t.Context(), plan, measure.Options{}, func(h *recorder.Head) {
		h.Command = "halocline view " + name
		for _, s := range sets {
			h.Command += " --set " + s.Path + "=" + s.Value
		}
	})
	if err != nil {
		t.Fatal(err)
	}
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
	Interferers                                                    []interferer
}

// interferer is a wave that is shown with it.
type interferer struct {
	Link, Number, Node           int64
	Began, Ended, Overlap, Power *float64
	Kind                         string
}

// amid returns the interference to an arrival by what is shown: at the middle of each span in which it is constant, the greatest, or
// its mean.
func (a *shown) amid(mean bool) (most float64) {
	edges := []float64{*a.Began, *a.Ended}
	for _, o := range a.Interferers {
		edges = append(edges, min(max(*o.Began, *a.Began), *a.Ended), min(max(*o.Ended, *a.Began), *a.Ended))
	}
	slices.Sort(edges)
	sum := 0.0
	for i := range edges[1:] {
		middle, power := (edges[i]+edges[i+1])/2, 0.0
		for _, o := range a.Interferers {
			if *o.Began < middle && middle < *o.Ended {
				power += math.Pow(10, *o.Power/10)
			}
		}
		if edges[i+1]-edges[i] > 0.5e-9 {
			most = max(most, power)
			sum += power * (edges[i+1] - edges[i])
		}
	}
	if mean {
		return sum / (*a.Ended - *a.Began)
	}
	return most
}

// check compares the SINR that is shown with one that follows from power, noise and the other waves that are shown.
func (a *shown) check(overlap string, ways *recorder.Ways) error {
	power, noise := 0.0, 0.0
	if a.Power != nil {
		power = math.Pow(10, *a.Power/10)
	}
	if a.Noise != nil {
		noise = math.Pow(10, *a.Noise/10)
	}
	against := noise
	if a.Interference != nil {
		against += a.amid(overlap == "mean")
	}
	switch {
	case a.Ended == nil:
		return nil
	case against == 0 && (power == 0 || !a.Locked) && strings.Contains(a.By, "infinite"):
		return fmt.Errorf("an infinite SINR of a wave of which nothing is left, or that was not received: %s", a.By)
	case against == 0 && a.SINR != nil:
		return fmt.Errorf("a SINR of %g dB without noise", *a.SINR)
	case against > 0 && (a.SINR == nil || math.Abs(*a.SINR-10*math.Log10(power/against)) > 1e-5):
		return fmt.Errorf("a SINR of %v dB, and %g dB by what is shown", value(a.SINR), 10*math.Log10(power/against))
	case (a.SINR == nil) != (a.Reckoned == nil) || a.SINR != nil && math.Abs(*a.SINR-*a.Reckoned) > 1e-5:
		return fmt.Errorf("a SINR of %v dB, and %v dB reckoned", value(a.SINR), value(a.Reckoned))
	case a.Received && len(a.Interferers) > 0 && a.Interference == nil && overlap != "alone":
		return fmt.Errorf("received amid %d others that do not count", len(a.Interferers))
	}
	alone := power > noise*ways.Acquire && power >= ways.Sensitivity && (noise == 0 || power/noise >= ways.Threshold)
	switch a.Cause {
	case "collision", "echo":
		if len(a.Interferers) == 0 || !alone {
			return fmt.Errorf("%s, with %d interferers, and alone received: %t", a.Cause, len(a.Interferers), alone)
		}
		if own := slices.ContainsFunc(a.Interferers, func(o interferer) bool { return o.Kind == "its own echo" }); a.Cause == "echo" && !own {
			return fmt.Errorf("lost by its own echo, which is not shown")
		}
	case "below-threshold", "fading":
		if alone {
			return fmt.Errorf("%s, and strong enough alone", a.Cause)
		}
	case "half-duplex", "turnaround":
		if a.Blocked == nil {
			return fmt.Errorf("%s, and nothing says by which frame", a.Cause)
		}
	}
	return nil
}

func value(x *float64) any {
	if x == nil {
		return "no"
	}
	return *x
}

// Of every arrival that was lost, and of those beside it, the SINR follows from the power, the noise and the interferers that are shown, by
// the rule of the modem. Each collision has an interferer, and would be none without; nothing else is blamed on one.
func TestInspector(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct {
		name, overlap string
		set           []strict.Set
	}{
		{name: "aloha20"},
		{name: "s-fama"},
		{name: "docking"},
		{name: "waiting-room"},
		{name: "fdma8"},
		{name: "csma-cd"},
		{name: "docking-rays"},
		{name: "fleet"},
		{name: "fallen"},
		{name: "aloha20", overlap: "mean", set: []strict.Set{{Path: "links.acoustic.modem.overlap", Value: "mean"}}},
		{name: "aloha20", overlap: "chunks", set: []strict.Set{{Path: "links.acoustic.modem.overlap", Value: "chunks"}, {Path: "links.acoustic.modem.errors", Value: "{type: bpsk}"}}},
		{name: "aloha20", overlap: "alone", set: []strict.Set{{Path: "links.acoustic.modem.overlap", Value: "alone"}, {Path: "links.acoustic.modem.capture", Value: "off"}}},
		{name: "aloha20", overlap: "message-in-message", set: []strict.Set{{Path: "links.acoustic.modem.capture", Value: "message-in-message"}}},
	} {
		t.Run(c.name+c.overlap, func(t *testing.T) {
			t.Parallel()
			kept, _ := carryOut(t, c.name, c.set...)
			s, most := serve(t, kept), math.MaxInt
			if c.set != nil {
				most = 400
			}
			losses, arrivals, interfered, wrong := map[string]int{}, 0, 0, 0
			for id := range lossy(t, kept, most) {
				f := take[struct{ Arrivals []shown }](t, s, "0/frame?link=%d&number=%d", id[0], id[1])
				for _, a := range f.Arrivals {
					arrivals++
					if a.Interference != nil {
						interfered++
					}
					if a.Cause != "" {
						losses[a.Cause]++
					}
					if err := a.check(c.overlap, waysOf(kept.Head(), id[0], a.Node)); err != nil {
						if wrong++; wrong < 5 {
							t.Errorf("frame %d at node %d from %.6f s: %v; %s", id[1], a.Node, *a.Began, err, a.By)
						}
					}
				}
			}
			t.Logf("%d arrivals, %d amid others; lost: %v; wrong: %d", arrivals, interfered, losses, wrong)
			if len(losses) == 0 {
				t.Error("nothing was lost")
			}
		})
	}
}

// waysOf returns how a node judges on a link.
func waysOf(h *recorder.Head, link int64, node int32) *recorder.Ways {
	for i := range h.Links[link].Modems {
		if m := &h.Links[link].Modems[i]; len(m.Nodes) == 0 || slices.Contains(m.Nodes, node) {
			return &m.Ways
		}
	}
	return nil
}

// lossy returns the links and numbers of frames that were lost or missed somewhere, of at most so many.
func lossy(t testing.TB, m *view.Memory, most int) map[[2]int64]bool {
	t.Helper()
	all := map[[2]int64]bool{}
	for i := range m.Blocks("arrivals") {
		b, err := m.Read("arrivals", i)
		if err != nil {
			t.Fatal(err)
		}
		for row := range b.Rows {
			if fate := b.Ints[recorder.ArrivalFate][row]; fate != recorder.Received && fate != recorder.InFlight && len(all) < most {
				all[[2]int64{b.Ints[recorder.ArrivalLink][row], b.Ints[recorder.ArrivalNumber][row]}] = true
			}
		}
	}
	return all
}

// Of sound whose speed depends on the depths of both ends alone, and by less than a thousandth, shells are drawn, with one speed. Mackenzie's
// equation (JASA 70, 1981, p. 807) gives 1482.42 m/s at the surface of water of 8 degC and 35 psu, and 0.0163 m/s more with each metre.
func TestSpeedOfManyDepths(t *testing.T) {
	kept, _ := carryOut(t, "waiting-room")
	meta := take[struct {
		Runs []struct {
			Nodes []struct{ At [3]float64 }
			Links []struct {
				Medium string
				Speed  float64
			}
		}
	}](t, serve(t, kept), "meta")
	low, high := math.Inf(1), math.Inf(-1)
	for _, n := range meta.Runs[0].Nodes {
		c := 1482.42 - 0.0163*n.At[2]
		low, high = min(low, c), max(high, c)
	}
	if l := meta.Runs[0].Links[0]; l.Medium != "acoustic" || !(l.Speed >= low-0.1 && l.Speed <= high+0.1) {
		t.Errorf("sound by %s at %g m/s, want acoustic, and %g to %g m/s", l.Medium, l.Speed, low, high)
	}
}
