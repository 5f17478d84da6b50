// Package handshake holds protocols that ask for the channel at any time, and not at the edges of slots: csma-ca,
// maca-u and dacap.
//
// A station with a packet asks the one that it is for (RTS), which answers (CTS); the packet follows, and its
// acknowledgement (ACK), if that is asked for. Those who overhear one of these frames are silent for a while:
//
//	resting --RTS--> asked --CTS comes--> granted --data--> sending --done--> unconfirmed --ACK comes--> resting
//	resting --RTS comes--> answering --CTS--> serving --carrier--> receiving --data comes--> answering --ACK--> confirming --> resting
//
// In all of them an answer comes after a pause in which the modem of the other one begins to hear again, and who waits for one
// waits for the longest way there and back. Package sfama has a handshake in slots.
//
// CSMA/CA also listens before it asks, and counts a back-off down while the channel is idle. MACA-U asks without listening, and
// says for each phase who is silent after what. DACAP waits before the data, for warnings that others may disturb it.
// Each is described with its settings, in csmaca.go, macau.go and dacap.go.
//
// Begin with DefaultCA, DefaultMACAU or DefaultDACAP, and with type station, which is what the protocols share.
//
// Left out: several packets to one answer, and times that are learnt from the ways of earlier answers.
package handshake

import (
	"cmp"
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim/fault"
)

// exchange describes what the protocols share.
type exchange struct {
	Control int           `yaml:"control" unit:"bit" range:"[1,1e6]" doc:"bits of an RTS and a CTS, all included"`
	Header  int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	Guard   time.Duration `yaml:"guard" range:"[0,1e4]" doc:"time added to each wait for others, for nodes that move apart"`
	mac.QueueConfig
	mac.AckConfig
}

// defaultExchange returns control frames of 96 bits, and acknowledgements.
func defaultExchange() exchange {
	e := exchange{Control: 96, Header: 24, Guard: time.Millisecond, QueueConfig: mac.DefaultQueue(), AckConfig: mac.DefaultAck()}
	e.Acknowledge, e.Retries = true, 20
	return e
}

// Validate checks the window of the back-off, and that there is a place to wait.
func (e *exchange) Validate() error {
	return fault.Keep(e.Bounds())
}

// Bounds returns what the queue and repetitions keep to.
func (e *exchange) Bounds() []fault.Bound {
	return append([]fault.Bound{e.Holds("is 0; a packet waits here for the one before it to be acknowledged: write at least 1")}, e.AckConfig.Bounds()...)
}

// doubts tells of ways that are longer than what is waited for, of a back-off that does not part two stations, and of
// requests that are not shorter than what they ask for.
func (e *exchange) doubts(at mac.Conditions) []string {
	var doubts []string
	longest := at.Longest("")
	if e.Delay > 0 {
		doubts = mac.Short("max_delay", e.Delay+e.Guard, longest, longest, "stations do not wait long enough for answers")
	}
	if e.Window == 1 && (e.Backoff == mac.Uniform || e.MaxWindow == 1) && at.Stations > 2 {
		doubts = append(doubts, "window: two stations whose RTS have met wait one slot both, and theirs meet again, for ever; make it 2 or more")
	}
	if request, data := at.Airtime(e.Control), at.Airtime(at.Bits+e.Header); at.Bits > 0 && request >= data {
		doubts = append(doubts, fmt.Sprintf("control: an RTS takes %v, and the largest packet that is asked for %v: asking costs more than a collision; send larger packets, or make it shorter",
			request.Round(time.Millisecond), data.Round(time.Millisecond)))
	}
	return doubts
}

// kept tells of a load beyond what exchanges one after the other deliver, over the longest way, with a back-off that grows: who has had an
// answer draws from a shorter window than those that have not. Exchanges last longer by a wait before the data.
func (e *exchange) kept(at mac.Conditions, wait time.Duration) []string {
	if e.Backoff != mac.Exponential || e.MaxWindow <= e.Window || at.Bits == 0 {
		return nil
	}
	t := e.timed(cmp.Or(e.Delay, at.Longest("")), at.Turnaround, at.Airtime)
	return at.Kept("backoff", t.alone(t.longest, at.Airtime(at.Bits+e.Header), true)+wait, string(mac.Exponential),
		"write uniform and a window of 16, with which they take turns and deliver less in all")
}

// times are how long the parts of an exchange take.
type times struct {
	longest     time.Duration // longest way, and the guard
	pause       time.Duration // before an answer
	hold        time.Duration // longest time that data is sent later after a CTS
	late        time.Duration // how much longer who has sent a CTS waits for data
	rts, ack    time.Duration // on the air
	acknowledge bool
}

// times returns those of a node.
func (e *exchange) times(env mac.Env) times {
	return e.timed(e.Longest(env), env.PHY.Turnaround(), env.PHY.Airtime)
}

// timed returns those of a longest way and a modem.
func (e *exchange) timed(longest, deaf time.Duration, airtime func(bits int) time.Duration) times {
	return times{
		longest: longest + e.Guard, pause: max(e.Pause, deaf+deaf/1000), // a clock may be off by so much
		rts: airtime(e.Control), ack: airtime(e.AckBits), acknowledge: e.Acknowledge,
	}
}

// answer returns how long after a frame its answer has come, which takes so long on the air, over the longest way there and back.
func (t *times) answer(airtime time.Duration) time.Duration {
	return t.longest + t.pause + airtime + t.longest
}

// confirmation is how long after data its ACK has come, if there is one.
func (t *times) confirmation() time.Duration {
	if !t.acknowledge {
		return 0
	}
	return t.answer(t.ack)
}

// afterCTS returns how long after a CTS an exchange is over.
func (t *times) afterCTS(data time.Duration) time.Duration {
	if !t.acknowledge {
		return t.hold + t.answer(data)
	}
	return t.longest + t.pause + t.hold + data + t.confirmation()
}

// afterRTS returns how long after an RTS an exchange is over.
func (t *times) afterRTS(data time.Duration) time.Duration {
	return t.longest + t.pause + t.rts + t.afterCTS(data)
}

// silence is how long others are not to be disturbed after a frame of theirs: for the one that comes next, and
// for the ACK if none is sent in between that tells of it.
func (t *times) silence(kind uint8, data time.Duration) time.Duration {
	switch kind {
	case rts:
		return t.answer(t.rts)
	case cts:
		return t.afterCTS(data)
	case mac.DataFrame:
		return t.confirmation()
	}
	return 0
}

// alone returns how long an exchange with another one takes that is so far away, where nobody else sends: from when the
// RTS begins, or the data if none is sent, to when the station is done.
func (t *times) alone(way, data time.Duration, asks bool) time.Duration {
	if asks {
		data += t.rts + way + t.pause + t.rts + way + t.pause
	}
	if t.acknowledge {
		data += way + t.pause + t.ack + way
	}
	return data
}
