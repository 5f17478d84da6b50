package equation

import (
	"math"
	"strings"
	"testing"
)

// The values are worked by hand.
func TestEvaluate(t *testing.T) {
	in := Values{"x": 3, "y": 2}
	for text, want := range map[string]float64{
		"z = 2 x y^2":            24, // neighbours multiply, and powers bind first
		"z = x - y - 1":          0,  // from the left
		"z = x/y/2":              0.75,
		"z = -x^2":               -9,
		"z = 2^-1":               0.5,
		"z = 2^x^y":              512, // from the right
		"z = 1.5e2 x":            450,
		"z = (x + 1) (y - 1)":    4,
		"z = sqrt(x + 1) ln(y)":  2 * math.Ln2,
		"z = max(x, y, 7)":       7,
		"z = min(x, y)":          2,
		"z = sum(i, 1, x, i^2)":  14,
		"z = pi y":               2 * math.Pi,
		"z = a_1 + 1\na_1 = x y": 7,
		"z = 1 if x < 3; 2 if y <= 2 and x >= 3; 3 otherwise": 2,
		"z = 1 if x > 3; 3 otherwise":                         3,
	} {
		lines, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := evaluate(lines, in); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s gives %v, want %v", text, got, want)
		}
	}
}

// What cannot be read, or could be read in two ways, is refused.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"x + 1":            "does not begin with a name and =",
		"z = 1/2 x":        "write * behind a denominator",
		"z = (x":           "a ) is missing",
		"z = x +":          "is no value",
		"z = x )":          `")" is not expected`,
		"z = sqrt x":       "sqrt is a function and needs a (",
		"z = max(x)":       "max has 1 arguments",
		"z = 1 if x":       "a condition compares nothing",
		"z = 1.2.3":        "is no number",
		"z = sum(1,2,3,4)": "sum begins with the name",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// area is an equation that is right.
func area() Equation {
	return Equation{
		Of: "area", Source: "Euclid", Text: "A = 0.5 b h",
		Symbols: []Symbol{{Name: "A", Unit: "m2", Meaning: "area"}, {Name: "b", Unit: "m", Meaning: "base", Max: 9}, {Name: "h", Unit: "m", Meaning: "height", Min: 1, Max: 1e4}},
		Code:    func(v Values) float64 { return v["b"] * v["h"] / 2 },
	}
}

// Each way in which an equation can be wrong is found.
func TestCheck(t *testing.T) {
	if faults := Check(area()); faults != nil {
		t.Error(faults)
	}
	for want, change := range map[string]func(e *Equation){
		"the text gives":                            func(e *Equation) { e.Text = "A = 0.51 b h" },
		"and the code gives NaN":                    func(e *Equation) { e.Code = func(Values) float64 { return math.NaN() } },
		"the number 100 matters at none":            func(e *Equation) { e.Text = "A = 0.5 b h if b < 100; 0.5 b h otherwise" },
		"w is neither a symbol nor given by a line": func(e *Equation) { e.Text = "A = 0.5 b h w" },
		"the symbol h is not used":                  func(e *Equation) { e.Text = "A = 0.5 b" },
		"the line of w is not used":                 func(e *Equation) { e.Text += "\nw = b" },
		"the first symbol is not the result A":      func(e *Equation) { e.Symbols = e.Symbols[1:] },
		"the symbol b has no range":                 func(e *Equation) { e.Symbols[1].Max = 0 },
		"the symbol b has no meaning":               func(e *Equation) { e.Symbols[1].Meaning = "" },
		"its source":                                func(e *Equation) { e.Source = "" },
		"it needs either code":                      func(e *Equation) { e.Code = nil },
		"is no value":                               func(e *Equation) { e.Text = "A =" },
	} {
		e := area()
		change(&e)
		if faults := Check(e); len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), want) {
			t.Errorf("%q, want %s", faults, want)
		}
	}
}

// The points fill the ranges: half of the first ones lie in the lower half, every decade of a long range has some, and whole numbers are whole.
func TestPoints(t *testing.T) {
	e := area()
	e.Symbols[1].Whole = true
	low, decades := 0, map[int]int{}
	for i := range points {
		in := e.point(i)
		if b := in["b"]; b != math.Round(b) || b < 0 || b > 9 {
			t.Errorf("b = %g", b)
		}
		if i < points/2 && in["b"] <= 4 {
			low++
		}
		decades[int(math.Floor(math.Log10(in["h"])))]++
	}
	if low < 80 || low > 120 || decades[0] < 20 || decades[1] < 20 || decades[2] < 20 || decades[3] < 200 || len(decades) > 5 {
		t.Errorf("%d of 200 are low; by decades %v", low, decades)
	}
}
