package link

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/bench/report/input"
	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/phy/ray"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// Rays is an acoustic link over all rays between its ends: by a channel as scenarios have it.
type Rays struct {
	link   *acousticLink
	inputs input.List
	texts  []*Model

	bounces, faint, closing input.Input
	profile, depths         Model

	// Read from the models that are given:
	Seabed  *ocean.SeabedConfig `yaml:"seabed"`
	Bottom  ray.BottomConfig    `yaml:"bottom"`
	Surface ray.SurfaceConfig   `yaml:"surface"`
	Window  *phy.WindowConfig   `yaml:"window"`
}

// newRays returns the rays of a link.
func newRays(l *acousticLink) *Rays {
	r, q, defaults := &Rays{link: l}, input.Quantity, acoustic.DefaultRays()
	r.depths = Model{Name: "depths", Kind: "FROM:TO", Doc: "depths of the two ends, such as 8m:60m"}
	r.profile = Model{Name: "profile", Kind: "FILE", Doc: "water by depth, as CSV; one speed of sound if left out"}
	r.texts = []*Model{
		&r.depths, &r.profile,
		{Name: "seabed", Kind: "DEPTH|FILE", Doc: "depth of the bottom, or a grid from x = 0 to --range; none if left out"},
		{Name: "bottom", Kind: "MODEL", Doc: "bottom, as halocline list bottom has them; sand if left out"},
		{Name: "surface", Kind: "MODEL", Doc: "surface, as halocline list surface has them; apl if left out"},
		{Name: "window", Kind: "SPAN", Doc: "time in which the receiver gathers arrivals, such as 2ms"},
	}
	r.inputs.Add(&r.bounces, "bounces", fmt.Sprint(defaults.Bounces), "reflections of a ray at most", q("", "[0,50]"))
	r.inputs.Add(&r.faint, "faint", fmt.Sprintf("%gdB", defaults.Faint), "level below the strongest at which arrivals are left out", q("dB", "(0,300]"))
	r.inputs.Add(&r.closing, "closing", "", "speed at which the receiver comes nearer; negative away", q("m/s", "[-100,100]"))
	return r
}

// Inputs returns the numbers that only rays depend on.
func (r *Rays) Inputs() input.List { return r.inputs }

// Models returns the models and files that only rays depend on.
func (r *Rays) Models() []*Model { return r.texts }

// Given names an input of rays that is given, or returns nothing.
func (r *Rays) Given() string {
	for _, m := range r.texts {
		if m.text != "" {
			return m.Name
		}
	}
	for _, in := range r.inputs {
		if in.Given() {
			return in.Name
		}
	}
	return ""
}

// tracer is a channel that shows its rays.
type tracer interface {
	Receive(tx, rx phy.End, t sim.Time) acoustic.Reception
	Sketch(a ray.Arrival, from, to geom.Vec) []ray.Point
	Field(from, to geom.Vec, ranges []float64, depth float64, rows int) [][]float64
	Bottom(from, to geom.Vec) ray.Floor
	Warnings(positions []geom.Vec) []string
}

// Trace finds the rays, after the link is prepared.
func (r *Rays) Trace() (*Traced, error) {
	if err := r.fits(); err != nil {
		return nil, err
	}
	budget, _, err := r.link.asked()
	if err != nil {
		return nil, err
	}
	if err := input.Required(&r.link.distance, "a range such as 2km"); err != nil {
		return nil, err
	}
	if err := r.read(); err != nil {
		return nil, err
	}
	t := &Traced{rays: r, budget: budget}
	if t.report, err = budget.Compute(); err != nil {
		return nil, flagged(err)
	}
	if t.water, err = r.water(); err != nil {
		return nil, err
	}
	if t.from, t.to, err = r.ends(t.water); err != nil {
		return nil, err
	}
	band := phy.Band{Centre: budget.Frequency, Width: budget.Bandwidth}
	if math.IsNaN(band.Width) {
		band.Width = band.Centre / 10 // for rays alone; what depends on it is not told
	}
	if t.tracer, t.config, err = r.channel(t.water, band); err != nil {
		return nil, err
	}
	var at phy.Locator = phy.Fixed(t.to)
	if r.closing.Known() {
		at = mover{t.to, geom.Vec{X: -r.closing.Value}}
	}
	t.window = r.window()
	t.Reception = t.tracer.Receive(phy.Fixed(t.from), phy.NewReceiver(at, nil, t.window), 0)
	t.warn()
	return t, nil
}

// fits finds flags that do nothing to rays.
func (r *Rays) fits() error {
	for _, idle := range []struct {
		in  *input.Input
		why string
	}{
		{&r.link.spreading, "rays spread by themselves"},
		{&r.link.depth, "write --seabed for the depth of the bottom, and --depths for those of the ends"},
		{&r.link.bits, "a frame has the errors of its budget, without --rays"},
	} {
		if idle.in.Given() {
			return fmt.Errorf("--%s does nothing with --rays: %s", idle.in.Name, idle.why)
		}
	}
	for _, m := range r.link.texts {
		if m.text != "" && m.Name != "preset" {
			return fmt.Errorf("--%s does nothing with --rays: a frame has the errors of its budget, without --rays", m.Name)
		}
	}
	return nil
}

// read reads the models that are given.
func (r *Rays) read() error {
	defaults := acoustic.DefaultRays()
	r.Bottom, r.Surface = defaults.Bottom, defaults.Surface
	var sets []strict.Set
	for _, m := range r.texts {
		set := strict.Set{Path: m.Name, Value: m.text}
		switch {
		case m.text == "" || m == &r.profile || m == &r.depths:
			continue
		case strings.HasPrefix(m.text, "{"):
		case m.Name == "seabed" && strings.Contains(m.text, "."):
			if _, _, err := strict.ParseQuantity(m.text, input.Quantity("m", "")); err != nil {
				set.Path = "seabed.file"
			}
		case m.Name == "window":
			set.Path = "window.span"
		}
		sets = append(sets, set)
	}
	empty := func(string) ([]byte, error) { return []byte("{}"), nil }
	if _, err := strict.Read(empty, "flags", sets, r, r.link.lib.Models()); err != nil {
		return flagged(err)
	}
	return nil
}

// water returns the water of the link. Its speed is that of the profile, where this has one, or by a formula.
func (r *Rays) water() (*ocean.Water, error) {
	l, config := r.link, ocean.Default()
	config.Temperature, config.Salinity, config.PH = l.temperature.Value, l.salinity.Value, l.ph.Value
	config.Density, config.Conductivity = 1000, 1 // any: rays need neither, so no formula for them
	config.Speed, config.Seabed = l.soundSpeed.Value, r.Seabed
	if l.soundSpeed.Word != "" {
		config.SoundSpeed, config.Speed = l.soundSpeed.Word, ocean.Default().Speed
	}
	if file := r.profile.text; file != "" {
		text, err := strict.Disk(file)
		if err != nil {
			return nil, fmt.Errorf("--profile: %w", err)
		}
		profile, err := ocean.ReadProfile(bytes.NewReader(text), file)
		if err != nil {
			return nil, fmt.Errorf("--profile: %w", err)
		}
		config.Profile = &profile
		switch spoken := l.soundSpeed.Given(); {
		case len(profile.SoundSpeed) > 0 && spoken:
			return nil, fmt.Errorf("--sound-speed %s and the column sound_speed of %s both say how fast sound is; leave one of the two out", l.soundSpeed.Text, file)
		case len(profile.SoundSpeed) > 0:
			config.SoundSpeed = "profile"
		case !spoken:
			config.SoundSpeed = "mackenzie"
		}
	}
	water, err := config.Build(ocean.Site{Open: strict.Disk})
	if err != nil {
		return nil, flagged(err)
	}
	return water, nil
}

// ends returns where the ends are.
func (r *Rays) ends(water *ocean.Water) (from, to geom.Vec, err error) {
	fail := func(format string, args ...any) (geom.Vec, geom.Vec, error) {
		return from, to, fmt.Errorf("--depths %s: "+format, append([]any{r.depths.text}, args...)...)
	}
	if r.depths.text == "" {
		return from, to, errors.New("--depths is missing; write the depths of the two ends, such as 8m:60m")
	}
	texts := strings.Split(r.depths.text, ":")
	if len(texts) != 2 {
		return fail("write two depths, such as 8m:60m")
	}
	to.X = r.link.distance.Value
	for i, end := range []*geom.Vec{&from, &to} {
		depth, _, err := strict.ParseQuantity(texts[i], input.Quantity("m", "[-1e9,12000]"))
		switch {
		case err != nil:
			return fail("%w", err)
		case depth < 0:
			return fail("an end at %s is in the air; write depths of 0m and more", texts[i])
		case depth > water.Seabed(*end):
			return fail("an end at %s is below the bottom, which is %.6g m deep there; write less, or a deeper --seabed", texts[i], water.Seabed(*end))
		}
		end.Z = -depth
	}
	if from == to {
		return fail("at a --range of %s both ends are in one place; write another range or depth", r.link.distance.Text)
	}
	return from, to, nil
}

// channel returns the channel of rays. Where there is no seabed, no bottom reflects.
func (r *Rays) channel(water *ocean.Water, band phy.Band) (tracer, *acoustic.RaysConfig, error) {
	config := acoustic.DefaultRays()
	config.Absorption, config.Noise = r.link.absorption.Word, &acoustic.NoNoise{}
	config.Bottom, config.Surface = r.Bottom, r.Surface
	config.Bounces, config.Faint = int(r.bounces.Value), r.faint.Value
	if r.Seabed == nil {
		for _, m := range r.texts {
			if m.Name == "bottom" && m.text != "" {
				return nil, nil, errors.New("--bottom: there is no seabed that would reflect; write --seabed, such as 100m")
			}
		}
		config.Bottom = &ray.NoReflection{}
	}
	var err error
	if r.link.noise.Word != "" {
		if config.Noise, err = r.link.noiseModel(); err != nil {
			return nil, nil, err
		}
	}
	built, err := config.Build(phy.ChannelEnv{Water: water, Band: band, Unit: phy.Micropascal, Open: strict.Disk})
	if err != nil {
		return nil, nil, flagged(err)
	}
	return built.(tracer), config, nil
}

// window returns that of the receiver.
func (r *Rays) window() phy.Window {
	w, l := r.link.window, r.link
	if l.rate.Known() {
		w.Symbol = time.Duration(math.Round(1e9 / l.rate.Value))
	}
	if r.Window != nil {
		w.Span, w.Symbol = r.Window.Span, cmp.Or(r.Window.Symbol, w.Symbol)
	}
	return w
}

// mover is an end that moves evenly.
type mover struct{ at, velocity geom.Vec }

// Position implements phy.Locator.
func (m mover) Position(t sim.Time) geom.Vec { return m.at.Add(m.velocity.Scale(t.Seconds())) }

// Velocity implements phy.Locator.
func (m mover) Velocity(sim.Time) geom.Vec { return m.velocity }

// warn collects the warnings: of formulas, of what is left out, and of a shadow with what would help.
func (t *Traced) warn() {
	t.Warnings = t.tracer.Warnings([]geom.Vec{t.from, t.to})
	if t.rays.link.antenna != nil {
		t.Warnings = append(t.Warnings, "the preset's antenna is left out: rays leave and arrive at all angles")
	}
	if t.rays.Seabed == nil {
		t.Warnings = append(t.Warnings, "there is no --seabed, so nothing comes from a bottom")
	}
	if len(t.Arrivals) > 0 {
		return
	}
	const columns, rows = 200, 100
	deep := t.deepest()
	ranges := append(middles(t.to.X, columns), t.to.X)
	field := t.tracer.Field(t.from, t.to, ranges, deep, rows)
	row := min(int(t.to.Depth()/deep*rows), rows-1)
	help := "no ray arrives: the receiver is in a shadow."
	if near := slices.IndexFunc(field[row], func(v float64) bool { return v == 0 }); near > 0 {
		help += fmt.Sprintf(" At this depth rays come as far as %s.", input.Human(ranges[near-1], "m"))
	}
	var lit []float64
	for i := range field {
		if field[i][columns] > 0 {
			lit = append(lit, deep*float64(i)/rows)
		}
	}
	if len(lit) > 0 {
		help += fmt.Sprintf(" At this range some come between %.3g m and %.3g m of depth.", lit[0], lit[len(lit)-1]+deep/rows)
	}
	t.Warnings = append(t.Warnings, help+" Another depth, a lesser range, a bottom or a surface that reflects, or more --bounces would help.")
}

// middles returns those of so many equal parts of a range.
func middles(far float64, n int) []float64 {
	var out []float64
	for i := range n {
		out = append(out, far*(float64(i)+0.5)/float64(n))
	}
	return out
}
