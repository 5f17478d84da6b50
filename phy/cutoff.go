package phy

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// A large network is not a crowd in which everybody hears everybody. With a cutoff
// the medium leaves out waves that are far below the noise at a receiver: they
// neither begin there nor interfere. The cost of a transmission and the memory then
// go with the neighbours of a radio and not with the square of the network. Without
// one, which is the default, nothing is left out.

// Reaching is a Channel that knows beyond which distance in m no path, between ends
// without antennas, has more than a gain; for a gain of 0, beyond which every path is lost:
// what is farther away costs nothing then, with a cutoff or without. Others are asked for
// every path before it is left out. Of receivers that stand still it gets the places in
// Path, and not the Locators themselves. A channel that embeds one and has a Path of its own
// needs a Reach of its own, too.
type Reaching interface {
	Reach(gain float64) float64
}

// CutOff leaves out waves whose mean power at full transmit power is more than so
// many dB below the noise of the receiver, or below its sensitivity where it has no
// noise. It is called before the first transmission.
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
//
// One receiver is never left out: the one that the packet of a frame is for. So what
// becomes of each packet is known as it is without a cutoff. A packet for everybody
// that nobody is near enough to hear is followed to one radio.
func (m *Medium) CutOff(depth float64) {
	if !(depth > 0) || m.laidOut {
		panic("phy: a cutoff that is not positive, or comes after the first transmission")
	}
	m.cutoff = fromDB(-depth)
}

// faintest is the power that the cutoff is measured from.
func (r *Radio) faintest() float64 {
	noise := r.noise
	if r.varying != nil {
		noise = r.varying.steady // the least
	}
	if noise > 0 {
		return noise
	}
	return r.modem.Sensitivity
}

// findLost adds the path to whom the packet of a transmission is for, if the cutoff has left
// it out. If the path there is lost, it notes so, also of a frame without a packet.
func (m *Medium) findLost(tx *transmission) {
	s, to := tx.from, m.recipient(tx)
	if to < 0 || slices.ContainsFunc(tx.paths, func(a storedPath) bool { return a.to == to }) {
		return
	}
	path := m.channel.Path(s.at, m.radios[to].at, m.kernel.Now())
	switch {
	case path.Lost.OfLoss():
		tx.lost, tx.lostAt = path.Lost, to
		return
	case path.Lost != trace.NoCause:
		m.refuse(s, to, path)
		return
	}
	if m.cutoff == 0 || tx.frame.Pkt == 0 {
		return
	}
	path.Echo = Echo{} // which the cutoff has left out, or not
	m.candidates = m.extend(tx, s, to, 0, path, m.candidates[:0])
	tx.buffer = append(tx.buffer[:0], tx.paths...) // which may be the sender's own
	i, _ := slices.BinarySearchFunc(tx.buffer, m.candidates[0], m.sooner)
	tx.buffer = slices.Insert(tx.buffer, i, m.candidates[0])
	tx.paths = tx.buffer
}

// recipient returns the index of the radio that the packet of a transmission is for, or -1
// where there is none that it has to be followed to. Of a packet for everybody that is the
// radio attached next, which tends to be near, if nobody else hears it.
func (m *Medium) recipient(tx *transmission) int32 {
	dst := tx.frame.Dst
	if p, ok := tx.frame.Payload.(Addressed); ok {
		dst = p.Addressee()
	}
	to := int32(-1)
	switch {
	case dst == Everybody && len(tx.paths) == 0:
		to = (tx.from.index + 1) % int32(len(m.radios))
	default:
		to = m.radioOf(tx.from, dst)
	}
	if to == tx.from.index {
		return -1
	}
	return to
}

// radioOf returns the index of the radio of a node on the link of another radio, or -1 where it has none.
func (m *Medium) radioOf(from *Radio, node Addr) int32 {
	if m.byNode == nil {
		m.indexNodes()
	}
	switch {
	case m.shared:
		return int32(slices.IndexFunc(m.radios, func(r *Radio) bool { return r.link == from.link && r.node == node }))
	case node < 0 || int(node) >= len(m.byNode):
		return -1
	}
	return m.byNode[node]
}

// indexNodes finds the radio of each node.
func (m *Medium) indexNodes() {
	for _, r := range m.radios {
		for int(r.node) >= len(m.byNode) {
			m.byNode = append(m.byNode, -1)
		}
		m.byNode[r.node] = r.index
	}
}

// reach returns a distance in m beyond which no radio hears another. It is infinite
// where nobody knows: in a channel that does not say, or, without a cutoff or with antennas,
// in one that goes on for ever.
func (m *Medium) reach() float64 {
	c, ok := m.channel.(Reaching)
	if !ok {
		return math.Inf(1)
	}
	gain := 0.0
	if m.cutoff > 0 && m.bare() {
		strongest, keenest := 0.0, math.Inf(1)
		for _, r := range m.radios {
			strongest, keenest = max(strongest, r.modem.Power), min(keenest, r.faintest())
		}
		for _, s := range m.sources {
			strongest = max(strongest, s.radio.modem.Power)
		}
		if strongest > 0 {
			gain = keenest * m.cutoff / strongest
		}
	}
	const rounding = 1e-6
	return max(c.Reach(gain)*(1+rounding), 1)
}

// bare reports whether no radio has an antenna or a window: places are all that a path
// between fixed ends hangs on.
func (m *Medium) bare() bool {
	return !slices.ContainsFunc(m.radios, func(r *Radio) bool { return r.modem.Antenna != nil || r.modem.Window != Window{} })
}

// grid finds the fixed radios around a place. It cuts the water into square bars along
// x, as wide as the reach, so that all that can hear a radio are in its own row and the
// eight around. A row lies together in memory, by x, and with it all that a path between
// fixed ends needs: in a large network each radio that is looked at comes from memory.
type grid struct {
	edge    float64    // m; infinite where there are no rows
	corner  geom.Vec   // least coordinates
	ends    []fixedEnd // row by row
	rows    []row      // those that are not empty, in order
	stripes int        // of equal width that a row is cut into
	perM    float64    // stripes in a metre
	marks   []int32    // where each stripe of each row begins in ends, and the end
	bare    bool       // no radio has an antenna or a window
	resting Resting    // the channel, if it is one and they are bare
}

// fixedEnd is a fixed radio as the end of a path: its place, without an antenna and a window.
type fixedEnd struct {
	Fixed
	faintest float64 // least power that a wave must bring here not to be left out
	index    int32   // of the radio
}

// place is where it is.
func (e *fixedEnd) place() geom.Vec { return geom.Vec(e.Fixed) }

// row names a bar.
type row struct{ layer, lane int64 } // in z and in y

// compare is the order of rows.
func (r row) compare(s row) int {
	return cmp.Or(cmp.Compare(r.layer, s.layer), cmp.Compare(r.lane, s.lane))
}

// newGrid sorts the fixed radios into rows.
func (m *Medium) newGrid(edge float64) grid {
	g := grid{edge: edge, bare: m.bare()}
	if c, ok := m.channel.(Resting); ok && g.bare {
		g.resting = c
	}
	for _, r := range m.radios {
		if r.fixed {
			g.ends = append(g.ends, fixedEnd{Fixed(r.at.Position(0)), r.faintest() * m.cutoff, r.index})
		}
	}
	if math.IsInf(edge, 1) || len(g.ends) == 0 {
		return g
	}
	low, high := g.ends[0].place(), g.ends[0].place()
	for _, e := range g.ends {
		low = geom.Vec{X: min(low.X, e.X), Y: min(low.Y, e.Y), Z: min(low.Z, e.Z)}
		high = geom.Vec{X: max(high.X, e.X), Y: max(high.Y, e.Y), Z: max(high.Z, e.Z)}
	}
	const most = 1 << 30 // rows side by side; a place that is farther away, or none, has no path
	if size := high.Sub(low); !(max(size.X, size.Y, size.Z)/edge < most) {
		g.edge = math.Inf(1)
		return g
	}
	g.sort(low, high.X)
	return g
}

// sort puts the ends into rows. The corner with the least coordinates is given, and the
// greatest X.
func (g *grid) sort(corner geom.Vec, right float64) {
	g.corner = corner
	slices.SortFunc(g.ends, func(a, b fixedEnd) int {
		return cmp.Or(g.row(a.place()).compare(g.row(b.place())), cmp.Compare(a.X, b.X))
	})
	for i := range g.ends {
		if r := g.row(g.ends[i].place()); len(g.rows) == 0 || g.rows[len(g.rows)-1] != r {
			g.rows = append(g.rows, r)
		}
	}
	const each = 4 // ends in a stripe, about
	g.stripes = len(g.ends)/(each*len(g.rows)) + 1
	g.perM = float64(g.stripes) / max(right-g.corner.X, 1)
	i := 0
	for _, r := range g.rows {
		for k := range g.stripes {
			g.marks = append(g.marks, int32(i))
			for i < len(g.ends) && g.row(g.ends[i].place()) == r && g.stripe(g.ends[i].X) == k {
				i++
			}
		}
	}
	g.marks = append(g.marks, int32(i))
}

// row returns the row of a place.
func (g *grid) row(at geom.Vec) row {
	return row{layer: int64(math.Floor((at.Z - g.corner.Z) / g.edge)), lane: int64(math.Floor((at.Y - g.corner.Y) / g.edge))}
}

// stripe returns the stripe of a place, or the nearest.
func (g *grid) stripe(x float64) int {
	k := (x - g.corner.X) * g.perM
	if !(k > 0) {
		return 0
	}
	return int(min(k, float64(g.stripes-1)))
}

// around returns the parts of the rows around a place that do not end before an edge
// from it; some of what is in them is farther away.
func (g *grid) around(at geom.Vec) (parts [9][]fixedEnd) {
	if len(g.rows) == 0 || isNone(at) {
		parts[0] = g.ends
		return parts
	}
	here, left, n := g.row(at), at.X-g.edge, 0
	stripe, layers := g.stripe(left), g.rows[len(g.rows)-1].layer
	for layer := max(here.layer-1, 0); layer <= min(here.layer+1, layers); layer++ {
		first := row{layer, here.lane - 1}
		i := sort.Search(len(g.rows), func(i int) bool { return g.rows[i].compare(first) >= 0 })
		for ; i < len(g.rows) && g.rows[i].layer == layer && g.rows[i].lane <= here.lane+1; i++ {
			k := i*g.stripes + stripe
			ends := g.ends[g.marks[k]:g.marks[k+1]]
			begin := int(g.marks[k]) + sort.Search(len(ends), func(i int) bool { return ends[i].X >= left })
			parts[n] = g.ends[begin:g.marks[(i+1)*g.stripes]]
			n++
		}
	}
	return parts
}

// isNone reports whether a place is infinitely far away, or not a number.
func isNone(at geom.Vec) bool { return at.Sub(at) != geom.Vec{} }

// beyond reports whether r is certainly out of the reach of s. A receiver that moves
// may come closer while the wave is under way, but it is slower than the wave, so
// not by more than half of the way.
func (m *Medium) beyond(s, r *Radio, now sim.Time) bool {
	return !math.IsInf(m.fixed.edge, 1) && s.at.Position(now).Dist(r.at.Position(now)) > 2*m.fixed.edge
}
