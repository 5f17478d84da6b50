package view

import (
	"math"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// marks are frames and arrivals as they are drawn: two tables.
type marksOf struct {
	run   *run
	words []string // names of kinds of frames
	word  map[string]int32
	row   map[frameID]int // of the frames

	s struct {
		link, node, dest, bits, kind         []int32
		number, start, airtime, packet, last []float64
		power, x, y, z                       []float32
	}
	a struct {
		link, node, sender          []int32
		number, began, ended, delay []float64
		class, cause, locked        []uint8
	}
}

func (r *run) newMarks() *marksOf {
	return &marksOf{run: r, word: map[string]int32{}, words: []string{}, row: map[frameID]int{}}
}

// kindName returns the name of a kind of frame.
func (r *run) kindName(link uint8, kind int64) string {
	if names := r.head.Links[link].Frames; kind >= 0 && int(kind) < len(names) && names[kind] != "" {
		return names[kind]
	}
	return "kind " + short(float64(kind))
}

// wordOf returns the number of a word.
func (m *marksOf) wordOf(w string) int32 {
	n, ok := m.word[w]
	if !ok {
		n = int32(len(m.words))
		m.word[w] = n
		m.words = append(m.words, w)
	}
	return n
}

// sendID names the frame of a row of sends.
func sendID(b *columns.Block, i int) frameID {
	return frameID{uint8(b.Ints[recorder.SendLink][i]), b.Ints[recorder.SendNumber][i]}
}

// arrivalID names the frame of a row of arrivals.
func arrivalID(b *columns.Block, i int) frameID {
	return frameID{uint8(b.Ints[recorder.ArrivalLink][i]), b.Ints[recorder.ArrivalNumber][i]}
}

// send adds a frame, of which the last arrival is not known yet.
func (m *marksOf) send(b *columns.Block, i int) {
	id := sendID(b, i)
	start := b.Ints[recorder.SendAt][i]
	m.run.lock.RLock()
	airtime, _ := m.run.airtime(id, b.Ints[recorder.SendAirtime][i])
	m.run.lock.RUnlock()
	m.row[id] = len(m.s.link)
	s := &m.s
	s.link, s.number = append(s.link, int32(id.link)), append(s.number, float64(id.number))
	s.node, s.dest = append(s.node, int32(b.Ints[recorder.SendNode][i])), append(s.dest, int32(b.Ints[recorder.SendDest][i]))
	s.start, s.airtime = append(s.start, seconds(start)), append(s.airtime, seconds(airtime))
	s.last = append(s.last, seconds(start+airtime))
	s.power = append(s.power, float32(decibels(float64(b.Shorts[recorder.SendPower][i]))))
	s.bits = append(s.bits, int32(min(b.Ints[recorder.SendBits][i], math.MaxInt32)))
	s.kind = append(s.kind, m.wordOf(m.run.kindName(id.link, b.Ints[recorder.SendKind][i])))
	s.packet = append(s.packet, float64(b.Ints[recorder.SendPacket][i]))
	s.x, s.y, s.z = append(s.x, b.Shorts[recorder.SendX][i]), append(s.y, b.Shorts[recorder.SendY][i]), append(s.z, b.Shorts[recorder.SendZ][i])
}

// outlast has the frame of an arrival last until the arrival has ended, if it is there.
func (m *marksOf) outlast(b *columns.Block, i int) {
	if row, ok := m.row[arrivalID(b, i)]; ok {
		m.s.last[row] = max(m.s.last[row], seconds(m.end(b, i)))
	}
}

// end returns when an arrival ends, also of one in flight.
func (m *marksOf) end(b *columns.Block, i int) int64 {
	end := b.Ints[recorder.ArrivalEnded][i]
	if row, ok := m.row[arrivalID(b, i)]; ok && b.Ints[recorder.ArrivalFate][i] == recorder.InFlight {
		end = max(end, b.Ints[recorder.ArrivalBegan][i]+int64(math.Round(m.s.airtime[row]*1e9)))
	}
	return end
}

// arrive adds an arrival.
func (m *marksOf) arrive(b *columns.Block, i int) {
	a, fate := &m.a, b.Ints[recorder.ArrivalFate][i]
	ended := seconds(b.Ints[recorder.ArrivalEnded][i])
	if fate == recorder.InFlight {
		ended = math.NaN()
	}
	locked := uint8(min(b.Ints[recorder.ArrivalReception][i], 1))
	a.link, a.number = append(a.link, int32(b.Ints[recorder.ArrivalLink][i])), append(a.number, float64(b.Ints[recorder.ArrivalNumber][i]))
	a.node, a.sender = append(a.node, int32(b.Ints[recorder.ArrivalNode][i])), append(a.sender, int32(b.Ints[recorder.ArrivalSender][i]))
	a.began, a.ended = append(a.began, seconds(b.Ints[recorder.ArrivalBegan][i])), append(a.ended, ended)
	a.delay = append(a.delay, seconds(b.Ints[recorder.ArrivalDelay][i]))
	a.class, a.cause, a.locked = append(a.class, uint8(fate)), append(a.cause, uint8(b.Ints[recorder.ArrivalCause][i])), append(a.locked, locked)
}

// tables returns them as they are sent.
func (m *marksOf) tables() []*table {
	s, a := &m.s, &m.a
	out := []*table{{name: "sends", rows: len(s.link)}, {name: "arrivals", rows: len(a.link)}}
	t := out[0]
	t.i32("link", s.link)
	t.f64("number", s.number)
	t.i32("node", s.node)
	t.i32("dest", s.dest)
	t.f64("start", s.start)
	t.f64("airtime", s.airtime)
	t.f32("power", s.power)
	t.i32("bits", s.bits)
	t.i32("kind", s.kind)
	t.f64("packet", s.packet)
	t.f32("x", s.x)
	t.f32("y", s.y)
	t.f32("z", s.z)
	t.f64("last", s.last)
	t = out[1]
	t.i32("link", a.link)
	t.f64("number", a.number)
	t.i32("node", a.node)
	t.i32("sender", a.sender)
	t.f64("began", a.began)
	t.f64("ended", a.ended)
	t.f64("delay", a.delay)
	t.u8("class", a.class)
	t.u8("cause", a.cause)
	t.u8("locked", a.locked)
	return out
}

// header returns what the header of an answer with marks has.
func (m *marksOf) header(more map[string]any) map[string]any {
	more["words"], more["causes"] = m.words, m.run.head.Causes
	return more
}
