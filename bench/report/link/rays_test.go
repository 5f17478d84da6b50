package link

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/report/input"
	"halocline/phy/ray/arr"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// traced is what is printed of rays as JSON.
type traced struct {
	sums     map[string]float64
	Arrivals []map[string]float64 `json:"arrivals"`
}

// rays traces a link with inputs given as name=value.
func rays(t *testing.T, values ...string) *Traced {
	t.Helper()
	got, err := rayLink(t, values...).Trace()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// rayLink returns the rays of a link with inputs given as name=value.
func rayLink(t *testing.T, values ...string) *Rays {
	t.Helper()
	l := Acoustic(scenarios.Standard())
	var others []string
	for _, v := range values {
		name, value, _ := strings.Cut(v, "=")
		known := false
		for _, in := range l.Rays.Inputs() {
			if in.Name == name {
				known = true
				if err := in.Set(value); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, m := range l.Rays.Models() {
			if m.Name == name {
				known = true
				m.Set(value)
			}
		}
		if !known {
			others = append(others, v)
		}
	}
	return set(t, l, others...).Rays
}

// read returns what is printed of rays as JSON.
func read(t *testing.T, got *Traced) (r traced) {
	t.Helper()
	var out bytes.Buffer
	if err := got.Write(&out, JSON); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	var all map[string]any
	json.Unmarshal(out.Bytes(), &all)
	r.sums = map[string]float64{}
	for name, v := range all {
		if number, ok := v.(float64); ok {
			r.sums[name] = number
		}
	}
	return r
}

// shallow is a link of 400 m from 30 m to 60 m in 100 m of water of 1500 m/s, with losses of 1 dB and 6 dB at the boundaries.
func shallow(more ...string) []string {
	return append([]string{
		"frequency=25kHz", "range=400m", "depths=30m:60m", "seabed=100m", "bottom={type: loss, loss: 6dB}",
		"surface={type: loss, loss: 1dB}", "bounces=2",
	}, more...)
}

// image is an arrival by hand: what goes 400 m level and so far up and down.
type image struct {
	rise            float64
	surface, bottom float64
	up              bool
}

// images are those of the shallow link by their lengths: 60-30 between the ends, 30+60 by the surface, 70+40 by the bottom, first up and
// then by the bottom 30+100+40, first down 70+100+60.
func images() []image {
	return []image{{30, 0, 0, false}, {90, 1, 0, true}, {110, 0, 1, false}, {170, 1, 1, true}, {230, 1, 1, false}}
}

func (i image) length() float64 { return math.Hypot(400, i.rise) }

// loss is that of spheres, of Thorp's absorption as TestAcousticByHand has it, and of the reflections, in dB.
func (i image) loss() float64 {
	const f2 = 625.0 // kHz2
	thorp := 0.11*f2/(1+f2) + 44*f2/(4100+f2) + 2.75e-4*f2 + 0.003
	return 20*math.Log10(i.length()) + thorp*i.length()/1000 + 1*i.surface + 6*i.bottom
}

// In water of one speed rays are straight, and those with reflections come from images.
func TestArrivalsByHand(t *testing.T) {
	got := read(t, rays(t, shallow()...))
	if len(got.Arrivals) != 5 {
		t.Fatalf("%d arrivals, want 5: %v", len(got.Arrivals), got.Arrivals)
	}
	for k, i := range images() {
		a := got.Arrivals[k]
		near(t, "delay", a["delay_s"], i.length()/1500, 1e-9)
		near(t, "after the first", a["after_first_s"], (i.length()-math.Hypot(400, 30))/1500, 1e-9)
		near(t, "loss", a["loss_db"], i.loss(), 1e-6)
		near(t, "length", a["length_m"], i.length(), 1e-6)
		near(t, "surface", a["surface_bounces"], i.surface, 0)
		near(t, "bottom", a["bottom_bounces"], i.bottom, 0)
		leave := -math.Atan(i.rise/400) * 180 / math.Pi
		if i.up {
			leave = -leave
		}
		near(t, "leaves", a["leave_deg"], leave, 1e-6)
		if _, ok := a["inside"]; ok {
			t.Error("an arrival is in a window of a band that is not known")
		}
	}
	near(t, "first", got.sums["first_delay_s"], math.Hypot(400, 30)/1500, 1e-9)
	if _, ok := got.sums["gain_db"]; ok {
		t.Error("there is a gain in a band that is not known")
	}
}

// A file for readers of Bellhop's has the same arrivals, with their absorption apart, at the depths and the range of the link.
func TestArrivalsForOthers(t *testing.T) {
	got := rays(t, shallow()...)
	var out bytes.Buffer
	if err := got.WriteArr(&out); err != nil {
		t.Fatal(err)
	}
	f, err := arr.Read("link.arr", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if f.Frequency != 25e3 || f.Sources[0] != 30 || f.Depths[0] != 60 || f.Ranges[0] != 400 || len(f.At(0, 0, 0)) != 5 {
		t.Fatalf("%+v", f)
	}
	for k, i := range images() {
		a := f.At(0, 0, 0)[k]
		near(t, "loss", -20*math.Log10(a.Pressure()), i.loss(), 1e-6)
		near(t, "delay", a.Delay, i.length()/1500, 1e-9)
		if (a.Leave > 0) != i.up || float64(a.Surface) != i.surface || float64(a.Bottom) != i.bottom {
			t.Errorf("%+v, want %+v", a, i)
		}
	}
}

// Of the images of the shallow link the second comes 8.88/1500 s = 5.92 ms after the first, the third 9.15 ms. A window of 2 ms has the
// first alone. One of no span that fades over twice as long as the second is late has half of the amplitude of the second, a
// quarter of its energy, and of the third 1 - 9.15/(2 5.92).
func TestWindowByHand(t *testing.T) {
	power := func(i image) float64 { return math.Pow(10, -i.loss()/10) }
	all := images()
	echo := 0.0
	for _, i := range all[1:] {
		echo += power(i)
	}
	got := read(t, rays(t, shallow("bandwidth=6kHz", "window=2ms", "source-level=150dB", "noise=20dB", "threshold=3dB")...))
	near(t, "gain", got.sums["gain_db"], -all[0].loss(), 1e-6)
	near(t, "echo", got.sums["echo_db"], 10*math.Log10(echo), 1e-6)
	limit := 10 * math.Log10(power(all[0])/echo)
	near(t, "limit", got.sums["sinr_limit_db"], limit, 1e-6)
	// The noise is 20 dB in 6 kHz, 20 + 10 log 6000.
	noise := math.Pow(10, 2) * 6000
	sinr := 10 * math.Log10(1e15*power(all[0])/(noise+1e15*echo))
	near(t, "SINR", got.sums["sinr_db"], sinr, 1e-6)
	near(t, "margin", got.sums["margin_db"], sinr-3, 1e-6)
	near(t, "level", got.sums["received_level_db"], 150-all[0].loss(), 1e-6)
	for k, want := range []float64{1, 0, 0, 0, 0} {
		near(t, "share", got.Arrivals[k]["inside"], want, 0)
	}

	late := (all[1].length() - all[0].length()) / 1500
	symbol := math.Round(2*late*1e9) / 1e9
	part := rays(t, shallow("bandwidth=6kHz", "window={span: 0s, symbol: "+input.Exact(symbol)+"s}")...)
	third := 1 - (all[2].length()-all[0].length())/1500/(2*late)
	for k, want := range []float64{1, 0.25, third * third, 0, 0} {
		near(t, "share", part.Inside[k], want, 1e-6)
	}
	var out bytes.Buffer
	if err := part.Write(&out, Text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" yes\n", " 25 %\n", " no\n", "25 kHz over 400 m", "gathers arrivals for 0 s"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// A receiver that comes nearer at v hears v cos(t)/c higher, where t is the angle at which the ray arrives.
func TestDopplerByHand(t *testing.T) {
	got := read(t, rays(t, shallow("bandwidth=6kHz", "window=2ms", "closing=3m/s")...))
	shift := func(i image) float64 { return 25e3 * 3 / 1500 * 400 / i.length() }
	all := images()
	for k, i := range all { // the receiver is 0.8 m nearer when it is met
		near(t, "Doppler", got.Arrivals[k]["doppler_hz"], shift(i), 0.05)
	}
	near(t, "spread", got.sums["doppler_spread_hz"], shift(all[0])-shift(all[4]), 0.05)
	near(t, "mean", got.sums["doppler_mean_hz"], shift(all[0]), 0.01)
}

// files writes files for a test and returns their folder.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// summer is the profile of phy/acoustic's test of a shadow, whose end this test takes: rays from 8 m come as far as some 2 km at 60 m,
// unless surface and bottom reflect. Where they do not, a shadow says so, and up to where it is lit.
func TestShadow(t *testing.T) {
	dir := files(t, map[string]string{"summer.csv": "depth,sound_speed\n0,1522.5\n12,1522\n35,1491\n100,1488\n"})
	line := []string{"frequency=25kHz", "profile=" + filepath.Join(dir, "summer.csv"), "depths=8m:60m", "surface=none"}
	if n := len(rays(t, append(line, "range=1.8km")...).Arrivals); n == 0 {
		t.Error("1.8 km lie in a shadow")
	}
	got := rays(t, append(line, "range=4km")...)
	warnings := strings.Join(got.Warnings, "\n")
	if want := "no ray arrives: the receiver is in a shadow. At this depth rays come as far as 1.99 km."; len(got.Arrivals) != 0 || !strings.Contains(warnings, want) {
		t.Errorf("%d arrivals, warnings %s; want %s", len(got.Arrivals), warnings, want)
	}
	var out bytes.Buffer
	if err := got.Write(&out, Text); err != nil || !strings.HasSuffix(out.String(), "no arrivals: shadow\n") {
		t.Errorf("%v: %s", err, out.String())
	}
	if r := read(t, got); len(r.Arrivals)+len(r.sums) != 0 {
		t.Errorf("%+v of a shadow", r)
	}
	if _, err := got.Picture(Stems); err == nil || !strings.Contains(err.Error(), "there is no arrival to draw, because the receiver is in a shadow; draw --what tl") {
		t.Error(err)
	}
}

// Of a profile of temperatures the speed is Mackenzie's, 1449.2 m/s + 4.6 T - 0.055 T^2 + ... : at 25 degC, 35 psu and 1000 m it is
// 1550.744 m/s (Mackenzie 1981). Between two ends there, 100 m apart, sound goes straight but for 1 part in 1e6.
func TestSpeedOfAProfile(t *testing.T) {
	dir := files(t, map[string]string{"warm.csv": "depth,temperature,salinity\n999,25,35\n1001,25,35\n"})
	got := rays(t, "frequency=25kHz", "profile="+filepath.Join(dir, "warm.csv"), "depths=1000m:1000m", "range=100m")
	near(t, "delay", got.Arrivals[0].Delay, 100/1550.744, 1e-6)
}

func TestRaysFaults(t *testing.T) {
	dir := files(t, map[string]string{"fast.csv": "depth,sound_speed\n0,1500\n10,1490\n", "bad.csv": "depth,sound\n0,1500\n", "hill.csv": "y,0,400\n0,100,20\n"})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		values []string
		want   string
	}{
		{shallow("depths=30m:160m"), "--depths 30m:160m: an end at 160m is below the bottom, which is 100 m deep there; write less, or a deeper --seabed"},
		{shallow("depths=30m:60m", "seabed="+in("hill.csv")), "--depths 30m:60m: an end at 60m is below the bottom, which is 20 m deep there"},
		{shallow("depths=-3m:60m"), "--depths -3m:60m: an end at -3m is in the air"},
		{shallow("depths=30m"), "--depths 30m: write two depths, such as 8m:60m"},
		{shallow("depths=30:60m"), "--depths 30:60m: 30 has no unit; write a length such as 20m"},
		{shallow("depths="), "--depths is missing; write the depths of the two ends, such as 8m:60m"},
		{shallow("depths=30m:30m", "range=0m"), "--depths 30m:30m: at a --range of 0m both ends are in one place"},
		{shallow("profile=" + in("none.csv")), "--profile: open "},
		{shallow("profile=" + in("bad.csv")), "bad.csv:1: column \"sound\" is unknown"},
		{shallow("profile="+in("fast.csv"), "sound-speed=1490m/s"), "--sound-speed 1490m/s and the column sound_speed of "},
		{shallow("seabed="), "--bottom: there is no seabed that would reflect; write --seabed, such as 100m"},
		{shallow("seabed=" + in("none.csv")), "--seabed"},
		{shallow("bottom=mud"), `--bottom: unknown model "mud"`},
		{shallow("surface=apl", "noise=50dB"), "wind"},
		{shallow("window=wide"), "--window"},
		{shallow("spreading=2"), "--spreading does nothing with --rays: rays spread by themselves"},
		{shallow("depth=100m"), "--depth does nothing with --rays: write --seabed for the depth of the bottom, and --depths for those of the ends"},
		{shallow("fading=rayleigh"), "--fading does nothing with --rays"},
		{shallow("bandwidth=60kHz"), "--bandwidth: 60000 Hz around 25000 Hz is given"},
		{[]string{"depths=1m:2m", "range=5m"}, "--frequency is missing"},
		{[]string{"depths=1m:2m", "frequency=25kHz"}, "--range is missing; write a range such as 2km"},
	} {
		_, err := rayLink(t, c.values...).Trace()
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want %s", c.values, err, c.want)
		}
	}
	if _, err := rays(t, shallow()...).Picture("ray"); err == nil || err.Error() != `--what: unknown picture "ray"; did you mean "rays"?` {
		t.Error(err)
	}
	above := rays(t, shallow("range=0m")...)
	if _, err := above.Picture(Loss); err == nil || err.Error() != "--what tl: a picture over range needs a --range of more than 0m; draw --what arrivals" {
		t.Error(err)
	}
	near(t, "straight down", above.Arrivals[0].Length, 30, 1e-9)
}

// drawn returns a picture as SVG.
func drawn(t *testing.T, got *Traced, what string) string {
	t.Helper()
	p, err := got.Picture(what)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Write(&out, "svg"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// count returns how many lines, or areas, have a colour.
func count(svg, property, colour string) int {
	return len(regexp.MustCompile(`<path[^>]*style="[^"]*`+property+`:`+colour).FindAllString(svg, -1))
}

const (
	blue      = "#0072B2"
	vermilion = "#D55E00"
	green     = "#009E73"
	sky       = "#56B4E9"
)

// Of the five images one has no bounce, two have one, and two have two: as many lines, and one in the legend.
func TestPictureOfRays(t *testing.T) {
	got := rays(t, shallow("bandwidth=6kHz", "window=2ms")...)
	svg := drawn(t, got, Eigenrays)
	for colour, want := range map[string]int{blue: 2, vermilion: 3, green: 3} {
		if n := count(svg, "stroke", colour); n != want {
			t.Errorf("%d lines have the colour %s, want %d", n, colour, want)
		}
	}
	for _, want := range []string{">no bounce<", ">1 bounce<", ">2 bounces<", ">bottom<", ">source<", ">receiver<", ">Sound speed (m/s)<", ">Range (m)<", ">Depth (m)<"} {
		if strings.Count(svg, want) != 1 {
			t.Errorf("%s is there %d times", want, strings.Count(svg, want))
		}
	}
	if strings.Contains(svg, ">3 bounces<") {
		t.Error("the legend has rays that do not arrive")
	}
}

// A stem for each image, at its delay and level, and the window of 2 ms around the first with its edges of 1/6 ms.
func TestPictureOfArrivals(t *testing.T) {
	got := rays(t, shallow("bandwidth=6kHz", "window=2ms")...)
	f := got.stems().(figure.Figure)
	all, k := images(), 0
	for _, l := range f.Layers {
		switch l := l.(type) {
		case figure.Curve:
			near(t, "stem", l.X[0], (all[k].length()-all[0].length())/1.5, 1e-6)
			near(t, "level", l.Y[0], -all[k].loss(), 1e-6)
			k++
		case figure.Stripe:
			if l.Name == "window" {
				near(t, "window", l.From, 0, 1e-9)
				near(t, "window", l.To, 2, 1e-9)
			} else {
				near(t, "edge", l.To-l.From, 1.0/6, 1e-9)
			}
		}
	}
	svg := drawn(t, got, Stems)
	if k != 5 || count(svg, "fill", sky) != 5 { // and two in the legend
		t.Errorf("%d stems and %d areas of the window", k, count(svg, "fill", sky))
	}
	for _, want := range []string{">0 surface bounces<", ">1 bottom bounce<", ">window<", ">Delay after the first arrival (ms)<", ">Level re 1 m (dB)<"} {
		if strings.Count(svg, want) != 1 {
			t.Errorf("%s is there %d times", want, strings.Count(svg, want))
		}
	}
}

// Without boundaries the loss is that of spheres and absorption everywhere, and nothing is dark. Over a bottom without reflection behind a
// wall, something is.
func TestPictureOfLoss(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	got := rays(t, "frequency=25kHz", "range=400m", "depths=30m:60m", "surface=none")
	h := got.loss().(figure.Figure).Layers[0].(figure.Heat)
	for i := 5; i < len(h.Y); i += 10 {
		for j := 20; j < len(h.X); j += 20 {
			far := math.Hypot(h.X[j], h.Y[i]-30)
			near(t, "loss", h.Values[i][j], 20*math.Log10(far)+far/1000*(image{}.loss()-20*math.Log10(400))/0.4, 0.05)
		}
	}
	if svg := drawn(t, got, Loss); strings.Contains(svg, "shadow") || strings.Contains(svg, ">bottom<") {
		t.Error("there is a shadow in open water, or a bottom")
	}
	wall := files(t, map[string]string{"wall.csv": "y,0,200,210,220,400\n0,100,100,10,100,100\n"})
	got = rays(t, "frequency=25kHz", "range=400m", "depths=50m:50m", "surface=none", "bottom=none", "seabed="+filepath.Join(wall, "wall.csv"))
	svg := drawn(t, got, Loss)
	for _, want := range []string{"<image", ">shadow: no ray<", ">bottom<", ">Transmission loss re 1 m (dB)<", "summed as powers"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%s is not there", want)
		}
	}
	h = got.loss().(figure.Figure).Layers[0].(figure.Heat)
	for j, x := range h.X {
		// The edge of the shadow of the wall goes from 50 m of depth at the source through 10 m at 210 m.
		edge := 50 - 40*x/210
		for i, z := range h.Y {
			if x > 222 && math.Abs(z-edge) > 2 && z < 98 && !math.IsInf(h.Values[i][j], 1) != (z < edge) {
				t.Fatalf("at %.0f m and %.0f m of depth the loss is %g", x, z, h.Values[i][j])
			}
		}
	}
	got = rays(t, "frequency=25kHz", "range=400m", "depths=50m:60m", "surface=none", "bottom=none", "seabed="+filepath.Join(wall, "wall.csv"))
	if svg := drawn(t, got, Eigenrays); !strings.Contains(svg, ">bottom<") || !strings.Contains(svg, ">No ray arrives: 25 kHz") {
		t.Error("the picture of a shadow has no bottom, or does not say that it is one")
	}
}
