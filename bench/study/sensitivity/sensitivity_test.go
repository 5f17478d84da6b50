package sensitivity

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"halocline/bench/study/stats"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// model is a function of factors from 0 to 1 whose indices are known.
type model struct {
	name         string
	first, total []float64
	of           func(u []float64) float64
}

// ishigami is sin x1 + a sin^2 x2 + b x3^4 sin x1, with x from -pi to pi (Ishigami and Homma, ISUMA 1990),
// a = 7 and b = 0.1. With E sin^2 = 1/2, E sin^4 = 3/8, E x^4 = pi^4/5 and E x^8 = pi^8/9:
//
//	V1  = (1 + b pi^4/5)^2 / 2           = 4.3459
//	V2  = a^2 (3/8 - 1/4) = a^2/8         = 6.125
//	V13 = b^2 (pi^8/9 - pi^8/25) / 2      = 3.3737
//	V   = V1 + V2 + V13                   = 13.8446
//
// So S1 = 0.3139, 0.4424, 0 and ST = (V1 + V13)/V, V2/V, V13/V = 0.5576, 0.4424, 0.2437.
func ishigami() model {
	const a, b, pi4 = 7, 0.1, math.Pi * math.Pi * math.Pi * math.Pi
	const v1, v2, v13 = (1 + b*pi4/5) * (1 + b*pi4/5) / 2, a * a / 8.0, b * b * pi4 * pi4 * (1/9.0 - 1/25.0) / 2
	const v = v1 + v2 + v13
	return model{"Ishigami", []float64{v1 / v, v2 / v, 0}, []float64{(v1 + v13) / v, v2 / v, v13 / v}, func(u []float64) float64 {
		x := make([]float64, 3)
		for i := range x {
			x[i] = math.Pi * (2*u[i] - 1)
		}
		return math.Sin(x[0]) + a*math.Pow(math.Sin(x[1]), 2) + b*math.Pow(x[2], 4)*math.Sin(x[0])
	}}
}

// product is the g function of Sobol (Saltelli and Sobol', Reliability Engineering & System Safety 50,
// 1995): the product of (|4u - 2| + a) / (1 + a). |4u - 2| is uniform from 0 to 2, with the mean 1 and the
// variance 1/3, so that a factor has the mean 1 and the variance v = 1 / (3 (1+a)^2). The product of
// independent factors of mean 1 has the variance V = prod(1+v) - 1, of which v is that of a factor alone,
// and v prod(1+v) / (1+v) that of all terms with it.
func product(a ...float64) model {
	m := model{name: "g function", of: func(u []float64) float64 {
		y := 1.0
		for i, a := range a {
			y *= (math.Abs(4*u[i]-2) + a) / (1 + a)
		}
		return y
	}}
	all := 1.0
	for _, a := range a {
		all *= 1 + 1/(3*(1+a)*(1+a))
	}
	for _, a := range a {
		v := 1 / (3 * (1 + a) * (1 + a))
		m.first = append(m.first, v/(all-1))
		m.total = append(m.total, v*all/(1+v)/(all-1))
	}
	return m
}

// sum is that of (i+1) u of twenty factors, whose variances are as (i+1)^2; these add up to 20 x 21 x 41 / 6 = 2870.
func sum() model {
	m := model{name: "sum", of: func(u []float64) float64 {
		y := 0.0
		for i := range u {
			y += float64(i+1) * u[i]
		}
		return y
	}}
	for i := range 20 {
		share := float64((i+1)*(i+1)) / 2870
		m.first, m.total = append(m.first, share), append(m.total, share)
	}
	return m
}

// run evaluates a model at the points of a design, and adds chance that is normal with a deviation to each repetition: the
// same for all points of a block, and as much again that is another one at each point.
func (m model) run(d Design, repetitions int, common, own float64) [][]float64 {
	stream := rng.New(d.Seed).Stream("chance")
	shared := map[int][]float64{}
	values := make([][]float64, d.Size())
	for p, u := range d.Draw() {
		block := d.Block(p)
		for r := range repetitions {
			if len(shared[block]) <= r {
				shared[block] = append(shared[block], common*stream.Normal())
			}
			values[p] = append(values[p], m.of(u)+shared[block][r]+own*stream.Normal())
		}
	}
	return values
}

// Intervals of 95 % cover each index of the closed forms in at least 93 % of 1,000 studies, each with
// another sample. The deviation of that count is 0.7 % at 95 %.
//
// Of the samples and intervals that were tried with 64 to 256 rows, this pair covers. Independent random rows
// cover ST with 88 to 92 % where a few rows make most of it, as of Ishigami's first factor. The percentile bootstrap
// covers S1 with 90 to 93 %, since it does not allow for the number of rows. In a Latin hypercube, rows are
// spread more evenly than the jackknife supposes, so that ST is covered with 95 to 98 %. With 128 rows, S1
// of Ishigami's third factor is covered with 92.5 %, all others as here.
//
// With chance, variances of 4 (common to a block) and 4 (each its own) are added to the 13.8446 of
// Ishigami's function: indices are 13.8446/21.8446 = 0.63378 of what they are, and the share of
// chance is 8/21.8446.
func TestIndicesCover(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const studies = 1000
	const kept = 13.84459 / (13.84459 + 8)
	noisy := ishigami()
	for i := range noisy.first {
		noisy.first[i] *= kept
		noisy.total[i] *= kept
	}
	for _, c := range []struct {
		model
		rows, repetitions int
		chance            float64 // deviation of each kind
	}{
		{ishigami(), 256, 1, 0},
		{noisy, 256, 2, 2},
		{product(0, 1, 4.5, 9, 99, 99, 99, 99), 128, 1, 0},
		{sum(), 128, 1, 0},
	} {
		name := fmt.Sprintf("%s, %d rows, %d repetitions", c.name, c.rows, c.repetitions)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, total := make([]coverage, len(c.first)), make([]coverage, len(c.first))
			var chance coverage
			for s := range studies {
				d := Design{Sobol, c.rows, len(c.first), uint64(s)}
				got := d.Indices(c.run(d, c.repetitions, c.chance, c.chance), 0.95)
				for j, i := range got.Factors {
					first[j].add(i.First, c.first[j])
					total[j].add(i.Total, c.total[j])
				}
				chance.add(got.Share, 1-kept)
			}
			check(t, "S1", first)
			check(t, "ST", total)
			if c.repetitions > 1 {
				check(t, "chance", []coverage{chance})
			}
		})
	}
}

// A function on the grid of Morris whose effects are known. With u1 to u5 in 0, 1/3, 2/3, 1, equally likely,
// of which the mean is 1/2 and the variance 5/36, y = u1 - 3 u1 u2 + 2 u3 + 4 (u5 - 1/2)^2 has the effects
//
//	1 - 3 u2 = 1, 0, -1, -2:          mu* = 1, mu = -1/2, sigma = 3 sqrt(5/36) = 1.1180
//	-3 u1 = 0, -1, -2, -3:            mu* = 3/2, mu = -3/2, sigma = 1.1180
//	2:                                mu* = 2, mu = 2, sigma = 0
//	0:                                mu* = 0, mu = 0, sigma = 0
//	4 (1/36 - 1/4) 3/2 = -4/3, 4/3:   mu* = 4/3, mu = 0, sigma = 4/3
func grid(u []float64) float64 {
	return u[0] - 3*u[0]*u[1] + 2*u[2] + 4*(u[4]-0.5)*(u[4]-0.5)
}

// Effects are those of the closed form, with intervals that cover mu* and mu in at least 93 % of 1,000 studies of
// twenty trajectories. sigma^2 is right in the mean.
func TestEffectsCover(t *testing.T) {
	const studies = 1000
	size, mu, sigma := []float64{1, 1.5, 2, 0, 4.0 / 3}, []float64{-0.5, -1.5, 2, 0, 0}, []float64{1.25, 1.25, 0, 0, 16.0 / 9}
	sizes, means, squares := make([]coverage, 5), make([]coverage, 5), make([]float64, 5)
	for s := range studies {
		d := Design{Morris, 20, 5, uint64(s)}
		for j, e := range d.Effects(model{of: grid}.run(d, 1, 0, 0), 0.95).Factors {
			sizes[j].add(e.Size, size[j])
			means[j].add(e.Mean, mu[j])
			squares[j] += e.SD * e.SD / studies
		}
	}
	check(t, "mu*", sizes)
	check(t, "mu", means)
	for j, got := range squares {
		if math.Abs(got-sigma[j]) > 0.05 {
			t.Errorf("sigma^2 of factor %d is %.3f in the mean, want %.3f", j+1, got, sigma[j])
		}
	}
}

// Chance that a trajectory has in common takes no part in effects. Of chance with the deviation s that each
// run has of its own, the difference of two points has the variance 2 s^2, a mean of two
// repetitions half of that, and an effect, which is a difference over 2/3, 9/4 of it: with s = 1 the deviation
// is 3/2. The magnitude of a normal number is sqrt(2/pi) of its deviation in the mean, and that
// is mu* of the fourth factor, which does nothing. 400 trajectories of five steps tell the deviation within 2 %, the magnitude within 4 %.
func TestEffectsOfChance(t *testing.T) {
	d := Design{Morris, 400, 5, 1}
	got := d.Effects(model{of: grid}.run(d, 2, 30, 1), 0.95)
	if math.Abs(got.Floor-1.5) > 0.09 {
		t.Errorf("chance makes a deviation of %.3f, want 1.5", got.Floor)
	}
	if want := 1.5 * math.Sqrt(2/math.Pi); math.Abs(got.Factors[3].Size.Estimate-want) > 0.15 || math.Abs(got.Magnitude()-want) > 0.08 {
		t.Errorf("mu* of a factor that does nothing is %.3f, and of chance %.3f, want %.3f", got.Factors[3].Size.Estimate, got.Magnitude(), want)
	}
	if once := d.Effects(model{of: grid}.run(d, 1, 0, 1), 0.95); !math.IsNaN(once.Floor) || !math.IsNaN(once.Share.Estimate) {
		t.Errorf("without repetitions chance is %g and %g, and cannot be known", once.Floor, once.Share.Estimate)
	}
}

// Points of a trajectory differ by 2/3 in one factor, each of them once. Those of a row of Sobol are A, A with one
// factor of B, and B, and each twentieth of a factor's range has a number of A and one of B of twenty rows.
func TestDesigns(t *testing.T) {
	const factors = 4
	for row := range slices.Chunk(Design{Morris, 50, factors, 3}.Draw(), factors+1) {
		changed := map[int]bool{}
		for p := range factors {
			j, by := moved(row[p], row[p+1])
			changed[j] = true
			row[p][j] = row[p+1][j]
			if math.Abs(math.Abs(by)-2.0/3) > 1e-12 || !slices.Equal(row[p], row[p+1]) {
				t.Errorf("%v does not differ from %v by 2/3 in one factor", row[p], row[p+1])
			}
		}
		if len(changed) != factors {
			t.Errorf("a trajectory changes %d factors of %d", len(changed), factors)
		}
	}
	seen := map[[3]int]int{}
	d := Design{Sobol, 20, factors, 3}
	points := d.Draw()
	for i, row := range slices.Collect(slices.Chunk(points, factors+2)) {
		a, b := row[0], row[factors+1]
		for j := range factors {
			want := slices.Clone(a)
			want[j] = b[j]
			if !slices.Equal(row[1+j], want) {
				t.Errorf("row %d, factor %d: %v, want %v", i, j, row[1+j], want)
			}
			seen[[3]int{0, j, int(20 * a[j])}]++
			seen[[3]int{1, j, int(20 * b[j])}]++
		}
	}
	if len(seen) != 2*factors*20 {
		t.Errorf("%d twentieths of %d have a number", len(seen), 2*factors*20)
	}
	if len(points) != d.Size() || d.Block(5) == d.Block(4) || d.Block(0) != d.Block(4) || d.Block(6) == d.Block(5) || d.Block(6) == d.Block(0) {
		t.Error("the points of a row have a block, but for that of B, which has its own")
	}
}

// A row with a run that has no value is left out, and the others give what they give alone.
func TestMissing(t *testing.T) {
	without := func(d Design) [][]float64 {
		values := model{of: func(u []float64) float64 { return u[0] }}.run(d, 2, 0, 0)
		values[d.points()][1] = math.NaN()      // a run of row 1
		values[7*d.points()] = values[0][:1]    // a repetition of row 7
		values[6*d.points()+1][0] = math.Inf(1) // a run of row 6
		return values
	}
	d := Design{Morris, 8, 2, 1}
	if got := d.Effects(without(d), 0.95); got.Used != 5 || got.Left != 3 || math.Abs(got.Factors[0].Mean.Estimate-1) > 1e-9 || got.Factors[1].Size.Estimate != 0 {
		t.Errorf("%d trajectories, %d left out, effects %v, want 1 and 0", got.Used, got.Left, got.Factors)
	}
	d = Design{Sobol, 8, 2, 1}
	values := without(d)
	got := d.Indices(values, 0.95)
	n := d.points()
	want := Design{Sobol, 5, 2, 1}.Indices(slices.Concat(values[:n], values[2*n:6*n]), 0.95)
	if got.Used != 5 || got.Left != 3 || !slices.Equal(got.Factors, want.Factors) {
		t.Errorf("%d rows, %d left out, indices %v, want %v", got.Used, got.Left, got.Factors, want.Factors)
	}
}

// Of a value that does not vary there is nothing to say, and of none neither.
func TestConstant(t *testing.T) {
	d := Design{Sobol, 8, 2, 1}
	for name, values := range map[string][][]float64{
		"a constant": model{of: func([]float64) float64 { return 0.3 }}.run(d, 2, 0, 0),
		"nothing":    make([][]float64, d.Size()),
	} {
		if got := d.Indices(values, 0.95); !math.IsNaN(got.Factors[0].Total.Estimate) || !math.IsNaN(got.Share.Estimate) {
			t.Errorf("%s has the index %g and a share of chance of %g", name, got.Factors[0].Total.Estimate, got.Share.Estimate)
		}
	}
}

// coverage counts intervals that contain the truth.
type coverage struct {
	n, covered  int
	width, bias float64 // sums
}

func (c *coverage) add(i stats.Interval, truth float64) {
	c.n++
	c.width += i.High - i.Low
	c.bias += i.Estimate - truth
	const rounding = 1e-9 // of a share
	if i.Low <= truth+rounding && truth-rounding <= i.High {
		c.covered++
	}
}

// check demands a coverage of 93 % of each, and estimates that are right in the mean, within a tenth of the width.
func check(t *testing.T, name string, of []coverage) {
	t.Helper()
	for j, c := range of {
		n := float64(c.n)
		t.Logf("%s of factor %d: covered in %.1f %%, mean width %.3g, bias %.2g", name, j+1, 100*float64(c.covered)/n, c.width/n, c.bias/n)
		if c.covered < c.n*93/100 {
			t.Errorf("%s of factor %d is covered in %.1f %%", name, j+1, 100*float64(c.covered)/n)
		}
		if math.Abs(c.bias) > 0.1*c.width+n*1e-9 {
			t.Errorf("%s of factor %d is wrong by %g in the mean", name, j+1, c.bias/n)
		}
	}
}
