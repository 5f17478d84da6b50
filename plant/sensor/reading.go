package sensor

import "halocline/sim/geom"

// vector names the components of a vector.
func vector(name, unit string) []Quantity {
	return []Quantity{{Name: name + "_x", Unit: unit}, {Name: name + "_y", Unit: unit}, {Name: name + "_z", Unit: unit}}
}

// put writes a vector.
func put(out []float64, v geom.Vec) { out[0], out[1], out[2] = v.X, v.Y, v.Z }
