package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Medium joins the radios of one band. It owns the transmissions in the water
// and the paths between the radios.
type Medium struct {
	kernel     *sim.Kernel
	channel    Channel
	tracer     trace.Taker  // nil: nobody wants to know
	record     trace.Record // what the tracer is lent
	watch      *watch       // nil: there is no observer
	frames     *uint32      // sent so far; shared by the media of a link
	link       uint8
	watched    bool // somebody wants to know what becomes of waves: the tracer or an observer
	shared     bool // by radios of several links
	radios     []*Radio
	sources    []*Source
	idle       []idleReceiver        // of the radios
	thresholds []*thresholds         // of the idle receivers
	known      map[thresholds]uint16 // index of each, while radios are attached
	spare      []*transmission       // finished ones, for reuse

	transmissions []*transmission // by slot
	onAir         int
	walks         tournament          // of all steps to come
	walking       bool                // the first step is being taken
	changed       bool                // walks have come or gone meanwhile
	waiting       sim.Handle          // for the first step
	awaited       walk                // the first step, once it is waited for
	computed      uint64              // paths computed so far
	sent          Frame               // last one that a radio has sent; lent to its protocol
	draws         rng.Stream          // of the reception that is being looked at
	hearings      map[[2]Addr]hearing // of radios that choose modes: who has heard whom
	key           uint64              // names what all pairs have in common to the chances of Reciprocal fading

	cutoff     float64                 // of the noise; waves that have less are left out; 0: none are
	laidOut    bool                    // the rest is known
	loses      bool                    // the channel loses paths: whom a frame is for may hear nothing
	movers     []*Radio                // that are not fixed
	fixed      grid                    // of those that are
	byNode     []int32                 // index of each node's radio, or -1, once it is asked for
	ends       []int32                 // of buckets, memory for one transmission
	candidates []storedPath            // the same
	echoing    []storedPath            // the echoes of one transmission, while its paths are found
	echoes     map[*Radio][]storedPath // those from a fixed radio to other fixed ones
	overhear   map[*Radio]overheard    // of the radios whose frames others want too; nil for none
	stretches  bool                    // motion changes how long a frame lasts
	varies     bool                    // paths change between ends that stand still
}

// NewMedium returns a medium without radios. Records carry the number of the
// link; tracer may be nil.
func NewMedium(k *sim.Kernel, c Channel, tracer trace.Tracer, link uint8) *Medium {
	s, stretching := c.(Stretching)
	v, varying := c.(Varying)
	return &Medium{
		kernel: k, channel: c, tracer: trace.TakerOf(tracer), link: link, watched: tracer != nil, known: map[thresholds]uint16{}, frames: new(uint32),
		stretches: stretching && s.Stretches(), varies: varying && v.Varies(),
	}
}

// Attach adds a radio for a node. All radios are attached before the first
// transmission. The first number of the stream names the radio: the chances of
// a reception follow from the names of its two ends and the number of the
// transmission, so that what others send does not change them. An antenna keeps
// out ambient noise by its directivity index.
func (m *Medium) Attach(node Addr, at Locator, modem *Modem, rand *rng.Stream) *Radio {
	return m.AttachFor(m.link, node, at, modem, rand)
}

// AttachFor adds a radio of another link that shares the water and the band. The radios of a link hand up the frames of
// their own link only. The others are received as well where the modems have one bit rate and one preamble, which keeps a
// radio from receiving another frame meanwhile, and disturb where they have not.
func (m *Medium) AttachFor(link uint8, node Addr, at Locator, modem *Modem, rand *rng.Stream) *Radio {
	if m.laidOut {
		panic("phy: radio attached after the first transmission, or with a cutoff after MaxDelay")
	}
	end := NewReceiver(at, modem.Antenna, modem.Window)
	noise, changes := m.noiseAt(at, end, modem)
	modem = amid(noise, modem)
	r := &Radio{
		medium: m,
		link:   link,
		modem:  modem,
		node:   node,
		index:  int32(len(m.radios)),
		at:     end,
		fixed:  end.Still() && !m.varies,
		key:    uint64(len(m.radios)),
	}
	r.arrivals = r.room[:0]
	if rand != nil {
		r.key = rand.Uint64()
	}
	m.addReceiver(r, noise)
	m.radios = append(m.radios, r)
	if link != m.link && !m.shared {
		m.shared = true
		for _, other := range m.radios {
			other.receiveAll()
		}
	}
	if m.shared {
		r.receiveAll()
	}
	if changes != nil {
		r.vary(changes)
	}
	return r
}

// amid returns a modem amid a noise: the same one, unless its error model depends on the noise.
func amid(noise float64, modem *Modem) *Modem {
	e, ok := modem.Errors.(Absolute)
	if !ok {
		return modem
	}
	own := *modem
	own.Errors = e.Amid(noise)
	return &own
}

// Judge has the radio judge frames by the error model and the loss of another modem, which is the same otherwise: those
// that end from now on. The frame under way is judged by them too, but for those of its pieces that are over.
func (r *Radio) Judge(by *Modem) {
	own := *r.modem
	own.Errors, own.Loss = by.Errors, by.Loss
	noise := r.noise
	if r.varying != nil {
		noise = r.varying.steady
	}
	r.modem = amid(noise, &own)
	h := *r.thresholds // which others may share
	h.judge(r.modem)
	r.thresholds = &h
}

// reportLost tells that nothing of a frame comes to the radio that it is for.
func (m *Medium) reportLost(tx *transmission) {
	if m.tracer != nil {
		m.emit(trace.Record{
			At: tx.start, Link: tx.from.link, Node: m.radios[tx.lostAt].node, Peer: tx.from.node, Frame: tx.serial,
			Kind: trace.RxMissed, Pkt: tx.frame.Pkt, Cause: tx.lost,
		})
	}
}

// NumberWith has the frames of the medium numbered on with those of another one of the same
// link. It is called before the first transmission.
func (m *Medium) NumberWith(other *Medium) { m.frames = other.frames }

// OnAir returns the number of transmissions that some radio has still to hear
// the end of.
func (m *Medium) OnAir() int { return m.onAir }

// MaxDelay returns the longest way between two radios now, of those that a cutoff
// does not leave out. With a cutoff all radios are attached before it is asked for.
func (m *Medium) MaxDelay() time.Duration {
	longest := time.Duration(0)
	for _, s := range m.radios {
		if m.cutoff > 0 {
			tx := transmission{from: s}
			if m.findPaths(&tx); len(tx.paths) > 0 {
				longest = max(longest, tx.paths[len(tx.paths)-1].delay)
			}
			continue
		}
		for _, r := range m.radios {
			if r != s {
				longest = max(longest, m.channel.Path(s.at, r.at, m.kernel.Now()).Delay)
			}
		}
	}
	return longest
}

// PathsComputed returns how many paths transmissions have asked the channel for.
func (m *Medium) PathsComputed() uint64 { return m.computed }

// transmission is a frame in the water. Its front and its tail walk the paths in
// the order of their delays. What each of their steps asks for stands first, in one
// cache line.
type transmission struct {
	start   sim.Time
	airtime time.Duration // shortened by Abort
	paths   []storedPath  // by delay; the sender's own memory where all ends are fixed
	power   float64
	slot    uint32      // its place among the medium's transmissions
	front   int32       // path that is being reached, or the next one at which the front stops
	tail    int32       // next path to be left
	fixed   bool        // the sender is
	unsent  bool        // the sender was off: nothing is in the water
	noise   bool        // nobody receives it: it is none of a radio, or only echoes
	cut     trace.Cause // why it was stopped short; NoCause if it was not
	lost    trace.Cause // why nothing of it comes to whom it is for; NoCause if something does

	stops  []uint64 // a bit for each path, set if the front stops there
	order  uint64   // of the front's steps
	from   *Radio
	frame  Frame
	number uint64       // among those of its sender
	serial uint32       // among those of the link, from 1
	lostAt int32        // index of the radio that it is for, where it is lost
	buffer []storedPath // behind paths where an end moves
	shifts []float64
	tails  []int32 // paths in the order in which the end takes them, where motion stretches the frame

	echo   *transmission // the wave of its echoes; nil if there are none
	source *transmission // whose echo it is; nil if it is none, or if that has passed everywhere
	over   bool          // it is an echo that has passed everywhere, before its frame
}

// doppler returns received over sent frequency.
func (tx *transmission) doppler(way *storedPath) float64 {
	if way.shift == 0 {
		return 1
	}
	return tx.shifts[way.shift-1]
}

// send puts a frame into the water.
func (m *Medium) send(r *Radio, f *Frame, airtime time.Duration) *transmission {
	tx := m.fresh()
	tx.frame = *f
	*m.frames++
	tx.serial = *m.frames
	tx.power = r.modem.Power
	if f.Cut != 0 {
		tx.power *= math.Pow(10, -f.Cut/10)
	}
	m.launch(tx, r, airtime)
	return tx
}

// launch sets off what a radio sends, or a source.
func (m *Medium) launch(tx *transmission, from *Radio, airtime time.Duration) {
	now := m.kernel.Now()
	tx.from, tx.start, tx.airtime = from, now, airtime
	tx.number, tx.fixed = from.sends, from.fixed
	from.sends++
	m.findPaths(tx)
	m.spreadOut(tx)
	if len(m.echoing) > 0 || len(m.echoes[from]) > 0 {
		m.launchEcho(tx)
	}
}

// spreadOut sets off a wave whose paths are known.
func (m *Medium) spreadOut(tx *transmission) {
	m.onAir++
	tx.order = m.kernel.Book(tx.start, phaseOf(walkFront)).Order
	m.announce(tx)
	m.setOff(tx, m.firstEnd(tx))
}

// chance returns the random numbers of a reception: its first stream is for fading,
// the second for bit errors.
func (m *Medium) chance(r *Radio, tx *transmission, which uint64) *rng.Stream {
	m.draws = rng.Keyed(r.key, tx.from.key, 2*tx.number+which)
	return &m.draws
}

// cut ends a transmission after onAir, and why. The water already holds what was sent,
// so each radio hears it stop one delay later.
func (m *Medium) cut(tx *transmission, onAir time.Duration, why trace.Cause) {
	tx.cut = why
	tx.airtime = onAir
	m.halt(tx)
	m.setOff(tx, m.firstEnd(tx))
	if tx.echo != nil {
		m.cut(tx.echo, onAir, why)
	}
}

// reach brings the front to the radios that it reaches at w and at which it stops, and on
// while nothing else happens, at limit at the latest. It returns when it will reach the
// next one, or Never.
func (tx *transmission) reach(m *Medium, w walk, limit sim.Time) sim.Time {
	start, paths := tx.start, tx.paths
	for i := tx.stop(int(tx.front)); i < len(paths); i = tx.stop(i + 1) {
		tx.front = int32(i)
		a := &paths[i]
		if at := start.Add(a.delay); at != w.At {
			w.At = at
			if !m.goOn(w, limit) {
				return at
			}
		}
		s := &m.idle[a.to]
		m.putOff(s)
		if s.waits(w.At) && !tx.noise {
			m.beginAlone(s, tx, i)
		} else {
			m.radios[a.to].begin(tx, i, w.At)
		}
	}
	tx.front = int32(len(paths))
	return sim.Never
}

// leave brings the end to the radios that it reaches at w, and on as the front does. It
// returns when it will reach the next ones, or Never. After the last the transmission is
// used again.
func (tx *transmission) leave(m *Medium, w walk, limit sim.Time) sim.Time {
	start, paths := tx.start, tx.paths
	for k := int(tx.tail); k < len(paths); k++ {
		i, length := k, tx.airtime
		if len(tx.tails) > 0 {
			i = int(tx.tails[k])
			length = tx.length(&paths[i])
		}
		a := &paths[i]
		if at := start.Add(a.delay + length); at != w.At {
			w.At = at
			if !m.goOn(w, limit) {
				tx.tail = int32(k)
				return at
			}
		}
		if s := &m.idle[a.to]; s.hears(tx) {
			m.endAlone(s, tx, i, w.At)
		} else {
			m.radios[a.to].end(tx, w.At)
		}
	}
	m.onAir--
	m.finish(tx)
	return sim.Never
}

// fresh returns a transmission that is not in use.
func (m *Medium) fresh() *transmission {
	n := len(m.spare)
	if n == 0 {
		tx := &transmission{slot: uint32(len(m.transmissions))}
		m.transmissions = append(m.transmissions, tx)
		return tx
	}
	tx := m.spare[n-1]
	m.spare = m.spare[:n-1]
	return tx
}

// reuse keeps a finished transmission and the buffer that it owns.
func (m *Medium) reuse(tx *transmission) {
	*tx = transmission{slot: tx.slot, buffer: tx.buffer[:0], shifts: tx.shifts[:0], stops: tx.stops[:0], tails: tx.tails[:0]}
	m.spare = append(m.spare, tx)
}
