package link

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"halocline/scenarios"
)

// set sets inputs and models of a link, as name=value.
func set(t *testing.T, l *Link, values ...string) *Link {
	t.Helper()
	for _, v := range values {
		name, value, _ := strings.Cut(v, "=")
		found := false
		for _, in := range l.Inputs() {
			if in.Name == name {
				found = true
				if err := in.Set(value); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, m := range l.Models() {
			if m.Name == name {
				found = true
				if err := m.Set(value); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !found {
			t.Fatalf("no input is named %s", name)
		}
	}
	if err := l.Prepare(); err != nil {
		t.Fatal(err)
	}
	return l
}

// numbers returns a budget by the names of its numbers.
func numbers(t *testing.T, l *Link) map[string]float64 {
	t.Helper()
	b, err := l.Budget()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := b.Write(&out, JSON); err != nil {
		t.Fatal(err)
	}
	var all map[string]float64
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.9g, want %.9g", what, got, want)
	}
}

// By hand, at 10 kHz over 1 km with spheres: 20 log 1000 = 60 dB of spreading, and by Thorp's formula with f = 10 kHz
// 0.11 f^2/(1 + f^2) + 44 f^2/(4100 + f^2) + 2.75e-4 f^2 + 0.003 = 0.108911 + 1.047619 + 0.0275 + 0.003 =
// 1.187030 dB/km. Of 180 dB re 1 uPa 118.812970 dB arrive, after 1000/1500 s.
func TestAcousticByHand(t *testing.T) {
	got := numbers(t, set(t, Acoustic(scenarios.Standard()), "frequency=10kHz", "range=1km", "spreading=2", "source-level=180dB"))
	near(t, "absorption", got["absorption_db_per_km"], 1.187030, 1e-6)
	near(t, "spreading loss", got["spreading_loss_db"], 60, 1e-12)
	near(t, "received level", got["received_level_db"], 118.812970, 1e-6)
	near(t, "delay", got["delay_s"], 1000.0/1500, 1e-9)
}

// In water of 0.01 S/m and permittivity 80 a wave of 10 MHz has s/(w eps) = 0.01/(2 pi 1e7 80 8.8541878e-12) = 0.224689, and so a
// damping of w sqrt(mu eps/2) sqrt(sqrt(1 + 0.224689^2) - 1) in Np/m, each of which is 20/ln 10 dB/m (Friis: 20 log(4 pi r/lambda)).
func TestRadioByHand(t *testing.T) {
	got := numbers(t, set(t, RF(scenarios.Standard()), "frequency=10MHz", "range=10m", "conductivity=0.01S/m", "loss=friis", "power=1W"))
	tangent := 0.01 / (2 * math.Pi * 1e7 * 80 * 8.8541878128e-12)
	near(t, "loss tangent", got["loss_tangent"], tangent, 1e-6)
	alpha := 2 * math.Pi * 1e7 * math.Sqrt(80*1.25663706212e-6*8.8541878128e-12/2) * math.Sqrt(math.Sqrt(1+tangent*tangent)-1)
	near(t, "attenuation", got["attenuation_db_per_m"], alpha*20/math.Ln10, 1e-6)
	spreading := 20 * math.Log10(4*math.Pi*10/got["wavelength_m"])
	near(t, "loss", got["path_loss_db"], spreading+10*alpha*20/math.Ln10, 1e-5)
	near(t, "received", got["p_receive_w"], math.Pow(10, -got["path_loss_db"]/10), 1e-12)
}

// What a budget is in want of is told, and not made up.
func TestNotComputed(t *testing.T) {
	b, err := set(t, Acoustic(scenarios.Standard()), "frequency=10kHz").Budget()
	if err != nil {
		t.Fatal(err)
	}
	lacking := strings.Join(b.NotComputed(), "\n")
	for _, want := range []string{"for want of --range: spreading_loss_db", "for want of --bandwidth: noise_band_db"} {
		if !strings.Contains(lacking, want) {
			t.Errorf("%q is not in %s", want, lacking)
		}
	}
	if _, err := set(t, RF(scenarios.Standard())).Budget(); err == nil || err.Error() != "--frequency is missing; write a frequency such as 10MHz" {
		t.Error(err)
	}
}

// Two inputs make a grid, of which the last changes first; an impossible point keeps its place and says why.
func TestSweepOfTwo(t *testing.T) {
	l := set(t, Acoustic(scenarios.Standard()), "frequency=10kHz", "bandwidth=1kHz", "source-level=180dB", "noise=wenz")
	s, err := l.Sweep("range=100m:10km:3log", "wind=1m/s:3m/s:2")
	if err != nil {
		t.Fatal(err)
	}
	var at []float64
	for _, p := range s.points {
		at = append(at, p.at...)
	}
	for i, want := range []float64{100, 1, 100, 3, 1000, 1, 1000, 3, 10000, 1, 10000, 3} {
		near(t, "place", at[i], want, 1e-9*want)
	}
	f, err := s.Figure(nil)
	if err != nil || len(f.Layers) != 2 || f.Y.Quantity != "SNR" || !f.X.Log {
		t.Errorf("%v, %d layers of %q", err, len(f.Layers), f.Y.Quantity)
	}
	var out bytes.Buffer
	if err := s.Write(&out, CSV, nil); err != nil || strings.Count(out.String(), "\n") != 7 {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, c := range []struct{ way, want string }{
		{"range=1m:5km", "--sweep range=1m:5km: write flag=from:to:count"},
		{"loss=1m:5km:3", `--sweep loss=1m:5km:3: unknown quantity "loss"`},
		{"bits=1bit:2km:3", "--sweep bits=1bit:2km:3: "},
		{"rate=0bps:5bps:3log", "--sweep rate=0bps:5bps:3log: "},
	} {
		if _, err := l.Sweep(c.way); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.way, err, c.want)
		}
	}
}
