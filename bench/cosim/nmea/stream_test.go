package nmea_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/nmea"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/simtest"
)

// Without a node, the first vehicle is told of: it stands 1 m/(6335439.327 m) = 9.0437e-6 deg north of the origin on the equator, 5.426e-4 min,
// where other nodes come first. Each whole second is told once, a client that talks is counted, and one that never reads harms nobody.
func TestStream(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	address, session := serve(t, 0, "", `
name: test
duration: 1h
geo: {latitude: 0deg, longitude: 0deg}
nodes:
  - {name: buoys, count: 3, at: [5m, 5m, 0m], place: {type: line, step: [1m, 0m, 0m]}}
  - {name: auv, at: [0m, 1m, -2m], vehicle: {model: point}}
`)
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintln(c, strings.Repeat("junk", 1000))
	lines, ms := bufio.NewScanner(c), 0
	for s := range 20 {
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "$GPGGA") {
		}
		fields := strings.Split(lines.Text(), ",")
		if len(fields) < 10 || fields[2] != "0000.0005426" || fields[9] != "-2.000" {
			t.Fatal(lines.Text())
		}
		if want := fmt.Sprintf("0000%02d.000", s); fields[1] != want {
			t.Errorf("it is told at %s, want %s", fields[1], want)
		}
		for range 50 {
			ms += 20
			if _, err := session.Go(t.Context(), cosim.Order{To: sim.Time(ms) * sim.Time(time.Millisecond)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if session.Report().Junk == 0 {
		t.Error("what the client says is not counted")
	}
}

// What cannot be told is said before the run, with what to do.
func TestFaults(t *testing.T) {
	for want, row := range map[string][2]string{
		"write geo:":                   {"", "nodes: [{name: auv, vehicle: {model: point}}]"},
		"no node of the scenario is a": {"", "geo: {latitude: 0deg, longitude: 0deg}\nnodes: [{name: a}]"},
		`node "b"`:                     {"b", "geo: {latitude: 0deg, longitude: 0deg}\nnodes: [{name: a}]"},
	} {
		plan, err := scenarios.Standard().Parse("test.yaml", "name: test\nduration: 10s\n"+row[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		adapter, err := nmea.Open(t.Context(), cosim.Access{}, "0,"+row[0])
		if err != nil {
			t.Fatal(err)
		}
		_, err = cosim.New(cosim.Config{Step: 10 * time.Millisecond, Rate: 1}, plan, adapter)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	if _, err := nmea.Open(t.Context(), cosim.Access{}, "0.0.0.0:0,auv"); err == nil || !strings.Contains(err.Error(), "--remote") {
		t.Errorf("other machines may come in: %v", err)
	}
}
