package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// alone is a vehicle that nobody steers, at a depth, and a station that it sends to by sound.
func alone(model, depth string) string {
	return `
name: alone
duration: 300s
water: {density: 1025kg/m3, seabed: 100m}
links:
  water: {channel: acoustic, modem: evologics-s2c-18-34, mac: aloha}
nodes:
  - {name: station, at: [20m, 0m, -50m]}
  - {name: auv, at: [0m, 0m, ` + depth + `], vehicle: {model: ` + model + `}}
traffic:
  - {type: periodic, from: auv, to: station, period: 10s, size: 100bit}
probe: {period: 100ms}
`
}

// Left alone, vehicles of the library float: the share phi* = m/(rho V) of the hull is under water, and so the centre
// of buoyancy at d (1/2 - phi*). On the way up none comes out of the water by its draught.
func TestVehiclesFloat(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const density = 1025
	for _, name := range []string{"remus-100", "rexrov"} {
		m := loadVehicle(t, name)
		share := m.Mass / (density * m.Volume)
		if share >= 1 {
			t.Fatalf("%s sinks", name)
		}
		want := m.Draught * (0.5 - share)
		at := swam(t, alone(name, "-30m"))
		highest := math.Inf(-1)
		for _, p := range at {
			highest = max(highest, p.Z+m.Buoyancy.Z)
		}
		if got := at[len(at)-1].Z + m.Buoyancy.Z; math.Abs(got-want) > 0.01 {
			t.Errorf("%s: its centre of buoyancy ends at %.4f m, want %.4f m", name, got, want)
		}
		if highest > m.Draught {
			t.Errorf("%s: its centre of buoyancy rises to %.3f m, its draught is %.3f m", name, highest, m.Draught)
		}
	}
}

// In the air there is no sound of the water: what is sent there is lost for it, and nothing is heard there.
func TestSoundInTheAir(t *testing.T) {
	for _, c := range []struct{ auv, station string }{{"1m", "-50m"}, {"-1m", "0.5m"}} {
		text := strings.Replace(alone("", c.auv), ", vehicle: {model: }", "", 1)
		text = strings.Replace(text, "-50m", c.station, 1)
		r := run(t, parse(t, text), nil)
		if got := r.summary.Total.Packets.Lost[trace.OutOfWater]; got != 30 {
			t.Errorf("%+v: %d packets are lost for out-of-water, want 30: %+v", c, got, r.summary.Total)
		}
	}
}
