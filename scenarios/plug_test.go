package scenarios

import (
	"context"
	"math"
	"testing"
	"time"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/rtos"
)

// charger plugs its node in at 10 s and out at 30 s.
type charger struct{ site program.Site }

func (*charger) About() string    { return "charges" }
func (*charger) Validate() error  { return nil }
func (c *charger) CPU() *rtos.CPU { return nil }

func (c *charger) Install(site program.Site) (program.Running, error) {
	c.site = site
	site.Kernel().Every(sim.Control, sim.Time(10*time.Second), time.Hour, func(sim.Time) { site.Battery().Plug(true) })
	site.Kernel().Every(sim.Control, sim.Time(30*time.Second), time.Hour, func(sim.Time) { site.Battery().Plug(false) })
	return c, nil
}

// A program plugs its battery in: with 10 W of load and 30 W of charging, 1000 J that begin at half are 500 - 100 + 20 (30 - 10) = 800 J
// at 30 s and 500 - 100 + 400 - 100 = 700 J at 40 s.
func TestProgramPlugsIn(t *testing.T) {
	l := Standard()
	own := &charger{}
	if err := Put(l, "charger", func() program.Program { return own }); err != nil {
		t.Fatal(err)
	}
	plan, err := l.Parse("charge.yaml", `
name: charge
duration: 40s
nodes:
  - {name: a, battery: {capacity: 1000J, charge: 0.5, hotel: 10W, charging: 30W}, vehicle: {dynamics: {type: point}}, run: {type: charger}}
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Close()
	for _, row := range []struct{ at, want float64 }{{10, 0.4}, {30, 0.8}, {40, 0.7}} {
		if _, err := s.RunUntil(context.Background(), sim.Time(row.at*1e9)); err != nil {
			t.Fatal(err)
		}
		if got := own.site.Battery().Left(s.Kernel.Now()); math.Abs(got-row.want) > 1e-9 {
			t.Errorf("at %g s %g of it is left, not %g", row.at, got, row.want)
		}
	}
	if !own.site.Battery().Charges() || own.site.Contacts() != 0 {
		t.Error("it charges, and has touched nothing")
	}
}
