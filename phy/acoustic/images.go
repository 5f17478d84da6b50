package acoustic

import (
	"math"

	"halocline/sim/geom"
)

// Layer is water of one depth and one sound speed between a flat surface and a
// flat bottom. A sound that is reflected n times seems to come from an image of
// its source; the images give the exact lengths and directions of all paths
// (F. B. Jensen et al., Computational Ocean Acoustics, section 2.4.4).
//
// A bounce costs a fixed loss whatever its angle. The surface turns the sign of
// the pressure, the bottom keeps it.
type Layer struct {
	Depth       float64 // m, above 0
	Speed       float64 // m/s, above 0
	SurfaceLoss float64 // dB per bounce, at least 0
	BottomLoss  float64 // dB per bounce, at least 0
	MaxBounces  int     // paths with more are left out; 0 leaves the direct one
}

// Echo is one path through a layer.
type Echo struct {
	Length  float64  // m
	Surface int      // number of bounces at the surface
	Bottom  int      // number of bounces at the bottom
	Leave   geom.Vec // direction of travel at the transmitter, not of unit length
	Arrive  geom.Vec // direction of travel at the receiver, not of unit length
	Gain    float64  // dB that the transducers add in these directions; 0 to begin with
}

// Echoes appends the paths from tx to rx to dst: the direct path first, then two
// for each number of bounces, 2 MaxBounces + 1 in all. It allocates only if dst
// is too small. Both ends lie in the water, 0 >= z >= -Depth.
func (l Layer) Echoes(dst []Echo, tx, rx geom.Vec) []Echo {
	dst = append(dst, echo(tx, rx, rx.Z-tx.Z, 1))
	for n := 1; n <= l.MaxBounces; n++ {
		// Unfolded at every bounce, a path is straight. It rises from the
		// transmitter to the receiver's image in the surface, in the bottom's image
		// in the surface and so on, and it sinks likewise; after an odd number of
		// bounces the image is upside down.
		turned, image := 1.0, rx.Z
		above, below := float64(n)*l.Depth, -float64(n)*l.Depth
		if n%2 == 1 {
			turned, image = -1, -rx.Z
			above -= l.Depth
			below -= l.Depth
		}
		rising := echo(tx, rx, above+image-tx.Z, turned)
		rising.Surface, rising.Bottom = (n+1)/2, n/2
		sinking := echo(tx, rx, below+image-tx.Z, turned)
		sinking.Surface, sinking.Bottom = n/2, (n+1)/2
		dst = append(dst, rising, sinking)
	}
	return dst
}

// echo is the path that climbs by rise m when unfolded. Turned is -1 if the
// receiver's image is upside down, so that the path arrives the other way up.
func echo(tx, rx geom.Vec, rise, turned float64) Echo {
	leave := geom.Vec{X: rx.X - tx.X, Y: rx.Y - tx.Y, Z: rise}
	arrive := leave
	arrive.Z *= turned
	return Echo{Length: leave.Norm(), Leave: leave, Arrive: arrive}
}

// level is the level in dB that arrives on path e, re the source level.
func (l Layer) level(e Echo, loss PathLoss) float64 {
	return e.Gain - loss.At(e.Length) -
		float64(e.Surface)*l.SurfaceLoss - float64(e.Bottom)*l.BottomLoss
}

// PowerGain returns the gain in dB of all paths together where their phases are
// random: their powers add. The images spread spherically; a loss with another
// factor would count the boundaries twice.
func (l Layer) PowerGain(echoes []Echo, loss PathLoss) float64 {
	power := 0.0
	for i := range echoes {
		power += ratio(l.level(echoes[i], loss))
	}
	return decibel(power)
}

// CoherentGain returns the gain in dB of all paths together for a steady tone of
// the frequency in Hz: their pressures add, each with the phase of its length
// and a change of sign for each bounce at the surface. It is -Inf where they
// cancel.
func (l Layer) CoherentGain(echoes []Echo, loss PathLoss, hz float64) float64 {
	re, im := 0.0, 0.0
	for i := range echoes {
		e := &echoes[i]
		pressure := math.Sqrt(ratio(l.level(*e, loss)))
		if e.Surface%2 == 1 {
			pressure = -pressure
		}
		_, cycle := math.Modf(e.Length * hz / l.Speed) // the delay in periods
		sin, cos := math.Sincos(2 * math.Pi * cycle)
		re += pressure * cos
		im += pressure * sin
	}
	return decibel(re*re + im*im)
}
