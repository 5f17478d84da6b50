package erdemir

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/stats"
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
	first := func(power string) []strict.Set {
		return []strict.Set{set("nodes.dock.run.acoustic.power.initial", power), set("nodes.dock.run.rf.power.initial", power)}
	}
	return []reading{
		{"the scenario docking", nil},
		{"density 1028 kg/m3, UUV Simulator's own", []strict.Set{set("water.density", "1028kg/m3")}},
		{"density 1026 kg/m3", []strict.Set{set("water.density", "1026kg/m3")}},
		{"density 1025.5 kg/m3", []strict.Set{set("water.density", "1025.5kg/m3")}},
		{"density 1024.5 kg/m3", []strict.Set{set("water.density", "1024.5kg/m3")}},
		{"density 1024 kg/m3", []strict.Set{set("water.density", "1024kg/m3")}},
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
		{"first updates with full power", first("0dB")},
		{"first updates 20 dB below full power", first("20dB")},
	}
}

// outcome is what a reading gives: one run of each method without fading, and some
// with it.
type outcome struct {
	hybrid, acoustic           *trial
	fadingHybrid, fadingSounds []*trial
}

// trials returns all of them.
func (o *outcome) trials() []*trial {
	return slices.Concat([]*trial{o.hybrid, o.acoustic}, o.fadingHybrid, o.fadingSounds)
}

// under returns the trials of a reading, so many with fading, which are still to be made.
func (l *Lab) under(r reading, chances int) *outcome {
	run := func(name, with string, seed uint64, more []strict.Set) *trial {
		return &trial{
			setup: name + with + ", " + r.about, seed: seed, rough: true,
			sets: slices.Concat([]strict.Set{method(name), set("nodes.auv.vehicle.step", coarse)}, more, r.sets),
		}
	}
	o := &outcome{hybrid: run(hybrid, "", l.Seed, still()), acoustic: run(acoustic, "", l.Seed, still())}
	for i := range uint64(chances) {
		o.fadingHybrid = append(o.fadingHybrid, run(hybrid, ", fading", l.Seed+i, nil))
		o.fadingSounds = append(o.fadingSounds, run(acoustic, ", fading", l.Seed+i, nil))
	}
	return o
}

// readings shows what each reading does to the times in still water, without fading
// and with it.
func (l *Lab) readings(ctx context.Context) (*claim.Report, error) {
	chances := cmp.Or(l.chances, 5)
	r := &claim.Report{
		Name: "erdemir-readings", Title: "What each open reading of the controller does to the times in still water", Claims: []claim.Claim{},
		Fitted: fitted(),
		Assumptions: []string{
			"each reading changes one thing of the scenario docking; no reading is judged",
			fmt.Sprintf("with fading: the mean of %d seeds, with half the width of its interval of 95 %%, over those that dock; where not all of them do, how many", chances),
			"readings of what is lost, or of power, show in the columns with fading alone: without it every update arrives at 6 dB below full power",
			"the vehicle is integrated in steps of " + coarse,
		},
	}
	var outcomes []*outcome
	var all []*trial
	for _, reading := range readings() {
		o := l.under(reading, chances)
		outcomes, all = append(outcomes, o), append(all, o.trials()...)
	}
	if err := l.carryOut(ctx, all); err != nil {
		return nil, err
	}
	s := claim.Sheet{Name: "readings", Shown: true, Columns: []string{
		"reading", "switch (s)", "hybrid (s)", "acoustic (s)", "switch, fading (s)", "hybrid, fading (s)", "acoustic, fading (s)",
	}}
	ways := claim.Sheet{Name: "overrides", Columns: []string{"reading", "overrides of the scenario docking"}}
	for i, reading := range readings() {
		o := outcomes[i]
		h, a := o.hybrid, o.acoustic
		s.Rows = append(s.Rows, []string{
			reading.about, seconds(h.toSwitch()), seconds(h.time()) + why(h), seconds(a.time()) + why(a),
			spread(o.fadingHybrid, (*trial).toSwitch), spread(o.fadingHybrid, (*trial).time), spread(o.fadingSounds, (*trial).time),
		})
		ways.Rows = append(ways.Rows, []string{reading.about, overrides(reading.sets)})
	}
	r.Runs = records(all)
	r.Sheets = []claim.Sheet{s, ways}
	return r, nil
}

// spread writes the mean of a time of several trials and the half width of its
// interval, and how many have one if not all do.
func spread(trials []*trial, of func(*trial) float64) string {
	m := stats.Mean(values(trials, of), 0.95)
	text := fmt.Sprintf("%.2f", m.Estimate)
	switch {
	case m.Used == 0:
		return fmt.Sprintf("none of %d", len(trials))
	case m.Used > 1:
		text += fmt.Sprintf(" +- %.2f", m.HalfWidth())
	}
	if m.Missing > 0 {
		text += fmt.Sprintf(", %d of %d", m.Used, len(trials))
	}
	return text
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
	return t.voyage().Outcome
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
