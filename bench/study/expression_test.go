package study

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// names that the expressions of these tests may use.
func testScope() (*scope, []value) {
	units := newDimensions()
	sc := &scope{units: units, slots: map[string]int{}, wrong: map[string]string{"twice": "twice may be a or b"}}
	var slots []value
	for _, e := range [][2]string{
		{"n", "8"},
		{"zero", "0"},
		{"speed", "0.3m/s"},
		{"period", "20ms"},
		{"range", "1500m"},
		{"warm", "15degC"},
		{"mac", "tdma"},
		{"links.a-1.mac", "aloha"},
		{"traffic[0].size", "512bit"},
		{"rate", "10kbps"},
		{"drift", "20ppm"},
		{"on", "true"},
		{"slow", "0.1m/s"},
		{"s", "5"},
		{"level", "190dB"},
		{"n-1", "3"},
	} {
		sc.slots[e[0]] = len(slots)
		slots = append(slots, units.read(strict.NewWord(strict.Place{}, e[1])))
	}
	return sc, slots
}

// evaluated returns the value of an expression as a file would have it, or what
// is wrong, with the place of it.
func evaluated(text string) string {
	sc, slots := testScope()
	e, err := parse(text, sc)
	if err == nil {
		var x value
		if x, err = (&evaluator{sc.units, slots}).result(e); err == nil {
			switch x.kind {
			case word:
				return x.text
			case truth:
				return fmt.Sprint(x.yes)
			}
			return sc.units.write(x, 12)
		}
	}
	return fmt.Sprintf("%d: %v", err.(mistake).at, err)
}

// Values worked by hand.
func TestExpressions(t *testing.T) {
	rows := []struct{ text, want string }{
		{"1 + 2 * 3", "7"},
		{"(1 + 2) * 3", "9"},
		{"10 - 4 - 3", "3"},
		{"24 / 4 / 3", "2"},
		{"24 / (4 / 2)", "12"},
		{"2 * 3 + 4 * 5", "26"},
		{"-2 * -3", "6"},
		{"--4", "4"},
		{"-(1 + 2)", "-3"},
		{"2-3", "-1"},
		{"2 -3", "-1"},
		{"n -3", "5"},
		{"0.1 + 0.2", "0.3"},
		{"1 / 3 * 3", "1"},
		{"1/8", "0.125"},
		{"2/3", "0.666666666667"},
		{"1e3 * 2.5e-1", "250"},

		{"2 * speed", "0.6m/s"},
		{"speed * 2", "0.6m/s"},
		{"speed / 3", "0.1m/s"},
		{"speed + 10cm/s", "0.4m/s"},
		{"10cm/s + speed", "40cm/s"},
		{"speed / slow", "3"},
		{"range / 1500m/s", "1s"},
		{"range / speed", "5000s"},
		{"speed * 10s", "3m"},
		{"speed / 1s", "0.3m/s2"},
		{"traffic[0].size / rate", "0.0512s"},
		{"rate * 1s", "10000bit"},
		{"1 / period", "50Hz"},
		{"1/s * (1s / period)", "50/s"},
		{"2 * 5W * 3s", "30J"},
		{"12V * 2A", "24W"},
		{"24V / 2A", "12ohm"},
		{"30m * 20m", "600m2"},
		{"5N * 2m", "10J"},
		{"speed * speed / 1m * 2s", "0.18m/s"},
		{"range - 1km", "500m"},
		{"1km - range", "-0.5km"},
		{"90deg / 3", "30deg"},
		{"level + 6dB", "196dB"},
		{"3dB/km * 2km", "6dB"},
		{"2 * drift", "40ppm"},
		{"5/s", "5/s"},
		{"5 / s", "1"},
		{"1/min(2, 4)", "0.5"},
		{"20%", "20%"},
		{"20% * n", "160%"},
		{"3µs", "3us"},
		{"2m/s²", "2m/s2"},

		{"warm + 5K", "20degC"},
		{"5K + warm", "20degC"},
		{"warm - 5K", "10degC"},
		{"warm - 5degC", "10K"},
		{"-2degC", "-2degC"},
		{"warm == 288.15K", "true"},
		{"2 * (warm - 5degC)", "20K"},

		{"min(3, n, 2)", "2"},
		{"max(speed, slow, 25cm/s)", "0.3m/s"},
		{"min(speed, 25cm/s)", "25cm/s"},
		{"round(2.5)", "3"},
		{"round(-2.5)", "-3"},
		{"round(2.4)", "2"},
		{"round(-2.6)", "-3"},
		{"floor(-2.5)", "-3"},
		{"floor(2.9)", "2"},
		{"ceil(-2.5)", "-2"},
		{"ceil(2.1)", "3"},
		{"round(1s / 3, 1ms)", "0.333s"},
		{"ceil(traffic[0].size / rate, 10ms)", "0.06s"},
		{"floor(7, 5)", "5"},
		{"ceil(3)", "3"},
		{"round(3s, 1s)", "3s"},
		{"if(n > 5, 2 * n, 1)", "16"},
		{"if(zero == 0, 1, 1 / zero)", "1"},

		{"n < 8", "false"},
		{"n <= 8", "true"},
		{"n > 8 or speed <= 0.3m/s", "true"},
		{"n != 8", "false"},
		{"0.1m/s + 0.2m/s == speed", "true"},
		{"1km > range", "false"},
		{"true or false and false", "true"},
		{"(true or false) and false", "false"},
		{"not true or true", "true"},
		{"not (true or true)", "false"},
		{"not not on", "true"},
		{"not n == 8", "false"},
		{"n + 1 > 4 * 2", "true"},
		{"mac == 'tdma'", "true"},
		{`mac != "tdma"`, "false"},
		{"mac == 3", "false"},
		{"mac", "tdma"},
		{"on", "true"},
		{"zero == 0 or 1 / zero > 2", "true"},
		{"zero != 0 and 1 / zero > 2", "false"},
		{"links.a-1.mac", "aloha"},
		{"n-1", "3"},
		{"n - 1", "7"},
		{"n-2", "6"},
	}
	for _, r := range rows {
		if got := evaluated(r.text); got != r.want {
			t.Errorf("%s = %s, want %s", r.text, got, r.want)
		}
	}
}

func TestExpressionMistakes(t *testing.T) {
	rows := []struct{ text, want string }{
		{"", "0: the expression ends where it needs a value"},
		{"1 +", "3: the expression ends where it needs a value"},
		{"1 2", `2: "2" is not expected here; write an operator such as + or <`},
		{"1 + * 2", `4: "*" is not expected here; write a value`},
		{"on && n > 1", `3: "&" is not expected here; write and`},
		{"on || n > 1", `3: "|" is not expected here; write or`},
		{"n > 1 and !on", `10: "!" is not expected here; write not`},
		{"(1", "2: a ) is missing here"},
		{"1)", `1: ")" is not expected here; write an operator such as + or <`},
		{"sped * 2", `0: unknown name "sped"; did you mean "speed"?`},
		{"2 * rnd(3)", `4: unknown name "rnd"; known: drift, level, links.a-1.mac, mac, n, n-1, on, period, range, rate, s, slow, speed, traffic[0].size, warm, zero`},
		{"mac == csma", `7: unknown name "csma"; known: drift, level, links.a-1.mac, mac, n, n-1, on, period, range, rate, s, slow, speed, traffic[0].size, warm, zero; to compare with a text, quote it: 'csma'`},
		{"tdna!=mac", `0: unknown name "tdna"; known: drift, level, links.a-1.mac, mac, n, n-1, on, period, range, rate, s, slow, speed, traffic[0].size, warm, zero; to compare with a text, quote it: 'tdna'`},
		{"twice", "0: twice may be a or b"},
		{"min(1)", "0: min has 1 arguments; it takes 2 to 100"},
		{"if(true, 1)", "0: if has 2 arguments; it takes 3"},
		{"round 3", "6: round is a function; write a ( behind it"},
		{"'abc", "0: the text that begins here does not end"},
		{"3 parsecs", `2: "parsecs" is not expected here; write an operator such as + or <`},
		{"3parsecs", `0: "3parsecs" is no number with a known unit; halocline list units has them`},
		{"0x10", `0: "0x10" is no number with a known unit; halocline list units has them`},
		{"n = 3", "2: = compares nothing; write =="},
		{"1 < n < 3", "6: two comparisons in a row; write a < b and b < c"},
		{"1 + speed", "2: a number and a speed do not go together; write the unit of the number, such as 2m/s"},
		{"speed < 3s", "6: a speed and a duration do not go together; write both in units of one kind"},
		{"max(speed, 1)", "0: a speed and a number do not go together; write the unit of the number, such as 2m/s"},
		{"mac + 1", `0: the text "tdma" is given; write a number`},
		{"1 + on", "4: true is given; write a number"},
		{"mac < 'x'", `4: the text "tdma" and the text "x" have no order; compare them with == or !=`},
		{"n and true", "0: a number is given; write a condition such as a < b"},
		{"not 1", "4: a number is given; write a condition such as a < b"},
		{"1 / zero", "2: division by zero; leave such cells out with where, or the value out of the sweep"},
		{"round(speed)", "0: round of a speed needs a step with a unit, as in round(x, 1ms)"},
		{"round(speed, 1s)", "0: a speed and a duration do not go together; write both in units of one kind"},
		{"round(3, 0)", "0: the step of round must be more than 0"},
		{"warm + warm", "5: two temperatures in degC cannot be added; give a difference in K"},
		{"2 * warm", "2: a temperature in degC can only be compared, raised or lowered; write it in K"},
		{"2 * (5K + warm)", "2: a temperature in degC can only be compared, raised or lowered; write it in K"},
		{"warm - 5K + warm", "10: two temperatures in degC cannot be added; give a difference in K"},
		{"5K - warm", "3: a temperature in degC cannot be taken from a difference in K"},
		{"speed * speed", "6: the result is a quantity in m2/s2, for which there is no unit; divide by a quantity, as in / 1m"},
		{strings.Repeat("(", 200), "100: the expression is nested deeper than 100 levels"},
		{strings.Repeat("-", 200), "99: the expression is nested deeper than 100 levels"},
		{strings.Repeat("1+", 1500), "0: the expression is longer than 2000 characters"},
	}
	for _, r := range rows {
		if got := evaluated(r.text); got != r.want {
			t.Errorf("%.40s:\n got %s\nwant %s", r.text, got, r.want)
		}
	}
}

// Random formulas against the constants of Go, which are exact as well.
func TestExpressionsAgainstGo(t *testing.T) {
	rand := rand.New(rand.NewPCG(1, 2))
	var formula func(depth int) string
	formula = func(depth int) string {
		if depth == 0 || rand.IntN(5) == 0 {
			return fmt.Sprintf("%d.%d", rand.IntN(20), rand.IntN(10))
		}
		left, right := formula(depth-1), formula(depth-1)
		switch rand.IntN(6) {
		case 0:
			return "(" + left + ")"
		case 1:
			return "-" + left
		}
		return left + " " + string("+-*/"[rand.IntN(4)]) + " " + right
	}
	sc, slots := testScope()
	compared := 0
	for range 2000 {
		text := formula(4)
		oracle, err := types.Eval(token.NewFileSet(), nil, token.NoPos, strings.ReplaceAll(text, "-", "- "))
		e, wrong := parse(text, sc)
		if wrong != nil {
			t.Fatalf("%s: %v", text, wrong)
		}
		x, wrong := (&evaluator{sc.units, slots}).eval(e)
		if err != nil || wrong != nil {
			if (err == nil) != (wrong == nil) {
				t.Errorf("%s: Go says %v, the study %v", text, err, wrong)
			}
			continue
		}
		compared++
		num, den := constant.Num(constant.ToFloat(oracle.Value)), constant.Denom(constant.ToFloat(oracle.Value))
		if want := num.ExactString() + "/" + den.ExactString(); x.x.String() != want {
			t.Errorf("%s = %s, Go has %s", text, x.x, want)
		}
	}
	if compared < 1500 {
		t.Errorf("only %d formulas were compared", compared)
	}
}

// Every unit of the table has exponents, and those of the same dimension by
// other names are the same.
func TestExponents(t *testing.T) {
	d := newDimensions()
	for _, pair := range [][2]string{{"Hz", "/s"}, {"J", "N.m"}, {"m2/s", "m2/s"}, {"bps", "bps"}} {
		if d.of[pair[0]] != d.of[pair[1]] {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
	for symbol, want := range map[string]string{
		"m/s2": "m/s2", "W": "m2.kg/s3", "V": "m2.kg/s3.A", "ohm": "m2.kg/s3.A2", "Pa": "kg/m.s2", "S/m": "s3.A2/m3.kg",
		"H/m": "m.kg/s2.A2", "N.m.s": "m2.kg/s", "bps": "bit/s", "A.m2": "m2.A", "dB/m": "dB/m", "/m": "/m", "NTU": "NTU", "lx": "lx", "W/m2": "kg/s3", "1": "",
	} {
		if got := d.of[symbol].String(); got != want {
			t.Errorf("%s is %s, want %s", symbol, got, want)
		}
	}
}

// FuzzExpression gives the parser arbitrary texts. It must not panic, and a
// mistake must lie inside the text.
func FuzzExpression(f *testing.F) {
	for _, seed := range []string{"1 + 2 * speed", "min(n, 3) < 4 and not on", "round(1s/3, 1ms)", "'a' == mac", "((((", "5/s", "1e60*1e60", "µ", "if(n<1,2m,3m)", "-2degC - warm", "traffic[0].size"} {
		f.Add(seed)
	}
	sc, slots := testScope()
	f.Fuzz(func(t *testing.T, text string) {
		e, err := parse(text, sc)
		if err != nil {
			if at := err.(mistake).at; at < 0 || at > len(text) {
				t.Errorf("a mistake at %d of %d", at, len(text))
			}
			return
		}
		x, err := (&evaluator{sc.units, slots}).result(e)
		if err == nil && x.kind == numeric {
			sc.units.write(x, 12)
		}
	})
}
