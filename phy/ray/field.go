package ray

import "math"

// tubes is the number of rays of a Field. At 2 km the tube of one is then some 0.6 m high.
const tubes = 4001

// Field returns what arrives of a source at a depth over a floor, at ranges that increase and are inside the floor, as
// received over sent power re 1 m: by row, of which each is as high as the others and all reach from the surface to a
// depth, and then by range. Each value is the mean over the height of its row. It is 0 in a shadow.
//
// Powers add up, without their phases. A fan of rays is followed; each carries the power of its share of directions,
// and spreads it over the depths that its derivative tells, so that nothing is infinite at a caustic. The edge of a
// shadow is as sharp as the tube of a ray is high. What the options
// leave out of Over is left out here. It is for pictures: Over is exact at each place.
func (s *Solver) Field(floor Floor, from float64, ranges []float64, depth float64, rows int) [][]float64 {
	out := make([][]float64, rows)
	for i := range out {
		out[i] = make([]float64, len(ranges))
	}
	if floor.Validate() != nil || !(from >= 0 && from <= floor[0].Depth) {
		return out
	}
	f := &s.fan
	f.place(s, floor, from, math.Inf(1)) // from this end
	fan := f.directions()
	t := bundle{section: &f.section, steepest: f.steepest, out: out, row: depth / float64(rows)}
	for i := range tubes {
		angle := fan.at(float64(2*i-tubes+1) / (tubes - 1))
		t.below = angle - fan.at(float64(2*i-tubes)/(tubes-1))
		t.above = fan.at(float64(2*i-tubes+2)/(tubes-1)) - angle
		sin, cos := math.Sincos(angle)
		if f.bounces = f.most; math.Abs(sin) > f.steepest {
			f.bounces = 0
		}
		t.follow(f.launch(f.from, sin, cos), ranges)
	}
	return out
}

// bundle is the way of what leaves between two directions.
type bundle struct {
	*section
	steepest     float64
	below, above float64 // rad, from the ray in its middle to its edges
	row          float64 // m
	out          [][]float64
}

// follow goes with a ray from range to range, and adds what it brings.
func (t *bundle) follow(r track, ranges []float64) {
	n := note{gain: 1}
	for k, x := range ranges {
		if t.far = x; t.run(&r, &n) != lit {
			return
		}
		if r.surface+r.bottom > 0 && math.Abs(r.w) > t.steepest {
			continue
		}
		// That of a ray is A^2 = c/(|q| moment); the height of its tube is |q/u| times its directions.
		power := r.c * (t.below + t.above) * n.gain * n.gain * math.Pow(10, -n.absorbed/10) / (r.u * n.moment)
		a, b := r.z-r.q/r.u*t.below, r.z+r.q/r.u*t.above
		t.add(k, min(a, b), max(a, b), power)
	}
}

// add spreads power over the rows between two depths.
func (t *bundle) add(k int, top, bottom, power float64) {
	const thin = 1e-6 // m, where all is in one row
	high := max(bottom-top, thin)
	for i := max(0, int(top/t.row)); i < len(t.out) && float64(i)*t.row < top+high; i++ {
		share := min(top+high, float64(i+1)*t.row) - max(top, float64(i)*t.row)
		t.out[i][k] += power * max(0, share) / (high * t.row)
	}
}
