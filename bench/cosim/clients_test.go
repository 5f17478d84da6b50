package cosim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/bench/cosim/mavlink"
	"halocline/bench/cosim/nmea"
	"halocline/bench/cosim/rosbridge"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/geom"
)

// gate is the clock of the machine, but that nothing is due before clients are there.
type gate struct{ opened chan struct{} }

// Now implements cosim.Wall.
func (gate) Now() time.Time { return time.Now() }

// Until implements cosim.Wall.
func (g gate) Until(ctx context.Context, t time.Time) error {
	select {
	case <-g.opened:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-time.After(time.Until(t)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open opens an adapter.
func open(t *testing.T, how func(context.Context, cosim.Access, string) (cosim.Adapter, error), address string) cosim.Adapter {
	t.Helper()
	a, err := how(t.Context(), cosim.Access{}, address)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// does has a client in Node do something, and returns what it says.
func does(t *testing.T, c *clienttest.Client, format string, args ...any) (out any) {
	t.Helper()
	c.Say(fmt.Sprintf(format, args...))
	if err := json.Unmarshal([]byte(c.Line()), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// ended returns a driver that notes where the first node is at the end.
func ended(drive func(context.Context, *scenarios.Simulation) (sim.Time, error), at *geom.Vec) func(context.Context, *scenarios.Simulation) (sim.Time, error) {
	return func(ctx context.Context, run *scenarios.Simulation) (sim.Time, error) {
		reached, err := drive(ctx, run)
		*at = run.See(1, reached).True.Position
		return reached, err
	}
}

// roslib, node-mavlink and gpsd are there at once while RexROV docks in real time. roslib pushes it ahead and node-mavlink up and round, and gpsd
// tells where it is. What came in, replayed twice, ends at the same place to the last bit, with the same fingerprint; without it, elsewhere.
func TestThreeClientsReplayed(t *testing.T) {
	t.Parallel()
	dir := clienttest.Node(t, "roslib@2.1.0", "node-mavlink@2.3.0")
	again := func() *scenarios.Plan {
		return load(t, "docking-outside", "duration=10s", "geo={latitude: 43.5deg, longitude: 4deg}")
	}
	plan, node := again(), "auv"
	if plan.Names().Nodes[1] != node {
		t.Fatalf("nodes: %v", plan.Names().Nodes)
	}
	free, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	target := free.LocalAddr().(*net.UDPAddr).Port
	free.Close()
	ros, mav, place := open(t, rosbridge.Open(rosbridge.ROS2), "0"), open(t, mavlink.Open, fmt.Sprintf("0,auv,%d", target)), open(t, nmea.Open, "0,auv")
	var journal bytes.Buffer
	if err := cosim.WriteHead(&journal, plan.Name, plan.Seed); err != nil {
		t.Fatal(err)
	}
	wall := gate{make(chan struct{})}
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond, Rate: 2, Late: cosim.Slip, Journal: &journal, Wall: wall}, plan, ros, mav, place)
	if err != nil {
		t.Fatal(err)
	}
	var end geom.Vec
	var out *measure.Outcome
	over := make(chan error, 1)
	go func() {
		var err error
		out, err = measure.Run(t.Context(), plan, measure.Options{Drive: ended(session.Drive, &end), Readings: session.Reading})
		over <- err
	}()

	roslib := clienttest.Start(t, dir, "rosbridge/testdata/roslib.mjs", "ws://"+ros.(*cosim.HTTP).Listener.Addr().String())
	pilot := clienttest.Start(t, dir, "mavlink/testdata/mavlink.mjs", fmt.Sprint(target), fmt.Sprint(mav.(*mavlink.Link).Conn.LocalAddr().(*net.UDPAddr).Port))
	places := clienttest.GPSD(t, place.(*nmea.Stream).Listener.Addr().String())
	roslib.Line()
	pilot.Line()
	does(t, pilot, `{"do": "ask", "type": "CommandLong", "fields": {"command": 400, "_param1": 1}, "answer": "CommandAck"}`)
	close(wall.opened)
	for k := 0; session.Latest().At < sim.Time(6*time.Second); k++ {
		does(t, roslib, `{"do": "publish", "topic": "/auv/port/surge", "type": "std_msgs/msg/Float64", "msg": {"data": %d}}`, 200+k)
		does(t, pilot, `{"do": "send", "type": "ManualControl", "fields": {"target": 1, "x": 32767, "y": 32767, "z": 300, "r": %d}}`, -100-k%100)
		time.Sleep(20 * time.Millisecond)
	}
	if err := <-over; err != nil || out.Stopped != nil {
		t.Fatal(err, out.Stopped)
	}
	told := len(places)
	if told < 3 {
		t.Errorf("gpsd told %d places", told)
	}
	for range told {
		p := <-places
		if math.Abs(p.Lat-43.5) > 0.01 || math.Abs(p.Lon-4) > 0.01 { // a kilometre
			t.Errorf("gpsd tells %v", p)
		}
	}

	read, err := cosim.ReadJournal(&journal)
	if err != nil {
		t.Fatal(err)
	}
	ports := map[string]int{}
	for _, in := range read.Entries {
		ports[in.Port]++
	}
	for _, port := range []string{"auv.surge", "auv.heave", "auv.yaw"} {
		if ports[port] == 0 {
			t.Errorf("nothing came in through %s", port)
		}
	}
	for range 2 {
		var there geom.Vec
		replayed, err := measure.Run(t.Context(), again(), measure.Options{Drive: ended(read.Drive, &there)})
		if err != nil || replayed.Stopped != nil {
			t.Fatal(err, replayed.Stopped)
		}
		if replayed.Fingerprint != out.Fingerprint || there != end {
			t.Errorf("replayed: %s, at %v; the session: %s, at %v", replayed.Fingerprint, there, out.Fingerprint, end)
		}
	}
	var alone geom.Vec
	read.Entries = nil
	if _, err := measure.Run(t.Context(), again(), measure.Options{Drive: ended(read.Drive, &alone)}); err != nil {
		t.Fatal(err)
	}
	if d := end.Sub(alone); math.Abs(d.X) < 0.1 || math.Abs(d.Z) < 0.1 {
		t.Errorf("it ends at %v, and without them at %v", end, alone)
	}
	t.Logf("inputs %v, gpsd told %d places, end %v, fingerprint %s", ports, told, end, out.Fingerprint)
}
