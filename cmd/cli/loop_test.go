package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/cmplx"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// analysed runs the command in this process.
func analysed(line string, more ...string) (out, diagnostics string, code int) {
	var o, d bytes.Buffer
	code = Run(context.Background(), scenarios.Standard(), append(append([]string{"loop"}, words(line)...), more...), command.Streams{Out: &o, Err: &d})
	return o.String(), d.String(), code
}

// design1 is the linear design of Erdemir 2018.
const design1 = "--a 3659.9 --b 728.4 --kp 995 --nd 2.65 --ni 0.0094 --delay 0.74s"

func loopNumbers(t *testing.T, line string) map[string]any {
	t.Helper()
	out, diagnostics, code := analysed(line, "--json")
	if code != command.OK {
		t.Fatalf("%s: exit code %d, %s", line, code, diagnostics)
	}
	var numbers map[string]any
	if err := json.Unmarshal([]byte(out), &numbers); err != nil {
		t.Fatalf("%s: %v in %s", line, err, out)
	}
	return numbers
}

// The numbers as the tests of package loop have them; those of an integrator with a
// delay and of a sampled one are closed forms.
func TestLoopNumbers(t *testing.T) {
	const integrator = "--num 0.5 --den 1,0 --kp 1 --delay 1s"
	// Of the parallel form with kp 80 * (1 + 1.5 * 0.025) = 83, and nd and ni as much less.
	series, _ := loopNumbers(t, "--a 2643 --b 75 --kp 83 --nd 1.4457831325301205 --ni 0.024096385542168676 --sampled 0.74s")["critical_gain"].(float64)
	for _, c := range []struct {
		line, name   string
		want, within float64
	}{
		{design1 + " --pade 1", "critical_gain", 3454.686818357454, 1e-5},
		{design1 + " --pade 1", "overshoot", 0.24254664720358687, 1e-6},
		{design1 + " --pade 1", "peak_time_s", 2.67933298, 1e-3},
		{design1 + " --pade 1", "settling_time_s", 6.8465, 1e-3},
		{design1 + " --pade 1 --path forward", "overshoot", 0.23502879044012626, 1e-6},
		{strings.Replace(design1, "3659.9", "5522.77", 1) + " --pade 1", "critical_gain", 5050.22807713517, 1e-5},
		{design1 + " --sampled 0.74s", "gain_margin", 1.22273636854653, 1e-9},
		{design1 + " --sampled 740ms --integral per-sample", "gain_margin", 1.21893179739019, 1e-9},
		{"--a 2643 --b 75 --kp 80 --nd 1.5 --ni 0.025 --sampled 0.74s --integral series", "critical_gain", 80 / 83.0 * series, 1e-6},
		{integrator, "gain_margin", math.Pi, 1e-9},
		{integrator, "critical_gain", math.Pi, 1e-9},
		{integrator, "phase_margin_rad", math.Pi/2 - 0.5, 1e-9},
		{integrator, "delay_margin_s", math.Pi - 1, 1e-9},
		{integrator + " --sampled 1s", "gain_margin", 2, 1e-9}, // z^2 - z + K/2
		{"--num 2 --den 1,-1 --kp 1", "lowest_stable_gain", 0.5, 1e-9},
	} {
		got, ok := loopNumbers(t, c.line)[c.name].(float64)
		if !ok || !(math.Abs(got-c.want) <= c.within) {
			t.Errorf("%s: %s is %.10g, want %.10g", c.line, c.name, got, c.want)
		}
	}
	poles := loopNumbers(t, design1+" --pade 1")["poles"].([]any)
	for i, want := range [][2]float64{{-0.0097, 0}, {-0.5441, 0}, {-0.8137, 0.8028}, {-0.8137, -0.8028}} {
		z := poles[i].([]any)
		if math.Abs(z[0].(float64)-want[0]) > 1e-4 || math.Abs(z[1].(float64)-want[1]) > 1e-4 {
			t.Errorf("pole %d is %v, want %v", i, z, want)
		}
	}
	if n := loopNumbers(t, "--num 1 --den 1,-1 --kp 0.5"); n["stable"] != false || n["overshoot"] != nil || n["gain_margin"] != nil {
		t.Errorf("not stable: %v", n)
	}
}

func TestLoopTable(t *testing.T) {
	out, diagnostics, code := analysed(design1 + " --pade 1")
	if code != command.OK || diagnostics != "" {
		t.Fatal(code, diagnostics)
	}
	for _, want := range []string{"1/(3659.9 s^2 + 728.4 s)", "Pade of order 1", "-0.813724 ± 0.80275i   1/s  damping 0.711891", "critical gain", "3454.69", "24.2547"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	out, _, _ = analysed("--num 0.5 --den 1,0 --kp 1")
	if !strings.Contains(out, "unlimited") {
		t.Errorf("the gain margin of an integrator is not unlimited:\n%s", out)
	}
}

func TestLoopFaults(t *testing.T) {
	const ab, plant = "--a 1 --b 1 ", "--a 1 --b 1 --kp 1 "
	for _, c := range []struct{ line, want string }{
		{"", "--a is missing; write a number such as 3659.9"},
		{"--a 1 --kp 1", "--b is missing"},
		{ab, "--kp is missing; write a number such as 995"},
		{"--a 0 --b 1", `--a: 0 is out of range; write more than 0`},
		{"--a 1 --b -1", `--b: -1 is out of range; write at least 0`},
		{"--a NaN", `"NaN" is not a number`},
		{ab + "--kp 1e999", "is too long, or beyond 1e60"},
		{ab + "--kp 0", "--kp: 0 is given"},
		{plant + "--nd -1", `--nd: -1 is out of range`},
		{plant + "--ni x", `--ni: `},
		{plant + "--delay 1", "1 has no unit; write a duration such as 20ms"},
		{plant + "--delay -1s", `--delay: -1s is out of range`},
		{plant + "--delay 1m", "1m is a length"},
		{plant + "--path ahead", `--path: unknown name "ahead"; known: feedback, forward`},
		{plant + "--delay 1s --pade 5", "--pade: 5 is given; write an order from 0 to 4"},
		{plant + "--delay 1s --pade -1", "--pade: -1 is given"},
		{plant + "--delay 1s --pade x", "--pade: x is not a whole number; write one such as 4"},
		{plant + "--pade 1", "--pade: there is no delay"},
		{plant + "--delay 1s --pade 1 --sampled 1s", "--pade: a sampled loop takes its delay as it is"},
		{plant + "--sampled 0s", `--sampled: 0s is out of range`},
		{plant + "--delay 99s --sampled 1s", "the delay is 99 periods; write at most 50"},
		{plant + "--integral per-sample", "--integral: only a sampled loop has a choice"},
		{plant + "--show locus", "--show: only a figure takes it; give --plot"},
		{plant + "--plot x.svg --show bode", `--show: unknown figure "bode"; known: step, locus`},
		{plant + "--delay 1s --plot x.svg --show locus", "--show: an exact delay has no root locus"},
		{plant + "--until 5s", "--until: only the figure of a step response and --csv take it"},
		{plant + "--until 5s --csv --at 1s", "--until: --csv prints the times of --at"},
		{plant + "--csv --json", "--json and --csv are two forms of the same"},
		{plant + "--at 1", "--at: 1 has no unit; write a duration such as 20ms"},
		{plant + "--at 1s,-2s", "--at: -2s is out of range"},
		{plant + "--at 1s,,2s", "--at: its value is empty"},
		{"--num 2 --den 1,-1 --kp 0.1 --at 1s", "--at: the loop is not stable"},
		{"--num 2 --den 1,-1 --kp 0.1 --csv", "--csv: the loop is not stable"},
		{plant + "--num 1 --den 1,0", "--num: the plant is given by --a and --b already"},
		{"--kp 1 --num 1", `--den: "" is given; write 1 to 8 numbers`},
		{"--kp 1 --num 1,x --den 1,0", `--num: "x" is not a number`},
		{"--kp 1 --num 1 --den 0,1", "--den: the first coefficient is 0"},
		{"--kp 1 --num 1,1 --den 1,1", "the loop has 1 zeros and 1 poles; write fewer zeros than poles"},
		{plant + "--nd 1 --delay 1us --ni 0.001", "--delay: the delay is too short"},
		{"--num 2 --den 1,-1 --kp 0.1 --plot x.svg", "--plot: the loop is not stable"},
		{"docking --kp 1", "--kp: beside a scenario only --set is taken"},
		{"--set a=1", "--set: it changes a scenario, and none is given"},
		{"aloha20", "no program of aloha20 steers by a linear controller of positions; docking-vehicle does"},
		{"docking --set nodes.auv.run.acoustic.kp=1", "--set nodes.auv.run.acoustic.kp: "},
		{"nowhere", "nowhere"},
		{plant + "--plot /nowhere/x.svg", "--plot /nowhere/x.svg: there is no folder /nowhere; make it first"},
		{plant + "--plot x.gif", `--plot x.gif: figure format "gif" is not known; there are svg, png, pdf`},
		{plant + "--plot x", `--plot x: figure format "" is not known`},
		{"--num 2 --den 1,-1 --kp 0.1 --plot x.gif --show locus", "--plot x.gif: "},
	} {
		out, diagnostics, code := analysed(c.line)
		if code != command.BadInput || out != "" || !strings.Contains(diagnostics, c.want) || strings.Count(diagnostics, "\n") != 1 {
			t.Errorf("%q: exit code %d, %q%q; want %q", c.line, code, out, diagnostics, c.want)
		}
	}
	for _, file := range []string{"x.svg", "x.gif", "x"} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("a fault left %s behind", file)
		}
	}
}

// An integrator under P answers with 1 - exp(-t): 0.632121 after 1 s, 0.993262 after 5 s. The same
// samples stand in all three forms; without --at the whole curve is printed.
func TestLoopSamples(t *testing.T) {
	const line = "--num 1 --den 1,0 --kp 1 --at 1s,5000ms"
	out, _, _ := analysed(line)
	for _, want := range []string{"\noutput at 1s      ", "0.632121", "\noutput at 5000ms  ", "0.993262", "of a unit step"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	var times, outputs []float64
	read := func(text string) {
		t.Helper()
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if lines[0] != "time_s,output" {
			t.Fatalf("head %q", lines[0])
		}
		times, outputs = nil, nil
		for _, l := range lines[1:] {
			a, b, _ := strings.Cut(l, ",")
			x, errX := strconv.ParseFloat(a, 64)
			y, errY := strconv.ParseFloat(b, 64)
			if err := errors.Join(errX, errY); err != nil {
				t.Fatal(err)
			}
			times, outputs = append(times, x), append(outputs, y)
		}
	}
	check := func(what string, within float64) {
		t.Helper()
		for i, x := range times {
			if want := 1 - math.Exp(-x); math.Abs(outputs[i]-want) > within {
				t.Errorf("%s: %g at %g s, want %g", what, outputs[i], x, want)
			}
		}
	}
	out, _, _ = analysed(line, "--csv")
	if read(out); !slices.Equal(times, []float64{1, 5}) {
		t.Errorf("times %v", times)
	}
	check("samples as CSV", 1e-12)
	out, _, _ = analysed("--num 1 --den 1,0 --kp 1 --until 2s --csv")
	if read(out); len(times) < 100 || math.Abs(times[len(times)-1]-2) > 0.01 {
		t.Errorf("the curve has %d times, to %v s", len(times), times[len(times)-1])
	}
	check("curve", 1e-9)
	times, outputs = nil, nil
	for _, s := range loopNumbers(t, line)["samples"].([]any) {
		one := s.(map[string]any)
		times, outputs = append(times, one["time_s"].(float64)), append(outputs, one["output"].(float64))
	}
	if !slices.Equal(times, []float64{1, 5}) {
		t.Errorf("times %v", times)
	}
	check("samples as JSON", 1e-12)
}

// Each figure is an SVG document that says what it shows, and is the same twice.
func TestLoopFigures(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	for line, wants := range map[string][]string{
		design1 + " --pade 1":                        {"Step response", "Time (s)", "20"},
		design1 + " --until 8s":                      {"Step response", "8"},
		design1 + " --sampled 0.74s":                 {"Step response"},
		design1 + " --pade 1 --show locus":           {"Root locus", "Real part (1/s)", "poles at kp 995", "open-loop zeros"},
		design1 + " --sampled 0.74s --show locus":    {"Root locus", "unit circle"},
		"--num 2 --den 1,-1 --kp 0.1 --show locus":   {"Root locus"},
		"--a 1 --b 0 --kp 1 --show locus":            {"Root locus"},
		"--num 1 --den 1,0 --kp 1 --nd 0 --until 1s": {"Step response", "1"},
	} {
		var files [2][]byte
		for i, name := range []string{"one.svg", "two.svg"} {
			file := filepath.Join(dir, name)
			if _, diagnostics, code := analysed(line, "--plot", file); code != command.OK || diagnostics != "" {
				t.Fatalf("%s: exit code %d, %s", line, code, diagnostics)
			}
			files[i], _ = os.ReadFile(file)
		}
		if !bytes.Equal(files[0], files[1]) {
			t.Errorf("%s: two figures differ", line)
		}
		d := xml.NewDecoder(bytes.NewReader(files[0]))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		for _, want := range wants {
			if !strings.Contains(string(files[0]), want) {
				t.Errorf("%s: %q is missing", line, want)
			}
		}
	}
}

// The ending of the file chooses the format: a PNG begins with the signature of its
// specification (third edition, 5.2), and a PDF with its header (ISO 32000-1, 7.5.2).
func TestLoopFormats(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, begin := range map[string]string{"a.svg": "<?xml", "a.png": "\x89PNG\r\n\x1a\n", "a.PNG": "\x89PNG\r\n\x1a\n", "a.pdf": "%PDF-"} {
		file := filepath.Join(t.TempDir(), name)
		_, diagnostics, code := analysed("--num 1 --den 1,0 --kp 1", "--plot", file)
		if picture, err := os.ReadFile(file); code != command.OK || err != nil || !bytes.HasPrefix(picture, []byte(begin)) {
			t.Errorf("%s: exit code %d, %s, %v; it begins with %.10q", name, code, diagnostics, err, picture)
		}
	}
}

// marksIn returns where the marks of a colour stand in an SVG document.
func marksIn(svg []byte, colour string) []complex128 {
	var out []complex128
	for _, path := range regexp.MustCompile(`<path d="([^"]*)" style="[^"]*`+colour).FindAllSubmatch(svg, -1) {
		low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for _, corner := range regexp.MustCompile(`[ML ]([-\d.]+),([-\d.]+)`).FindAllSubmatch(path[1], -1) {
			for i := range 2 {
				v, _ := strconv.ParseFloat(string(corner[i+1]), 64)
				low[i], high[i] = min(low[i], v), max(high[i], v)
			}
		}
		mid := complex((low[0]+high[0])/2, (low[1]+high[1])/2)
		if n := len(out); n == 0 || cmplx.Abs(mid-out[n-1]) > 0.1 { // else the other stroke of a cross
			out = append(out, mid)
		}
	}
	return out
}

// The open loop (s + 3)/(s (s^2 + 2 s + 5)) has poles at 0 and -1 ± 2i and a zero at -3.
// At a gain of 3 the product of the poles is -9 and their sum -2; s^3 + 2 s^2 + 8 s + 9
// is 0 at -1.272244 (Newton, from -1.3), which leaves a sum of -0.727756 and a product
// of 7.074117. The zero and the pole at 0 give the scale, the same along both axes.
// The last mark of each colour is that in the legend.
func TestLoopLocus(t *testing.T) {
	file := filepath.Join(t.TempDir(), "locus.svg")
	if _, diagnostics, code := analysed("--num 1,3 --den 1,2,5,0 --kp 3 --show locus --plot", file); code != command.OK {
		t.Fatalf("exit code %d, %s", code, diagnostics)
	}
	svg, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	closed, zeros, open := marksIn(svg, "#D55E00"), marksIn(svg, "#009E73"), marksIn(svg, "#CC79A7")
	if len(closed) != 4 || len(zeros) != 2 || len(open) != 4 {
		t.Fatalf("there are %d, %d and %d marks, want 4, 2 and 4", len(closed), len(zeros), len(open))
	}
	for sign, want := range map[string]int{`fill:#D55E00`: 4, `A[^"]*" style="fill:none;stroke:#009E73`: 2, `fill:none;stroke:#CC79A7`: 8} {
		if n := len(regexp.MustCompile(sign).FindAll(svg, -1)); n != want {
			t.Errorf("%d paths of %s, want %d: full squares, rings of arcs and crosses of two strokes", n, sign, want)
		}
	}
	origin := open[0]
	for _, z := range open[:3] {
		if real(z) > real(origin) {
			origin = z
		}
	}
	unit := real(origin-zeros[0]) / 3
	im := math.Sqrt(7.074117 - 0.363878*0.363878)
	for _, c := range []struct {
		name string
		got  []complex128
		want []complex128
	}{
		{"open-loop poles", open[:3], []complex128{0, -1 + 2i, -1 - 2i}},
		{"poles", closed[:3], []complex128{-1.272244, complex(-0.363878, im), complex(-0.363878, -im)}},
	} {
		for _, want := range c.want {
			if !slices.ContainsFunc(c.got, func(z complex128) bool {
				return cmplx.Abs((z-origin)/complex(unit, 0)-want) < 0.002
			}) {
				t.Errorf("%s at %v (a unit is %g, 0 at %v): none is at %v", c.name, c.got, unit, origin, want)
			}
		}
	}
}

// The loops of a scenario are those of the commands that it prints: each says the same of the delay. Along x RexROV surges with
// 1862.87 + 779.79 kg and a linear drag of 74.82 kg/s.
func TestLoopsOfAScenario(t *testing.T) {
	out, diagnostics, code := analysed("docking")
	if code != command.OK || diagnostics != "" {
		t.Fatalf("exit code %d, %s", code, diagnostics)
	}
	const first = "halocline loop --a 2643 --b 74.82 --kp 75 --nd 0.8667 --ni 0.1333 --lag 0.05s --delay 0.0512s --sampled 0.74s --integral per-sample"
	commands := regexp.MustCompile(`(?m)^  halocline loop (.*)$`).FindAllStringSubmatch(out, -1)
	rows := regexp.MustCompile(`(?m)^auv .*  (\S+ m?s)$`).FindAllStringSubmatch(out, -1)
	if len(commands) != 10 || len(rows) != 10 || !strings.Contains(out, first) {
		t.Fatalf("%d commands, %d rows:\n%s", len(commands), len(rows), out)
	}
	for i, row := range rows {
		until := func(s string) float64 {
			d, err := time.ParseDuration(strings.ReplaceAll(s, " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			return d.Seconds()
		}
		one, _, _ := analysed(commands[i][1])
		said := regexp.MustCompile(`is less than (\S+ m?s)`).FindStringSubmatch(one)
		if said == nil || math.Abs(until(said[1])/until(row[1])-1) > 0.01 { // the command has four digits
			t.Errorf("%s: %q, want %s", commands[i][1], said, row[1])
		}
	}
}
