package waitingroom

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// vehicle is admitted, or wants to be. It knows of itself only what the last beacon said:
//
//	beacon names it with a slot --slot comes--> reports
//	beacon names it as waiting --> silent
//	beacon does not name it --> registers, or backs off
//
// A report has a packet or none. The packet may be for anybody: its receiver hears it directly. A
// vehicle that loses a beacon stays silent for that frame.
//
// The next beacon tells whether a registration was heard. If not, two vehicles registered at once.
// Each then waits a number of frames, drawn uniformly from 0 to one less than a window that doubles
// with each failure.
//
// A vehicle that is told to leave says farewell in its slot after so many reports without a packet,
// unless one has come for it. It registers again when it has a packet. If it is asked for, its radio
// sleeps but for the beacons and its updates. Where the radio does not take a frame, the packet goes
// back into its queue and waits for the next frame.
type vehicle struct {
	node
	station mac.Addr
	queue   *mac.Queue
	number  uint32 // of the frame of slots
	next    uint8  // what is to be sent when the timer fires: a registration, or a report
	tries   int    // registrations since it was last named
	holdOff int    // frames to let go by before the next one
	fed     bool   // a packet has come for it since the last report
	idle    int    // slots in a row in which no packet went either way

	reference sim.Time      // end of the last beacon, on the vehicle's clock
	end       time.Duration // of that frame, after the reference
}

func (v *vehicle) Start() { v.lay() }

func (v *vehicle) Send(p *mac.Packet) error {
	if p.Bits > v.config.upstream() {
		return mac.ErrTooLong
	}
	return v.queue.Push(p)
}

// Receive follows the beacon. A packet for the vehicle is a reason to stay.
func (v *vehicle) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Kind == announcement {
		v.follow(f.Payload.(*beacon), f.Seq)
	}
	if p := mac.PacketOf(f); p != nil && p.Dst == v.Env.Addr {
		v.fed = true
	}
	v.Deliver(f, info)
}

func (v *vehicle) Collision() {}

// follow plans what to do in the frame whose beacon has just been heard.
func (v *vehicle) follow(b *beacon, number uint32) {
	v.number, v.reference, v.end = number, v.Local(), v.layout.begin(len(b.slots))
	v.Rest.Until(v.reference, v.end-v.config.Guard)
	slot, waits := slices.Index(b.slots, v.Env.Addr), slices.Contains(b.waiting, v.Env.Addr)
	if slot >= 0 || waits {
		v.tries, v.holdOff = 0, 0
		v.queue.Unheard(false)
	}
	switch {
	case slot >= 0:
		v.next = report
		v.plan(v.reference.Add(v.layout.begin(slot) + v.layout.report))
		v.Rest.Until(v.reference, v.layout.begin(slot)-v.config.Guard)
	case waits, v.config.Leave > 0 && v.queue.Len() == 0:
	case v.holdOff > 0:
		v.holdOff--
	default:
		v.next = registration
		v.plan(v.reference.Add(v.layout.registration))
	}
}

// wake sends what was planned. Nothing else of this vehicle is on the air: the
// next beacon comes after the slots of the last one.
func (v *vehicle) wake(sim.Time) {
	if v.next == registration {
		v.register()
		return
	}
	v.report()
}

// register knocks at the door. Should nobody hear it, the vehicle lets some
// frames go by.
func (v *vehicle) register() {
	v.tries++
	window := v.config.Window
	if v.tries < 20 { // 2^20 is more than any window
		window = min(window, 1<<v.tries)
	}
	v.holdOff = v.Env.Rand.Intn(window)
	v.send(registration, v.config.Registration, nil)
}

// report sends a packet, or says that there is none, or farewell.
func (v *vehicle) report() {
	p := v.queue.Pop()
	if v.idle++; p != nil || v.fed {
		v.idle = 0
	}
	v.fed = false
	kind := report
	if v.config.Leave > 0 && v.idle >= v.config.Leave {
		kind = farewell
	}
	v.send(kind, v.config.Header, p)
	v.Rest.Until(v.reference, v.end-v.config.Guard)
}

func (v *vehicle) send(kind uint8, bits int, p *mac.Packet) {
	f := phy.Frame{Dst: v.station, Kind: kind, Seq: v.number, Bits: bits}
	if p != nil {
		f.Dst = p.Dst
	}
	v.Transmit(f, p, v.queue)
}
