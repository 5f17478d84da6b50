package acoustic

import (
	"cmp"
	"math"
	"slices"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
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

// Arrivals appends the paths from tx to rx to dst, by delay: the direct path and two
// for each number of bounces, 2 MaxBounces + 1 in all. It allocates only if dst
// is too small. Both ends lie in the water, 0 >= z >= -Depth.
func (l Layer) Arrivals(dst []ray.Arrival, tx, rx geom.Vec, loss PathLoss) []ray.Arrival {
	begin, reach := len(dst), math.Hypot(rx.X-tx.X, rx.Y-tx.Y)
	dst = append(dst, l.image(reach, rx.Z-tx.Z, 1, 0, 0, loss))
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
		dst = append(dst,
			l.image(reach, above+image-tx.Z, turned, (n+1)/2, n/2, loss),
			l.image(reach, below+image-tx.Z, turned, n/2, (n+1)/2, loss))
	}
	slices.SortStableFunc(dst[begin:], func(a, b ray.Arrival) int { return cmp.Compare(a.Delay, b.Delay) })
	return dst
}

// image is the path that climbs by rise m when unfolded. Turned is -1 if the
// receiver's image is upside down, so that the path arrives the other way up.
func (l Layer) image(reach, rise, turned float64, surface, bottom int, loss PathLoss) ray.Arrival {
	length := math.Hypot(reach, rise)
	bounces := float64(surface)*l.SurfaceLoss + float64(bottom)*l.BottomLoss
	a := ray.Arrival{
		Delay: length / l.Speed, Length: length, Surface: surface, Bottom: bottom,
		Amplitude:  math.Pow(10, -bounces/20) * math.Sqrt(PathLoss{Spreading: loss.Spreading}.Gain(length)),
		Absorption: PathLoss{Absorption: loss.Absorption}.At(length),
		Phase:      math.Pi * float64(surface%2),
	}
	if length > 0 {
		a.Leave, a.Arrive = rise/length, turned*rise/length
	}
	return a
}

// echoing is the water in one band, with straight paths and their echoes.
type echoing struct {
	sea
	multipath
	echoes *Echoes
}

// Path gathers the direct path and its echoes.
func (c *echoing) Path(tx, rx phy.End, t sim.Time) phy.Path {
	if none, ok := c.reflect(tx, rx, t); !ok {
		return none
	}
	return c.gather(rx)
}

// Arrivals lists the direct path and its echoes.
func (c *echoing) Arrivals(tx, rx phy.End, t sim.Time, buf []phy.Path) []phy.Path {
	if _, ok := c.reflect(tx, rx, t); !ok {
		return buf
	}
	return c.list(buf)
}

// reflect finds the direct path and its echoes, or returns the path of a signal that does not arrive.
func (c *echoing) reflect(tx, rx phy.End, t sim.Time) (none phy.Path, ok bool) {
	line, none, ok := c.line(tx, rx, t)
	if !ok {
		return none, false
	}
	speed := c.water.MeanSoundSpeed(line.From, line.To)
	layer := Layer{
		Depth:       max(c.water.Seabed(middle(line.From, line.To)), line.From.Depth(), line.To.Depth()),
		Speed:       speed,
		SurfaceLoss: c.echoes.SurfaceLoss,
		BottomLoss:  c.echoes.BottomLoss,
		MaxBounces:  c.echoes.Bounces,
	}
	loss := PathLoss{2, c.absorb(middle(line.From, line.To))}
	c.arrivals = layer.Arrivals(c.arrivals[:0], line.From, line.To, loss)
	w := c.way(line.From, line.To)
	w.from, w.to = speed, speed // as straight paths have it
	c.meet(w, tx, rx, t, line.Time)
	return phy.Path{}, true
}
