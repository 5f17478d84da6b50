package phy

import (
	"math"
	"slices"

	"halocline/sim"
	"halocline/sim/geom"
)

// A large network is not a crowd in which everybody hears everybody. With a cutoff
// the medium leaves out waves that are far below the noise at a receiver: they
// neither begin there nor interfere. The cost of a transmission and the memory then
// go with the neighbours of a radio and not with the square of the network. Without
// one, which is the default, nothing is left out.
//
// Each wave that is left out has less than 10^(-depth/10) of the noise of the
// receiver it is kept from, so of k transmissions in the water those that are left
// out add less than k 10^(-depth/10) of the noise to any interference: with 20 dB and
// ten transmissions at once less than 0.41 dB. Where radios that send for a share u
// of the time lie at a density of rho per m^3, their mean is
//
//	4 pi rho u P integral from R of g(r) r^2 dr
//
// with P the power, g the gain at r and R the range of the cutoff; for spherical
// spreading and an absorption of a per m it is 4 pi rho u P e^(-a R) / a.
//
// What is left out is decided for full power and without fading: a frame of less
// power is heard wherever one of full power is, and a wave that fading would lift
// out of the cutoff is not heard.

// Reaching is a Channel that knows beyond which distance in m no path, between ends
// without antennas, has more than a gain. Others are asked for every path before it
// is left out.
type Reaching interface {
	Reach(gain float64) float64
}

// CutOff leaves out waves whose mean power at full transmit power is more than so
// many dB below the noise of the receiver, or below its sensitivity where it has no
// noise. It is called before the first transmission.
func (m *Medium) CutOff(depth float64) {
	if !(depth > 0) || m.laidOut {
		panic("phy: a cutoff that is not positive, or comes after the first transmission")
	}
	m.cutoff = fromDB(-depth)
}

// carries reports whether a wave of s is followed to r.
func (m *Medium) carries(s, r *Radio, gain float64) bool {
	return m.cutoff == 0 || s.modem.Power*gain >= r.faintest()*m.cutoff
}

// faintest is the power that the cutoff is measured from.
func (r *Radio) faintest() float64 {
	if r.noise > 0 {
		return r.noise
	}
	return r.modem.Sensitivity
}

// reach returns a distance in m beyond which no radio hears another. It is infinite
// where nobody knows: without a cutoff, with antennas, or in a channel that does not
// say.
func (m *Medium) reach() float64 {
	c, ok := m.channel.(Reaching)
	if m.cutoff == 0 || !ok {
		return math.Inf(1)
	}
	strongest, keenest := 0.0, math.Inf(1)
	for _, r := range m.radios {
		if r.modem.Antenna != nil {
			return math.Inf(1)
		}
		strongest, keenest = max(strongest, r.modem.Power), min(keenest, r.faintest())
	}
	if strongest == 0 || keenest == 0 {
		return math.Inf(1)
	}
	const rounding = 1e-6
	return max(c.Reach(keenest*m.cutoff/strongest)*(1+rounding), 1)
}

// cell is a cube of the grid that holds the fixed radios. Its edge is the reach, so
// that all that can hear a radio are in its own cell and the 26 around.
type cell [3]int64

// grid finds the fixed radios around a place. Those of a cell lie together in memory,
// so that looking for the neighbours of one radio does not go through all of it.
type grid struct {
	edge  float64 // m; infinite where there is no grid
	homes []home  // cell by cell
	spans map[cell]span
}

// home is where a fixed radio lies.
type home struct {
	at    geom.Vec
	index int32
}

// span is a part of the homes.
type span struct{ from, to int32 }

// newGrid sorts fixed radios into cells.
func newGrid(edge float64, radios []*Radio) grid {
	g := grid{edge: edge}
	if math.IsInf(edge, 1) {
		return g
	}
	for _, r := range radios {
		if r.fixed {
			g.homes = append(g.homes, home{r.at.Position(0), r.index})
		}
	}
	slices.SortFunc(g.homes, func(a, b home) int {
		x, y := g.cell(a.at), g.cell(b.at)
		return slices.Compare(x[:], y[:])
	})
	g.spans = make(map[cell]span)
	for i, h := range g.homes {
		c := g.cell(h.at)
		s, begun := g.spans[c]
		if !begun {
			s.from = int32(i)
		}
		s.to = int32(i) + 1
		g.spans[c] = s
	}
	return g
}

// cell returns the cell of a place.
func (g *grid) cell(at geom.Vec) cell {
	return cell{int64(math.Floor(at.X / g.edge)), int64(math.Floor(at.Y / g.edge)), int64(math.Floor(at.Z / g.edge))}
}

// around appends the indices of the radios within an edge of a place.
func (g *grid) around(at geom.Vec, to []int32) []int32 {
	here := g.cell(at)
	for i := range int64(27) {
		s := g.spans[cell{here[0] + i%3 - 1, here[1] + i/3%3 - 1, here[2] + i/9 - 1}]
		for _, h := range g.homes[s.from:s.to] {
			if h.at.Dist(at) <= g.edge {
				to = append(to, h.index)
			}
		}
	}
	return to
}

// beyond reports whether r is certainly out of the reach of s. A receiver that moves
// may come closer while the wave is under way, but it is slower than the wave, so
// not by more than half of the way.
func (m *Medium) beyond(s, r *Radio, now sim.Time) bool {
	return !math.IsInf(m.fixed.edge, 1) && s.at.Position(now).Dist(r.at.Position(now)) > 2*m.fixed.edge
}
