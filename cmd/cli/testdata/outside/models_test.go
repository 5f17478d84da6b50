package main

import (
	"math"
	"testing"

	"halocline/bench/study/measure"
	"halocline/phy"
	"halocline/plant/planttest"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/modeltest"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Every model of this module keeps the contracts of its kind.
func TestContracts(t *testing.T) {
	planttest.Dynamics(t, func(s vehicle.Setup) (vehicle.Dynamics, error) { return DefaultGlider().Build(s) })
	planttest.Sensor(t, DefaultThermometer)
	planttest.Sensor(t, DefaultRanger)
	modeltest.Conform(t, library(t), "duty-cycle", "buoy", "relay", "sink", "glider", "thermometer", "ranger", "pier")
	modeltest.Sources(t, library(t))
}

// A straight way from 10 m on one side to 10 m on the other crosses the wall half way down: at 6 m it is stopped, at 12 m it is not,
// and takes 20 m / 1500 m/s; on one side of it nothing is stopped.
func TestPier(t *testing.T) {
	channel, err := DefaultPier().Build(phy.ChannelEnv{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(x, depth float64) phy.End { return phy.Fixed(geom.Vec{X: x, Z: -depth}) }
	for _, row := range []struct {
		a, b phy.End
		lost trace.Cause
	}{{at(-10, 6), at(10, 6), trace.Shadow}, {at(-10, 12), at(10, 12), trace.NoCause}, {at(1, 6), at(10, 6), trace.NoCause}, {at(-10, 2), at(10, 20), trace.NoCause}} {
		if p := channel.Path(row.a, row.b, 0); p.Lost != row.lost || row.lost == trace.NoCause && p.Gain != 1 {
			t.Errorf("%v to %v: %+v", row.a, row.b, p)
		}
	}
}

// A glider at 5 m takes (100 - 5)/0.1 = 950 s down and as long up again: after 1900 s it is at 5 m, to a step or two of
// 0.1 m/s, and 475 m ahead, and 190 m to the side in a current of 0.1 m/s that way. While it is before the pier and near the surface
// its packets are lost to the pier, and to nothing else; from below they arrive.
func TestGlider(t *testing.T) {
	plan, err := library(t).Load("glide", nil)
	if err != nil {
		t.Fatal(err)
	}
	var last geom.Vec
	probe := func(r trace.Record) {
		if r.Kind == trace.Sample && r.Node == 0 && r.At == sim.Time(1900e9) {
			switch r.Note {
			case "x_m":
				last.X = r.Value
			case "y_m":
				last.Y = r.Value
			case "z_m":
				last.Z = r.Value
			}
		}
	}
	warm, ranges := 0, 0
	out, err := measure.Run(t.Context(), plan, measure.Options{Tracer: tell(probe), Readings: func(r scenarios.Reading) {
		switch r.Name {
		case "temperature_degc":
			warm++
		case "range_m":
			ranges++
		}
		if r.Name == "range_m" && r.Value != r.Truth {
			t.Errorf("at %v a range of %g m, in truth %g m", r.Taken, r.Value, r.Truth)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if last.Dist(geom.Vec{X: 475, Y: 190, Z: -5}) > 0.3 {
		t.Errorf("the glider is at %v", last)
	}
	p := out.Summary.PerLink[0].Packets
	if p.Lost[trace.Shadow] == 0 || p.Delivered == 0 || p.Lost.Sum() != p.Lost[trace.Shadow] {
		t.Errorf("%d delivered, lost %v", p.Delivered, p.Lost)
	}
	if warm < 1900 || ranges != warm || math.IsNaN(last.X) {
		t.Errorf("%d temperatures, %d ranges", warm, ranges)
	}
}

// tell is a tracer.
type tell func(trace.Record)

// Emit takes a record.
func (f tell) Emit(r trace.Record) { f(r) }
