package cli

import (
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
)

// Each of the seven vehicles of fdma8 with the station 1 km away and 1500 m/s: its band has
// an eleventh of what seven gaps of 1 % leave of 8 kbit/s, so that a packet takes D = 1000
// bit/676.36 bit/s = 1.47849 s. At 0.2 packets in a second the mean delay in the queue
// M/D/1 is
//
//	0.2/s D^2/(2 (1 - 0.2/s D)) + D + 1000 m/(1500 m/s) = 2.4555 s
//
// An interval of 95 % holds it, or nearly so: its ends are two standard errors away, and
// six are allowed.
func TestSteady(t *testing.T) {
	lone := []string{
		"--set", "links.acoustic.channel={type: ideal, speed: 1500m/s}", "--set", "nodes.auv.place={type: ring, radius: 1km}",
		"--set", "links.acoustic.mac.header=0bit", "--set", "traffic=[{type: poisson, from: auv, to: station, rate: 0.2/s, size: 1000bit}]",
	}
	r := halocline(t, "", append([]string{"steady", "fdma8", "--set", "duration=10h", "--json", "--link", "acoustic"}, lone...)...)
	r.expect(t, "json", 0, `"link": "acoustic"`, "")
	var got struct {
		Scenario, What, Link                 string
		Seed, Observations, Dropped, Batches int
		Size                                 int      `json:"batch_size"`
		Reached                              float64  `json:"reached_s"`
		Mean                                 float64  `json:"mean_s"`
		Low                                  float64  `json:"low_s"`
		High                                 float64  `json:"high_s"`
		Warmup                               *float64 `json:"warmup_s"`
		Warnings                             []string
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(err)
	}
	const want = 2.4555
	if math.Abs(got.Mean-want) > 3*(got.High-got.Low)/2 || got.High-got.Low > 0.05 || got.Low >= got.High {
		t.Errorf("want %g s: %s", want, r.out)
	}
	if got.Scenario != "fdma8" || got.What != "delay" || got.Link != "acoustic" || got.Seed != 1 || got.Reached != 36000 ||
		got.Warmup == nil || got.Batches*got.Size > got.Observations-got.Dropped || got.Batches < 10 || got.Warnings == nil {
		t.Error(r.out)
	}

	r = halocline(t, "", append([]string{"steady", "fdma8", "--seed", "3", "--link", "acoustic", "--flow", "auv1:station"}, lone...)...)
	r.expect(t, "text", 0, "fdma8: delay of packets auv1 to station on acoustic\nseed 3, 3600 s simulated, fingerprint ", "")
	for _, line := range []string{
		`(?m)^warm-up  [\d.]+ s, \d+ of \d+ observations$`, `(?m)^mean     2\.\d+ s, 2\.\d+ to 2\.\d+ s with 95 %$`,
		`(?m)^batches  [123]0 of \d+ observations; correlation of neighbours -?0\.\d\d$`,
	} {
		if !regexp.MustCompile(line).MatchString(r.out) {
			t.Errorf("no line is like %s in\n%s", line, r.out)
		}
	}
}

// What is found may be written into the scenario, and is compared with what stands there.
// The run itself is the same. With seed 2 the beginning stands out from the rest.
func TestSteadyWarmup(t *testing.T) {
	r := halocline(t, "", "steady", "polling", "--seed", "2", "--set", "duration=3000s")
	m := regexp.MustCompile(`write into the scenario:  (warmup): (\d+(\.\d+)?s)\n`).FindStringSubmatch(r.out)
	if r.expect(t, "found", 0, "polling", ""); m == nil {
		t.Fatal(r.out)
	}
	halocline(t, "", "run", "polling", "--seed", "2", "--set", "duration=3000s", "--set", m[1]+"="+m[2]).expect(t, "run", 0, "counted from "+strings.TrimSuffix(m[2], "s")+" s on", "")
	again := halocline(t, "", "steady", "polling", "--seed", "2", "--set", "duration=3000s", "--set", "warmup=500s")
	again.expect(t, "with a warm-up", 0, "the scenario says 500 s", "")
	print := regexp.MustCompile("fingerprint .*")
	if strings.Contains(again.out, "write into") || print.FindString(again.out) != print.FindString(r.out) {
		t.Errorf("%s\n%s", r.out, again.out)
	}
}

func TestSteadyFaults(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"two-nodes --what size", 2, `--what: unknown quantity "size"; known: delay, age`},
		{"two-nodes --what age", 2, "--what age: an age is that of one flow; name it with --flow from:to"},
		{"two-nodes --flow auv", 2, "--flow auv: write the names of two nodes, as in --flow auv:station"},
		{"two-nodes --flow auv:dock", 2, `--flow: unknown node "dock"`},
		{"two-nodes --link rf", 2, `--link: unknown link "rf"`},
		{"two-nodes --flow station:auv --set duration=4s", 2, "there is no delay to look at: no such packet was delivered in 4 s"},
		{"two-nodes --seed 2 --set seed=3", 2, "--seed 2 and --set seed=3 both give the seed"},
		{"two-nodes --set duration=20s", 0, "warning: 4 observations are too few to look for a warm-up; it takes 50: make the run longer"},
		{"docking-current", 2, "docking-current is a study"},
	} {
		r := halocline(t, "", append([]string{"steady"}, strings.Fields(c.args)...)...)
		out := ""
		if c.code == 0 {
			out = "warm-up  not found in 4 observations\n"
		}
		r.expect(t, c.args, c.code, out, c.want)
	}
}
