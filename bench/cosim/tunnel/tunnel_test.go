package tunnel

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// chat is the acoustic link of docking, with its fading, its schedule and three frames in ten lost besides.
const chat = `
name: chat
base: docking
duration: 70s
links:
  rf: null
  acoustic:
    modem: {errors: {type: loss, probability: 0.3}}
    mac: {upstream: 512bit, order: fifo, vehicles: 1}
water: {current: {from: null}}
nodes:
  - {name: dock, at: [0m, 0m, -99.825m], run: {type: external}}
  - {name: auv, at: [-20m, 20m, -75m], run: {type: external}}
`

// pool has one link without a protocol's delays.
const pool = `
name: pool
duration: 1e6s
links: {a: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 10kbps}, mac: {type: aloha, queue: 4}}}
nodes: [{name: x, run: {type: external}}, {name: y, at: [10m, 0m, 0m], run: {type: external}}]
`

// openTest opens tunnels for a test.
func openTest(t *testing.T, text string) *tunnels {
	t.Helper()
	a, err := Open(t.Context(), cosim.Access{}, text)
	if err != nil {
		t.Fatal(err)
	}
	all := a.(*tunnels)
	t.Cleanup(all.close)
	return all
}

// start runs a scenario in step with the wall; the channel has what came of it.
func start(ctx context.Context, t *testing.T, text string, rate float64, step time.Duration, tracer trace.Tracer, a cosim.Adapter) (*cosim.Session, <-chan error) {
	t.Helper()
	return clienttest.Serve(ctx, t, clienttest.Plan(t, text), cosim.Config{Step: step, Rate: rate}, tracer, a)
}

// fates counts what became of packets.
type fates map[trace.Kind]int

func (f fates) Emit(r trace.Record) { f[r.Kind]++ }

// talker is a process of the chat.
type talker struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	out   bytes.Buffer
}

// say starts one side of the chat.
func say(t *testing.T, port, seed, number int) *talker {
	t.Helper()
	c := &talker{cmd: exec.CommandContext(t.Context(), "python3", "testdata/chat.py", fmt.Sprint(port), fmt.Sprint(seed), fmt.Sprint(number), "0.02")}
	c.cmd.Stdout, c.cmd.Stderr = &c.out, os.Stderr
	in, err := c.cmd.StdinPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	c.stdin = in
	return c
}

// end ends it and returns what it sent and got.
func (c *talker) end(t *testing.T) (sent, got []string) {
	t.Helper()
	c.stdin.Close()
	if err := c.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(c.out.String()), "\n") {
		what, data, _ := strings.Cut(line, " ")
		if what == "sent" {
			sent = append(sent, data)
		} else {
			got = append(got, data)
		}
	}
	return sent, got
}

// Two processes of a chat that know nothing of a simulation talk over the acoustic link of docking. What one gets, the other has sent, byte by
// byte and once, and what it does not get the trace has lost: of 80 messages with losses of at least 0.3, at least 10 (24 are expected
// and 4.1 is their standard deviation; the fading takes more).
func TestChatOverTheWater(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not there, in which the chat is written")
	}
	const number = 40
	pair := openTest(t, "dock:0=auv:0")
	seen := fates{}
	a, b := say(t, portOf(pair.ends[0]), 1, number), say(t, portOf(pair.ends[1]), 2, number)
	_, ended := start(t.Context(), t, chat, 20, 20*time.Millisecond, seen, pair)
	for _, e := range pair.ends {
		for begun := time.Now(); !e.known() && time.Since(begun) < 10*time.Second; {
			time.Sleep(time.Millisecond)
		}
	}
	for _, c := range []*talker{a, b} {
		if _, err := fmt.Fprintln(c.stdin, "go"); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	sentA, gotA := a.end(t)
	sentB, gotB := b.end(t)
	if len(sentA) != number || len(sentB) != number {
		t.Fatalf("%d and %d messages sent, not %d each", len(sentA), len(sentB), number)
	}
	for _, way := range []struct{ sent, got []string }{{sentA, gotB}, {sentB, gotA}} {
		left := slices.Clone(way.sent)
		for _, data := range way.got {
			i := slices.Index(left, data)
			if i < 0 {
				t.Errorf("%s has come and was not sent, or has come twice", data)
				continue
			}
			left = slices.Delete(left, i, i+1)
		}
	}
	lost := 2*number - len(gotA) - len(gotB)
	t.Logf("%d sent, %d lost; the trace has %d offered, %d delivered, %d frames lost, %d missed", 2*number, lost, seen[trace.Offered], seen[trace.Delivered], seen[trace.RxLost], seen[trace.RxMissed])
	if seen[trace.Offered] != 2*number || lost != seen[trace.Offered]-seen[trace.Delivered] {
		t.Errorf("%d lost of %d; the trace has %d of %d", lost, 2*number, seen[trace.Offered]-seen[trace.Delivered], seen[trace.Offered])
	}
	if lost < 10 || lost == 2*number {
		t.Errorf("%d of %d lost", lost, 2*number)
	}
}

// known reports whether a program has been heard.
func (e *end) known() bool {
	e.lock.Lock()
	defer e.lock.Unlock()
	return e.to != nil
}

// portOf returns the port of the modem at an end.
func portOf(e *end) int { return e.conn.LocalAddr().(*net.UDPAddr).Port }

// Any datagram is carried or counted, and none ends the run: what the session took, dropped and refused is what was sent.
func TestRandomDatagrams(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	n := 10_000
	if os.Getenv("HALOCLINE_LONG") == "1" {
		n = 1_000_000
	}
	pair := openTest(t, "x:0=y:0")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, ended := start(ctx, t, pool, 1e4, time.Second, nil, pair)
	conn, err := net.Dial("udp", pair.ends[0].conn.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	dice := rand.New(rand.NewPCG(1, 2))
	data, sent := make([]byte, 200), int64(0)
	for i := range n {
		for k := range data {
			data[k] = byte(dice.Uint32())
		}
		size := 1 + dice.IntN(len(data))
		if i%1000 == 999 {
			size = 0 // says where to send, and is no message
		}
		if _, err := conn.Write(data[:size]); err != nil {
			t.Fatal(err)
		}
		if size > 0 {
			sent++
		}
		if i%100 == 99 {
			wait(t, s, sent) // so that the machine's own queue loses none
		}
	}
	wait(t, s, sent)
	cancel()
	if err := <-ended; err == nil || ctx.Err() == nil {
		t.Errorf("the run was to be interrupted, and ended with %v", err)
	}
}

// wait waits until a session has counted as many messages.
func wait(t *testing.T, s *cosim.Session, sent int64) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Microsecond) {
		r := s.Report()
		counted := r.Inputs + r.Dropped + r.Refused
		if counted == sent {
			return
		}
		if counted > sent || time.Now().After(end) {
			t.Fatalf("%d messages are counted, and %d were sent", counted, sent)
		}
	}
}

// What comes out goes to the port that the flag names, until a program is heard on another one, and a message of the largest size of UDP is
// carried whole.
func TestOutAndLargest(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	program, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	pair := openTest(t, fmt.Sprintf("x:0=y:0/%d", program.LocalAddr().(*net.UDPAddr).Port))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, ended := start(ctx, t, pool, 1000, time.Second, nil, pair)
	conn, err := net.Dial("udp", pair.ends[0].conn.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	sent := bytes.Repeat([]byte{0, 0xff, '"', '\n', 0xc3}, 65_507/5)
	if _, err := conn.Write(sent); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 1<<16)
	program.SetReadDeadline(time.Now().Add(10 * time.Second))
	k, _, err := program.ReadFrom(got)
	if err != nil || !bytes.Equal(got[:k], sent) {
		t.Errorf("%d of %d bytes came, %v: %s", k, len(sent), err, hex.EncodeToString(got[:min(k, 20)]))
	}
	cancel()
	<-ended
}

// What cannot be a tunnel is said in a sentence, and a node without a port ends the run with one.
func TestFaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for text, want := range map[string]string{
		"":                        "is no tunnel",
		"x:1":                     "is no tunnel",
		"x:0=x:0":                 "to itself",
		"x:0=y:0,y:0=x:0":         "two tunnels join",
		"x:0=y:0@a,y:0=x:0":       "two tunnels join",
		"x:0=y:99999":             "is no address",
		"x:0/99999=y:0":           "is no port",
		"x:0=y:0@a,x:0=y:0@b@c":   "is no tunnel",
		"192.168.1.1:0=y:0,y=x:0": "is no tunnel",
	} {
		if _, err := Open(t.Context(), cosim.Access{}, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
	if _, err := cosim.New(cosim.Config{Step: time.Second}, clienttest.Plan(t, pool), openTest(t, "x:0=q:0")); err == nil || !strings.Contains(err.Error(), `unknown node "q"`) {
		t.Errorf("%v", err)
	}
	silent := strings.Replace(pool, "nodes: [", "nodes: [{name: z}, ", 1)
	_, ended := start(t.Context(), t, silent, 1000, time.Second, nil, openTest(t, "x:0=z:0"))
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "node z sends nothing") {
		t.Errorf("%v", err)
	}
}
