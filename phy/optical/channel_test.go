package optical

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// A bare diode (half of its intensity at 60 degrees, so m = 1) of 1 W and an aperture of 10 cm2, on the axes of both and
// without water: (m+1)/(2 pi) 1e-3 m^2 / r^2 = 318.30989 uW at 1 m. Water takes exp(-c r), computed apart with 9 digits for
// the waters of Smith and Baker, and of Petzold, at 514 nm. A lamp turned by 30 degrees sends cos 30 = 0.866025404 of that to the
// receiver, a receiver turned by 45 gets cos 45 = 0.707106781, and both together the product.
func TestReceivedPower(t *testing.T) {
	distances := []float64{1, 2, 5, 10, 20} // m
	open := []float64{318.30989e-6, 79.577472e-6, 12.732395e-6, 3.1830989e-6, 0.79577472e-6}
	turns := []struct{ lamp, receiver, left float64 }{{0, 0, 1}, {30, 0, 0.866025404}, {30, 45, 0.612372436}}
	for _, w := range []struct {
		water WaterType
		left  []float64
	}{
		{pureSea, []float64{0.957911390, 0.917594231, 0.806541440, 0.650509095, 0.423162082}},
		{clearOcean, []float64{0.859847699, 0.739338065, 0.470010615, 0.220909978, 0.048801218}},
		{coastal, []float64{0.671662028, 0.451129879, 0.136695425, 0.018685639, 0.000349153}},
		{turbidHarbour, []float64{0.111916749, 0.0125253586, 1.75580153e-5, 3.08283901e-10, 9.50389638e-20}},
	} {
		ch := build(t, &ChannelConfig{Water: w.water}, light(583e12, 50e12, 1e6))
		for i, r := range distances {
			for _, turn := range turns {
				tx := end(t, geom.Vec{Z: -50}, geom.Vec{X: 1}, turn.lamp)
				rx := end(t, geom.Vec{X: r, Z: -50}, geom.Vec{X: -1}, turn.receiver)
				path := ch.Path(tx, rx, 0)
				near(t, fmt.Sprintf("%s, %g m, turned by %g and %g degrees", w.water, r, turn.lamp, turn.receiver), path.Gain, open[i]*w.left[i]*turn.left, 2e-6)
			}
		}
	}
}

// The receiver sees up to 60 degrees from its axis, to all sides, and the lamp shines up to 90: beyond that nothing arrives, and the path
// says why. So it is whatever turns them, the vehicle or the mounting.
func TestWhoLooksAwaySeesNothing(t *testing.T) {
	ch := build(t, DefaultChannel(), LumaX())
	for _, c := range []struct {
		lamp, receiver float64
		seen           bool
	}{{0, 59.9, true}, {0, -59.9, true}, {0, 60.1, false}, {0, -60.1, false}, {0, 180, false}, {89.9, 0, true}, {90.1, 0, false}, {180, 0, false}} {
		path := ch.Path(end(t, geom.Vec{Z: -5}, geom.Vec{X: 1}, c.lamp), end(t, geom.Vec{X: 3, Z: -5}, geom.Vec{X: -1}, c.receiver), 0)
		if seen := path.Gain > 0 && path.Lost == trace.NoCause; seen != c.seen || !seen && path != (phy.Path{Lost: trace.OutOfView}) {
			t.Errorf("lamp turned by %g, receiver by %g degrees: %+v", c.lamp, c.receiver, path)
		}
	}
}

// All light that a lamp sends goes somewhere: the mean of its gain over all directions is 1, by the midpoint rule over the
// cosine. It has half of its intensity on the axis at the angle that was asked for.
func TestLampSendsItsPower(t *testing.T) {
	for _, degrees := range []float64{1, 10, 30, 60, 85} {
		o := defaultOptics()
		o.Beam = degrees * math.Pi / 180
		lamp := antenna(t, o)
		const n = 200_000
		sum := 0.0
		for i := range n {
			cos := -1 + 2*(float64(i)+0.5)/n
			sum += math.Pow(10, lamp.Gain(geom.Quat{W: 1}, geom.Vec{X: cos, Y: math.Sqrt(1 - cos*cos)})/10) / n
		}
		near(t, fmt.Sprintf("mean gain at %g degrees", degrees), sum, 1, 1e-4)
		sin, cos := math.Sincos(o.Beam)
		axis, send := lamp.Gain(geom.Quat{W: 1}, geom.Vec{X: 7}), 0.0
		near(t, "half of the intensity", math.Pow(10, (lamp.Gain(geom.Quat{W: 1}, geom.Vec{X: cos, Z: sin})-axis)/10), 0.5, 1e-9)
		if send, _ = lamp.(phy.TwoSided).Axes(); math.Abs(send-axis) > 1e-12 {
			t.Errorf("%g dB on the axis, and %g by Axes", axis, send)
		}
	}
}

// The receiver has the same share of light that comes from everywhere alike as its Index says: the mean of its area over the half
// space, weighted by the cosine of a radiance that is 1/pi. By the midpoint rule: 2 * integral of A cos x sin x over the field of view.
func TestIndexIsTheShareOfDaylight(t *testing.T) {
	for _, degrees := range []float64{5, 30, 60, 90} {
		o := defaultOptics()
		o.View, o.Transmission = degrees*math.Pi/180, 0.5
		r := antenna(t, o).(phy.TwoSided)
		const n = 200_000
		sum := 0.0
		for i := range n {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(i) + 0.5) / n)
			sum += 2 * math.Pow(10, r.Receive(geom.Quat{W: 1}, geom.Vec{X: cos, Y: sin})/10) * sin * math.Pi / 2 / n
		}
		near(t, fmt.Sprintf("%g degrees", degrees), math.Pow(10, -r.Index()/10), sum, 1e-4)
	}
}

// c rises from 0.1/m at the surface to 0.3/m at 20 m and is held below: between 5 m and 15 m its mean is that of 10 m, 0.2/m, and
// over a slanted path of 14.142136 m of these depths light is left as exp(-2.8284271) = 0.059105. From 10 m to 30 m it is
// (0.25 + 0.3)/2 = 0.275/m; level at 5 m, 0.15/m.
func TestProfile(t *testing.T) {
	config := &ChannelConfig{Water: clearOcean, Profile: &Profile{Depth: []float64{0, 20}, Attenuation: []float64{0.1, 0.3}}}
	ch := build(t, config, LumaX())
	left := func(from, to geom.Vec) float64 {
		return ch.Path(phy.Fixed(from), phy.Fixed(to), 0).Gain * 4 * math.Pi * from.Sub(to).Dot(from.Sub(to))
	}
	near(t, "slanted", left(geom.Vec{Z: -5}, geom.Vec{X: 10, Z: -15}), 0.0591057, 1e-5)
	near(t, "upwards", left(geom.Vec{X: 10, Z: -15}, geom.Vec{Z: -5}), 0.0591057, 1e-5)
	near(t, "through the last row", left(geom.Vec{Z: -10}, geom.Vec{Z: -30}), math.Exp(-20*0.275), 1e-9)
	near(t, "through the last row upwards", left(geom.Vec{Z: -30}, geom.Vec{Z: -10}), math.Exp(-20*0.275), 1e-9)
	near(t, "level", left(geom.Vec{Z: -5}, geom.Vec{X: 10, Z: -5}), math.Exp(-1.5), 1e-9)
	near(t, "below", left(geom.Vec{Z: -50}, geom.Vec{X: 10, Z: -70}), math.Exp(-0.3*math.Hypot(10, 20)), 1e-9)

	config.Profile = &Profile{File: "c.csv"}
	made, err := config.Build(env(LumaX(), func(string) ([]byte, error) { return []byte("depth,attenuation\n0,0.1\n20,0.3\n"), nil }))
	if err != nil {
		t.Fatal(err)
	}
	if from, to := phy.Fixed(geom.Vec{Z: -5}), phy.Fixed(geom.Vec{X: 10, Z: -15}); made.Path(from, to, 0) != ch.Path(from, to, 0) {
		t.Error("a file and its lists differ")
	}
}

// 100 m at 299792458/1.34 m/s take 446.97 ns. A receiver that comes closer at 2.2372571 m/s, 1e-8 of that, sees the frequency raised by
// 1e-8. Light of a lamp does not come back stronger from within its aperture.
func TestDelayDopplerAndNearness(t *testing.T) {
	ch := build(t, DefaultChannel(), LumaX())
	path := ch.Path(phy.Fixed(geom.Vec{Z: -5}), phy.NewEnd(drift{geom.Vec{X: 100, Z: -5}, geom.Vec{X: -2.2372571}}, nil), 0)
	if path.Delay != 446*time.Nanosecond || math.Abs(path.Doppler-1-1e-8) > 1e-14 {
		t.Errorf("%v, %v", path.Delay, path.Doppler-1)
	}
	at := end(t, geom.Vec{Z: -5}, geom.Vec{X: 1}, 0)
	if got := ch.Path(at, at, 0); got != (phy.Path{Gain: 1, Doppler: 1}) {
		t.Errorf("%+v in one place", got)
	}
	if got := ch.Path(at, phy.Fixed(geom.Vec{X: math.Inf(1)}), 0); got.Delay >= 0 {
		t.Errorf("%+v to nowhere", got)
	}
	if got := ch.Path(at, phy.Fixed(geom.Vec{X: 1, Z: 0.01}), 0); got.Lost != trace.OutOfWater {
		t.Errorf("%+v into the air", got)
	}
}

// A band from 600 THz to 625 THz is 299792458/600e12 - 299792458/625e12 = 499.654 - 479.668 = 19.986 nm wide, 0.066621 of 300 nm. Of
// 430 W/m^2 there are exp(-0.1 * 20) = 0.135335 left at 20 m, so 3.87693 W/m^2, and of these 0.036 for who looks sideways:
// 0.139569 W/m^2. Of that a receiver of 20 cm2, of which half comes through, that sees 30 degrees from its axis gets
// 0.139569 * 1e-3 * sin(30)^2 = 3.48923e-5 W. Dark current makes 1e-6 W more.
func TestDaylight(t *testing.T) {
	config := DefaultChannel()
	config.Ambient = &Ambient{Daylight: 430, Depth: 20, Diffuse: 0.1, Seen: 0.036}
	modem := light(612.5e12, 25e12, 1e6)
	modem.Budget = &phy.Watts{Power: 2, Threshold: 1e-9, Noise: 1e-6}
	modem.Antenna = &Optics{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}, Beam: 1, Aperture: 2e-3, View: math.Pi / 6, Transmission: 0.5}
	ch := build(t, config, modem)
	near(t, "irradiance", ch.Noise(), 0.139569, 1e-5)

	r := attach(t, ch, modem)
	from, to := geom.Vec{Z: -20}, geom.Vec{X: 3, Z: -20}
	send, receive := r.Modem().Antenna.(phy.TwoSided).Axes()
	power := 2 * ch.Path(phy.Fixed(from), phy.Fixed(to), 0).Gain * math.Pow(10, (send+receive)/10)
	near(t, "noise of the radio", power/r.SNR(from, to), 3.48923e-5+1e-6, 1e-5)

	config.Ambient = nil
	if dark := build(t, config, modem); dark.Noise() != 0 {
		t.Errorf("%g W/m^2 in the dark", dark.Noise())
	}
}

// A path costs no memory, whether its ends move or not.
func TestPathsAllocateNothing(t *testing.T) {
	ch := build(t, &ChannelConfig{Water: clearOcean, Profile: &Profile{Depth: []float64{0, 10, 20}, Attenuation: []float64{0.1, 0.3, 0.2}}}, LumaX())
	tx, rx := end(t, geom.Vec{Z: -5}, geom.Vec{X: 1}, 20), phy.NewEnd(drift{geom.Vec{X: 9, Z: -17}, geom.Vec{Y: 1}}, antenna(t, LumaX().Antenna.(*Optics)))
	for _, ends := range [][2]phy.End{{tx, rx}, {rx, tx}, {phy.Fixed{}, phy.Fixed{X: 4}}} {
		if n := testing.AllocsPerRun(100, func() { ch.Path(ends[0], ends[1], 0) }); n != 0 {
			t.Errorf("%g allocations for a path", n)
		}
	}
}

// What was measured at 514 nm is not true of violet light, and a water that was left to its default may not be the one that was meant.
func TestWhatIsDoubtful(t *testing.T) {
	warnings := func(c *ChannelConfig, hz float64) int {
		return len(build(t, c, light(hz, 10e12, 1e6)).(phy.Warner).Warnings(nil))
	}
	if n := warnings(DefaultChannel(), 583e12); n != 0 { // 514.2 nm
		t.Errorf("%d warnings of green light", n)
	}
	if n := warnings(DefaultChannel(), 700e12); n != 1 { // 428.3 nm
		t.Errorf("%d warnings of violet light", n)
	}
	if n := warnings(&ChannelConfig{Water: clearOcean, Attenuation: 0.2}, 700e12); n != 0 {
		t.Errorf("%d warnings of an attenuation that is given", n)
	}
	for _, key := range []string{"", "water", "attenuation", "profile"} {
		doubts := build(t, DefaultChannel(), LumaX()).(phy.Doubtful).Doubts(func(k string) bool { return k == key }, nil)
		if want := map[bool]int{true: 1}[key == ""]; len(doubts) != want {
			t.Errorf("%q given: %q", key, doubts)
		}
	}
}

// The doubt names ranges. A diode and a receiver that reach 50 m at 0.151/m have exp(-7.55)/50^2 to spare; that is
// spent at 22.87 m at 0.398/m and at 5.46 m at 2.19/m.
func TestRangesOfTheDoubt(t *testing.T) {
	spare := math.Exp(-0.151*50) / (50 * 50)
	for c, r := range map[float64]float64{0.398: 23, 2.19: 5.5} {
		near(t, "range", math.Log(math.Exp(-c*r)/(r*r)/spare), 0, 0.1)
	}
}

// build makes the channel in a modem's band.
func build(t *testing.T, c *ChannelConfig, modem *phy.ModemConfig) phy.Channel {
	t.Helper()
	ch, err := c.Build(env(modem, nil))
	if err != nil {
		t.Fatal(err)
	}
	return ch
}

// env is what a channel gets for a modem, with power in watts whatever its budget.
func env(modem *phy.ModemConfig, open func(string) ([]byte, error)) phy.ChannelEnv {
	c := ocean.Default()
	water, err := c.Build(ocean.Site{})
	if err != nil {
		panic(errors.New("optical: the default water is none"))
	}
	return phy.ChannelEnv{Water: water, Band: modem.Band(), Unit: phy.Watt, Open: open}
}

// end is an end that does not move, whose lamp and receiver, those of defaultOptics, look along an axis and are turned away from
// it by an angle about z.
func end(t *testing.T, at, axis geom.Vec, degrees float64) phy.End {
	t.Helper()
	o := defaultOptics()
	o.Axis = axis
	return phy.NewEnd(turned{phy.Fixed(at), degrees * math.Pi / 180}, antenna(t, o))
}

func antenna(t *testing.T, o *Optics) phy.Antenna {
	t.Helper()
	a, err := o.Antenna(phy.Band{Centre: 600e12}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// turned stands still, turned about z.
type turned struct {
	phy.Fixed
	yaw float64
}

func (f turned) Attitude(sim.Time) geom.Quat {
	sin, cos := math.Sincos(f.yaw / 2)
	return geom.Quat{W: cos, Z: sin}
}

// drift moves at a constant velocity.
type drift struct{ from, velocity geom.Vec }

func (d drift) Position(t sim.Time) geom.Vec { return d.from.Add(d.velocity.Scale(t.Seconds())) }
func (d drift) Velocity(sim.Time) geom.Vec   { return d.velocity }

// near fails unless got is want within a fraction of want, or of 1 where that is 0.
func near(t *testing.T, what string, got, want, fraction float64) {
	t.Helper()
	scale := math.Abs(want)
	if want == 0 {
		scale = 1
	}
	if !(math.Abs(got-want) <= fraction*scale) {
		t.Errorf("%s: %.9g, want %.9g", what, got, want)
	}
}
