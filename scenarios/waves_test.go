package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/trace"
)

// rough is a vehicle that nobody steers, at a depth in waves of a height.
func rough(model, depth, waves string) string {
	return strings.NewReplacer("seabed: 100m", "waves: "+waves, "density: 1025kg/m3", "density: 1025kg/m3", "period: 100ms", "period: 50ms").Replace(alone(model, depth))
}

// On waves that are long against it a vehicle goes up and down with the surface: RexROV floats with its own period of a second or two on
// waves of 20 s, whose height is 1 m.
func TestVehicleOnLongWaves(t *testing.T) {
	at := swam(t, rough("rexrov, step: 10ms", "-1m", "{type: regular, height: 1m, period: 20s}"))
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range at[len(at)/2:] {
		low, high = min(low, p.Z), max(high, p.Z)
	}
	if math.Abs(high-low-1) > 0.03 {
		t.Errorf("it goes up and down by %.3f m, and the surface by 1 m", high-low)
	}
}

// A neutral ball drifts along with the water, by Stokes' (k a)^2 (omega/k) exp(2 k z): waves of 6 s have k = 0.111824, those of 1.6 m k a = 0.0894592,
// which is 0.0749450 m/s exp(2 k z). The ball is of 0.57 m, its drag is little, and what accelerates it is the pressure of the water.
func TestBallInWaves(t *testing.T) {
	at := swam(t, rough("point, step: 5ms", "-6m", "{type: regular, height: 1.6m, period: 6s}"))
	const period = 120 // of the waves, in samples
	over := func(from int) (x float64) {
		for _, p := range at[from : from+period] {
			x += p.X / period
		}
		return x
	}
	want := 0.0
	for _, p := range at {
		want += 0.0749450 * math.Exp(2*0.111824*p.Z) / float64(len(at))
	}
	first, last := period, len(at)-period
	got := (over(last) - over(first)) / (float64(last-first) * 0.05)
	if math.Abs(got/want-1) > 0.05 {
		t.Errorf("it drifts at %.5f m/s, want %.5f m/s", got, want)
	}
}

// Irregular waves are those of the seed, and nothing else of the run draws from their stream.
func TestWavesAreRepeated(t *testing.T) {
	text := rough("point, step: 20ms", "-3m", "{type: jonswap, height: 1m, period: 5s, components: 16}")
	one, again := run(t, parse(t, text), nil), run(t, parse(t, text), nil)
	other := run(t, parse(t, text, sets(t, "seed=2")...), nil)
	if one.fingerprint != again.fingerprint || one.fingerprint == other.fingerprint {
		t.Errorf("%s, again %s, and with another seed %s", one.fingerprint, again.fingerprint, other.fingerprint)
	}
	if one.summary.Total.Packets.Lost[trace.OutOfWater] != 0 {
		t.Error("it is in the air at 3 m")
	}
}

// What stands still at 0.5 m in waves of 2 m is in the air while the surface, cos(omega t), is below -0.5: a third of the time.
// A period of packets that has 60 phases of the wave sees that: 20 in 60 are lost, whether they leave it or come to it.
func TestWavesUncoverFixedNodes(t *testing.T) {
	for channel, modem := range map[string]string{
		"acoustic": "plain",
		"rays":     "{type: plain, window: {span: 1s}}",
		"optical":  "{type: sonardyne-bluecomm-200, antenna: omni}",
	} {
		for _, way := range []string{"from: a, to: b", "from: b, to: a"} {
			text := "name: n\nduration: 366s\nwater: {waves: {type: regular, height: 2m, period: 6s}, seabed: 20m}\n" +
				"links: {link: {channel: " + channel + ", modem: " + modem + ", mac: aloha}}\n" +
				"nodes: [{name: a, at: [0m, 0m, -0.5m]}, {name: b, at: [0m, 9m, -5m]}]\n" +
				"traffic: [{type: periodic, " + way + ", period: 6.1s, phase: same, start: 50ms, size: 8bit}]\n"
			total := run(t, parse(t, text), nil).summary.Total.Packets
			if total.Offered != 60 || total.Delivered != 40 || total.Lost[trace.OutOfWater] != 20 {
				t.Errorf("%s, %s: of %d packets %d are delivered, and %d are lost out of the water; want 60, 40 and 20", channel, way, total.Offered, total.Delivered, total.Lost[trace.OutOfWater])
			}
		}
	}
}

// Faults of waves stand at their keys, and waves that move nothing are said.
func TestFaultsOfWaves(t *testing.T) {
	for waves, want := range map[string]string{
		"{type: regular, height: 1m}":                            `a.yaml:4:36: key "period" is missing; write a duration of at least 500ms and at most 60s`,
		"{type: regular, height: 1m, period: 0.1s}":              "a.yaml:4:72: 0.1s is out of range; write at least 500ms and at most 60s",
		"{type: regular, height: 5m, period: 4s}":                "a.yaml:4:60: waves.height: waves of 5 m and 4 s break above 3.55 m; make them lower, or their period longer",
		"{type: jonswop, height: 1m, period: 4s}":                `unknown model "jonswop"; did you mean "jonswap"?`,
		"{type: jonswap, height: 1m, period: 4s, components: 0}": "a.yaml:4:88: 0 is out of range; write at least 1 and at most 1000",
		"{type: jonswap, height: 1m, period: 4s, peak: 0.5}":     "a.yaml:4:82: 0.5 is out of range; write at least 1 and at most 10",
		"{type: regular, height: 1m, period: 4s, peak: 2}":       `unknown key "peak"`,
	} {
		if got := faultOf("a.yaml", rough("point", "-3m", waves)); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", waves, got, want)
		}
	}
	calm := strings.Replace(rough("", "-1m", "{type: regular, height: 1m, period: 6s}"), ", vehicle: {model: }", "", 1)
	warnings, err := parse(t, calm).Check()
	if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "water.waves moves nothing") {
		t.Errorf("%q, %v", warnings, err)
	}
}
