package explain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/shelf"
	"halocline/bench/report/summary"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// explained explains a path, which --in and a scenario may follow. Blanks and line ends
// are one blank each.
func (a *Atlas) explained(args string) (string, error) {
	var out bytes.Buffer
	path, in, _ := strings.Cut(args, " --in ")
	var opened func() (*Place, error)
	if in != "" {
		opened = func() (*Place, error) { return a.Open(in) }
	}
	err := a.Explain(context.Background(), &out, path, opened)
	return strings.Join(strings.Fields(out.String()), " "), err
}

// What is explained is what is meant: the texts, units and ranges are those of the
// structs, the values those of docking.yaml.
func TestExplain(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	a := New(scenarios.Standard())
	for _, row := range []struct {
		args  string
		wants []string
		not   string
	}{
		{"links.acoustic.mac.guard", []string{
			"links.*.mac.guard, a key of a scenario", "of tdma, tdma-docking time at the end of a slot",
			"value duration in [0s, 3600s] unit s, ms,", "default 0s", "of fdma unused gap", "halocline run hunt-diamond --set links.acoustic.mac.guard=10ms",
		}, "a metric"},
		{"nodes[].run.acoustic.kp --in docking", []string{
			"of docking-vehicle proportional gain", "list of 3: number", "default none",
			"nodes.auv.run.acoustic.kp [75, 75, 225] (written at docking.yaml:",
		}, "docking-station"},
		{"nodes.auv.vehicle.step --in docking", []string{"step of the integration", "nodes.auv.vehicle.step 1ms (written at docking.yaml:"}, ""},
		{"nodes.auv.vehicle.integrator --in docking", []string{"method of integration value rk4 the classical", "integrator rk4 (not written there; the default)"}, ""},
		{"links.acoustic.modem.rate --in docking", []string{"10kbps (not written there; evologics-s2c-48-78 at docking.yaml:"}, ""},
		{"links.acoustic.modem --in two-nodes", []string{"links.acoustic.modem {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, "}, "{type: evologics-s2c-18-34"},
		{"nodes.aux.at --in docking", []string{"nothing there; nodes has dock, auv, dummy"}, ""},
		{"links.rf.mac.ack --in docking", []string{"nothing there; links.rf.mac is csma-cd"}, ""},
		{"probe.period --in docking", []string{"nothing there; the scenario leaves probe out"}, ""},
		{"water.current.speed", []string{"of uniform horizontal speed", "unit m/s, km/s", "default none, it must be given", "of layered horizontal speed at each depth"}, ""},
		{"nodes.run.navigation.drift_time", []string{"nodes[].run.navigation.drift_time, a key of a scenario", "correlation time of the current"}, ""},
		{"nodes.run.navigation.fix --in navigation", []string{"assumed standard deviation of a fix", "nodes.auv.run.navigation.fix 500mm (written at navigation.yaml:"}, ""},
		{"nodes.run", []string{"nodes[].run, a key of a scenario", "program that the node's computer runs"}, ""},
		{"traffic.rate", []string{"traffic[].rate, a key of a scenario", "of poisson"}, ""},
		{"nodes.auv.at[0]", []string{"position; of a group", "list of 3: length in [-1e7m, 1e7m]"}, ""},
		{"links.acoustic.mac.type --in docking", []string{"access protocol", "tdma-docking TDMA of a docking station", "links.acoustic.mac {type: tdma-docking"}, ""},
		{"traffic[0].period", []string{"of periodic time from one packet to the next"}, ""},
		{"water --in docking", []string{"Keys in it temperature 4degC", "water (written at docking.yaml:", "salinity 0.05psu"}, "default none a"},
		{"tdma.guard", []string{"of tdma time at the end"}, "fdma"},
		{"berth.tolerance", []string{"nodes[].run.berth.tolerance, a key of a scenario", "default 0"}, ""},
		{"tdma-docking", []string{"one of the access protocols", "upstream 64bit", "example mac: {type: tdma-docking"}, "a key of"},
		{"gauss-markov", []string{"one of the currents", "correlation time"}, ""},
		{"until.relative", []string{"until.relative, a key of a study", "0.05 if neither it nor absolute is given", "number in (0, 1)"}, "scenario"},
		{"study.seed", []string{"seed, a key of a study", "default 1"}, "a scenario"},
		{"seed", []string{"seed, a key of a scenario", "seed, a key of a study"}, ""},
		{"sweep.water.current.speed", []string{"The key sweep of a study gives this key its values", "of uniform horizontal speed"}, ""},
		{"thrusters[].max", []string{"a key of a vehicle file greatest thrust ahead value force in (0N, 1e9N] unit N, mN, kN"}, ""},
		{"nodes.instruments.temperature.noise", []string{"value temperature difference in [0degC, 1e9degC] unit degC, K default 0.0001degC"}, ""},
		{"vehicle.mass", []string{"mass, a key of a vehicle file"}, ""},
		{"rexrov", []string{"a vehicle that comes with the program", "work-class ROV of 1.9 t"}, ""},
		{"vehicles.age_mean", []string{"vehicles.age_mean, a metric of a run age of the information that the controller acts on", "unit s"}, "<vehicle>"},
		{"age_mean", []string{"vehicles.age_mean, a metric", "<vehicle>.age_mean, a metric"}, ""},
		{"csma.delay_mean", []string{"<link>.delay_mean, a metric", "--metric acoustic.delay_mean"}, "--metric csma"},
		{"auv.delay_mean", []string{"<link>.delay_mean", "<vehicle>.delay_mean"}, ""},
		{"auv.delay_mean --in docking", []string{"<vehicle>.delay_mean", "in docking auv.delay_mean"}, "<link>"},
		{"vehicles.age_mean --in docking", []string{"in docking vehicles.age_mean"}, ""},
		{"vehicles.age_mean --in aloha20", []string{"vehicles.age_mean is a metric that runs of aloha20 do not have"}, "unit"},
		{"buoy.age_mean --in docking", []string{"buoy.age_mean is a metric that runs of docking do not have"}, ""},
		{"delivery_ratio --in docking", []string{"in docking acoustic.delivery_ratio, rf.delivery_ratio"}, ""},
	} {
		out, err := a.explained(row.args)
		if err != nil {
			t.Errorf("%s: %v", row.args, err)
		}
		for _, want := range row.wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", row.args, want, out)
			}
		}
		if row.not != "" && strings.Contains(out, row.not) {
			t.Errorf("%s: %q is in\n%s", row.args, row.not, out)
		}
	}
}

// A key comes before a term of which its name is but a synonym, and after a term of its own name.
func TestExplainOrder(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	a := New(scenarios.Standard())
	for path, want := range map[string]string{
		"drift":            "nodes[].drift, a key of a scenario ",
		"range":            "range, a term of the field ",
		"navigation error": "navigation error, a term of the field ",
	} {
		if out, err := a.explained(path); err != nil || !strings.HasPrefix(out, want) {
			t.Errorf("%s: %v, begins not with %q:\n%s", path, err, want, out)
		}
	}
	if out, _ := a.explained("drift"); !strings.Contains(out, " navigation error, a term") {
		t.Errorf("drift: no navigation error in\n%s", out)
	}
}

// What there is not is a fault of the input that names what may have been meant.
func TestExplainRefuses(t *testing.T) {
	a := New(scenarios.Standard())
	for _, row := range []struct{ args, want string }{
		{"links.acoustic.mac.gaurd", "there is no key gaurd in links.acoustic.mac; did you mean guard?"},
		{"nodes.run.navigation.depth_fx", "there is no key depth_fx in nodes.run.navigation; did you mean depth_fix?"},
		{"nodes.run.navigatio", "did you mean navigation?"},
		{"water.tempreature", "did you mean temperature?"},
		{"probe.zzzzzz", "there is no key zzzzzz in probe; it has period"},
		{"links.acoustic.mac.zzzzzz", "halocline explain links.acoustic.mac lists those that there are"},
		{"age_maen", `no key, model, metric or term is named "age_maen"; did you mean age_mean`},
		{"tdma-dokcing", "did you mean tdma-docking"},
		{"zzzzzz", "halocline list shows keys and models, and halocline list metrics the metrics"},
		{"units", "halocline list units shows them"},
		{"nodes[x]", "is not a path"},
		{"nodes..at", "is not a path"},
		{"seed --in dokcing", `did you mean "docking"?`},
	} {
		out, err := a.explained(row.args)
		if err == nil || !strings.Contains(err.Error(), row.want) || out != "" {
			t.Errorf("%s: %q, %v, not %q", row.args, out, err, row.want)
		}
	}
}

// Every key of every file, every model and every metric is explained under its own
// name, with all that it means.
func TestExplainEverything(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	a := New(scenarios.Standard())
	seen := map[string]bool{}
	for _, key := range a.topics {
		path := join(key.steps)
		if key.Doc == "" {
			t.Errorf("%s means nothing", path)
		}
		if seen[key.language+path] {
			continue
		}
		seen[key.language+path] = true
		var out bytes.Buffer
		one := &explanation{Atlas: a, path: path, steps: split(path), out: &out}
		list := one.find(one.steps)
		one.keys(slices.DeleteFunc(slices.Clone(list), func(o topic) bool { return o.language != key.language }))
		text := strings.Join(strings.Fields(out.String()), " ")
		for _, same := range list {
			if same.language != key.language {
				continue
			}
			for _, said := range same.said() {
				if !strings.Contains(text, strings.Join(strings.Fields(said), " ")) {
					t.Errorf("%s of %s: %q is not in\n%s", path, same.model(), said, text)
				}
			}
		}
	}
	if len(seen) < 300 {
		t.Errorf("only %d keys", len(seen))
	}
	names := shelf.Models(scenarios.Standard())
	for _, a := range measure.Glossary(scenarios.Standard()) {
		names = append(names, a.Name)
	}
	for _, name := range names {
		if out, err := a.explained(name); err != nil || !strings.Contains(out, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// said returns what is printed of the doc of a topic: the quantity, and each word with its meaning.
func (t *topic) said() []string {
	quantity, choices := t.Choices()
	all := []string{quantity}
	for _, c := range choices {
		all = append(all, c.Meaning)
	}
	return all
}

// Each word that a key takes is explained on a line of its own, unless it explains itself.
func TestExplainChoices(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	a := New(scenarios.Standard())
	plain := map[string]bool{
		"controls":           true, // axes by their names
		"tables[].statistic": true, // statistics by their names
		"figures[].xscale":   true, // linear or log
		"figures[].yscale":   true,
	}
	explained := 0
	for i := range a.topics {
		key := &a.topics[i]
		words := wordsOf(key)
		if words == nil || key.Type == "true|false" || key.Model != nil {
			continue
		}
		path := join(key.steps)
		if plain[path] {
			continue
		}
		var out bytes.Buffer
		one := &explanation{Atlas: a, path: path, steps: split(path), out: &out}
		one.way([]topic{*key})
		for i, word := range words {
			line := strings.Repeat(" ", 14) + word + " "
			if i == 0 {
				line = "    value     " + word + " "
			}
			if !strings.Contains(out.String(), "\n"+line) {
				t.Errorf("%s: no line begins with %q; write its doc as \"quantity. word: meaning; word: meaning\", with the words in their order:\n%s", path, line, out.String())
			}
		}
		explained++
	}
	if explained < 40 {
		t.Errorf("only %d keys take one of some words", explained)
	}
}

// The commands that are given as examples are taken, and examples that are made up can
// be read.
func TestExamples(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	a := New(scenarios.Standard())
	tried := map[string]bool{}
	for _, key := range a.topics {
		if key.language != "scenario" {
			continue
		}
		w, from, ok := (&explanation{Atlas: a}).instance([]topic{key})
		if !ok {
			a.tryInvented(t, &key)
			if value := instance(key.Param); key.shelf != "" && strings.Trim(value, "0123456789") == "" {
				t.Errorf("%s: %q is the example of a model", join(key.steps), value)
			}
			continue
		}
		set := strict.Set{Path: join(w.steps), Value: w.value.String()}
		if len(w.steps) == 1 || tried[from+set.Path] {
			continue
		}
		tried[from+set.Path] = true
		if _, err := scenarios.Standard().Load(from, []strict.Set{set}); err != nil {
			t.Errorf("%s in %s: %v", join(key.steps), from, err)
		}
	}
	if len(tried) < 60 {
		t.Errorf("only %d examples", len(tried))
	}
}

// tryInvented reads the made-up value of a key that a model has.
func (a *Atlas) tryInvented(t *testing.T, key *topic) {
	value := instance(key.Param)
	if value == "" || len(key.choices) == 0 || len(key.steps)-key.choices[len(key.choices)-1].depth != 1 || key.shelf != "" || strings.HasPrefix(key.Type, "list") {
		return
	}
	for _, shelf := range a.shelvesWith(key.model()) {
		line := key.steps[len(key.steps)-1] + ": " + value
		_, err := strict.ReadAlone(func(string) ([]byte, error) { return []byte(line), nil }, "line", shelf.Models[key.model()](), a.models)
		var faults strict.Faults
		if errors.As(err, &faults) && slices.ContainsFunc(faults, func(f strict.Fault) bool { return f.Column > 1 }) && len(a.shelvesWith(key.model())) == 1 {
			t.Errorf("%s of %s: %v", line, key.model(), err)
		}
	}
}

// The defaults of a study that are explained are those that editors are told.
func TestExplainedDefaultsOfStudies(t *testing.T) {
	text, err := study.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]struct{ Default any }
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	defaults := 0
	for _, key := range New(scenarios.Standard()).topics {
		if key.language != "study" || len(key.steps) != 1 {
			continue
		}
		want, err := json.Marshal(schema.Properties[key.Key].Default)
		if err != nil {
			t.Fatal(err)
		}
		if got := key.Default; got != strings.Trim(strings.Replace(string(want), "null", "", 1), `"`) {
			t.Errorf("%s: %q, not %s", key.Key, got, want)
		}
		if key.Default != "" {
			defaults++
		}
	}
	if defaults != 3 {
		t.Errorf("%d defaults", defaults)
	}
}

// A term of the field is explained by any of its names, with what there is of it here. All keys
// that terms name exist, and words that are keys or metrics too are explained as these as well.
func TestExplainTerms(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	a := New(scenarios.Standard())
	for _, row := range []struct{ path, want string }{
		{"PDR", "packet delivery ratio, a term of the field"},
		{"packet_loss", "metric packets.lost: packets that were sent and not received"},
		{"Throughput", "metric packets.goodput: "},
		{"offered-load", "key poisson.rate: "},
		{"latency", "nodes[].run.usbl.latency, a key of a scenario"},
		{"jitter", "packets.jitter, a metric of a run"},
		{"Eb/N0", "see halocline link acoustic --preset plain --range 1km"},
	} {
		out, err := a.explained(row.path)
		if err != nil || !strings.Contains(out, row.want) {
			t.Errorf("%s: %v, no %q in %s", row.path, err, row.want, out)
		}
	}
	for _, term := range measure.Terms() {
		for _, key := range term.Keys {
			if len(a.find(split(key))) == 0 {
				t.Errorf("%s: there is no key %s", term.Names[0], key)
			}
		}
	}
}

// Each column that run prints, but for those of names, is explained by metrics that there are.
func TestExplainColumns(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	known := map[string]bool{}
	for _, a := range measure.Glossary(scenarios.Standard()) {
		known[a.Name] = true
	}
	explained, atlas := 0, New(scenarios.Standard())
	for _, table := range summary.Tables() {
		for i, c := range table.Columns {
			if c.Metrics == nil {
				if i > 1 || strings.Contains(c.Head, "(") {
					t.Errorf("the column %q of %s has no metric", c.Head, table.Of)
				}
				continue
			}
			text, err := atlas.explained(c.Head)
			if err != nil {
				t.Error(err)
			}
			for _, name := range c.Metrics {
				if explained++; !known[name] || !strings.Contains(text, name+": ") {
					t.Errorf("column %q of %s: metric %s is known: %t, and explain says %q", c.Head, table.Of, name, known[name], text)
				}
			}
		}
	}
	if explained < 50 {
		t.Errorf("%d explanations", explained)
	}
}
