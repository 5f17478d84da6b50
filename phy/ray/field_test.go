package ray

import (
	"math"
	"slices"
	"testing"
)

// summerSea is water that is warm to 12 m, with a thermocline down to 35 m.
func summerSea() Water {
	return Water{
		Column:  Column{Depth: []float64{0, 12, 35, 120}, Speed: []float64{1522.5, 1522, 1491, 1488}, Absorption: []float64{0.004, 0.004, 0.005, 0.006}},
		Surface: constant(-0.9), Bottom: constant(0.6),
	}
}

func oneSpeed() Water {
	return Water{Column: Column{Depth: []float64{0}, Speed: []float64{1500}, Absorption: []float64{0.005}}, Surface: constant(-0.9), Bottom: constant(0.6)}
}

// A row of the field has the mean of what all arrivals at the depths of the row bring as powers, which Arrivals and Over find
// another way, by roots. In water of one speed nothing is a caustic; else one within a row tells the mean of a few depths from
// that of all.
func TestFieldIsThatOfAllArrivals(t *testing.T) {
	level, ridge := Floor{{0, 120}, {3000, 120}}, Floor{{0, 120}, {900, 120}, {1200, 70}, {1500, 120}, {3000, 120}}
	for name, c := range map[string]struct {
		water            Water
		floor            Floor
		half, most, each float64 // dB, by which half, nine in ten and all rows are off at most
	}{
		"of one speed":          {oneSpeed(), level, 0.005, 0.02, 0.3},
		"in summer":             {summerSea(), level, 0.01, 0.3, 2},
		"of one speed, a ridge": {oneSpeed(), ridge, 0.01, 0.1, 1},
	} {
		s := solver(t, c.water.Column, Options{6, 0.4})
		s.water.Surface, s.water.Bottom = c.water.Surface, c.water.Bottom
		const rows, deep, parts = 30, 120.0, 10
		ranges := []float64{50, 300, 1000, 2000, 3000}
		field := s.Field(c.floor, 40, ranges, deep, rows)
		var off []float64
		for k, x := range ranges {
			floor := upTo(c.floor, x)
			for i := 0; i < rows; i += 2 {
				mean := 0.0
				for j := range parts {
					to := (float64(i) + (float64(j)+0.5)/parts) * deep / rows
					arrivals := s.Arrivals(nil, 40, to, x, deep)
					if len(c.floor) > 2 {
						arrivals = s.Over(nil, floor, 40, to)
					}
					for _, a := range arrivals {
						mean += a.Pressure() * a.Pressure() / parts
					}
				}
				if mean > 0 || field[i][k] > 0 {
					off = append(off, math.Abs(10*math.Log10(field[i][k]/mean)))
				}
			}
		}
		slices.Sort(off)
		half, most, each := off[len(off)/2], off[len(off)*9/10], off[len(off)-1]
		t.Logf("%s: of %d rows half are off by %.4f dB at most, nine in ten by %.3f, and all by %.2f", name, len(off), half, most, each)
		if !(half < c.half && most < c.most && each < c.each) {
			t.Errorf("%s: half are off by %.4f dB, nine in ten by %.3f, all by %.2f; want %g, %g and %g", name, half, most, each, c.half, c.most, c.each)
		}
	}
}

// upTo returns a floor up to a range.
func upTo(f Floor, far float64) (short Floor) {
	for i, p := range f {
		if p.Range >= far {
			before := f[i-1]
			return append(short, Point{far, before.Depth + (p.Depth-before.Depth)*(far-before.Range)/(p.Range-before.Range)})
		}
		short = append(short, p)
	}
	return short
}

// Without boundaries that reflect, the ray from 8 m that grazes the surface bounds the lit water, as the channel's test has it:
// where the speed goes linearly from c1 to c2 over h, a ray of p = 1/1522.5 s/m covers h p (c1 + c2)/(w1 + w2).
func TestFieldHasShadows(t *testing.T) {
	w := summerSea()
	w.Surface, w.Bottom = nil, nil
	s, err := NewSolver(w, Options{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	const p = 1 / 1522.5
	x := func(h, c1, c2 float64) float64 {
		return h * p * (c1 + c2) / (math.Sqrt(1-p*p*c1*c1) + math.Sqrt(1-p*p*c2*c2))
	}
	c8, c60 := 1522.5-0.5*8/12, 1491-3.0*25/85
	farthest := x(8, c8, 1522.5) + x(12, 1522.5, 1522) + x(23, 1522, 1491) + x(25, 1491, c60)
	// Within 1 m of depth the edge moves by some 1 m/tan(12 deg), 5 m of range; and rays that graze are 20 m apart.
	field := s.Field(Floor{{0, 120}, {3000, 120}}, 8, []float64{farthest - 8, farthest + 25}, 120, 120)
	if field[59][0] == 0 || field[60][0] == 0 || field[59][1] != 0 || field[60][1] != 0 {
		t.Errorf("around %.1f m and 60 m of depth: %v and %v; want light before and none behind", farthest, field[59], field[60])
	}
	for i, row := range s.Field(Floor{{0, 50}, {3000, 120}}, 60, []float64{500}, 120, 10) {
		if row[0] != 0 {
			t.Errorf("row %d is lit from below the bottom", i)
		}
	}
}
