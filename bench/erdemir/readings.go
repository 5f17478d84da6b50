package erdemir

import (
	"context"
	"fmt"
	"math"
	"strings"

	"halocline/bench/claim"
	"halocline/scenarios/strict"
)

// reading is another way to read what the thesis leaves open: overrides of the
// scenario.
type reading struct {
	about string
	sets  []strict.Set
}

// readings returns the reading of the scenario docking, and each one that changes a
// single thing in it.
func readings() []reading {
	run := func(key, value string) strict.Set { return set("nodes.auv.run."+key, value) }
	both := func(key, value string) []strict.Set {
		return []strict.Set{run("acoustic."+key, value), run("rf."+key, value)}
	}
	return []reading{
		{"the scenario docking", nil},
		{"density 1028 kg/m3, UUV Simulator's own", []strict.Set{set("water.density", "1028kg/m3")}},
		{"density 1020 kg/m3", []strict.Set{set("water.density", "1020kg/m3")}},
		{"density 1000 kg/m3: fresh water for the vehicle too", []strict.Set{set("water.density", "1000kg/m3")}},
		{"I accumulates", both("integral", "accumulated")},
		{"D on the measurement", both("derivative", "measurement")},
		{"time since the last update, not the nominal period", both("sampling", "elapsed")},
		{"waypoint 2 m ahead also at the berth, equation 4.13 as printed", []strict.Set{run("acoustic.beyond", "true")}},
		{"no waypoint", []strict.Set{run("acoustic.waypoint", "0m")}},
		{"RF controller knows the acoustic one's last error", []strict.Set{run("handover", "carried")}},
		{"force held in the vehicle's frame", []strict.Set{run("frame", "computed")}},
		{"force dropped after a missed update", []strict.Set{run("missing", "{policy: zero, due: 1s}")}},
		{"heading kept", []strict.Set{run("attitude.heading", "kept")}},
		{"half the gains of the attitude", []strict.Set{run("attitude.kp", "[500, 500, 450]"), run("attitude.kd", "[500, 750, 900]")}},
		{"twice the gains of the attitude", []strict.Set{run("attitude.kp", "[2000, 2000, 1800]"), run("attitude.kd", "[2000, 3000, 3600]")}},
		{"thrusters shared out for force and yaw alone", []strict.Set{run("allocation", "translation")}},
		{"docked within 5 % of the distance", []strict.Set{set("nodes.dock.run.berth.tolerance", "0.05")}},
		{"docked after two seconds within 2 %", []strict.Set{set("nodes.dock.run.berth.dwell", "2s")}},
		{"Thorp's absorption, which is of sea water", []strict.Set{set("links.acoustic.channel.absorption", "thorp")}},
		{"switch with 1 m of hysteresis", []strict.Set{set("nodes.dock.run.hysteresis", "1m")}},
		{"fading", nil},
		{"fading, first updates 10 dB below full power", []strict.Set{
			set("nodes.dock.run.acoustic.power.initial", "10dB"), set("nodes.dock.run.rf.power.initial", "10dB"),
		}},
	}
}

// Readings shows what each reading does to the times in still water without fading.
func (l *Lab) Readings(ctx context.Context) (*claim.Report, error) {
	r := &claim.Report{
		Name: "erdemir-readings", Title: "What each open reading of the controller does to the times, in still water without fading",
		Assumptions: []string{"each reading changes one thing of the scenario docking; no reading is judged", "the vehicle is integrated in steps of " + coarse},
	}
	var all []*trial
	for _, reading := range readings() {
		for _, name := range []string{hybrid, acoustic} {
			sets := []strict.Set{method(name), set("nodes.auv.vehicle.step", coarse)}
			if !strings.HasPrefix(reading.about, "fading") {
				sets = append(sets, still()...)
			}
			all = append(all, &trial{setup: name + ", " + reading.about, seed: l.Seed, sets: append(sets, reading.sets...), rough: true})
		}
	}
	if err := l.carryOut(ctx, all); err != nil {
		return nil, err
	}
	s := claim.Sheet{Name: "readings", Shown: true, Columns: []string{"reading", "switch (s)", "hybrid (s)", "acoustic (s)"}}
	ways := claim.Sheet{Name: "overrides", Columns: []string{"reading", "overrides of the scenario docking"}}
	for i, reading := range readings() {
		h, a := all[2*i], all[2*i+1]
		r.Runs = append(r.Runs, h.record(), a.record())
		s.Rows = append(s.Rows, []string{reading.about, seconds(h.toSwitch()), seconds(h.time()) + why(h), seconds(a.time()) + why(a)})
		ways.Rows = append(ways.Rows, []string{reading.about, overrides(reading.sets)})
	}
	r.Sheets = []claim.Sheet{s, ways}
	return r, nil
}

// seconds writes a time to hundredths, or nothing.
func seconds(s float64) string {
	if math.IsNaN(s) {
		return ""
	}
	return fmt.Sprintf("%.2f", s)
}

// why says why a trial did not dock.
func why(t *trial) string {
	switch {
	case t.docked():
		return ""
	case t.Stopped != nil:
		return t.Reason
	}
	return t.Voyages[0].Outcome
}

// overrides writes the overrides of a reading as they are given to the program.
func overrides(sets []strict.Set) string {
	text := ""
	for i, s := range sets {
		if i > 0 {
			text += " "
		}
		text += "--set '" + s.Path + "=" + s.Value + "'"
	}
	return text
}
