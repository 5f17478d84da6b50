package scaffold

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/simtest"
)

// A study can be begun with every bundled scenario.
func TestNewStudyOfBundled(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, base := range scenarios.Standard().Bundled() {
		b, err := Suited(scenarios.Standard(), "mine", base)
		if err != nil {
			t.Fatal(err)
		}
		text, err := b.Text(scenarios.Standard())
		if err != nil || !strings.Contains(text, "base: "+base+"\n") {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// What the comments of a new vehicle say follows from its numbers: the box that they name is as long, wide and high as the hull, displaces the
// volume, floats up with the rest of its weight in water, has the inertia m/12 (b^2 + c^2) of a box, and as many thrusters.
func TestNewVehicleIsItsComments(t *testing.T) {
	text, err := Vehicle("mine")
	if err != nil {
		t.Fatal(err)
	}
	number := func(format string, n int) []any {
		t.Helper()
		out := make([]any, n)
		for i := range out {
			out[i] = new(float64)
		}
		begin, _, _ := strings.Cut(format, "%")
		_, rest, found := strings.Cut(text, begin)
		if got, err := fmt.Sscanf(begin+rest, format, out...); !found || err != nil {
			t.Fatalf("%q: %d numbers, %v", format, got, err)
		}
		for i := range out {
			out[i] = *out[i].(*float64)
		}
		return out
	}
	box := number("a box of a tonne, %g m long, %g m wide and %g m high", 3)
	if size := number("\nsize: [%gm, %gm, %gm]", 3); !slices.Equal(box, size) {
		t.Errorf("a box of %v m, and a hull of %v m", box, size)
	}
	l, w, h := box[0].(float64), box[1].(float64), box[2].(float64)
	mass, volume := number("\nmass: %gkg", 1)[0].(float64), number("\nvolume: %gm3", 1)[0].(float64)
	inertia := number("\ninertia: {xx: %gkg.m2, yy: %gkg.m2, zz: %gkg.m2", 3)
	lift := (1025*volume - mass) * number("\ngravity: %gm/s2", 1)[0].(float64)
	for _, c := range []struct {
		what            string
		got, want, near float64
	}{
		{"kg", mass, 1000, 0},
		{"m3", volume, l * w * h, 1e-9},
		{"kg of water", number("in the volume weighs %g kg", 1)[0].(float64), 1025 * volume, 0.05},
		{"N", number("\n# with %g N when", 1)[0].(float64), lift, 0.5},
		{"kg m2 about x", inertia[0].(float64), mass / 12 * (w*w + h*h), 0.5},
		{"kg m2 about y", inertia[1].(float64), mass / 12 * (l*l + h*h), 0.5},
		{"kg m2 about z", inertia[2].(float64), mass / 12 * (l*l + w*w), 0.5},
		{"thrusters", float64(strings.Count(text, "<<: *thruster")), 8, 0},
	} {
		if !(math.Abs(c.got-c.want) <= c.near) {
			t.Errorf("%g %s, want %g", c.got, c.what, c.want)
		}
	}
}
