package ray

import (
	"fmt"
	"math"
	"sort"
	"testing"
	"time"
)

type mirror complex128

func (m mirror) Reflect(float64) complex128 { return complex128(m) }

func water(column Column) Water {
	if column.Absorption == nil {
		column.Absorption = make([]float64, len(column.Depth))
	}
	return Water{Column: column, Surface: mirror(-1), Bottom: mirror(1)}
}

func testFan(w Water, bounces int) *fan {
	return &fan{march: section{layers: sheets(w.Column), bounces: bounces}, water: w}
}

func one(c float64) Column { return Column{Depth: []float64{0}, Speed: []float64{c}} }

func thermocline() Column {
	return Column{Depth: []float64{0, 12, 20, 35, 100}, Speed: []float64{1522, 1522, 1500, 1488, 1489}}
}

func TestTmp(t *testing.T) {
	for name, c := range map[string]Column{"one": one(1500), "thermo": thermocline()} {
		f := testFan(water(c), 8)
		for _, floor := range []Floor{{{0, 100}, {2000, 100}}, {{0, 100}, {900, 100}, {1000, 60}, {1100, 100}, {2000, 100}}, {{0, 60}, {5000, 160}}} {
			begin := time.Now()
			got := f.over(nil, floor, 8, 50, false)
			took := time.Since(begin)
			sort.Slice(got, func(i, j int) bool { return got[i].Delay < got[j].Delay })
			fmt.Println(name, floor, len(got), f.shots, took)
			back := f.over(nil, floor, 8, 50, true)
			sort.Slice(back, func(i, j int) bool { return back[i].Delay < back[j].Delay })
			fmt.Println(len(back))
			for i, a := range got {
				if name == "one" && len(floor) == 2 {
					fmt.Printf("%+v %g\n", a, a.Amplitude*a.Length-1)
				}
				if len(back) == len(got) {
					fmt.Println(a.Delay-back[i].Delay, a.Amplitude/back[i].Amplitude-1, a.Leave-back[i].Leave, a.Arrive-back[i].Arrive, a.Caustics-back[i].Caustics)
				}
			}
		}
	}
	_ = math.Pi
}
