package geom_test

import (
	"fmt"
	"math"

	"halocline/sim/geom"
)

// A vehicle that heads along y, a quarter turn to the left of x, has its bow in the
// direction (0, 1, 0) and its left side in the direction (-1, 0, 0).
func ExampleFromEuler() {
	attitude := geom.FromEuler(math.Pi/2, 0, 0)
	fmt.Printf("%.3f\n", attitude.Rotate(geom.Vec{X: 1}))
	fmt.Printf("%.3f\n", attitude.Rotate(geom.Vec{Y: 1}))
	// Output:
	// {0.000 1.000 0.000}
	// {-1.000 0.000 0.000}
}
