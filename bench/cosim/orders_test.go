package cosim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// talk runs a plan as a session in the background, and returns what sends an order and returns its answer, or fails.
func talk(t *testing.T, c cosim.Config, plan *scenarios.Plan) (session *cosim.Session, order func(string) map[string]any, ended <-chan error) {
	t.Helper()
	orders, address := udp(t)
	session, err := cosim.New(c, plan, orders)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive, Readings: session.Reading})
		if err == nil {
			err = out.Stopped
		}
		done <- err
	}()
	line, err := net.Dial("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { line.Close() })
	return session, func(text string) map[string]any {
		t.Helper()
		buffer := make([]byte, 1<<16)
		fmt.Fprint(line, text)
		line.SetReadDeadline(time.Now().Add(20 * time.Second))
		n, err := line.Read(buffer)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var answer map[string]any
		if err := json.Unmarshal(buffer[:n], &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}, done
}

// What is wrong with an order is said, and where the run is then. Of one with two values of which one is wrong neither comes in.
func TestOrdersThatAreRefused(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	session, order, ended := talk(t, cosim.Config{Step: 20 * time.Millisecond}, load(t, "docking-outside", "duration=1s"))
	order(`{"seq":1,"to":0.5}`)
	for _, row := range [][2]string{ // in the order of their numbers: an older one would get no answer
		{`{"to":0.6}`, "no number"},
		{`{"seq":2,"to":0.6,"inn":{}}`, "unknown field"},
		{`{"seq":3,"to":0.6,"nodes":["nobody"]}`, "nobody"},
		{`{"seq":4,"to":0.4}`, "cannot go to"},
		{`{"seq":5,"to":0.6,"in":{"auv.surge":50,"auv.sway":"x"}}`, "takes a number"},
		{`{"seq":6,"to":0.6,"in":{"auv.surge":50,"auv.sway":1e300}}`, "more than anything"},
		{`{"seq":7,"to":0.6,"in":{"auv.surge":50,"auv.swing":1}}`, "auv.sway"},
		{`{"seq":8,"to":0.6,"in":{"auv.surge":50,"auv.sway":1e9999}}`, "neither"},
	} {
		text, want := row[0], row[1]
		a := order(text)
		if message := fmt.Sprint(a["error"]); !strings.Contains(message, want) {
			t.Errorf("%s: %v, not %s", text, a["error"], want)
		}
		if a["t"] != 0.5 {
			t.Errorf("%s: the run is at %v", text, a["t"])
		}
	}
	if a := order(`{"seq":20,"to":402}`); a["ended"] != true {
		t.Errorf("%v", a)
	}
	if a := order(`{"seq":21,"to":500}`); a["ended"] != true { // also after the end
		t.Errorf("%v", a)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := session.Report().Inputs; n != 0 {
		t.Errorf("%d values have come in with orders that were refused", n)
	}
}

// An answer that no datagram holds is an error with what to do. The run has gone on.
func TestAnswersThatAreTooLong(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	_, order, ended := talk(t, cosim.Config{Step: 20 * time.Millisecond}, load(t, "docking-outside"))
	a := order(`{"seq":1,"to":399}`) // 500 updates of 150 bytes
	if !strings.Contains(fmt.Sprint(a["error"]), "shorter steps") || a["t"] != 399.0 {
		t.Errorf("%v", a)
	}
	if a := order(`{"seq":2,"to":400}`); a["error"] != nil || a["ended"] != true {
		t.Errorf("%v", a)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// In real time a client that asks for a time far away and is silent then holds up nobody for longer than the patience with it: another one
// stops the vehicle. That nothing came for a while is told though it never came again.
func TestClientsThatFallSilent(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	session, order, ended := talk(t, cosim.Config{Step: 20 * time.Millisecond, Rate: 1}, load(t, "docking-outside", "duration=14s"))
	order(`{"seq":1,"to":0.1}`)
	if a := order(`{"seq":2,"to":1000,"in":{"auv.surge":120}}`); a["t"].(float64) > 8 {
		t.Errorf("an answer after %v s of the run; the patience is 5 s", a["t"])
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if long := longer(session.Report().Silences, 5); len(long) != 1 || long[0].Port != "auv.surge" {
		t.Errorf("silences: %+v", session.Report().Silences)
	}
}

// A client that the session has started may go on for a while after the end, and how it ends is how the session does.
func TestClientsEnd(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	const script = `
import json, os, socket, sys, time
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.connect(("127.0.0.1", int(os.environ["HALOCLINE_PORT"])))
line.send(b'{"seq":1,"to":9}')
line.recv(65536)
time.sleep(1)
print("saved")
sys.exit(int(sys.argv[1]))
`
	for code, want := range map[string]string{"0": "<nil>", "3": "exit status 3"} {
		orders, address := udp(t)
		_, port, _ := net.SplitHostPort(address)
		var said bytes.Buffer
		plan := load(t, "two-nodes", "duration=2s")
		session, err := cosim.New(cosim.Config{Step: time.Second}, plan, orders, &cosim.Client{
			Command: []string{python(t), "-c", script, code}, Env: []string{"HALOCLINE_PORT=" + port}, Out: &said,
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(fmt.Sprint(out.Stopped), want) || !strings.Contains(said.String(), "saved") {
			t.Errorf("exit code %s: %v, and it said %q", code, out.Stopped, &said)
		}
	}
}

// Who does not come from this machine gives the token.
func TestTokens(t *testing.T) {
	for _, row := range []struct {
		access  cosim.Access
		address string
		token   string
		want    bool
	}{
		{cosim.Access{}, "127.0.0.1:5", "", true},
		{cosim.Access{}, "[::1]:5", "", true},
		{cosim.Access{}, "10.0.0.7:5", "", false},
		{cosim.Access{Remote: true, Token: "secret"}, "10.0.0.7:5", "", false},
		{cosim.Access{Remote: true, Token: "secret"}, "10.0.0.7:5", "secre", false},
		{cosim.Access{Remote: true, Token: "secret"}, "10.0.0.7:5", "secret", true},
		{cosim.Access{Remote: true}, "10.0.0.7:5", "", false}, // no token is none
	} {
		if row.access.From(row.address, row.token) != row.want {
			t.Errorf("%+v from %s with %q", row.access, row.address, row.token)
		}
	}
	if _, err := (cosim.Access{}).Address("0.0.0.0:7400"); err == nil || !strings.Contains(err.Error(), "--remote --token") {
		t.Error(err)
	}
	if _, err := (cosim.Access{Remote: true}).Address("10.0.0.1:7400"); err == nil {
		t.Error("an address of other machines without a token")
	}
}

// A reading is told when it is there: a gauge that reads the depth each 100 ms and takes 250 ms for it has told of 0.2 s at 0.45 s, and of 0.3 s at
// 0.55 s, whenever somebody asks in between.
func TestReadingsAreToldWhenTheyAreThere(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	const text = `
name: gauge
duration: 1s
nodes:
  - {name: buoy, at: [0m, 0m, -20m], instruments: [{type: depth, period: 100ms, latency: 250ms}]}
`
	plan, err := scenarios.Standard().Parse("gauge.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, order, ended := talk(t, cosim.Config{Step: 20 * time.Millisecond}, plan)
	taken := func(seq int, to float64) (all []float64) {
		a := order(fmt.Sprintf(`{"seq":%d,"to":%g,"nodes":["buoy"]}`, seq, to))
		readings, _ := a["nodes"].(map[string]any)["buoy"].(map[string]any)["readings"].(map[string]any)
		for _, r := range readings {
			all = append(all, r.(map[string]any)["taken"].(float64))
		}
		return all
	}
	for i, row := range []struct{ to, newest float64 }{{0.44, 0.1}, {0.46, 0.2}, {0.54, -1}, {0.56, 0.3}, {1, 0.7}} {
		got := taken(i+1, row.to)
		if row.newest < 0 && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0] != row.newest {
			t.Errorf("until %g s: readings of %v s, not of %g s", row.to, got, row.newest)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A client that says bye ends the run where it is: that is no failure, the report says so, and the answer that the run has ended.
func TestBye(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	session, order, ended := talk(t, cosim.Config{Step: 20 * time.Millisecond}, load(t, "docking-outside", "duration=1s"))
	order(`{"seq":1,"to":0.5}`)
	if a := order(`{"seq":2,"bye":true}`); a["ended"] != true || a["t"] != 0.5 || a["error"] != nil {
		t.Errorf("%v", a)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	var said bytes.Buffer
	report := session.Report()
	cosim.WriteReport(&said, &report)
	if want := "the client said bye at 0.5 s, and the run ended there"; !strings.Contains(said.String(), want) {
		t.Errorf("%s\nlacks %q", said.String(), want)
	}
}
