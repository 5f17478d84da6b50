package external_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/trace"
)

// link is a link that keeps what is sent over it.
type link struct {
	program.Link
	number uint8
	sent   []program.Message
	to     []int32
	hear   func(program.Mail)
}

func (l *link) Number() uint8 { return l.number }
func (l *link) Handle(service string, fn func(program.Mail)) error {
	if service == "" {
		l.hear = fn
	}
	return nil
}
func (*link) Outcomes(string, func(uint64, program.Outcome)) error { return nil }

func (l *link) Send(to int32, m program.Message) (uint64, error) {
	l.to, l.sent = append(l.to, to), append(l.sent, m)
	return 1, nil
}

func (f *fake) Node(name string) (int32, error) {
	if name != "base" {
		return 0, fmt.Errorf("no node %q", name)
	}
	return 4, nil
}

func (f *fake) Link(name string) (program.Link, error) {
	switch i := slices.Index([]string{"sound", "radio"}, name); {
	case i >= 0 && i < len(f.links):
		return f.links[i], nil
	case name == "" && len(f.links) == 1:
		return f.links[0], nil
	}
	return nil, errors.New("no such link")
}

// outside returns a node with so many links, and its program.
func outside(t *testing.T, links int, c *external.Config) (*fake, program.Running) {
	t.Helper()
	f := &fake{kernel: sim.New(nil), dynamics: shared{}}
	for i := range links {
		f.links = append(f.links, &link{number: uint8(i + 3)})
	}
	running, err := c.Install(f)
	if err != nil || running.CPU() != nil {
		t.Fatal(err)
	}
	return f, running
}

// portsOf returns the names of ports.
func portsOf(r program.Running) (all []string) {
	for _, p := range r.(program.Ported).Ports() {
		all = append(all, p.Name)
	}
	return all
}

// sendPort returns the port send.
func sendPort(r program.Running) program.Port {
	ports := r.(program.Ported).Ports()
	return ports[slices.Index(portsOf(r), "send")]
}

// The ports are those of the drive and, if there is a link, one to send and one for ranges.
func TestPorts(t *testing.T) {
	for _, row := range []struct {
		links int
		c     external.Config
		want  []string
		warns int
	}{
		{0, external.Config{}, nil, 1},
		{1, external.Config{}, []string{"send", "range"}, 0},
		{1, external.Config{Drive: &external.DriveConfig{In: "wrench"}}, []string{"surge", "heave", "yaw", "send", "range"}, 0},
		{2, external.Config{Drive: &external.DriveConfig{In: "actuators"}}, []string{"port", "actuator2", "rudder"}, 1}, // which of the two is not said
		{2, external.Config{Links: []string{"radio"}}, []string{"send", "range"}, 0},
	} {
		f, r := outside(t, row.links, &row.c)
		if got := portsOf(r); !slices.Equal(got, row.want) || len(f.warnings) != row.warns {
			t.Errorf("ports %v, want %v; warnings %v", got, row.want, f.warnings)
		}
	}
}

// Five bytes are 40 bits, and arrive as they are. Without a receiver they go to everybody. What is sent while the node is down is lost.
func TestSend(t *testing.T) {
	const hello = "he\x00\xffo"
	data := base64.StdEncoding.EncodeToString([]byte(hello))
	f, r := outside(t, 2, &external.Config{Links: []string{"sound", "radio"}})
	send := sendPort(r)
	for _, text := range []string{
		`{"link": "radio", "to": "base", "data": "` + data + `"}`, `{"link": "sound", "data": "` + data + `"}`,
	} {
		if err := send.Check(0, text); err != nil {
			t.Error(err)
		}
		send.Take(0, text)
	}
	sound, radio := f.links[0], f.links[1]
	want := program.Message{Bits: 40, Body: external.Payload{Data: hello}}
	if len(radio.sent) != 1 || radio.sent[0] != want || radio.to[0] != 4 || len(sound.sent) != 1 || sound.sent[0] != want || sound.to[0] != trace.None {
		t.Errorf("by radio %v to %v, by sound %v to %v", radio.sent, radio.to, sound.sent, sound.to)
	}
	f.down = true
	send.Take(0, `{"link": "radio", "data": "`+data+`"}`)
	f.down = false
	if len(radio.sent) != 1 {
		t.Error("it sends without power")
	}
	f, r = outside(t, 1, &external.Config{}) // the only link needs no name, and may have its own
	sendPort(r).Take(0, `{"data": "`+data+`"}`)
	sendPort(r).Take(0, `{"link": "sound", "data": "`+data+`"}`)
	if len(f.links[0].sent) != 2 {
		t.Errorf("sent %v", f.links[0].sent)
	}
}

// What cannot be sent is said before, and is not sent.
func TestFaultsOfSending(t *testing.T) {
	long := base64.StdEncoding.EncodeToString(make([]byte, external.MostBytes+1))
	most := base64.StdEncoding.EncodeToString(make([]byte, external.MostBytes))
	f, r := outside(t, 2, &external.Config{Links: []string{"sound", "radio"}})
	send := sendPort(r)
	for text, want := range map[string]string{
		"hello":                          `"hello" is no message to send`,
		`{"link": "sound", "data": "!"}`: "is no message to send",
		`{"link": "sound", "to": "bas", "data": "aGVsbG8="}`:  `no node "bas"`,
		`{"link": "light", "to": "base", "data": "aGVsbG8="}`: `it has no link "light" to send on; it has sound, radio`,
		`{"to": "base", "data": "aGVsbG8="}`:                  `it has no link "" to send on`,
		`{"link": "sound", "to": "base"}`:                     "a message of 0 bytes cannot be sent; it has 1 to 65536",
		`{"link": "sound", "data": "` + long + `"}`:           "a message of 65537 bytes cannot be sent",
	} {
		if err := send.Check(0, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		send.Take(0, text)
	}
	if len(f.links[0].sent)+len(f.links[1].sent) != 0 {
		t.Error("it was sent")
	}
	if err := send.Check(0, `{"link": "sound", "data": "`+most+`"}`); err != nil {
		t.Error(err)
	}
}

// What comes in by any of its links is told to all who want to know, as it comes.
func TestForward(t *testing.T) {
	f, r := outside(t, 2, &external.Config{Links: []string{"radio", "sound"}})
	var told [2][]program.Mailed
	for i := range told {
		r.(program.Forwarding).Forward(func(m program.Mailed) { told[i] = append(told[i], m) })
	}
	mail := program.Mail{Number: 9, From: 4, Body: external.Payload{Data: "hello"}}
	f.at(2e9, func(sim.Time) { f.links[0].hear(mail) })
	f.at(3e9, func(sim.Time) { f.links[1].hear(mail) })
	if err := f.kernel.Run(t.Context(), 4e9); err != nil {
		t.Fatal(err)
	}
	want := []program.Mailed{{At: 2e9, Link: 3, Mail: mail}, {At: 3e9, Link: 4, Mail: mail}}
	if !slices.Equal(told[0], want) || !slices.Equal(told[1], want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

// What a node cannot have is a fault at its key.
func TestNodesThatCannotBe(t *testing.T) {
	for _, row := range []struct {
		key, want string
		equations vehicle.Dynamics
		c         external.Config
	}{
		{"drive", "is no vehicle", nil, external.Config{Drive: &external.DriveConfig{In: "wrench"}}},
		{"drive.in", "moves by equations", plain{}, external.Config{Drive: &external.DriveConfig{In: "wrench"}}},
		{"navigation", "leave navigation out", nil, external.Config{Navigation: &navigation.TruthConfig{}}},
		{"links[1]", "no such link", nil, external.Config{Links: []string{"sound", "light"}}},
	} {
		_, err := row.c.Install(&fake{kernel: sim.New(nil), dynamics: row.equations, links: []*link{{}}})
		var at interface{ Field() string }
		if !errors.As(err, &at) || at.Field() != row.key || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s: .. %s", err, row.key, row.want)
		}
	}
}
