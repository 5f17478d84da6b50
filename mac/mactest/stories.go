package mactest

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// Stories plays the stories of the files that match glob with a protocol; see
// sim/simtest for their form. Config makes fresh configurations. The input says
// where the nodes lie on a line, what their clocks show more than the time, what
// differs from the configuration, by the keys of a scenario, and who sends what:
//
//	nodes a=0m b=1500m
//	clocks b=0.25s
//	mac guard=0.5 ack=true ack_size=100bit
//	range 1500m
//	a sends 1000bit to b at 3s
//
// Sound goes at 1500 m/s, and no further than range if that is given; a modem sends 1000 bit/s, and frames that overlap at a
// radio are all lost. The output tells every record of the run. A story in which
// chance decides cannot be told in advance.
func Stories(t *testing.T, glob string, config func() mac.Config) {
	t.Helper()
	simtest.Stories(t, glob, func(t *testing.T, s simtest.Story) string {
		st := &stage{config: config(), nodes: map[string]mac.Addr{"everybody": mac.Everybody}}
		for i, line := range s.Input {
			if err := st.read(strings.Fields(line)); err != nil {
				t.Fatalf("%s: %v", s.Place(i), err)
			}
		}
		if err := st.config.Validate(); err != nil {
			t.Fatal(err)
		}
		if err := st.perform(); err != nil {
			t.Fatal(err)
		}
		return st.told.String()
	})
}

// stage is where a story is acted out.
type stage struct {
	config mac.Config
	nodes  map[string]mac.Addr
	names  []string
	places []float64       // m
	ahead  []time.Duration // of the clocks
	reach  float64         // m; 0: without end
	lines  []line
	told   strings.Builder
}

// line is a packet that is sent.
type line struct {
	from, to mac.Addr
	bits     int
	at       sim.Time
}

// read takes one line of the input.
func (s *stage) read(words []string) error {
	switch words[0] {
	case "nodes", "clocks", "mac":
		for _, word := range words[1:] {
			key, value, _ := strings.Cut(word, "=")
			if err := s.set(words[0], key, value); err != nil {
				return err
			}
		}
		return nil
	case "range":
		var err error
		s.reach, err = strconv.ParseFloat(strings.TrimSuffix(words[1], "m"), 64)
		return err
	}
	if len(words) != 7 || words[1] != "sends" || words[3] != "to" || words[5] != "at" {
		return fmt.Errorf("what is %q?", words)
	}
	from, known := s.nodes[words[0]]
	to, too := s.nodes[words[4]]
	if !known || !too {
		return fmt.Errorf("who is that in %q?", words)
	}
	bits, err := strconv.Atoi(strings.TrimSuffix(words[2], "bit"))
	if err != nil {
		return err
	}
	at, err := time.ParseDuration(words[6])
	s.lines = append(s.lines, line{from: from, to: to, bits: bits, at: sim.Time(at)})
	return err
}

// set takes a node and its place, a node and its clock, or a key of the
// protocol and its value.
func (s *stage) set(what, key, value string) error {
	switch what {
	case "mac":
		return assign(reflect.ValueOf(s.config).Elem(), key, value)
	case "clocks":
		node, known := s.nodes[key]
		if !known {
			return fmt.Errorf("who is %q?", key)
		}
		ahead, err := time.ParseDuration(value)
		s.ahead[node] = ahead
		return err
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(value, "m"), 64)
	s.nodes[key] = mac.Addr(len(s.names))
	s.names, s.places, s.ahead = append(s.names, key), append(s.places, x), append(s.ahead, 0)
	return err
}

// assign sets the field of a key, as in retries, or backoff.from.
func assign(v reflect.Value, key, value string) error {
	outer, inner, nested := strings.Cut(key, ".")
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if f.Anonymous && tag == "" && assign(field, key, value) == nil {
			return nil
		}
		if tag != outer {
			continue
		}
		switch {
		case nested && field.Kind() == reflect.Struct:
			return assign(field, inner, value)
		case nested:
			continue
		case field.Type() == reflect.TypeFor[time.Duration]():
			d, err := time.ParseDuration(value)
			field.SetInt(int64(d))
			return err
		case field.CanInt():
			n, err := strconv.Atoi(strings.TrimSuffix(value, "bit"))
			field.SetInt(int64(n))
			return err
		case field.CanFloat():
			x, err := strconv.ParseFloat(value, 64)
			field.SetFloat(x)
			return err
		case field.Kind() == reflect.Bool:
			field.SetBool(value == "true")
			return nil
		case field.Kind() == reflect.String:
			field.SetString(value)
			return nil
		}
	}
	return fmt.Errorf("the protocol has no key %q that a story can set", key)
}

// perform plays the story.
func (s *stage) perform() error {
	kernel, numbers, streams := sim.New(nil), new(mac.Numbers), rng.New(1)
	var channel phy.Channel = phy.Ideal{Speed: soundSpeed}
	if s.reach > 0 {
		channel = phy.Ranged{Ideal: phy.Ideal{Speed: soundSpeed}, Range: s.reach}
	}
	medium := phy.NewMedium(kernel, channel, s, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	named := make(map[string]mac.Addr)
	envs := make([]mac.Env, len(s.names))
	radios := make([]*phy.Radio, len(s.names))
	ports := make([]*mac.Port, len(s.names))
	for i, name := range s.names {
		c, err := clock.New(s.ahead[i], 0)
		if err != nil {
			return err
		}
		addr := mac.Addr(i)
		named[name] = addr
		ports[i] = mac.NewPort(kernel, numbers, s, addr, 0)
		radios[i] = medium.Attach(addr, phy.Fixed(geom.Vec{X: s.places[i]}), modem, nil)
		envs[i] = mac.Env{
			Kernel: kernel, Clock: c, Rand: streams.Stream(name), PHY: radios[i], Bands: []phy.PHY{radios[i]},
			Addr: addr, Up: ports[i], Named: named, MaxDelay: medium.MaxDelay, Delay: radios[i].Delay,
		}
	}
	toners := s.toners(kernel, channel, modem)
	for i := range envs {
		for k := range envs {
			envs[i].Stations = append(envs[i].Stations, envs[k].Addr)
		}
		if toners != nil {
			envs[i].Tones = toners[i]
		}
		protocol := s.config.Build(envs[i])
		radios[i].Listen(protocol)
		if toners != nil {
			toners[i].protocol = protocol.(phy.ToneListener)
		}
		ports[i].Bind(protocol)
		protocol.Start()
	}
	for _, l := range s.lines {
		kernel.NewTimer(sim.Comm, func(sim.Time) { ports[l.from].Send(l.to, l.bits, nil) }).Arm(l.at)
	}
	return kernel.Run(context.Background(), sim.Time(time.Hour))
}

// toners makes the radios for tones, where the protocol asks for them.
func (s *stage) toners(kernel *sim.Kernel, channel phy.Channel, modem *phy.Modem) []*toldToner {
	config, ok := s.config.(mac.Toned)
	if !ok {
		return nil
	}
	tones := phy.NewTones(kernel, channel, config.Tone())
	var all []*toldToner
	for i, name := range s.names {
		t := &toldToner{ToneRadio: tones.Attach(mac.Addr(i), phy.Fixed(geom.Vec{X: s.places[i]}), modem)}
		t.tell = func(what string) { fmt.Fprintf(&s.told, "%s %s %s a tone\n", brief(kernel.Now()), name, what) }
		t.Listen(t)
		all = append(all, t)
	}
	return all
}

// toldToner is a radio for tones that tells of them.
type toldToner struct {
	*phy.ToneRadio
	tell     func(what string)
	protocol phy.ToneListener
}

// Tone implements phy.Toner.
func (t *toldToner) Tone() {
	t.tell("sends")
	t.ToneRadio.Tone()
}

// ToneHeard implements phy.ToneListener.
func (t *toldToner) ToneHeard() {
	t.tell("hears")
	t.protocol.ToneHeard()
}

// Emit tells a record in words.
func (s *stage) Emit(r trace.Record) {
	peer := "everybody"
	if r.Peer != mac.Everybody {
		peer = s.names[r.Peer]
	}
	frame := frameOf(&r, peer)
	span := brief(sim.Time(sim.Seconds(r.Value)))
	fmt.Fprintf(&s.told, "%s %s ", brief(r.At), s.names[r.Node])
	switch r.Kind {
	case trace.Offered:
		fmt.Fprintf(&s.told, "is offered %s to %s\n", frame, peer)
	case trace.Refused:
		fmt.Fprintf(&s.told, "refuses %s: %v\n", frame, r.Cause)
	case trace.Dropped:
		fmt.Fprintf(&s.told, "drops %s: %v\n", frame, r.Cause)
	case trace.Requeued:
		fmt.Fprintf(&s.told, "repeats %s\n", frame)
	case trace.Delivered:
		fmt.Fprintf(&s.told, "gets %s after %s\n", frame, span)
	case trace.Duplicate:
		fmt.Fprintf(&s.told, "has %s already\n", frame)
	case trace.TxStart:
		fmt.Fprintf(&s.told, "sends %s for %s\n", frame, span)
	case trace.TxAbort:
		fmt.Fprintf(&s.told, "stops %s after %s\n", frame, span)
	case trace.RxOK:
		fmt.Fprintf(&s.told, "hears %s\n", frame)
	case trace.RxLost:
		fmt.Fprintf(&s.told, "loses %s: %v\n", frame, r.Cause)
	case trace.RxMissed:
		fmt.Fprintf(&s.told, "misses %s: %v\n", frame, r.Cause)
	default:
		fmt.Fprintf(&s.told, "%+v\n", r)
	}
}

// frameOf names the frame of a record: by its packet, or by the node at the other end.
func frameOf(r *trace.Record, peer string) string {
	switch {
	case r.Pkt != 0:
		return "p" + strconv.FormatUint(r.Pkt, 10)
	case r.Kind == trace.TxStart:
		return "a control frame to " + peer
	}
	return "a control frame of " + peer
}

// brief writes a time in seconds, without zeros at the end.
func brief(t sim.Time) string {
	digits := strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0")
	return strings.TrimSuffix(digits, ".") + "s"
}
