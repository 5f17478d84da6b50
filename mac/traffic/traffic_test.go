package traffic

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/rng"
)

// sent is a packet that a source made.
type sent struct {
	at   sim.Time
	to   mac.Addr
	bits int
}

// log is a Sender that keeps what it gets and refuses it: a source does not
// mind.
type log struct {
	kernel *sim.Kernel
	sent   []sent
}

func (l *log) Send(dst mac.Addr, bits int, payload any) error {
	if payload != nil {
		panic("traffic: a source sends a payload")
	}
	l.sent = append(l.sent, sent{l.kernel.Now(), dst, bits})
	return errors.New("refused")
}

// times returns when the packets were made.
func (l *log) times() []sim.Time {
	var times []sim.Time
	for _, s := range l.sent {
		times = append(times, s.at)
	}
	return times
}

// run runs a source until a time and returns what it made.
func run(t *testing.T, c Config, until sim.Time) *log {
	t.Helper()
	return runAs(t, c, until, Env{Rand: rng.New(7).Stream("source")})
}

// runAs is run for a sender with a place and a stream of its own.
func runAs(t *testing.T, c Config, until sim.Time, env Env) *log {
	t.Helper()
	k := sim.New(nil)
	out := &log{kernel: k}
	env.Kernel, env.To, env.Out = k, 3, out
	c.Start(env)
	if err := k.Run(context.Background(), until); err != nil {
		t.Fatal(err)
	}
	return out
}

const second = sim.Time(time.Second)

// Packet n of a periodic source is made at start + n periods, from the start on
// and before the stop.
func TestPeriodic(t *testing.T) {
	for _, c := range []struct {
		name   string
		source Source
		period time.Duration
		until  sim.Time
		want   []sim.Time
	}{
		{"whole run", Source{}, 2 * time.Second, 5 * second, []sim.Time{0, 2 * second, 4 * second}},
		{"end of the run included", Source{}, 2 * time.Second, 4 * second, []sim.Time{0, 2 * second, 4 * second}},
		{
			"start",
			Source{Begin: 500 * time.Millisecond},
			time.Second, 3 * second,
			[]sim.Time{second / 2, 3 * second / 2, 5 * second / 2},
		},
		{"stop excluded", Source{End: 2 * time.Second}, time.Second, 9 * second, []sim.Time{0, second}},
		{"just before the stop", Source{End: 2*time.Second + 1}, time.Second, 9 * second, []sim.Time{0, second, 2 * second}},
		{"start and stop", Source{Begin: time.Second, End: 3 * time.Second}, time.Second, 9 * second, []sim.Time{second, 2 * second}},
		{"a single packet", Source{Begin: time.Second}, math.MaxInt64, 9 * second, []sim.Time{second}},
		{"after the run", Source{Begin: 10 * time.Second}, time.Second, 9 * second, nil},
	} {
		c.source.Bits = 48
		got := run(t, &Periodic{Source: c.source, Period: c.period}, c.until)
		if !slices.Equal(got.times(), c.want) {
			t.Errorf("%s: %v, not %v", c.name, got.times(), c.want)
		}
		for _, s := range got.sent {
			if s.to != 3 || s.bits != 48 {
				t.Errorf("%s: %+v", c.name, s)
			}
		}
	}
}

// After a day a packet is where it belongs, to the nanosecond: at n times the
// third of a second that a time.Duration can hold, 333333333 ns. A sum of as many
// 0.333333333 s in float64 would be 248 ns off.
func TestPeriodicDoesNotDrift(t *testing.T) {
	got := run(t, &Periodic{Source: Source{Bits: 1}, Period: time.Second / 3}, 86400*second).times()
	if len(got) != 259201 {
		t.Fatalf("%d packets", len(got))
	}
	if want := sim.Time(259200 * 333333333); got[259200] != want {
		t.Errorf("packet 259200 at %v, not %v", got[259200], want)
	}
}

// Jitter makes each packet late by a time that is uniform from 0 to the jitter,
// does not build up, and never changes the order, even where it is as long as
// the period.
func TestPeriodicJitter(t *testing.T) {
	const n = 20_000
	for _, jitter := range []time.Duration{time.Second / 10, time.Second} {
		source := Source{Bits: 1, Begin: 5 * time.Second, End: (5 + n) * time.Second}
		got := run(t, &Periodic{Source: source, Period: time.Second, Jitter: jitter}, 2*n*second).times()
		// The last packet may be late enough to be beyond the stop.
		if len(got) != n && len(got) != n-1 {
			t.Fatalf("jitter %v: %d packets", jitter, len(got))
		}
		if !slices.IsSorted(got) || got[len(got)-1] >= sim.Time(source.End) {
			t.Errorf("jitter %v: packets out of order, or not before the stop", jitter)
		}
		late := make([]float64, len(got))
		for i, at := range got {
			late[i] = at.Sub(sim.Time(5+i) * second).Seconds()
		}
		uniform := distuv.Uniform{Min: 0, Max: jitter.Seconds()}
		if d := distance(late, uniform.CDF); d > limit(n) {
			t.Errorf("jitter %v: %g from a uniform distribution", jitter, d)
		}
		if r := follow(late); math.Abs(r) > 4/math.Sqrt(n) {
			t.Errorf("jitter %v: one delay follows the other with correlation %g", jitter, r)
		}
	}
}

// The gaps of a Poisson source are independent and exponential with mean 1/rate,
// and so the number of packets in a time T has mean and variance rate T.
func TestPoisson(t *testing.T) {
	const n, rate = 100_000, 2.5
	got := run(t, &Poisson{Source: Source{Bits: 99}, Rate: rate}, sim.Time(n/rate*1e9))
	if count := float64(len(got.sent)); math.Abs(count-n) > 3*math.Sqrt(n) {
		t.Errorf("%g packets, not %d", count, n)
	}
	if s := got.sent[0]; s.to != 3 || s.bits != 99 {
		t.Errorf("%+v", s)
	}
	gaps := make([]float64, len(got.sent))
	last := sim.Time(0)
	for i, at := range got.times() {
		gaps[i] = at.Sub(last).Seconds()
		last = at
	}
	exponential := distuv.Exponential{Rate: rate}
	if d := distance(gaps, exponential.CDF); d > limit(n) {
		t.Errorf("gaps %g from an exponential distribution", d)
	}
	if r := follow(gaps); math.Abs(r) > 4/math.Sqrt(n) {
		t.Errorf("one gap follows the other with correlation %g", r)
	}
}

// At 1e9 packets per second the mean gap is a nanosecond. Were each gap rounded,
// its mean would be
//
//	sum over k >= 1 of P(gap >= k - 1/2) = e^-1/2 / (1 - e^-1) = 0.9595
//
// and 1e5 ns would hold 104220 packets, 13 standard errors too many.
func TestPoissonIsNotRounded(t *testing.T) {
	const n = 100_000
	got := run(t, &Poisson{Source: Source{Bits: 1}, Rate: 1e9}, n)
	if count := float64(len(got.sent)); math.Abs(count-n) > 3*math.Sqrt(n) {
		t.Errorf("%g packets, not %d", count, n)
	}
}

// The gaps are those that the sender's own stream gives, and no others.
func TestPoissonDrawsFromItsStream(t *testing.T) {
	got := run(t, &Poisson{Source: Source{Bits: 1}, Rate: 4}, 100*second).times()
	same, at := rng.New(7).Stream("source"), 0.0
	for i, packet := range got {
		at += same.Exp() / 4
		if want := sim.Time(math.Round(at * 1e9)); packet != want {
			t.Fatalf("packet %d at %v, not %v", i, packet, want)
		}
	}
	if len(got) == 0 {
		t.Error("no packets")
	}
}

// A Poisson sender lies in one cache line, of 64 bytes.
func TestPoissonCacheLine(t *testing.T) {
	if size := unsafe.Sizeof(poisson{}); size > 64 {
		t.Errorf("%d bytes", size)
	}
}

// A Poisson source is silent before its start and from its stop on.
func TestPoissonStartStop(t *testing.T) {
	source := Source{Bits: 1, Begin: 1000 * time.Nanosecond, End: 2000 * time.Nanosecond}
	got := run(t, &Poisson{Source: source, Rate: 1e9}, second).times()
	first, last := slices.Min(got), slices.Max(got)
	if first < 1000 || last >= 2000 {
		t.Errorf("packets from %v to %v", first, last)
	}
	if first > 1020 || last < 1980 || len(got) < 900 || len(got) > 1100 {
		t.Errorf("%d packets from %v to %v, not about 1000 from 1 us to 2 us", len(got), first, last)
	}
}

// Packets beyond the range of time are never made, and are no error.
func TestBeyondTime(t *testing.T) {
	for _, c := range []struct {
		name   string
		config Config
		want   int
	}{
		{"a rare event", &Poisson{Source: Source{Bits: 1}, Rate: 1e-300}, 0},
		{"once in 300 years", &Poisson{Source: Source{Bits: 1, Begin: math.MaxInt64 - 1e9}, Rate: 1e-10}, 0},
		{"late start", &Periodic{Source: Source{Bits: 1, Begin: math.MaxInt64}, Period: time.Second}, 0},
		{"late start and jitter", &Periodic{Source: Source{Bits: 1, Begin: math.MaxInt64}, Period: math.MaxInt64, Jitter: math.MaxInt64}, 0},
		{"late start and phase", &Periodic{Source: Source{Bits: 1, Begin: math.MaxInt64}, Period: math.MaxInt64, Phase: Random}, 0},
		{"long period and phase", &Periodic{Source: Source{Bits: 1}, Period: math.MaxInt64, Phase: Spread}, 1},
		{"long period and jitter", &Periodic{Source: Source{Bits: 1}, Period: math.MaxInt64, Jitter: time.Second}, 1},
	} {
		if got := run(t, c.config, 3600*second); len(got.sent) != c.want {
			t.Errorf("%s: %d packets, not %d", c.name, len(got.sent), c.want)
		}
	}
}

// A source takes all it needs from its own stream: the same seed, the same
// packets.
func TestReproducible(t *testing.T) {
	for name, config := range map[string]Config{
		"poisson":  &Poisson{Source: Source{Bits: 1}, Rate: 10},
		"periodic": &Periodic{Source: Source{Bits: 1}, Period: time.Second, Jitter: time.Second},
	} {
		a, b := run(t, config, 100*second), run(t, config, 100*second)
		if len(a.sent) == 0 || !slices.Equal(a.sent, b.sent) {
			t.Errorf("%s: two runs differ", name)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name        string
		config      Config
		field, want string
	}{
		{"periodic", &Periodic{Period: time.Second, Jitter: time.Second, Source: Source{Begin: 1, End: 2}}, "", ""},
		{"endless", &Periodic{Period: time.Second, Source: Source{Begin: time.Hour}}, "", ""},
		{
			"too much jitter", &Periodic{Period: time.Second, Jitter: time.Second + 1},
			"jitter", "the jitter of 1.000000001s exceeds the period of 1s",
		},
		{
			"ends before it begins", &Periodic{Period: time.Second, Source: Source{Begin: 2 * time.Second, End: time.Second}},
			"stop", "the source ends at 1s, but it begins at 2s; stop must be later than start",
		},
		{
			"ends as it begins", &Poisson{Rate: 1, Source: Source{Begin: time.Second, End: time.Second}},
			"stop", "the source ends at 1s, but it begins at 1s; stop must be later than start",
		},
		{"poisson", &Poisson{Rate: 1}, "", ""},
		{"trace", &Trace{File: "x.csv"}, "", ""},
	} {
		err := c.config.Validate()
		if err == nil {
			if c.want != "" {
				t.Errorf("%s: no fault found", c.name)
			}
			continue
		}
		var keyed interface{ Field() string }
		if err.Error() != c.want || !errors.As(err, &keyed) || keyed.Field() != c.field {
			t.Errorf("%s: %v, not %q in %q", c.name, err, c.want, c.field)
		}
	}
}

// Each call of a function of the catalog makes a configuration of its own.
func TestCatalog(t *testing.T) {
	var names []string
	for name, fresh := range Catalog() {
		names = append(names, name)
		if fresh() == fresh() {
			t.Errorf("%s: two calls share a configuration", name)
		}
	}
	slices.Sort(names)
	if want := []string{"periodic", "poisson", "trace"}; !slices.Equal(names, want) {
		t.Errorf("catalog of %v, not %v", names, want)
	}
	way := Way{From: "auv", To: "dock", Link: "acoustic"}
	source := Source{From: "auv", To: "dock", Link: "acoustic"}
	for _, c := range []struct {
		config Config
		want   Way
	}{{&Periodic{Source: source}, way}, {&Poisson{Source: source}, way}, {&Trace{File: "x", Link: "acoustic"}, Way{Link: "acoustic"}}} {
		if got := c.config.Way(); got != c.want {
			t.Errorf("%T: %+v, not %+v", c.config, got, c.want)
		}
	}
}

// distance is the statistic of Kolmogorov and Smirnov: the greatest distance
// between the empirical distribution of some numbers and a continuous one.
func distance(x []float64, cdf func(float64) float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	n, d := float64(len(x)), 0.0
	for i, v := range x {
		p := cdf(v)
		d = max(d, p-float64(i)/n, float64(i+1)/n-p)
	}
	return d
}

// limit is exceeded by the distance of n numbers that do follow the distribution
// once in a thousand times: for large n, P(D > x/sqrt(n)) goes to 2 e^(-2 x^2) up
// to terms of e^(-8 x^2) (Smirnov, Ann. Math. Statist. 19(2), 1948), which is
// 0.001 at x = sqrt(ln(2000)/2) = 1.949. A rate that is 3 % wrong moves the
// distribution by 0.03/e = 0.011, against a limit of 0.006 for 1e5 gaps.
func limit(n int) float64 { return 1.949 / math.Sqrt(float64(n)) }

// follow is the correlation of each number with the next.
func follow(x []float64) float64 { return stat.Correlation(x[:len(x)-1], x[1:], nil) }
