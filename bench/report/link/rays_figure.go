package link

import (
	"fmt"
	"io"
	"math"
	"slices"

	"halocline/bench/report/figure"
	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/phy"
	"halocline/phy/ray"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
)

// Picture is something that can be drawn as "svg", "png" or "pdf".
type Picture interface {
	Write(w io.Writer, format string) error
}

// The pictures of rays.
const (
	Eigenrays = "rays"     // their paths, beside the profile
	Stems     = "arrivals" // their levels by delay
	Loss      = "tl"       // the transmission loss by range and depth
)

// Pictures lists what can be drawn of rays.
func Pictures() []string { return []string{Eigenrays, Stems, Loss} }

// Picture draws the rays.
func (t *Traced) Picture(what string) (Picture, error) {
	switch {
	case !slices.Contains(Pictures(), what):
		return nil, fmt.Errorf("--what: %s", strict.Unknown("picture", what, Pictures()))
	case what == Stems && len(t.Arrivals) == 0:
		return nil, fmt.Errorf("--what %s: there is no arrival to draw, because the receiver is in a shadow; draw --what %s", Stems, Loss)
	case what == Stems:
		return t.stems(), nil
	case t.to.X == 0:
		return nil, fmt.Errorf("--what %s: a picture over range needs a --range of more than 0m; draw --what %s", what, Stems)
	case what == Loss:
		return t.loss(), nil
	}
	return t.eigenrays(), nil
}

// title says what is drawn, part by part.
func (t *Traced) title() []string {
	r, l := t.rays, t.rays.link
	parts := []string{
		fmt.Sprintf("%s over %s", input.Human(l.frequency.Value, "Hz"), input.Human(t.to.X, "m")),
		fmt.Sprintf("%.6g m to %.6g m of depth", t.from.Depth(), t.to.Depth()),
	}
	for _, m := range r.texts {
		switch {
		case m.text == "" || m == &r.depths || m.Name == "window":
		case m == &r.profile:
			parts = append(parts, m.text)
		default:
			parts = append(parts, m.Name+" "+m.text)
		}
	}
	return parts
}

// deepest returns how deep a picture reaches: to the bottom, or a little below the ends and the profile where there is none.
func (t *Traced) deepest() float64 {
	deep, bottomless := 0.0, t.rays.Seabed == nil
	if !bottomless {
		for _, p := range t.tracer.Bottom(t.from, t.to) {
			deep = math.Max(deep, p.Depth)
		}
		return deep
	}
	deep = 1.3 * math.Max(t.from.Depth(), t.to.Depth())
	for i := range t.Arrivals {
		for _, p := range t.tracer.Sketch(t.Arrivals[i], t.from, t.to) {
			deep = math.Max(deep, 1.05*p.Depth)
		}
	}
	return math.Max(deep, 10)
}

// scale returns the axis of ranges, and what its unit is in m.
func (t *Traced) scale() (figure.Axis, float64) {
	factor, prefix := input.Prefixed(t.to.X, "m")
	return figure.Axis{Quantity: "Range", Unit: prefix + "m", From: 0, To: t.to.X / factor}, factor
}

// places marks the ends.
func (t *Traced) places(factor float64) figure.Places {
	return figure.Places{Names: []string{"source", "receiver"}, X: []float64{0, t.to.X / factor}, Y: []float64{t.from.Depth(), t.to.Depth()}, Crowded: true}
}

// ground is the bottom, where there is one.
func (t *Traced) ground(factor float64) []figure.Layer {
	if t.rays.Seabed == nil {
		return nil
	}
	g := figure.Ground{Name: "bottom"}
	for _, p := range t.tracer.Bottom(t.from, t.to) {
		g.X, g.Y = append(g.X, p.Range/factor), append(g.Y, p.Depth)
	}
	return []figure.Layer{g}
}

// below is how far down a picture reaches beyond what there is: so that the bottom is seen, where there is one.
func (t *Traced) below() float64 {
	if t.rays.Seabed == nil {
		return 1
	}
	return 1.06
}

// depths returns an axis of depth from a little above the surface to a little below the bottom.
func (t *Traced) depths() figure.Axis {
	deep := t.deepest()
	return figure.Axis{Quantity: "Depth", Unit: "m", Down: true, From: -0.04 * deep, To: deep * t.below()}
}

// eigenrays draws the paths of the arrivals, the loudest over the others, beside the profile.
func (t *Traced) eigenrays() Picture {
	y := t.depths()
	x, factor := t.scale()
	what := "rays"
	if len(t.Arrivals) == 0 {
		what = "no ray arrives"
	}
	main := figure.Figure{Title: titleOf([]string{what}, t.title()), X: x, Y: y, Width: figure.Page, Height: 7.5}
	const most = 4 // bounces that are told apart
	names := []string{"no bounce", "1 bounce", "2 bounces", "3 bounces", "4 bounces or more"}
	var paths [most + 1][]figure.Layer
	for i := len(t.Arrivals) - 1; i >= 0; i-- {
		a := t.Arrivals[i]
		n := min(a.Surface+a.Bottom, most)
		c := figure.Curve{Name: names[n], Marker: figure.Bare}
		for _, p := range t.tracer.Sketch(a, t.from, t.to) {
			c.X, c.Y = append(c.X, p.Range/factor), append(c.Y, p.Depth)
		}
		paths[n] = append(paths[n], c)
	}
	for n, some := range paths { // a point that is nowhere: so that few bounces come first in the legend, and over the others
		if len(some) > 0 {
			main.Layers = append(main.Layers, figure.Curve{Name: names[n], X: []float64{math.NaN()}, Y: []float64{0}, Marker: figure.Bare})
		}
	}
	for n := range paths {
		main.Layers = append(main.Layers, paths[most-n]...)
	}
	main.Layers = append(main.Layers, t.ground(factor)...)
	main.Layers = append(main.Layers, figure.Curve{Thin: true, X: []float64{0, x.To}, Y: []float64{0, 0}}, t.places(factor))

	profile := figure.Curve{Thin: true}
	const steps = 400
	for i := range steps + 1 {
		depth := y.To / t.below() * float64(i) / steps
		profile.X, profile.Y = append(profile.X, t.speed(depth)), append(profile.Y, depth)
	}
	slow, fast := slices.Min(profile.X), slices.Max(profile.X)
	room := math.Max(1, 0.08*(fast-slow))
	side := figure.Figure{X: figure.Axis{Quantity: "Sound speed", Unit: "m/s", From: slow - room, To: fast + room}, Layers: []figure.Layer{profile}}
	return figure.Flanked{Side: side, Figure: main}
}

// speed returns that of sound at a depth, in m/s.
func (t *Traced) speed(depth float64) float64 { return t.water.SoundSpeed(geom.Vec{Z: -depth}) }

// stems draws the level of each arrival over its delay after the first.
func (t *Traced) stems() Picture {
	f := figure.Figure{
		Title: titleOf([]string{"arrivals"}, t.title()),
		X:     figure.Axis{Quantity: "Delay after the first arrival", Unit: "ms"},
		Y:     figure.Axis{Quantity: "Level re 1 m", Unit: "dB"}, Width: figure.Page, Height: 7,
	}
	first, span := t.Arrivals[0].Delay, 0.0
	low, high := math.Inf(1), math.Inf(-1)
	var curves []figure.Curve
	for i := range t.Arrivals {
		a := &t.Arrivals[i]
		c := figure.Curve{Group: text.Plural(a.Surface, "surface bounce"), Name: text.Plural(a.Bottom, "bottom bounce"), Join: figure.Stems}
		c.X, c.Y = []float64{1e3 * (a.Delay - first)}, []float64{20 * math.Log10(a.Pressure())}
		span, low, high = math.Max(span, c.X[0]), math.Min(low, c.Y[0]), math.Max(high, c.Y[0])
		curves = append(curves, c)
	}
	span = math.Max(span, 1)
	f.X.From, f.X.To = -0.05*span, 1.05*span
	f.Y.From, f.Y.To = 5*math.Floor((low-3)/5), 5*math.Ceil((high+1)/5)
	if !math.IsNaN(t.budget.Bandwidth) && t.window != (phy.Window{}) {
		edge, begin := 1e3*t.edge(), 1e3*(t.Signal.Delay-first)
		end := begin + 1e3*t.window.Span.Seconds()
		f.Layers = append(f.Layers,
			figure.Stripe{Name: "window", From: begin, To: end, Strength: 1},
			figure.Stripe{Name: "edge of the window", From: begin - edge, To: begin, Strength: 0.4},
			figure.Stripe{Name: "edge of the window", From: end, To: end + edge, Strength: 0.4})
	}
	for _, c := range curves {
		f.Layers = append(f.Layers, c)
	}
	return f
}

// loss draws the loss by range and depth. It sums powers, without their phases.
func (t *Traced) loss() Picture {
	const columns, rows, span = 200, 100, 60 // dB
	deep := t.deepest()
	x, factor := t.scale()
	ranges := middles(t.to.X, columns)
	h := figure.Heat{Quantity: "Transmission loss re 1 m", Unit: "dB", Falling: true, Void: "shadow: no ray"}
	for _, r := range ranges {
		h.X = append(h.X, r/factor)
	}
	least, most := math.Inf(1), math.Inf(-1)
	for i, row := range t.tracer.Field(t.from, t.to, ranges, deep, rows) {
		h.Y = append(h.Y, deep*(float64(i)+0.5)/rows)
		for j, gain := range row {
			row[j] = -10 * math.Log10(gain) // infinite in a shadow
			if j > columns/40 && gain > 0 { // what is next to the source is louder than all
				least, most = math.Min(least, row[j]), math.Max(most, row[j])
			}
		}
		h.Values = append(h.Values, row)
	}
	if h.From, h.To = 5*math.Floor(least/5), 5*math.Ceil(most/5); !(h.From < h.To) {
		h.From, h.To = 0, span
	}
	h.To = math.Min(h.To, h.From+span)
	floor := t.tracer.Bottom(t.from, t.to)
	for j, r := range ranges { // below the bottom there is no shadow
		for i := range rows {
			if t.rays.Seabed != nil && deep*float64(i)/rows >= floorAt(floor, r) {
				h.Values[i][j] = h.To
			}
		}
	}
	f := figure.Figure{
		Title: titleOf([]string{"loss, summed as powers"}, t.title()),
		X:     x, Y: figure.Axis{Quantity: "Depth", Unit: "m", Down: true, From: 0, To: deep * t.below()},
		Layers: []figure.Layer{h}, Width: figure.Page, Height: 8, Legend: figure.Above,
	}
	f.Layers = append(append(f.Layers, t.ground(factor)...), t.places(factor))
	return f
}

// floorAt returns the depth of a floor at a range.
func floorAt(f ray.Floor, at float64) float64 {
	for i := 1; i < len(f); i++ {
		if a, b := f[i-1], f[i]; at <= b.Range && b.Range > a.Range {
			return a.Depth + (b.Depth-a.Depth)*(at-a.Range)/(b.Range-a.Range)
		}
	}
	return f[len(f)-1].Depth
}
