package ocean

import (
	"math"
	"slices"
)

// column is a quantity that depends on depth: linear between its nodes, held
// constant above the first and below the last. Depths increase strictly.
type column struct {
	depth []float64 // m
	value []float64
}

// constant returns a column of one value.
func constant(v float64) column { return column{depth: []float64{0}, value: []float64{v}} }

// at returns the value at a depth in metres.
func (c column) at(depth float64) float64 {
	return c.from(below(c.depth, depth), depth)
}

// from is at for a depth whose next deeper node i is known.
func (c column) from(i int, depth float64) float64 {
	switch {
	case i == 0:
		return c.value[0]
	case i == len(c.depth):
		return c.value[i-1]
	}
	return lerp(c.value[i-1], c.value[i], (depth-c.depth[i-1])/(c.depth[i]-c.depth[i-1]))
}

// span returns the least and the greatest value between two depths in metres.
func (c column) span(top, bottom float64) (low, high float64) {
	low = min(c.at(top), c.at(bottom))
	high = max(c.at(top), c.at(bottom))
	for i, d := range c.depth {
		if top < d && d < bottom {
			low, high = min(low, c.value[i]), max(high, c.value[i])
		}
	}
	return low, high
}

// below returns the index of the first node that lies deeper than depth.
func below(nodes []float64, depth float64) int {
	low, high := 0, len(nodes)
	for low < high {
		if mid := int(uint(low+high) / 2); nodes[mid] > depth {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

func lerp(a, b, x float64) float64 { return a + (b-a)*x }

// deepest is where tables of formulas end, in metres: no ocean goes deeper.
const deepest = 12000

// tabulate returns the column that follows f to within tolerance; f has to be
// smooth between the given breaks. An interval is halved until its straight line
// is that good at the quarters and in the middle. In between it can be worse
// only where the curvature of f changes within the interval.
func tabulate(f func(depth float64) float64, breaks []float64, tolerance float64) column {
	nodes := append(slices.Clone(breaks), 0, deepest)
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)

	c := column{depth: nodes[:1:1], value: []float64{f(nodes[0])}}
	for _, d := range nodes[1:] {
		c.refine(f, d, f(d), tolerance)
	}
	c.depth, c.value = slices.Clone(c.depth), slices.Clone(c.value)
	return c
}

// refine appends the nodes that are needed from the last node to the depth d,
// where f is v.
func (c *column) refine(f func(depth float64) float64, d, v, tolerance float64) {
	const thinnest = 1e-3 // m: a table of steps ends here
	top, start := c.depth[len(c.depth)-1], c.value[len(c.value)-1]
	good := true
	for _, x := range [...]float64{0.25, 0.5, 0.75} {
		good = good && math.Abs(f(lerp(top, d, x))-lerp(start, v, x)) <= tolerance
	}
	if !good && d-top > thinnest {
		middle := (top + d) / 2
		c.refine(f, middle, f(middle), tolerance)
		c.refine(f, d, v, tolerance)
		return
	}
	c.depth, c.value = append(c.depth, d), append(c.value, v)
}

// tabulated is the column of a formula, made when it is first asked for: a run by sound needs no conductivity.
type tabulated struct {
	column
	formula   func(depth float64) float64
	breaks    []float64
	tolerance float64
}

// at returns the value at a depth in metres.
func (t *tabulated) at(depth float64) float64 {
	if t.depth == nil {
		t.column = tabulate(t.formula, t.breaks, t.tolerance)
	}
	return t.column.at(depth)
}

// slowness is a column of sound speeds with the travel times from its first
// node straight down to each node.
type slowness struct {
	column
	time []float64 // s
}

func newSlowness(c column) slowness {
	time := make([]float64, len(c.depth))
	for i := 1; i < len(time); i++ {
		time[i] = time[i-1] + (c.depth[i]-c.depth[i-1])*meanSlowness(c.value[i-1], c.value[i])
	}
	return slowness{c, time}
}

// meanSpeed returns the harmonic mean of the speed of sound between two depths
// in metres, in m/s: the length of a straight path between them over its travel
// time, however far the path goes sideways. It is exact for the column; layers
// are added, not subtracted from below, so that short paths keep their digits.
func (s *slowness) meanSpeed(a, b float64) float64 {
	if len(s.value) == 1 {
		return s.value[0]
	}
	if a > b {
		a, b = b, a
	}
	i, j := below(s.depth, a), below(s.depth, b)
	ca, cb := s.from(i, a), s.from(j, b)
	switch {
	case i < j:
	case ca == cb:
		return ca
	default:
		return 1 / meanSlowness(ca, cb)
	}
	time := (s.depth[i]-a)*meanSlowness(ca, s.value[i]) +
		(s.time[j-1] - s.time[i]) +
		(b-s.depth[j-1])*meanSlowness(s.value[j-1], cb)
	return (b - a) / time
}

// meanSlowness returns the mean of 1/c over a layer in which c goes linearly
// from c1 to c2: ln(c2/c1)/(c2 - c1). With x = (c2 - c1)/c1 that is ln(1+x)/(x
// c1), whose series is used where x is small; the first term left out is x^6/7.
func meanSlowness(c1, c2 float64) float64 {
	x := (c2 - c1) / c1
	if math.Abs(x) < 1e-3 {
		return (1 - x*(1./2-x*(1./3-x*(1./4-x*(1./5-x/6))))) / c1
	}
	return math.Log1p(x) / (x * c1)
}
