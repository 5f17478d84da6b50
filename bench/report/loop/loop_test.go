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
