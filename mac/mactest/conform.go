// Package mactest checks that an access protocol keeps the contract of package mac. One call from the
// protocol's own test is enough:
//
//	func TestContract(t *testing.T) {
//		mactest.Conform(t, foo.Default, mactest.Terms{MaxHeld: 17})
//	}
//
// The protocol is put into random scenes, which Conform describes, and everything that passes between
// it and what is above and below it is checked on the way. A scene follows from a seed, which is named
// where a check fails. HALOCLINE_SEED=n in the environment plays the scene and the trial of that
// number only, and logs the trace of the scene.
//
// Begin with Conform and Terms.
//
// Left out: how good a protocol is. One that keeps the contract may still be slow or useless. A
// protocol that sends several packets in one frame, or relays packets of others, cannot be checked: a
// frame names one packet, and a packet has one hop.
package mactest

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"halocline/mac"
	"halocline/sim"
)

// T is what the kit needs of a *testing.T.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
}

// Terms are what a protocol claims beyond the contract, and what it asks for.
// The modems of the scenes send 1000 bit/s.
type Terms struct {
	// MaxHeld is how many packets one node holds at most: packets that it
	// accepted, or will send again, and that it neither has sent nor given up. 0
	// stands for 1000.
	MaxHeld int
	// MaxBits is the size of the largest packet that is offered. 0 stands for
	// 1024.
	MaxBits int
	// Settle is how long it may take until the last packet is sent or given up,
	// in a quiet channel. 0 stands for an hour.
	Settle time.Duration
	// Load is how much is offered to all nodes together in the trials, as a part of
	// what the modem could send without a pause. 0 stands for 1.
	Load float64
	// MinJain is the least Jain index of the packets delivered for each node, all
	// under equal load. 0 stands for 0.5.
	MinJain float64
	// Discards claims nothing of packets that were heard and not delivered: a receiver that
	// takes them in their order only throws away what comes before its turn.
	Discards bool
	// Slot returns how long a slot is at the node that was built with env: all of its
	// frames begin when its clock shows a multiple of that. Nil claims nothing.
	Slot func(env mac.Env) time.Duration
	// Exclusive claims that never two nodes are on the air at once in one band,
	// however long the ways are, with clocks that agree to ClockTolerance.
	Exclusive bool
	// Handshake is what is claimed of RTS, CTS, data and ACK. Nil claims nothing.
	Handshake *Handshake
	// ClockTolerance is how far clocks may be apart with no more packets lost than
	// with clocks that agree. 0 claims nothing.
	ClockTolerance time.Duration
}

// Conform plays random scenes until one fails. Config makes fresh
// configurations, all alike; scenes that one does not fit are left out. The nodes
// are named by their addresses, from 0 to at most 11, but for the one that the
// configuration gives a role.
//
// A scene has 2 to 12 nodes on a line, in a box or on a ring, some of them drifting, with clocks that
// are off and delays from none to several frames. Its reach is limited, frames are lost at random, a
// jammer disturbs, and a radio refuses to send. The load has bursts, idle times, broadcasts, packets
// of several nodes at one instant, answers from within a delivery, and packets at the very moment at
// which a transmission ends. The phase of the protocol's timers is checked too.
//
// Then the traffic stops, the water becomes perfect, and the protocol has to come to rest and to
// deliver one more packet of each node. Each scene is played four times: on either event queue, and
// with and without a tracer, because no result may depend on those.
//
// Last come trials: nodes that are all alike and under equal load, as much as the modem can send at
// most, before and after a minute of noise in all bands. Each node must get packets through at either
// time, and shares must be as even as is claimed. Where the protocol claims slots, exclusive use of
// the channel, or a tolerance for clocks, that is checked too.
func Conform(t T, config func() mac.Config, terms Terms) {
	t.Helper()
	if err := config().Validate(); err != nil {
		t.Errorf("mactest: the configuration is not valid: %v", err)
		return
	}
	first, last, err := seeds()
	if err != nil {
		t.Errorf("mactest: %v", err)
		return
	}
	played := 0
	for seed := first; seed <= last; seed++ {
		s := newScene(seed, terms.filled())
		if misfit := s.misfit(config()); misfit != nil {
			err = misfit
			continue
		}
		played++
		log, fault := s.conform(config, first == last)
		if log != "" {
			t.Logf("trace of seed %d:\n%s", seed, log)
		}
		if fault != nil {
			t.Errorf("seed %d, %v: %v\n(HALOCLINE_SEED=%d plays this scene only)", seed, s, fault, seed)
			return
		}
	}
	if played == 0 {
		t.Errorf("mactest: no scene fits: %v", err)
		return
	}
	t.Logf("mactest: seeds %d to %d, of which %d fit", first, last, played)
	endure(t, config, terms.filled(), first, min(last, first+trials-1))
}

// endure plays the trials.
func endure(t T, config func() mac.Config, terms Terms, first, last uint64) {
	t.Helper()
	least, played := 1.0, 0
	for seed := first; seed <= last; seed++ {
		if newTrial(seed, terms, false).misfit(config()) != nil {
			continue
		}
		played++
		jain, err := try(config, seed, terms)
		if h := terms.Handshake; err == nil && h != nil && h.Clear {
			err = newTrial(seed, terms, false).equalWays().share(config)
		}
		least = min(least, jain)
		if err != nil {
			t.Errorf("trial %d, %v\n(HALOCLINE_SEED=%d plays the scene and the trial of that number only)", seed, err, seed)
			return
		}
	}
	if played > 0 {
		t.Logf("mactest: equal loads, trials %d to %d, of which %d fit: Jain index %.3f at least", first, last, played, least)
	}
}

// seeds returns the first and the last seed to be played.
func seeds() (first, last uint64, err error) {
	const seedVariable, scenes, few = "HALOCLINE_SEED", 100, 10
	text := os.Getenv(seedVariable)
	switch {
	case text == "" && testing.Short():
		return 1, few, nil
	case text == "":
		return 1, scenes, nil
	}
	first, err = strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, 0, fmt.Errorf("%s=%q is not a whole number from 0 to 2^63-1", seedVariable, text)
	}
	return first, first, nil
}

// filled returns the terms with what zeros stand for.
func (t Terms) filled() Terms {
	if t.MaxHeld == 0 {
		t.MaxHeld = 1000
	}
	if t.MaxBits == 0 {
		t.MaxBits = 1024
	}
	if t.Settle == 0 {
		t.Settle = time.Hour
	}
	if t.Load == 0 {
		t.Load = 1
	}
	if t.MinJain == 0 {
		t.MinJain = 0.5
	}
	return t
}

// conform plays a scene in all ways and compares them. The log is the trace of
// the first one, if it is asked for.
func (s *scene) conform(config func() mac.Config, logged bool) (log string, err error) {
	names := s.names(config())
	first := newRun(s, names, sim.NewHeap(), true)
	if logged {
		first.keepLog()
	}
	err = first.play(config)
	if log = first.log.String(); err != nil {
		return log, err
	}
	for _, way := range []struct {
		how    string
		queue  sim.Queue
		traced bool
	}{
		{"played again", sim.NewHeap(), true},
		{"played with the other event queue", sim.NewTree(), true},
		{"played without a tracer", sim.NewHeap(), false},
	} {
		other := newRun(s, names, way.queue, way.traced)
		if err := other.play(config); err != nil {
			return log, fmt.Errorf("%s, after all was well: %w", way.how, err)
		}
		if !first.course.same(&other.course, way.traced) {
			return log, fmt.Errorf("%s, the scene takes another course: fingerprint %v, then %v", way.how, &first.course, &other.course)
		}
	}
	return log, nil
}
