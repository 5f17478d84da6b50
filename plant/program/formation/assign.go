package formation

import "math"

// assignment finds which vehicle takes which point by the method of Hungary (Kuhn, Naval Research Logistics Quarterly 2, 1955;
// Munkres, Journal of the SIAM 5, 1957), as successive shortest ways with potentials. It keeps its tables, so that it does not
// allocate when it is asked again.
type assignment struct {
	rows, columns int
	cost          []float64 // by row and column
	u, v, least   []float64 // potentials, and the least reduced cost of each column
	row, way      []int     // of each column, from 1; 0 for none
	used          []bool
	taken         []int // column of each row, from 0
}

// newAssignment returns one of so many vehicles, and of as many points or more.
func newAssignment(rows, columns int) *assignment {
	return &assignment{
		rows: rows, columns: columns, cost: make([]float64, rows*columns),
		u: make([]float64, rows+1), v: make([]float64, columns+1), least: make([]float64, columns+1),
		row: make([]int, columns+1), way: make([]int, columns+1), used: make([]bool, columns+1), taken: make([]int, rows),
	}
}

// tie returns what the cost of row i and column j is less for each i j, so that of equal sums the one is least whose rows have their columns
// in order (rearrangement inequality). All of it together makes no sum less by more than alike: the sum of i j over k = max(rows, columns) is
// (k - 1) k (2k - 1)/6 at most, and never negative.
func (a *assignment) tie() float64 {
	k := float64(max(a.rows, a.columns))
	return alike * 6 / max(1, (k-1)*k*(2*k-1))
}

// alike is the difference of two sums of distances up to which they count as equal, m: much less than a place is known.
const alike = 1e-6

// set sets what it costs that a vehicle takes a point.
func (a *assignment) set(row, column int, cost float64) { a.cost[row*a.columns+column] = cost }

// solve returns the point of each vehicle with which the sum of costs is least.
func (a *assignment) solve() []int {
	clear(a.u)
	clear(a.v)
	clear(a.row)
	for i := 1; i <= a.rows; i++ {
		a.augment(i)
	}
	for j := 1; j <= a.columns; j++ {
		if a.row[j] > 0 {
			a.taken[a.row[j]-1] = j - 1
		}
	}
	return a.taken
}

// augment gives one more row a column, by the cheapest way of changes.
func (a *assignment) augment(i int) {
	a.row[0] = i
	clear(a.used)
	for j := range a.least {
		a.least[j] = math.Inf(1)
	}
	at := 0
	for a.row[at] != 0 {
		at = a.grow(at)
	}
	for at != 0 {
		before := a.way[at]
		a.row[at] = a.row[before]
		at = before
	}
}

// grow takes a column into the tree of ways, and returns the nearest one that is not in it yet.
func (a *assignment) grow(at int) (next int) {
	a.used[at] = true
	i, delta := a.row[at], math.Inf(1)
	for j := 1; j <= a.columns; j++ {
		if a.used[j] {
			continue
		}
		if c := a.cost[(i-1)*a.columns+j-1] - a.u[i] - a.v[j]; c < a.least[j] {
			a.least[j], a.way[j] = c, at
		}
		if a.least[j] < delta {
			delta, next = a.least[j], j
		}
	}
	for j := range a.used {
		if a.used[j] {
			a.u[a.row[j]] += delta
			a.v[j] -= delta
		} else {
			a.least[j] -= delta
		}
	}
	return next
}
