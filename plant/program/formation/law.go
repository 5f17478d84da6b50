package formation

import (
	"math"

	"halocline/sim/geom"
)

// FieldConfig describes the potential field. The paper prints no constant; these are ours.
type FieldConfig struct {
	Attract float64 `yaml:"attract" unit:"1/s" range:"[0,10]" doc:"speed towards the vehicle's point per metre of distance from it: eps_a of the paper"`
	Repel   float64 `yaml:"repel" range:"[0,1e6]" doc:"strength of repulsion between vehicles, m4/s: eps_b of the paper, which gives eps_b (1/r - 1/d0)/r^2 in m/s at a distance r"`
	Within  float64 `yaml:"within" unit:"m" range:"(0,1e4]" doc:"distance below which vehicles repel each other: d0 of the paper"`
	Cohere  float64 `yaml:"cohere" unit:"1/s" range:"[0,10]" doc:"speed towards another vehicle per metre of its distance, beyond half the range: eps_c K_l of the paper; 0 for no such speed"`
	Range   float64 `yaml:"range" unit:"m" range:"(0,1e6]" doc:"distance beyond which the speed of cohere grows no more: R_max of the paper. The paper has the constant 1 there, which jumps"`
	Beyond  string  `yaml:"beyond" oneof:"keep|drop" doc:"vehicles further away than range. keep: they attract, as they were last known; drop: they do not count"`
	Speed   float64 `yaml:"speed" unit:"m/s" range:"(0,100]" doc:"greatest speed over ground that is asked for: v_max"`
	Balance float64 `yaml:"balance" range:"[0,1]" doc:"share g by which vehicles near their points slow down, so that all arrive together; 0 for none. At a distance D from its point, a vehicle has the greatest speed v_max (1 - g (1 - D/D_max)), with D_max that of the furthest known vehicle"`
}

// velocity returns the wanted velocity over ground of a vehicle, before the limit of its speed: eq 6 to 9 of the paper,
// repaired,
//
//	v = eps_a (q - p) + sum_j [eps_b (1/r - 1/d0)/r^2 e_j for r < d0] - sum_j F_c(r) e_j
//	F_c = 0 for r < R/2, eps_c K_l r up to R, eps_c K_l R beyond
//
// with e_j from the other to the vehicle. The repulsion is minus the gradient of its potential, eps_b/2 (1/r - 1/d0)^2, whatever
// the sign of its power is in print, and beyond R the attraction stays what it is at R. Another at the same place pushes along x,
// to the side that the order of both says.
func (f *FieldConfig) velocity(at geom.Vec, point *geom.Vec, others []other) geom.Vec {
	var v geom.Vec
	if point != nil {
		v = point.Sub(at).Scale(f.Attract)
	}
	for i := range others {
		o := &others[i]
		if !o.counts {
			continue
		}
		away := at.Sub(o.at)
		r := away.Norm()
		if r < nearest {
			away, r = geom.Vec{X: math.Copysign(nearest, o.side)}, nearest
		}
		speed := 0.0
		if r < f.Within {
			speed = f.Repel * (1/r - 1/f.Within) / (r * r)
		}
		if r >= f.Range/2 && (r <= f.Range || f.Beyond == keep) {
			speed -= f.Cohere * min(r, f.Range)
		}
		v = v.Add(away.Scale(speed / r))
	}
	return v
}

// nearest is the least distance with which the repulsion is reckoned, m.
const nearest = 1e-3

// keep has vehicles attract that are further away than the range.
const keep = "keep"

// limit returns the greatest speed of a vehicle that is so far from its point, where the furthest is so far from its own.
func (f *FieldConfig) limit(own, furthest float64) float64 {
	if furthest <= 0 {
		return f.Speed
	}
	return f.Speed * (1 - f.Balance*(1-own/furthest))
}

// saturated returns a vector of at most a length.
func saturated(v geom.Vec, most float64) geom.Vec {
	if n := v.Norm(); n > most {
		return v.Scale(most / n)
	}
	return v
}

// other is another vehicle, as one knows it.
type other struct {
	addr   int32
	name   string
	side   float64 // 1 where it comes before in the order of members, else -1
	heard  bool
	counts bool     // it is known, and not too long ago
	at     geom.Vec // where it is taken to be now
	packet packet   // the newest of it
}
