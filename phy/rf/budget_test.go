package rf

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// fresh is the radio link of Erdemir 2018.
func fresh() Budget {
	return Budget{
		Frequency: 10e6, Conductivity: 0.01, Permittivity: 80,
		Range: 10, Power: 3, Threshold: 0.002,
	}
}

// 0.2093 Np/m and 1.818 dB/m are quoted for 10 MHz in water of 0.01 S/m and eps_r
// 80. The rest was computed with mpmath from the formulas as printed, with the
// measured constants of CODATA 2018; the range with spreading is the root of 20
// log(2 beta r) + 1.8179406 r = 10 log(3/0.002).
func TestBudget(t *testing.T) {
	b := fresh()
	r, err := b.Compute()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "attenuation", r.Attenuation, 0.2093, 3e-4)
	near(t, "attenuation in dB", r.AttenuationDB, 1.818, 3e-4)
	near(t, "loss", r.Loss, 18.17940604, 5e-9)
	near(t, "delay", r.Delay, 10/33310834.62, 5e-9)
	near(t, "received power", r.ReceivedPower, 0.045622665, 1e-7)
	near(t, "margin", r.Margin, 31.7609125906-18.17940604, 1e-8)
	near(t, "range", r.MaxRange, 17.470819739, 5e-9)

	b.Friis = true
	r, _ = b.Compute()
	near(t, "loss with spreading", r.Loss, 49.71189304, 5e-9)
	near(t, "range with spreading", r.MaxRange, 4.233030401, 5e-9)

	b.Conductivity = 0
	r, _ = b.Compute()
	near(t, "range with spreading alone", r.MaxRange, 10.3302652953, 5e-9)
	b.Friis = false
	if r, _ = b.Compute(); !math.IsInf(r.MaxRange, 1) {
		t.Errorf("nothing absorbs, and the range is %g m", r.MaxRange)
	}
	b = fresh()
	b.Threshold = 3.1
	if r, _ = b.Compute(); r.MaxRange != 0 {
		t.Errorf("a threshold above the power leaves a range of %g m", r.MaxRange)
	}
}

// What is not known is NaN, and so is what follows from it, and nothing else.
func TestBudgetWithoutARange(t *testing.T) {
	b := fresh()
	b.Range = math.NaN()
	r, err := b.Compute()
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(r.Loss) || !math.IsNaN(r.Delay) || !math.IsNaN(r.ReceivedPower) || !math.IsNaN(r.Margin) {
		t.Errorf("without a range: %+v", r)
	}
	near(t, "range", r.MaxRange, 17.470819739, 5e-9)
	b.Power = math.NaN()
	if r, _ = b.Compute(); !math.IsNaN(r.MaxRange) {
		t.Errorf("without a power the range is %g m", r.MaxRange)
	}
}

func TestBudgetRefusesWhatNoLinkHas(t *testing.T) {
	for _, c := range []struct {
		field  string
		change func(b *Budget)
		want   string
	}{
		{"frequency", func(b *Budget) { b.Frequency = 0 }, "0 Hz is given"},
		{"frequency", func(b *Budget) { b.Frequency = math.NaN() }, "NaN Hz is given"},
		{"conductivity", func(b *Budget) { b.Conductivity = -1 }, "-1 S/m is given"},
		{"permittivity", func(b *Budget) { b.Permittivity = 0.5 }, "0.5 is given"},
		{"range", func(b *Budget) { b.Range = -1 }, "-1 m is given"},
		{"power", func(b *Budget) { b.Power = -3 }, "-3 W is given"},
		{"threshold", func(b *Budget) { b.Threshold = 0 }, "0 W is given"},
	} {
		b := fresh()
		c.change(&b)
		_, err := b.Compute()
		var at interface{ Field() string }
		if !errors.As(err, &at) || at.Field() != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q about %s", err, c.want, c.field)
		}
	}
}

// The relaxation absorbs like 2.4e-19 S/m f^2: 2.4e-3 S/m at 100 MHz, a quarter of
// the conductivity. The far field begins at 3.331083462 m / 2 pi = 0.530158 m.
func TestBudgetNamesWhatIsOutside(t *testing.T) {
	b := fresh()
	if got := b.Outside(); len(got) > 0 {
		t.Errorf("within its range: %q", got)
	}
	b.Friis, b.Range = true, 0.5
	want := "friis: range 0.5 m is outside the formula's range, at least 0.530158 m"
	if got := b.Outside(); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.Frequency, b.Range = 100e6, 10
	want = "radio: at 100 MHz the relaxation of water, which is left out, absorbs like 0.0024 S/m, beside the conductivity of 0.01 S/m"
	if got := b.Outside(); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
