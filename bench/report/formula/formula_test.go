package formula

import (
	"bytes"
	"strings"
	"testing"

	"halocline/sim/equation"
)

// Each sign of the notation as a terminal shows it.
func TestText(t *testing.T) {
	for from, want := range map[string]string{
		"a = b_1 c + N_w":                             "a = b₁ c + N_w\n",
		"lambda = c/(2 pi f)":                         "λ = c/(2 π f)\n",
		"a = x^2 + y^-2 + z^(b + 1)":                  "a = x² + y⁻² + z^(b + 1)\n",
		"a = 2.5e-3 x * 1e6":                          "a = 2.5·10⁻³ x · 10⁶\n",
		"a = 3 * 4 (b + 1)":                           "a = 3 · 4 (b + 1)\n",
		"a = b/2 * c":                                 "a = b/2 · c\n",
		"a = b - (c - d)":                             "a = b - (c - d)\n",
		"a = -(b + c)":                                "a = -(b + c)\n",
		"a = (b/c)^2":                                 "a = (b/c)²\n",
		"a = sqrt(x) sqrt(x + 1)":                     "a = √x √(x + 1)\n",
		"a = log10(x) + log2(y) + abs(z)":             "a = log₁₀(x) + log₂(y) + |z|\n",
		"a = sum(i, 1, n, i b)^2/n":                   "a = (Σ(i = 1 to n) i b)²/n\n",
		"a = sum(i, 1, n, i b)":                       "a = Σ(i = 1 to n) i b\n",
		"a = 1 if b <= 2 and c > 0; 22 otherwise":     "a = 1  if b ≤ 2 and c > 0\n    22  otherwise\n",
		"a = max(b, 1)\n\na: what it is, m\nb: other": "a = max(b, 1)\n  a  what it is, m\n  b  other\n",
	} {
		var b bytes.Buffer
		if err := WriteBlock(&b, from, ""); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%swant\n%s", from, err, b.String(), want)
		}
	}
}

// The parts of MathML stand where browsers want them (https://www.w3.org/TR/mathml-core/).
func TestHTML(t *testing.T) {
	got, err := HTML("a_1 = b^2/(c + 1) - 2e-3 sqrt(d)\nb = d if d < 2; 1 otherwise\n\nd: width & height, m")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<math displaystyle="true"><mrow><msub><mi>a</mi><mn>1</mn></msub><mo>=</mo><mfrac><mrow><msup><mrow><mi>b</mi></mrow><mrow><mn>2</mn></mrow></msup></mrow><mrow><mi>c</mi><mo>+</mo><mn>1</mn></mrow></mfrac></mrow></math>`,
		`<mo form="infix">−</mo><mn>2</mn><mo>·</mo><msup><mn>10</mn><mn>−3</mn></msup><mspace width="0.17em"/><msqrt><mrow><mi>d</mi></mrow></msqrt>`,
		`<mtr><mtd><mrow><mi>d</mi></mrow></mtd><mtd><mrow><mtext>if&#160;</mtext><mi>d</mi><mo>&lt;</mo><mn>2</mn></mrow></mtd></mtr>`,
		`aria-label="b = d  if d &lt; 2; 1  otherwise"`, `<li><math><mi>d</mi></math> width &amp; height, m</li>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	if _, err := HTML("no equation"); err == nil {
		t.Error("no equation is set")
	}
}

// A block says of each symbol what it is, in which unit, and over which range.
func TestBlock(t *testing.T) {
	got := Block(equation.Equation{Text: "a = b", Symbols: []equation.Symbol{
		{Name: "a", Unit: "m", Meaning: "length"},
		{Name: "b", Meaning: "share", Min: 2.5e-7, Max: 1e6},
		{Name: "c", Metric: "offered", Min: 1000, Max: 2000},
	}})
	if want := "a = b\n\na: length, m\nb: share, 2.5·10⁻⁷ to 10⁶\nc: metric offered\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
