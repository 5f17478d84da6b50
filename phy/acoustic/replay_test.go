package acoustic

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// play builds the channel of taps with a loss of 60 dB in a band of 6 kHz, after a change.
func play(t testing.TB, taps string, change func(*ReplayConfig, *phy.ChannelEnv)) (*replayed, error) {
	t.Helper()
	config := DefaultReplay()
	config.File, config.Noise, config.Loss = "taps.csv", &NoNoise{}, 60
	env := phy.ChannelEnv{Water: pool(t), Band: inBand(), Open: files(map[string]string{"taps.csv": taps})}
	change(config, &env)
	if err := config.Validate(); err != nil {
		return nil, err
	}
	c, err := config.Build(env)
	if err != nil {
		return nil, err
	}
	return c.(*replayed), nil
}

func mustPlay(t testing.TB, taps string, change func(*ReplayConfig, *phy.ChannelEnv)) *replayed {
	t.Helper()
	c, err := play(t, taps, change)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func asIs(*ReplayConfig, *phy.ChannelEnv) {}

func fromZero(c *ReplayConfig, _ *phy.ChannelEnv) { c.Start = new(time.Duration) }

// Times of the energies 1, 3 and 2, which is 2 in the mean, so that the gains are 0.5, 1.5 and 1 over the loss. The mean step is 5 s:
// the file begins again after 15 s.
const threeTimes = "# a comment\ntime,delay,re,im\n100,0.01,0.6,0.8\n104,0.03,0,-1.7320508075688772\n110,0.02,1,1\n"

func TestReplayedTimes(t *testing.T) {
	const loss = 1e-6
	from, to := phy.Fixed{Z: -10}, phy.Fixed{X: 300, Z: -10} // 0.2 s
	linear := mustPlay(t, threeTimes, fromZero)
	nearest := mustPlay(t, threeTimes, func(c *ReplayConfig, e *phy.ChannelEnv) { fromZero(c, e); c.Between = Nearest })
	for _, row := range []struct{ at, gain, delay, nearest float64 }{
		{0, 0.5, 0.21, 0.5},
		{1, 0.75, 0.215, 0.5},
		{3, 1.25, 0.225, 1.5},
		{4, 1.5, 0.23, 1.5},
		{10, 1, 0.22, 1},
		{12, 0.8, 0.216, 1},
		{14, 0.6, 0.212, 0.5},
		{15, 0.5, 0.21, 0.5},
		{19, 1.5, 0.23, 1.5},
		{1501, 0.75, 0.215, 0.5},
	} {
		p := linear.Path(from, to, sim.Time(row.at*1e9))
		near(t, "gain", p.Gain, row.gain*loss, 1e-15)
		near(t, "delay", p.Delay.Seconds(), row.delay, 2e-9)
		near(t, "nearest gain", nearest.Path(from, to, sim.Time(row.at*1e9)).Gain, row.nearest*loss, 1e-15)
		if list := linear.Arrivals(from, to, sim.Time(row.at*1e9), nil); len(list) != 1 || math.Abs(list[0].Gain-row.nearest*loss) > 1e-15 {
			t.Errorf("at %g s: arrivals %+v", row.at, list)
		}
	}
	if !linear.Varies() || !linear.Stretches() {
		t.Error("the channel stands still")
	}
}

// A chance begins anywhere in the file; a start where it says. Without a loop there is an end, for which there must be room.
func TestWhereAReplayBegins(t *testing.T) {
	at := func(d time.Duration) *time.Duration { return &d }
	for _, row := range []struct {
		name   string
		change func(*ReplayConfig, *phy.ChannelEnv)
		start  float64
	}{
		{"chance of the period", func(_ *ReplayConfig, e *phy.ChannelEnv) { e.Chance = 0.4; e.Duration = time.Hour }, 6},
		{"chance of what is left", func(c *ReplayConfig, e *phy.ChannelEnv) { e.Chance = 0.5; c.Loop = false; e.Duration = 8 * time.Second }, 1},
		{"chance without room", func(c *ReplayConfig, e *phy.ChannelEnv) {
			e.Chance = 0.5
			c.Loop = false
			e.Duration = 10 * time.Second
		}, 0},
		{"given", func(c *ReplayConfig, e *phy.ChannelEnv) { e.Chance = 0.5; c.Start = at(4 * time.Second) }, 4},
		{"given, to the end", func(c *ReplayConfig, e *phy.ChannelEnv) {
			c.Start, c.Loop, e.Duration = at(4*time.Second), false, 6*time.Second
		}, 4},
	} {
		if c := mustPlay(t, threeTimes, row.change); math.Abs(c.start-row.start) > 1e-12 {
			t.Errorf("%s: begins at %g, want %g", row.name, c.start, row.start)
		}
	}
	c := mustPlay(t, threeTimes, func(c *ReplayConfig, e *phy.ChannelEnv) { fromZero(c, e); c.Loop = false })
	from, to := phy.Fixed{Z: -10}, phy.Fixed{X: 300, Z: -10}
	if p := c.Path(from, to, 10e9); p.Lost != trace.NoCause {
		t.Errorf("at the end: %+v", p)
	}
	if p := c.Path(from, to, 10e9+1); p.Lost != trace.OutOfRange {
		t.Errorf("after the end: %+v", p)
	}
	// One time is a channel that stands still, however long the run is.
	c = mustPlay(t, "time,delay,re,im\n3,0,5,0\n", func(c *ReplayConfig, e *phy.ChannelEnv) { c.Loop, e.Duration, e.Chance = false, time.Hour, 0.7 })
	if p := c.Path(from, to, 3000e9); p.Gain != 1e-6 || c.Varies() {
		t.Errorf("one time: %+v", p)
	}
}

// Taps 0.1 ms apart in a band of 6 kHz add up as pressures, 1 + a^2 + 2 a cos(phi) sinc(0.6) in the mean over the band, whatever the
// carrier: it is out of the taps. What comes outside of the window is an echo.
func TestReplayedTaps(t *testing.T) {
	const taps = "time,delay,re,im,doppler\n0,0,1,0,1e-4\n0,0.0001,0,-0.5,3e-4\n0,0.05,-0.25,0,0\n"
	c := mustPlay(t, taps, asIs)
	sinc := math.Sin(0.6*math.Pi) / (0.6 * math.Pi)
	tx, rx := phy.Fixed{Z: -10}, phy.NewReceiver(phy.Fixed{X: 300, Z: -10}, nil, phy.Window{Span: time.Millisecond, Symbol: time.Millisecond})
	p := c.Path(tx, rx, 0)
	unit := 1e-6 / 1.3125
	near(t, "gain", p.Gain, 1.25*unit, 1e-15) // 90 degrees apart
	near(t, "echo", p.Echo.Gain, 0.0625*unit, 1e-15)
	near(t, "echo's delay", p.Echo.Delay.Seconds(), 0.05, 2e-9)
	near(t, "Doppler", p.Doppler, 1+(1*1e-4+0.25*3e-4)/1.25, 1e-12)

	c = mustPlay(t, strings.Replace(taps, "0,-0.5", "0.5,0", 1), asIs)
	near(t, "gain in phase", c.Path(tx, rx, 0).Gain, (1.25+sinc)*unit, 1e-15)
	c = mustPlay(t, strings.Replace(taps, "0,-0.5", "-0.5,0", 1), asIs)
	near(t, "gain against it", c.Path(tx, rx, 0).Gain, (1.25-sinc)*unit, 1e-15)

	// All windows have their own sums.
	if all := c.Path(tx, phy.Fixed{X: 300, Z: -10}, 0); all.Echo.Gain != 0 || all.Gain <= c.Path(tx, rx, 0).Gain-0.2*unit {
		t.Errorf("without a window: %+v", all)
	}
}

// Motion multiplies the Doppler factor of the file. Antennas count along the straight line.
func TestEndsOfAReplay(t *testing.T) {
	c := mustPlay(t, "time,delay,re,im,doppler\n0,0,1,0,1e-4\n", asIs)
	tx, rx := phy.NewEnd(drifting{geom.Vec{Z: -10}, geom.Vec{X: 3}}, nil), phy.Fixed{X: 300, Z: -10}
	near(t, "Doppler", c.Path(tx, rx, 0).Doppler, 1.0001/(1-3/1500.), 1e-12)
	near(t, "Doppler of a tap", c.Arrivals(tx, rx, 0, nil)[0].Doppler, 1.0001/(1-3/1500.), 1e-12)
	antenna := Transducer{Pattern: Piston{Diameter: 0.1, Wavelength: 0.06}, Axis: geom.Vec{X: 1}}
	aimed := phy.NewEnd(phy.Fixed{Z: -10}, antenna)
	for _, at := range []geom.Vec{{X: 300, Z: -10}, {X: 300, Y: 100, Z: -60}} {
		gain := math.Pow(10, antenna.Gain(geom.Quat{W: 1}, at.Sub(geom.Vec{Z: -10}))/10) * 1e-6
		near(t, "towards", c.Path(aimed, phy.Fixed(at), 0).Gain, gain, 1e-18)
		near(t, "from there", c.Path(phy.Fixed(at), aimed, 0).Gain, gain, 1e-18)
		near(t, "tap", c.Arrivals(aimed, phy.Fixed(at), 0, nil)[0].Gain, gain, 1e-18)
	}
	if p := c.Path(phy.Fixed{Z: 1}, rx, 0); p.Lost != trace.OutOfWater {
		t.Errorf("from the air: %+v", p)
	}
	silent := mustPlay(t, "time,delay,re,im\n0,0,1,0\n5,0,0,0\n", fromZero)
	if p := silent.Path(phy.Fixed{}, rx, 5e9); p.Lost != trace.Shadow {
		t.Errorf("at a silent time: %+v", p)
	}
	if doubts := c.Doubts(nil, make([]geom.Vec, 2)); doubts != nil {
		t.Errorf("%q", doubts)
	}
	if doubts := c.Doubts(nil, make([]geom.Vec, 4)); len(doubts) != 1 || !strings.HasPrefix(doubts[0], "taps.csv stands for all 6 pairs of nodes") {
		t.Errorf("%q", doubts)
	}
}

// A frame between radios that stand still goes by the taps of its time: the second, when the file is silent, is lost.
func TestReplayBetweenFixedRadios(t *testing.T) {
	c := mustPlay(t, "time,delay,re,im\n0,0.01,1,0\n5,0.02,0,0\n10,0.03,1,0\n", fromZero)
	kernel := sim.New(nil)
	medium := phy.NewMedium(kernel, c, nil, 0)
	modem := &phy.Modem{Power: 1, Rate: 1000, Sensitivity: 1e-9}
	ear := &times{kernel: kernel}
	sender := medium.Attach(0, phy.Fixed{Z: -10}, modem, nil)
	sender.Listen(deafen{})
	medium.Attach(1, phy.Fixed{X: 300, Z: -10}, modem, nil).Listen(ear)
	for _, at := range []sim.Time{0, 5e9, 10e9} {
		kernel.NewTimer(sim.Comm, func(sim.Time) { _ = sender.Transmit(&phy.Frame{Dst: 1, Bits: 100}) }).Arm(at)
	}
	if err := kernel.Run(t.Context(), 20e9); err != nil {
		t.Fatal(err)
	}
	if len(ear.at) != 2 || ear.at[0] != 310e6 || ear.at[1] != 10330e6 {
		t.Errorf("received at %v, want 0.31 and 10.33 s", ear.at)
	}
}

// times notes when frames are received.
type times struct {
	deafen
	kernel *sim.Kernel
	at     []sim.Time
}

func (e *times) Receive(*phy.Frame, phy.RxInfo) { e.at = append(e.at, e.kernel.Now()) }

func TestReplayedPathsCostNoMemory(t *testing.T) {
	c := mustPlay(t, threeTimes, fromZero)
	tx, rx := phy.End(phy.Fixed{Z: -10}), phy.NewReceiver(phy.Fixed{X: 300, Z: -10}, nil, phy.Window{Symbol: time.Millisecond})
	c.Path(tx, rx, 0)
	at := sim.Time(0)
	if n := testing.AllocsPerRun(100, func() { at += 7e8; c.Path(tx, rx, at) }); n != 0 {
		t.Errorf("%g allocations a path", n)
	}
}

func TestFaultsOfAReplay(t *testing.T) {
	for _, row := range []struct {
		taps, key, want string
		change          func(*ReplayConfig, *phy.ChannelEnv)
	}{
		{"", "file", "taps.csv:1: the file is empty", asIs},
		{"time,delay,re\n0,0,1\n", "file", "taps.csv:1: column im is missing", asIs},
		{"time,delay,re,im\n0,0,1,0\n1,0,1,0\n0,0,1,0\n", "file", "taps.csv:4: time is 0 after 1; sort the rows by time", asIs},
		{"time,delay,re,im\n0,0.1,1,0\n0,0.1,1,0\n", "file", "taps.csv:3: delay is 0.1 after 0.1 at one time; sort the rows", asIs},
		{"time,delay,re,im\n0,-0.1,1,0\n", "file", "taps.csv:2: delay is -0.1; count delays from the first tap on", asIs},
		{"time,delay,re,im,doppler\n0,0,1,0,1.001\n", "file", "taps.csv:2: doppler is 1.001; write the relative shift", asIs},
		{"time,delay,re,im\n0,0,0,0\n", "file", "taps.csv: the energy of all taps is 0, expected more than nothing", asIs},
		{threeTimes, "file", "the name is empty", func(c *ReplayConfig, _ *phy.ChannelEnv) { c.File = "" }},
		{threeTimes, "file", "not exist", func(c *ReplayConfig, _ *phy.ChannelEnv) { c.File = "none.csv" }},
		{threeTimes, "start", "11s is after the end of taps.csv, which lasts 10 s; begin sooner", func(c *ReplayConfig, _ *phy.ChannelEnv) { d := 11 * time.Second; c.Start = &d }},
		{threeTimes, "loop", "taps.csv lasts 10 s and the run from 0 s on 11s; write loop: true, begin sooner, or take a longer file", func(c *ReplayConfig, e *phy.ChannelEnv) { c.Loop, e.Duration = false, 11*time.Second }},
		{threeTimes, "noise", "the ambient noise is a level in decibels", func(c *ReplayConfig, e *phy.ChannelEnv) { e.Unit, c.Noise = phy.Watt, defaultWenz() }},
	} {
		_, err := play(t, row.taps, row.change)
		var of interface{ Field() string }
		if !errors.As(err, &of) || of.Field() != row.key || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s at %s", err, row.want, row.key)
		}
	}
}
