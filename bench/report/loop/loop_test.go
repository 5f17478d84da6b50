package loop

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// analysed returns what is known of a loop, by the names of its numbers.
func analysed(t *testing.T, d *Design, values ...string) map[string]any {
	t.Helper()
	set(t, d, values...)
	a, err := d.Analyse()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// set gives inputs of a design their values.
func set(t *testing.T, d *Design, values ...string) {
	t.Helper()
	for _, v := range values {
		name, value, _ := strings.Cut(v, "=")
		for _, in := range d.Inputs {
			if in.Name == name {
				if err := in.Set(value); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// The loop of 1/(s^2 + 2 s) with a gain of 3 is s^2 + 2 s + 3: poles at -1 +- i sqrt 2, an overshoot of exp(-pi/sqrt 2). Its open
// loop has the size 1 where w^2 (w^2 + 4) = 9, at w^2 = sqrt 13 - 2, with a phase margin of atan(2/w).
func TestSecondOrder(t *testing.T) {
	got := analysed(t, New(), "a=1", "b=2", "kp=3")
	poles := got["poles"].([]any)
	for _, p := range poles {
		z := p.([]any)
		if math.Abs(z[0].(float64)+1) > 1e-9 || math.Abs(math.Abs(z[1].(float64))-math.Sqrt2) > 1e-9 {
			t.Errorf("pole %v", z)
		}
	}
	w := math.Sqrt(math.Sqrt(13) - 2)
	for name, want := range map[string]float64{
		"overshoot":        math.Exp(-math.Pi / math.Sqrt2),
		"phase_margin_rad": math.Atan(2 / w),
		"delay_margin_s":   math.Atan(2/w) / w,
		"final":            1,
	} {
		if v, ok := got[name].(float64); !ok || math.Abs(v-want) > 2e-3*want {
			t.Errorf("%s: %v, want %g", name, got[name], want)
		}
	}
}

// The delay margin of the loop of TestSecondOrder with thrusters that lag by L is that of 3/(s (s + 2) (L s + 1)): |L(jw)| = 1 where
// x (x + 4) (L^2 x + 1) = 9 with x = w^2, and the phase margin is 90 deg - atan(w/2) - atan(L w). With L = 0.25 s, x = 1.53 by
// bisection of it here.
func TestLag(t *testing.T) {
	low, high := 0.0, 3.0
	for range 60 {
		if x := (low + high) / 2; x*(x+4)*(x/16+1) < 9 {
			low = x
		} else {
			high = x
		}
	}
	w := math.Sqrt(low)
	want := math.Pi/2 - math.Atan(w/2) - math.Atan(w/4)
	got := analysed(t, New(), "a=1", "b=2", "kp=3", "lag=0.25s")
	if v, ok := got["phase_margin_rad"].(float64); !ok || math.Abs(v-want) > 1e-6 {
		t.Errorf("%v, want %g", got["phase_margin_rad"], want)
	}
	if v, ok := got["delay_margin_s"].(float64); !ok || math.Abs(v-want/w) > 1e-6 {
		t.Errorf("%v, want %g", got["delay_margin_s"], want/w)
	}
}

// D of the measurement leaves poles and margins as they are, and takes the kick out of the answer. Without sampling there is no choice.
func TestDerivativeOfTheMeasurement(t *testing.T) {
	of := func(derivative string) map[string]any {
		return analysed(t, New(), "a=72", "b=12", "kp=12", "nd=5", "ni=0.05", "delay=0.1s", "sampled=0.5s", "integral=series", "derivative="+derivative)
	}
	fast, slow := of("error"), of("measurement")
	if fast["delay_margin_s"] != slow["delay_margin_s"] || fast["critical_gain"] != slow["critical_gain"] {
		t.Errorf("margins %v and %v", fast, slow)
	}
	if a, b := fast["overshoot"].(float64), slow["overshoot"].(float64); !(b < a/5) {
		t.Errorf("overshoots %g and %g", a, b)
	}
	d := New()
	set(t, d, "a=1", "b=2", "kp=3", "derivative=measurement")
	if _, err := d.Analyse(); err == nil || !strings.HasPrefix(err.Error(), "--derivative: only a sampled loop has a choice") {
		t.Error(err)
	}
}

// A delay of the delay margin is the end of stability.
func TestDelayMargin(t *testing.T) {
	w := math.Sqrt(math.Sqrt(13) - 2)
	margin := math.Atan(2/w) / w
	for _, c := range []struct {
		delay  float64
		stable bool
	}{{0.99 * margin, true}, {1.01 * margin, false}} {
		d := New()
		for _, in := range d.Inputs {
			if in.Name == "delay" {
				in.Fill(c.delay, "s", "given")
			}
		}
		if got := analysed(t, d, "a=1", "b=2", "kp=3"); got["stable"] != c.stable {
			t.Errorf("delay %g s of %g s: stable %v", c.delay, margin, got["stable"])
		}
	}
}

// What is missing or impossible is told with its input.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		d    *Design
		want string
	}{
		{New(), "--a is missing"},
		{&Design{Num: "1", Den: "0,1"}, "--den: the first coefficient is 0"},
		{&Design{Num: "1,x", Den: "1,1"}, "--num: "},
	} {
		if _, err := c.d.Analyse(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A loop of 1/(s^2 + 2 s) with a gain of 3 has a delay margin of atan(2/w)/w at w^2 = sqrt 13 - 2, 0.794 s: with 0.5 s of delay it is stable, and
// with 1 s it is not, whatever a lower gain does. One of the gain 1 is unity at w^2 = sqrt 5 - 2, and stays stable up to atan(2/w)/w = 2.742 s.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		values string
		want   []string
	}{
		{"a=1 b=2 kp=3", []string{"the loop stays stable while its delay, 0 s now, is less than 793.9"}},
		{"a=1 b=2 kp=3 delay=0.5s", []string{"while its delay, 500 ms now, is less than 793.9", "while kp, 3 now, is less than "}},
		{"a=1 b=2 kp=3 delay=1s", []string{"to make the loop stable, lower --kp from 3 to less than ", "or shorten --delay from 1 s to less than 793.9"}},
		{"a=1 b=2 kp=1 delay=1s", []string{"while its delay, 1 s now, is less than 2.742"}},
		{"a=1 b=2 kp=-3", []string{"write a --kp above 0"}},
	} {
		d := New()
		set(t, d, strings.Fields(c.values)...)
		a, err := d.Analyse()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(a.advice, want) {
				t.Errorf("%s: %q, want %q", c.values, a.advice, want)
			}
		}
	}
}

// The curve of a sampled loop goes on between the samples: a mass of 1 on which one force acts until the first sample, at 1 s, moves
// as t^2.
func TestCurveBetweenSamples(t *testing.T) {
	d := New()
	set(t, d, "a=1", "b=0", "kp=0.1", "nd=10", "sampled=1s")
	a, err := d.Analyse()
	if err != nil {
		t.Fatal(err)
	}
	times, ys, err := a.curve(3)
	if err != nil {
		t.Fatal(err)
	}
	if len(times) < 500 {
		t.Fatalf("%d points", len(times))
	}
	for i, at := range times {
		if at > 1 {
			break
		}
		force := 2 * ys[1] / (times[1] * times[1]) // kp and the derivative of the step
		if want := force * at * at / 2; math.Abs(ys[i]-want) > 1e-9 {
			t.Fatalf("at %g s: %g, want %g", at, ys[i], want)
		}
	}
}
