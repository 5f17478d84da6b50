package hunt

import (
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// What the paper says of its hunts holds here, over a few seeds.
func TestReport(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r, err := Report(t.Context(), 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Claims) != 8 || len(r.Runs) != 6 || len(r.Figures) != 2 || len(r.Assumptions) == 0 {
		t.Errorf("%d claims, %d runs, %d figures", len(r.Claims), len(r.Runs), len(r.Figures))
	}
	for _, c := range r.Claims {
		if c.Verdict != claim.Holds {
			t.Errorf("%s: %s, found %s", c.What, c.Verdict, c.Found)
		}
	}
}

// A hunt that is lost, one that comes too near, and one that loses its formation are no hunts as the paper has them.
func TestJudge(t *testing.T) {
	k := kind{name: "line", spacing: 3, target: geom.Vec{}}
	good := outcome{hunted: true, separation: 0.5, nearest: 0.5, worst: 1}
	for i, change := range []func(*outcome){
		func(o *outcome) { o.hunted = false }, func(o *outcome) { o.worst = 1.01 },
		func(o *outcome) { o.separation = 0.49 }, func(o *outcome) { o.nearest = 0.49 },
	} {
		bad := good
		change(&bad)
		for j, c := range judge(k, []*outcome{&good, &bad}) {
			if want := map[bool]claim.Verdict{true: claim.Differs, false: claim.Holds}[i == j]; c.Verdict != want {
				t.Errorf("%s: %s, want %s", c.What, c.Verdict, want)
			}
		}
	}
}

// The starts and the target are those of the paper: (0,0), (3,0), (6,0), (9,0), and (4.5,2), (3,1), (6,1), (4.5,0).
func TestStarts(t *testing.T) {
	starts := [][]geom.Vec{{{}, {X: 3}, {X: 6}, {X: 9}}, {{X: 4.5, Y: 2}, {X: 3, Y: 1}, {X: 6, Y: 1}, {X: 4.5}}}
	for i, k := range kinds() {
		o, err := carryOut(t.Context(), k, 1)
		if err != nil {
			t.Fatal(err)
		}
		for j, c := range o.tracks {
			if got := (geom.Vec{X: c.X[0], Y: c.Y[0]}); got.Dist(starts[i][j]) > 1e-3 {
				t.Errorf("%s: %v, want %v", c.Name, got, starts[i][j])
			}
		}
	}
}
