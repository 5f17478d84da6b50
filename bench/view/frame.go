package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim/trace"
)

// frameShown is all that is known of a frame. Times are in s, and powers in dB.
type frameShown struct {
	Link     int32          `json:"link"`
	Number   int64          `json:"number"`
	Node     int32          `json:"node"`
	Dest     int32          `json:"dest"`
	Kind     string         `json:"kind"`
	Bits     int64          `json:"bits"`
	Packet   int64          `json:"packet"`
	Start    number         `json:"start"`
	Airtime  number         `json:"airtime"`
	Aborted  bool           `json:"aborted"`
	Power    number         `json:"power"`
	Arrivals []arrivalShown `json:"arrivals"`
}

// arrivalShown is a frame at a radio, and what the radio made of it.
type arrivalShown struct {
	Node         int32             `json:"node"`
	Began        number            `json:"began"`
	Ended        number            `json:"ended"` // null in flight
	Delay        number            `json:"delay"`
	Distance     number            `json:"distance"`
	Power        number            `json:"power"`
	Mean         number            `json:"mean"`
	Noise        number            `json:"noise"`
	Fading       number            `json:"fading"`
	Doppler      number            `json:"doppler"` // m/s, towards each other
	Locked       bool              `json:"locked"`
	Received     bool              `json:"received"`
	SINR         number            `json:"sinr"`
	Cause        string            `json:"cause"`
	Interference number            `json:"interference"` // from which the SINR follows; null where none counts
	Reckoned     number            `json:"reckoned"`     // SINR, from power, noise and interference
	By           string            `json:"by"`           // how it was judged
	Interferers  []interfererShown `json:"interferers"`
	Blocked      *string           `json:"blocked"`
}

// interfererShown is another wave at the same radio, meanwhile.
type interfererShown struct {
	Link    int32  `json:"link"`
	Number  int64  `json:"number"`
	Node    int32  `json:"node"` // sender
	Began   number `json:"began"`
	Ended   number `json:"ended"`
	Overlap number `json:"overlap"` // s
	Power   number `json:"power"`
	Kind    string `json:"kind"` // frame, echo, its own echo, noise, or foreign: a frame that the modem does not understand
}

// The kinds of interferers.
const (
	kindFrame   = "frame"
	kindEcho    = "echo"
	kindOwn     = "its own echo"
	kindNoise   = "noise"
	kindForeign = "foreign"
)

// wave is an arrival, with linear powers.
type wave struct {
	id                 frameID
	at                 radioID
	sender             int32
	began, ended       int64 // ns
	delay              int64
	distance           float64
	power, mean, noise float64
	shift, sinr        float64
	fate, reception    int64
	cause              trace.Cause
	disturbs           bool // and nobody receives it
}

// radioID names a radio: of a node, for a link, in a band.
type radioID struct {
	node       int32
	link, band uint8
}

// waveOf returns a row of arrivals.
func waveOf(b *columns.Block, i int) wave {
	short := func(column int) float64 { return float64(b.Shorts[column][i]) }
	return wave{
		id: arrivalID(b, i), at: radioOf(b, i), sender: int32(b.Ints[recorder.ArrivalSender][i]),
		began: b.Ints[recorder.ArrivalBegan][i], ended: b.Ints[recorder.ArrivalEnded][i], delay: b.Ints[recorder.ArrivalDelay][i],
		distance: b.Floats[recorder.ArrivalDistance][i], power: short(recorder.ArrivalPower), mean: short(recorder.ArrivalMean),
		noise: short(recorder.ArrivalNoise), shift: short(recorder.ArrivalDoppler), sinr: short(recorder.ArrivalSINR),
		fate: b.Ints[recorder.ArrivalFate][i], reception: b.Ints[recorder.ArrivalReception][i], cause: trace.Cause(b.Ints[recorder.ArrivalCause][i]),
	}
}

// radioOf returns at which radio a row of arrivals is.
func radioOf(b *columns.Block, i int) radioID {
	return radioID{int32(b.Ints[recorder.ArrivalNode][i]), uint8(b.Ints[recorder.ArrivalRadio][i]), uint8(b.Ints[recorder.ArrivalBand][i])}
}

// disturbance returns a row of disturbances.
func disturbance(b *columns.Block, i int) wave {
	return wave{
		id: frameID{uint8(b.Ints[recorder.DisturbanceLink][i]), b.Ints[recorder.DisturbanceNumber][i]},
		at: radioID{
			int32(b.Ints[recorder.DisturbanceNode][i]), uint8(b.Ints[recorder.DisturbanceRadio][i]), uint8(b.Ints[recorder.DisturbanceBand][i]),
		},
		sender: int32(b.Ints[recorder.DisturbanceSender][i]), power: float64(b.Shorts[recorder.DisturbancePower][i]), disturbs: true,
		began: b.Ints[recorder.DisturbanceBegan][i], ended: b.Ints[recorder.DisturbanceEnded][i],
	}
}

// kind says what a wave is to another one.
func (w *wave) kind(to *wave) string {
	switch {
	case !w.disturbs:
		return kindFrame
	case w.id.number == 0:
		return kindNoise
	case w.id == to.id:
		return kindOwn
	case w.id.link != w.at.link:
		return kindForeign
	}
	return kindEcho
}

// frame answers what is known of a frame.
func (r *run) frame(q *query) (any, error) {
	if r.links == 0 {
		return nil, fault{"the run has no links"}
	}
	id := frameID{uint8(q.needed("link", 0, int64(r.links)-1)), q.needed("number", 1, 1<<32)}
	if q.err != nil {
		return nil, q.err
	}
	b, i, err := r.sent(id)
	if err != nil {
		return nil, err
	}
	if b == nil {
		return nil, fault{fmt.Sprintf("there is no frame %d on %s", id.number, r.link(id.link))}
	}
	start := b.Ints[recorder.SendAt][i]
	airtime, aborted := r.airtimeOf(id, b.Ints[recorder.SendAirtime][i])
	out := frameShown{
		Link: int32(id.link), Number: id.number, Node: int32(b.Ints[recorder.SendNode][i]), Dest: int32(b.Ints[recorder.SendDest][i]),
		Kind: r.kindName(id.link, b.Ints[recorder.SendKind][i]), Bits: b.Ints[recorder.SendBits][i], Packet: b.Ints[recorder.SendPacket][i],
		Start: number(seconds(start)), Airtime: number(seconds(airtime)), Aborted: aborted,
		Power: number(decibels(float64(b.Shorts[recorder.SendPower][i]))), Arrivals: []arrivalShown{},
	}
	all, err := r.heard(id, start)
	if err != nil {
		return nil, err
	}
	others, err := r.besides(all)
	if err != nil {
		return nil, err
	}
	for i := range all {
		one, err := r.inspect(&all[i], others[all[i].at])
		if err != nil {
			return nil, err
		}
		out.Arrivals = append(out.Arrivals, one)
	}
	return out, nil
}

// heard returns the arrivals of a frame, from the first to the last.
func (r *run) heard(id frameID, start int64) (all []wave, err error) {
	r.lock.RLock()
	after := r.of[id.link].after
	r.lock.RUnlock()
	for b, i := range r.rows(arrivals, start, start+after, &err) {
		if b.Ints[recorder.ArrivalNumber][i] == id.number && b.Ints[recorder.ArrivalLink][i] == int64(id.link) {
			all = append(all, waveOf(b, i))
		}
	}
	slices.SortStableFunc(all, func(a, b wave) int { return cmp.Or(cmp.Compare(a.began, b.began), cmp.Compare(a.at.node, b.at.node)) })
	return all, err
}

// besides returns all waves that may overlap one of some at the same radio, by radio, in the order in which they began.
func (r *run) besides(some []wave) (map[radioID][]wave, error) {
	of := map[radioID][]wave{}
	if len(some) == 0 {
		return of, nil
	}
	from, to := int64(math.MaxInt64), int64(0)
	for i := range some {
		from, to = min(from, some[i].began), max(to, some[i].ended)
		of[some[i].at] = nil
	}
	r.lock.RLock()
	span := r.span
	r.lock.RUnlock()
	var err error
	for b, i := range r.rows(arrivals, from, to+span, &err) {
		if at := radioOf(b, i); b.Ints[recorder.ArrivalBegan][i] < to {
			if all, ok := of[at]; ok {
				of[at] = append(all, waveOf(b, i))
			}
		}
	}
	for b, i := range r.rows(noises, from, to+span, &err) {
		w := disturbance(b, i)
		if all, ok := of[w.at]; ok && w.began < to {
			of[w.at] = append(all, w)
		}
	}
	for _, all := range of {
		slices.SortStableFunc(all, func(a, b wave) int {
			return cmp.Or(cmp.Compare(a.began, b.began), cmp.Compare(a.id.number, b.id.number))
		})
	}
	return of, err
}

// inspect says what a radio made of a wave, amid all that came to it.
func (r *run) inspect(w *wave, all []wave) (arrivalShown, error) {
	var amid []wave
	for i := range all {
		if o := &all[i]; (o.id != w.id || o.disturbs) && o.began < w.ended && o.ended > w.began {
			amid = append(amid, *o)
		}
	}
	out := arrivalShown{
		Node: w.at.node, Began: number(seconds(w.began)), Ended: number(seconds(w.ended)), Delay: number(seconds(w.delay)), Distance: number(w.distance),
		Power: number(decibels(w.power)), Mean: number(decibels(w.mean)), Noise: number(decibels(w.noise)), Fading: number(decibels(w.power / w.mean)),
		Doppler: number(w.shift * w.distance / seconds(w.delay)), Locked: w.reception != recorder.NeverBegun, Received: w.fate == recorder.Received,
		SINR: number(decibels(w.sinr)), Cause: w.cause.String(), Interferers: []interfererShown{},
	}
	if w.fate == recorder.InFlight {
		out.Ended, out.SINR = number(math.NaN()), number(math.NaN())
	}
	for i := range amid {
		o := &amid[i]
		overlap := min(o.ended, w.ended) - max(o.began, w.began)
		out.Interferers = append(out.Interferers, interfererShown{
			int32(o.id.link), o.id.number, o.sender, number(seconds(o.began)), number(seconds(o.ended)), number(seconds(overlap)), number(decibels(o.power)), o.kind(w),
		})
	}
	judged := judge(w, amid, r.waysOf(w.at))
	out.Interference, out.Reckoned, out.By = number(decibels(judged.interference)), number(decibels(judged.sinr)), judged.by
	var err error
	if w.cause == trace.HalfDuplex || w.cause == trace.Turnaround {
		out.Blocked, err = r.blocked(w)
	}
	return out, err
}

// waysOf returns how a radio judges.
func (r *run) waysOf(at radioID) *recorder.Ways {
	modems := r.head.Links[at.link].Modems
	for i := range modems {
		if m := &modems[i]; len(m.Nodes) == 0 || slices.Contains(m.Nodes, at.node) {
			return &m.Ways
		}
	}
	return &recorder.Ways{}
}

// blocked says which frame of its own kept a radio from receiving a wave, or nil where none is known.
func (r *run) blocked(w *wave) (*string, error) {
	turnaround := r.waysOf(w.at).Turnaround
	r.lock.RLock()
	airtime := int64(0)
	for i := range r.of {
		airtime = max(airtime, r.of[i].airtime)
	}
	r.lock.RUnlock()
	var text *string
	var err error
	for b, i := range r.rows(sends, w.began-airtime-turnaround, w.ended, &err) {
		if b.Ints[recorder.SendNode][i] != int64(w.at.node) {
			continue
		}
		id, start := sendID(b, i), b.Ints[recorder.SendAt][i]
		length, _ := r.airtimeOf(id, b.Ints[recorder.SendAirtime][i])
		if start >= w.ended || start+length+turnaround <= w.began || text != nil && id.link != w.at.link {
			continue
		}
		said := fmt.Sprintf("its own frame %d from %.6f s to %.6f s", id.number, seconds(start), seconds(start+length))
		if w.cause == trace.Turnaround {
			said += fmt.Sprintf(", and %s to turn around", inTime(seconds(turnaround)))
		}
		text = &said
		if id.link == w.at.link {
			break
		}
	}
	return text, err
}
