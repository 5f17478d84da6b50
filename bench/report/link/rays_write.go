package link

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strings"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/phy/ray"
	"halocline/phy/ray/arr"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// Traced is the rays between the ends of a link, and what a receiver makes of them.
type Traced struct {
	acoustic.Reception
	Warnings []string

	rays     *Rays
	tracer   tracer
	config   *acoustic.RaysConfig
	water    *ocean.Water
	budget   acoustic.Budget
	report   acoustic.Report // of it, for the noise
	window   phy.Window
	from, to geom.Vec
}

// column is a number of each arrival, in data and, where it has a heading, in the table.
type column struct {
	name, heading string
	value         func(i int, a *ray.Arrival) float64
	format        string
}

// columns returns the numbers of an arrival.
func (t *Traced) columns() []column {
	degrees := func(sin float64) float64 { return 180 / math.Pi * math.Asin(min(1, max(-1, sin))) }
	all := []column{
		{"delay_s", "delay (s)", func(_ int, a *ray.Arrival) float64 { return a.Delay }, "%.6f"},
		{"after_first_s", "after (ms)", func(_ int, a *ray.Arrival) float64 { return a.Delay - t.Arrivals[0].Delay }, "%.3f"},
		{"loss_db", "loss (dB)", func(_ int, a *ray.Arrival) float64 { return -20 * math.Log10(a.Pressure()) }, "%.1f"},
		{"phase_deg", "", func(_ int, a *ray.Arrival) float64 { return 180 / math.Pi * a.Phase }, ""},
		{"leave_deg", "leaves (deg)", func(_ int, a *ray.Arrival) float64 { return degrees(a.Leave) }, "%+.1f"},
		{"arrive_deg", "arrives (deg)", func(_ int, a *ray.Arrival) float64 { return degrees(a.Arrive) }, "%+.1f"},
		{"surface_bounces", "surface", func(_ int, a *ray.Arrival) float64 { return float64(a.Surface) }, "%.0f"},
		{"bottom_bounces", "bottom", func(_ int, a *ray.Arrival) float64 { return float64(a.Bottom) }, "%.0f"},
		{"caustics", "caustics", func(_ int, a *ray.Arrival) float64 { return float64(a.Caustics) }, "%.0f"},
		{"length_m", "", func(_ int, a *ray.Arrival) float64 { return a.Length }, ""},
	}
	if t.rays.closing.Known() {
		all = append(all, column{"doppler_hz", "Doppler (Hz)", func(_ int, a *ray.Arrival) float64 { return (a.Doppler - 1) * t.budget.Frequency }, "%+.3f"})
	}
	if !math.IsNaN(t.budget.Bandwidth) {
		all = append(all, column{"inside", "window", func(i int, _ *ray.Arrival) float64 { return t.Inside[i] }, ""})
	}
	return all
}

// share says how much of an arrival is in the window.
func share(inside float64) string {
	switch {
	case inside >= 1:
		return "yes"
	case inside <= 0:
		return "no"
	}
	return fmt.Sprintf("%.0f %%", 100*inside)
}

// Write writes the arrivals and what comes of them. CSV has the arrivals alone.
func (t *Traced) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return t.writeJSON(w)
	case CSV:
		return t.writeCSV(w)
	}
	fmt.Fprintf(w, "%s\n\n", text.Capital(strings.Join(t.title(), ", ")))
	if len(t.Arrivals) == 0 {
		_, err := fmt.Fprintln(w, "no arrivals: shadow")
		return err
	}
	var shown []column
	var heads []string
	for _, c := range t.columns() {
		if c.heading != "" {
			shown, heads = append(shown, c), append(heads, c.heading)
		}
	}
	table := text.NewTable(w, heads...)
	for i := range t.Arrivals {
		var row []string
		for _, c := range shown {
			v := c.value(i, &t.Arrivals[i])
			switch c.name {
			case "inside":
				row = append(row, share(v))
				continue
			case "after_first_s":
				v *= 1e3
			}
			row = append(row, fmt.Sprintf(c.format, v))
		}
		table.Append(row)
	}
	if err := table.Render(); err != nil {
		return err
	}
	fmt.Fprintf(w, "after: the first arrival; leaves, arrives: direction of travel above the horizontal; surface, bottom: bounces\n\n")
	return (&Budget{about: t.aboutWindow(), terms: t.terms()}).Write(w, Text)
}

// aboutWindow says what the receiver gathers.
func (t *Traced) aboutWindow() string {
	if t.window == (phy.Window{}) {
		return "the receiver gathers all arrivals: neither --window, --rate nor --preset says how long it listens"
	}
	return fmt.Sprintf("the receiver gathers arrivals for %s, and less and less over %s before and after",
		input.Human(t.window.Span.Seconds(), "s"), input.Human(t.edge(), "s"))
}

// edge is the time over which an arrival loses its weight: a receiver cuts nothing that its band does not resolve.
func (t *Traced) edge() float64 { return math.Max(t.window.Symbol.Seconds(), 1/t.budget.Bandwidth) }

func (t *Traced) writeCSV(w io.Writer) error {
	out, columns := csv.NewWriter(w), t.columns()
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	out.Write(names) // out.Error tells
	for i := range t.Arrivals {
		var row []string
		for _, c := range columns {
			row = append(row, input.Exact(c.value(i, &t.Arrivals[i])))
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

func (t *Traced) writeJSON(w io.Writer) error {
	var list []string
	for i := range t.Arrivals {
		var fields []term
		for _, c := range t.columns() {
			fields = append(fields, term{name: c.name, value: c.value(i, &t.Arrivals[i])})
		}
		list = append(list, "\n    {"+object(fields, " ")+"}")
	}
	sums := ""
	if len(t.Arrivals) > 0 {
		sums = object(t.terms(), "\n  ") + ",\n  "
	}
	_, err := fmt.Fprintf(w, "{\n  %s\"arrivals\": [%s]\n}\n", sums, strings.Join(list, ","))
	return err
}

// WriteArr writes the arrivals as Bellhop does, for programs that read its files. Length, caustics and Doppler are not in it.
func (t *Traced) WriteArr(w io.Writer) error {
	f := arr.File{
		Frequency: t.budget.Frequency, Sources: []float64{t.from.Depth()}, Depths: []float64{t.to.Depth()},
		Ranges: []float64{t.to.X}, Arrivals: [][]ray.Arrival{t.Arrivals},
	}
	return f.Write(w)
}

// NotComputed says which inputs are missing, and for what.
func (t *Traced) NotComputed() []string {
	if len(t.Arrivals) == 0 {
		return nil
	}
	return (&Budget{terms: t.terms()}).NotComputed()
}

// terms lists what comes of all arrivals together.
func (t *Traced) terms() []term {
	s, b := t.Signal, t.budget
	if math.IsNaN(b.Bandwidth) { // the window depends on it
		s.Delay, s.Gain, s.Doppler, s.Echo.Gain = b.Bandwidth, b.Bandwidth, b.Bandwidth, b.Bandwidth
	}
	list := termList{known: map[string]float64{"bandwidth": b.Bandwidth, "source-level": b.SourceLevel, "power": b.Power, "threshold": b.Threshold, "noise": 1}}
	db := func(ratio float64) float64 { return 10 * math.Log10(ratio) }
	list.add("first_delay_s", "first arrival", "s", s.First, "earliest ray")
	list.add("strongest_delay_s", "strongest arrival", "s", s.Strongest, "loudest ray")
	list.add("delay_spread_s", "delay spread", "s", s.Spread, "rms")
	list.add("window_delay_s", "begin of the window", "s", s.Delay, "most gathered", "bandwidth")
	list.add("gain_db", "gain in the window", "dB re 1 m", db(s.Gain), "sum", "bandwidth")
	if s.Echo.Gain > 0 {
		list.add("echo_db", "echo outside of it", "dB re 1 m", db(s.Echo.Gain), "sum", "bandwidth")
		list.add("sinr_limit_db", "SINR at most", "dB", db(s.Gain/s.Echo.Gain), "gain-echo", "bandwidth")
	}
	if t.rays.closing.Known() {
		list.add("doppler_mean_hz", "Doppler in the window", "Hz", (s.Doppler-1)*b.Frequency, "weighted", "bandwidth")
		list.add("doppler_spread_hz", "Doppler spread", "Hz", t.dopplerSpread(), "widest")
	}
	t.levels(&list)
	return list.terms
}

// dopplerSpread returns by how much the frequencies of the arrivals differ at most, in Hz.
func (t *Traced) dopplerSpread() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range t.Arrivals {
		low, high = math.Min(low, t.Arrivals[i].Doppler), math.Max(high, t.Arrivals[i].Doppler)
	}
	return (high - low) * t.budget.Frequency
}

// levels adds what the noise makes of it: SINR = S G/(N + S E).
func (t *Traced) levels(list *termList) {
	b, r := t.budget, t.report
	if b.Unit == phy.Watt {
		return
	}
	sent, noise := math.Pow(10, b.SourceLevel/10), math.Pow(10, r.NoiseBand/10)
	sinr := 10 * math.Log10(sent*t.Signal.Gain/(noise+sent*t.Signal.Echo.Gain))
	list.add("received_level_db", "received level", "dB re 1 uPa", b.SourceLevel+10*math.Log10(t.Signal.Gain), "SL+gain", "bandwidth", "source-level")
	list.add("noise_band_db", "noise in the band", "dB re 1 uPa", r.NoiseBand, "band", "bandwidth")
	list.add("sinr_db", "SINR", "dB", sinr, "G/(N+E)", "bandwidth", "source-level")
	list.add("margin_db", "margin", "dB", sinr-b.Threshold, "SINR-thr", "bandwidth", "source-level", "threshold")
}
