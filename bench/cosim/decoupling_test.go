//go:build unix

package cosim_test

import (
	"bytes"
	"context"
	"math"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/simtest"
)

// coasting is a vehicle that a program outside drives ahead.
const coasting = `
name: coasting
duration: 9s
water: {density: 1007.4626865671642kg/m3}   # in which 13.4 l weigh 13.5 kg, so that it neither rises nor sinks
nodes:
  - name: auv
    at: [0m, 0m, -20m]
    vehicle: {model: bluerov2-heavy, step: 1ms}
    run: {type: external, navigation: truth, drive: {in: wrench, stale: 0.5s, on_stale: zero}}
`

// A controller in real time is stopped for 2 s. Its vehicle is open loop then: the run goes on, the force is held until it is stale,
// and then the vehicle coasts.
//
// The way of the vehicle while nothing comes in is that of a hull of mass and added mass m = 13.5 + 6.36 = 19.86 kg with the drag a v + b v^2, a = 13.7 N s/m and
// b = 141 N s2/m2 (library/bluerov2-heavy.yaml). Under F = 20 N it has the speed v0 of a v0 + b v0^2 = F, (sqrt(a^2 + 4 b F) - a)/(2 b) = 0.3312 m/s. It
// keeps that for 0.5 s, and as the rotors take 50 ms to run down and thrust is their speed squared, for 25 ms more. Then m v' = -a v - b v^2, whose way is
//
//	x(t) = m/b ln(1 + b v0/a (1 - exp(-a t/m))).
func TestTheVehicleCoastsWhenItsControllerIsStopped(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	parse := func() *scenarios.Plan {
		plan, err := scenarios.Standard().Parse("coasting.yaml", coasting, nil)
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	var journal bytes.Buffer
	plan := parse()
	if err := cosim.WriteHead(&journal, plan.Name, plan.Seed); err != nil {
		t.Fatal(err)
	}
	orders, address := udp(t)
	_, port, _ := net.SplitHostPort(address)
	client := exec.CommandContext(t.Context(), python(t), "testdata/ahead.py")
	client.Env = append(os.Environ(), "HALOCLINE_PORT="+port)
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond, Rate: 1, Journal: &journal}, plan, orders)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	defer client.Process.Kill()
	go func() { // it is long under way by then
		time.Sleep(5 * time.Second)
		client.Process.Signal(syscall.SIGSTOP)
		time.Sleep(2 * time.Second)
		client.Process.Signal(syscall.SIGCONT)
	}()
	out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive})
	if err != nil || out.Stopped != nil {
		t.Fatal(err, out.Stopped)
	}
	report := session.Report()
	if long := longer(report.Silences, 1); len(long) != 1 || report.Boundaries != 450 {
		t.Fatalf("silences of over 1 s: %+v; %d boundaries of 450", long, report.Boundaries)
	}
	from, until, way := silence(t, parse(), journal.String())
	const m, a, b, force, lag = 19.86, 13.7, 141.0, 20.0, 0.025
	v0 := (math.Sqrt(a*a+4*b*force) - a) / (2 * b)
	held := 0.5 + lag
	want := v0*held + m/b*math.Log(1+b*v0/a*(1-math.Exp(-a*(until.Sub(from).Seconds()-held)/m)))
	if math.Abs(way-want) > 0.05*want {
		t.Errorf("open loop from %v to %v it went %.4f m, and by the closed form %.4f m", from, until, way, want)
	}
	t.Logf("open loop from %v to %v: %.4f m, by the closed form %.4f m", from, until, way, want)
}

// silence returns the longest time between two inputs of a journal, and how far the vehicle goes ahead in it when they are replayed.
func silence(t *testing.T, plan *scenarios.Plan, text string) (from, until sim.Time, way float64) {
	t.Helper()
	journal, err := cosim.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(journal.Entries); i++ {
		if a, b := journal.Entries[i-1].At, journal.Entries[i].At; b-a > until-from {
			from, until = a, b
		}
	}
	ahead := func(ctx context.Context, run *scenarios.Simulation) (sim.Time, error) {
		if err := run.Replay(journal.Entries); err != nil {
			return 0, err
		}
		run.Start()
		run.RunUntil(ctx, from)
		before := run.See(0, from).True.Position
		run.RunUntil(ctx, until)
		way = run.See(0, until).True.Position.Sub(before).X
		return run.Close()
	}
	if _, err := measure.Run(t.Context(), plan, measure.Options{Drive: ahead}); err != nil {
		t.Fatal(err)
	}
	return from, until, way
}
