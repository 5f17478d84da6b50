package ray

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"sort"
	"testing"
	"time"
)

func toPlain(c Column, floor Floor, bounces int) *plain {
	p := &plain{floor: floor, step: 25, bounces: bounces}
	for _, l := range sheetsOf(c) {
		p.depth = append(p.depth, l.top)
		p.speed = append(p.speed, l.ca)
	}
	p.depth = append(p.depth, 12000)
	p.speed = append(p.speed, p.speed[len(p.speed)-1])
	return p
}

func terrains(r float64) map[string]Floor {
	m := map[string]Floor{
		"flat":     {{0, 100}, {r, 100}},
		"ridge":    {{0, 100}, {0.45 * r, 100}, {0.5 * r, 40}, {0.55 * r, 100}, {r, 100}},
		"seamount": {{0, 100}, {0.3 * r, 98}, {0.4 * r, 70}, {0.45 * r, 50}, {0.5 * r, 45}, {0.55 * r, 55}, {0.6 * r, 75}, {0.7 * r, 95}, {r, 100}},
		"down":     {{0, 60}, {r, 140}},
		"up":       {{0, 140}, {r, 60}},
	}
	rnd := rand.New(rand.NewPCG(5, 5))
	var f Floor
	for i := range 21 {
		f = append(f, FloorPoint{r * float64(i) / 20, 90 + 20*rnd.Float64()})
	}
	m["rough"] = f
	return m
}

func profiles() map[string]Column {
	m := map[string]Column{
		"one":      one(1500),
		"thermo":   thermocline(),
		"gradient": {Depth: []float64{0, 150}, Speed: []float64{1480, 1510}},
		"falling":  {Depth: []float64{0, 150}, Speed: []float64{1530, 1490}},
		"duct":     {Depth: []float64{0, 30, 60, 90, 150}, Speed: []float64{1510, 1500, 1490, 1495, 1502}},
	}
	for k, c := range m {
		c.Absorption = make([]float64, len(c.Depth))
		m[k] = c
	}
	return m
}

func keys[T any](m map[string]T) []string {
	var k []string
	for n := range m {
		k = append(k, n)
	}
	sort.Strings(k)
	return k
}

func TestExplore(t *testing.T) {
	if os.Getenv("EXPLORE") == "" {
		t.Skip()
	}
	n := 24001
	rnd := rand.New(rand.NewPCG(1, 9))
	var took []float64
	misses, total, invented := 0, 0, 0
	for _, cn := range keys(profiles()) {
		c := profiles()[cn]
		for _, tn := range keys(terrains(1)) {
			for _, r := range []float64{500, 2000, 5000} {
				floor := terrains(r)[tn]
				from, to := 2+50*rnd.Float64(), 2+50*rnd.Float64()
				sv := solver(t, c, Options{Bounces: 8, Steepest: 1})
				f := &sv.fan
				begin := time.Now()
				mine := sv.Over(nil, floor, from, to)
				took = append(took, time.Since(begin).Seconds()*1e3)
				ms := took[len(took)-1]
				p := toPlain(c, floor, 8)
				theirs := p.brute(from, to, r, n)
				loudest := 0.0
				for _, a := range mine {
					loudest = max(loudest, a.Amplitude)
				}
				miss := 0
				worst := 0.0
				for _, b := range theirs {
					best := -1
					for i, a := range mine {
						if math.Abs(a.Leave-b.leave) < 1e-7 && a.Surface == b.surf && a.Bottom == b.bott {
							best = i
						}
					}
					if best < 0 {
						miss++
						fmt.Printf("   MISS %s %s %g: leave %.9g time %.9g level %.1f dB s%d b%d\n", cn, tn, r, b.leave, b.time, 20*math.Log10(b.amplitude/loudest), b.surf, b.bott)
						continue
					}
					a := mine[best]
					worst = max(worst, math.Abs(a.Delay-b.time)*1e6, math.Abs(a.Length-b.length)*1e-3)
					if e := math.Abs(a.Amplitude/b.amplitude - 1); e > 1e-3 {
						fmt.Printf("   AMP %s %s %g: %g %g leave %.9g\n", cn, tn, r, a.Amplitude, b.amplitude, a.Leave)
					}
				}
				inv := 0
				for _, a := range mine {
					pr := p.follow(from, -math.Asin(a.Leave), r)
					if !(math.Abs(pr.z-to) < 1e-5 && pr.surf == a.Surface && pr.bott == a.Bottom) {
						inv++
						fmt.Printf("   INVENTED %s %s %g: leave %.17g arrive %.17g amp %.3g s%d b%d  z-to %g s%d b%d\n", cn, tn, r, a.Leave, a.Arrive, a.Amplitude, a.Surface, a.Bottom, pr.z-to, pr.surf, pr.bott)
					}
				}
				misses += miss
				total += len(theirs)
				invented += inv
				if miss+inv > 0 {
					fmt.Printf("%s %s %g: mine %d brute %d miss %d invented %d shots %d ms %.2f  worst time us %.3g\n", cn, tn, r, len(mine), len(theirs), miss, inv, f.shots, ms, worst)
				}
			}
		}
	}
	sort.Float64s(took)
	fmt.Println("misses", misses, "of", total, "invented", invented, "median ms", took[len(took)/2], "max", took[len(took)-1])
}

func sheetsOf(c Column) []sheet {
	s, _ := NewSolver(Water{Column: c}, Options{Bounces: 1, Steepest: 1})
	return s.sheets()
}
