package trace

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// JSON (RFC 8259, section 6) has numbers that are finite and nothing else. What is
// none is written as the traces and exports of the project do, and everything reads
// back with the same bits, wherever it stands.
func TestMeasureJSON(t *testing.T) {
	type outcome struct {
		Delay Measure            `json:"delay_s"`
		All   []Measure          `json:"all"`
		Named map[string]Measure `json:"named"`
	}
	for _, c := range []struct {
		m    Measure
		want string
	}{
		{Measure(math.NaN()), `null`},
		{Measure(math.Inf(1)), `"+Inf"`},
		{Measure(math.Inf(-1)), `"-Inf"`},
		{0, `0`},
		{Measure(math.Copysign(0, -1)), `-0`},
		{-0.125, `-0.125`},
		{1e6, `1000000`},
		{1e-7, `1e-7`},
		{math.MaxFloat64, `1.7976931348623157e+308`},
		{-math.SmallestNonzeroFloat64, `-5e-324`},
	} {
		text, err := json.Marshal(outcome{c.m, []Measure{1, c.m}, map[string]Measure{"x": c.m}})
		if want := `{"delay_s":` + c.want + `,"all":[1,` + c.want + `],"named":{"x":` + c.want + `}}`; err != nil || string(text) != want {
			t.Errorf("%v: %s, %v, want %s", float64(c.m), text, err, want)
			continue
		}
		back := outcome{Delay: 7, All: []Measure{7, 7}}
		if err := json.Unmarshal(text, &back); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, got := range []Measure{back.Delay, back.All[1], back.Named["x"]} {
			if math.IsNaN(float64(c.m)) != math.IsNaN(float64(got)) ||
				!math.IsNaN(float64(got)) && math.Float64bits(float64(got)) != math.Float64bits(float64(c.m)) {
				t.Errorf("%s: read back as %v", text, float64(got))
			}
		}
	}
}

// No other text is a measure, nor is a number that no double can hold.
func TestMeasureRefusesTexts(t *testing.T) {
	for text, want := range map[string]string{
		`"1"`: "string", `"Inf"`: "string", `"+inf"`: "string", `"NaN"`: "string", `""`: "string", `true`: "bool", `{}`: "object", `1e999`: "1e999",
	} {
		m := Measure(7)
		if err := json.Unmarshal([]byte(text), &m); err == nil || !strings.Contains(err.Error(), want) || m != 7 {
			t.Errorf("%s: %v, and an error %v that names %s is due", text, float64(m), err, want)
		}
	}
}

// Numbers are written as encoding/json writes them.
func TestMeasureAsJSON(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	values := []float64{0, math.Copysign(0, -1), 1, -1, 1e-6, 9.99e-7, 1e21, 9.99e20, 1e-7, 1e-10, 1e100, 1e-100, math.MaxFloat64, math.SmallestNonzeroFloat64}
	for range 10_000 {
		values = append(values, math.Float64frombits(rnd.Uint64()), rnd.NormFloat64()*1e-6, rnd.ExpFloat64())
	}
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		want, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Measure(x).MarshalJSON(); err != nil || string(got) != string(want) {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}
