package plant_test

import (
	"context"
	"fmt"
	"math"
	"time"

	"halocline/phy"
	"halocline/plant"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// pool is water at rest without a bottom.
type pool struct{}

// Density returns that of fresh water, kg/m3.
func (pool) Density(geom.Vec) float64 { return 1000 }

// Current returns none.
func (pool) Current(geom.Vec, sim.Time) geom.Vec { return geom.Vec{} }

// Seabed returns a depth out of reach.
func (pool) Seabed(geom.Vec) float64 { return math.Inf(1) }

func (pool) Surface(geom.Vec, sim.Time) float64 { return math.Inf(1) }

// A vehicle is an event like any other. This one has no drag and goes on at 2 m/s,
// so that sound at 1500 m/s, sent after it at 10 s when it is 1518 m away, meets it
// at 1518/(1500 - 2) s = 1.01335 s. The body is the end of the path as it is.
func Example() {
	model, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: 0.1, Gravity: 9.81, Inertia: [3]geom.Vec{{X: 4}, {Y: 4}, {Z: 4}},
	}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	k := sim.New(nil)
	start := vehicle.AtRest(geom.Vec{X: 1498, Z: -10}, 0)
	start.Velocity[vehicle.Surge] = 2
	body := plant.NewBody(k, "auv", model.Stepper(0.01, vehicle.RK4), pool{}, start, 10*time.Millisecond, plant.Ignore)
	k.NewTimer(sim.Comm, func(now sim.Time) {
		ray := phy.Straight(phy.Fixed{Z: -10}, body, now, 1500)
		fmt.Printf("%.0f m away, %.5f s\n", body.Position(now).X, ray.Time)
	}).Arm(sim.Time(10 * time.Second))
	if err := k.Run(context.Background(), sim.Time(20*time.Second)); err != nil {
		fmt.Println(err)
	}
	// Output: 1518 m away, 1.01335 s
}
