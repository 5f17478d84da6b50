package acoustic

import (
	"bytes"
	"fmt"
	"math"
	"math/cmplx"
	"sort"
	"time"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/table"
	"halocline/sim/trace"
)

// ReplayConfig describes a channel that was measured: how sound arrived, from one time to the next, between two places. The
// file has a row for each tap of each time: time and delay in s, and the pressure at complex baseband in any unit.
type ReplayConfig struct {
	File    string         `yaml:"file" required:"true" doc:"CSV file of a measured channel, with a row for each tap at each time. Columns: time and delay in s, re and im of the pressure at baseband, and doppler, the relative shift, if it is known"`
	Loss    float64        `yaml:"loss" required:"true" unit:"dB" range:"[0,300]" doc:"mean loss of all taps together, re 1 m, at any distance; it is not in the file"`
	Start   *time.Duration `yaml:"start" range:"[0,1e9]" doc:"time in the file, after its first, at which the run begins; if left out, it is drawn at random by the seed of the run"`
	Loop    bool           `yaml:"loop" doc:"whether the file begins again after its end; otherwise it must last as long as the run"`
	Between Between        `yaml:"between" oneof:"nearest|interpolate" doc:"signal between the times of the file. nearest: that of the nearest time; interpolate: gain, echo and delay are interpolated linearly"`
	Noise   NoiseConfig    `yaml:"noise" doc:"ambient noise"`
}

// DefaultReplay returns a description without a file.
func DefaultReplay() *ReplayConfig {
	return &ReplayConfig{Loop: true, Between: Interpolate, Noise: defaultWenz()}
}

// About says what the model is.
func (*ReplayConfig) About() string { return "a measured channel, played back from a file of taps" }

// Validate checks what can be checked without the file.
func (c *ReplayConfig) Validate() error {
	if c.File == "" {
		return fault.In("file", "the name is empty; write that of a CSV file with the columns time, delay, re and im")
	}
	return nil
}

// Build reads the file.
func (c *ReplayConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	noise, err := ambient(c.Noise, env)
	if err != nil {
		return nil, err
	}
	data, err := openFile(env, c.File)
	if err != nil {
		return nil, err
	}
	// The carrier is out of the taps: phases are those at the centre of the band, whatever the delay.
	baseband := phy.Band{Width: env.Band.Width}
	r := &replayed{
		sea: sea{water: env.Water, hz: env.Band.Centre, noise: noise}, name: c.File,
		loop: c.Loop, nearest: c.Between == Nearest, multipath: newMultipath(ray.CoherentSum, baseband),
	}
	if err := r.read(data); err != nil {
		return nil, fault.In("file", "%w", err)
	}
	for _, taps := range r.taps {
		for i := range taps {
			taps[i].Absorption = c.Loss
		}
	}
	return r, r.begin(c.Start, env)
}

// replayed is a channel that was measured. All pairs of ends have it, at any distance: the delay of the straight line comes on
// top of that of the file, and the Doppler factor of their motion. Antennas count in the direction of the straight line. A
// signal takes the taps of the time at which it leaves.
type replayed struct {
	sea
	multipath
	name     string
	times    []float64       // s, from the first on
	taps     [][]ray.Arrival // at each time
	start    float64         // time at which the run begins, s
	loop     bool
	nearest  bool
	gathered []gathered
}

// gathered is what a window makes of the taps of each time.
type gathered struct {
	window  phy.Window
	signals []ray.Signal
}

// read reads the file. The mean energy of its times becomes 1.
func (c *replayed) read(data []byte) error {
	t, err := table.Read(bytes.NewReader(data), c.name, []string{"time", "delay", "re", "im", "doppler"}, 4)
	if err != nil {
		return err
	}
	times, delays, shifts := t.Columns["time"], t.Columns["delay"], t.Columns["doppler"]
	energy := 0.0
	for i, at := range times {
		if err := checkTap(i, times, delays, shifts); err != nil {
			return t.Place(i, err)
		}
		if i == 0 || at > times[i-1] {
			c.times, c.taps = append(c.times, at-times[0]), append(c.taps, nil)
		}
		h := complex(t.Columns["re"][i], t.Columns["im"][i])
		tap := ray.Arrival{Delay: delays[i], Amplitude: cmplx.Abs(h), Phase: cmplx.Phase(h), Doppler: 1}
		if shifts != nil {
			tap.Doppler += shifts[i]
		}
		last := len(c.taps) - 1
		c.taps[last] = append(c.taps[last], tap)
		energy += tap.Amplitude * tap.Amplitude
	}
	if !(energy > 0) || math.IsInf(energy, 0) {
		return fmt.Errorf("%s: the energy of all taps is %g, expected more than nothing; write the measured pressures into re and im", c.name, energy)
	}
	unit := math.Sqrt(float64(len(c.times)) / energy)
	for _, taps := range c.taps {
		for i := range taps {
			taps[i].Amplitude *= unit
		}
	}
	return nil
}

// checkTap finds a tap that cannot stand in its row. There may be no shifts.
func checkTap(i int, times, delays, shifts []float64) error {
	switch {
	case i > 0 && times[i] < times[i-1]:
		return fmt.Errorf("time is %g after %g; sort the rows by time, and by delay within one time", times[i], times[i-1])
	case delays[i] < 0:
		return fmt.Errorf("delay is %g; count delays from the first tap on", delays[i])
	case i > 0 && times[i] == times[i-1] && delays[i] <= delays[i-1]:
		return fmt.Errorf("delay is %g after %g at one time; sort the rows by time, and by delay within one time", delays[i], delays[i-1])
	case shifts != nil && !(math.Abs(shifts[i]) < 1):
		return fmt.Errorf("doppler is %g; write the relative shift, such as 0.001 for ends that come closer at 1.5 m/s", shifts[i])
	}
	return nil
}

// begin finds the time of the file at which the run begins.
func (c *replayed) begin(start *time.Duration, env phy.ChannelEnv) error {
	last := c.times[len(c.times)-1]
	room := last - env.Duration.Seconds() // for a start
	if c.loop {
		room = c.period()
	}
	begin := max(room, 0) * env.Chance
	if start != nil {
		if begin = start.Seconds(); begin > last {
			return fault.In("start", "%v is after the end of %s, which lasts %.6g s; begin sooner", *start, c.name, last)
		}
	}
	if c.moves() && !c.loop && begin > room {
		return fault.In("loop", "%s lasts %.6g s and the run from %.6g s on %v; write loop: true, begin sooner, or take a longer file", c.name, last, begin, env.Duration)
	}
	c.start = begin
	return nil
}

// period returns after how many s the file begins again: one mean step after its last time.
func (c *replayed) period() float64 {
	n := float64(len(c.times))
	return c.times[len(c.times)-1] * n / max(n-1, 1)
}

// Path plays the taps of the time at which the signal leaves.
func (c *replayed) Path(tx, rx phy.End, t sim.Time) phy.Path {
	line, none, ok := c.line(tx, rx, t)
	if !ok {
		return none
	}
	i, next, share, within := c.at(t)
	if !within {
		return phy.Path{Lost: trace.OutOfRange}
	}
	var b blend
	antennas, signals := c.antennas(tx, rx, t, line), c.signals(rx.Window())
	b.add(&signals[i], 1-share, antennas)
	b.add(&signals[next], share, antennas)
	if b.weight == 0 {
		return phy.Path{Lost: trace.Shadow}
	}
	s := b.signal()
	s.Delay += line.Time
	s.Doppler *= line.Doppler
	return s.Path()
}

// antennas returns the gain of both antennas, as a ratio.
func (c *replayed) antennas(tx, rx phy.End, t sim.Time, line phy.Ray) float64 {
	way := line.To.Sub(line.From)
	return ratio(tx.Toward(way, t) + rx.Toward(way.Scale(-1), t.Add(line.Delay())))
}

// at finds a time of the run in the file: between which of its times, and the share of the step from one to the other. It is
// not within after the end.
func (c *replayed) at(t sim.Time) (i, next int, share float64, within bool) {
	if !c.moves() {
		return 0, 0, 0, true
	}
	at, last := c.start+t.Seconds(), len(c.times)-1
	if c.loop {
		at = math.Mod(at, c.period())
	} else if at > c.times[last] {
		return 0, 0, 0, false
	}
	i = sort.Search(len(c.times), func(k int) bool { return c.times[k] > at }) - 1
	next, step := (i+1)%len(c.times), c.period()-c.times[last]
	if i < last {
		step = c.times[next] - c.times[i]
	}
	share = (at - c.times[i]) / step
	if c.nearest {
		share = math.Round(share)
	}
	return i, next, share, true
}

// signals returns what a window makes of the taps of each time, which is found when it is first asked for.
func (c *replayed) signals(w phy.Window) []ray.Signal {
	for i := range c.gathered {
		if c.gathered[i].window == w {
			return c.gathered[i].signals
		}
	}
	g := gathered{window: w}
	for _, taps := range c.taps {
		g.signals = append(g.signals, c.gatherer.Gather(taps, w))
	}
	c.gathered = append(c.gathered, g)
	return g.signals
}

// Arrivals lists the taps of the nearest time.
func (c *replayed) Arrivals(tx, rx phy.End, t sim.Time, buf []phy.Path) []phy.Path {
	line, _, ok := c.line(tx, rx, t)
	i, next, share, within := c.at(t)
	if !ok || !within {
		return buf
	}
	if share >= 0.5 {
		i = next
	}
	c.arrivals = append(c.arrivals[:0], c.taps[i]...)
	antennas := decibel(c.antennas(tx, rx, t, line))
	for k := range c.arrivals {
		a := &c.arrivals[k]
		a.Delay += line.Time
		a.Gain = antennas
		a.Doppler *= line.Doppler
	}
	return c.list(buf)
}

// Varies reports whether the file has more than one time, or waves pass.
func (c *replayed) Varies() bool { return c.moves() || c.sea.Varies() }

// moves reports whether the file has more than one time.
func (c *replayed) moves() bool { return len(c.times) > 1 }

// Stretches returns true.
func (c *replayed) Stretches() bool { return true }

// Doubts says that one channel stands for several.
func (c *replayed) Doubts(_ func(string) bool, positions []geom.Vec) []string {
	if len(positions) <= 2 {
		return nil
	}
	return []string{fmt.Sprintf("%s stands for all %d pairs of nodes, with one loss at all distances, and all fade at once; give each pair a link of its own where that matters",
		c.name, len(positions)*(len(positions)-1)/2)}
}
