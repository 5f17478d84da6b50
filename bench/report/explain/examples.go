package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"halocline/bench/report/shelf"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/bench/study/pool"
	"halocline/bench/study/studies"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// book is a file that comes with the program.
type book struct {
	name string
	root *strict.Value
}

// library returns the files of a language that come with the program. The docking is
// the first scenario.
func (a *Atlas) library(language string) []book {
	if all, ok := a.books[language]; ok {
		return all
	}
	names, read := a.lib.Bundled(), readScenario
	switch language {
	case "scenario":
		names = append([]string{"docking"}, slices.DeleteFunc(names, func(n string) bool { return n == "docking" })...)
	case "study":
		names, read = studies.Bundled(), readStudy
	case "vehicle":
		names, read = a.lib.Vehicles(), readVehicle
	}
	for _, name := range names {
		if root, err := read(a.lib, name); err == nil {
			a.books[language] = append(a.books[language], book{name, root})
		}
	}
	return a.books[language]
}

func readScenario(lib *scenarios.Library, name string) (*strict.Value, error) {
	file, files, err := lib.Disk().Find(name, "")
	if err != nil {
		return nil, err
	}
	source, err := scenarios.NewSource(file, files)
	if err != nil {
		return nil, err
	}
	return source.Root(), nil
}

func readStudy(_ *scenarios.Library, name string) (*strict.Value, error) {
	text := func(string) ([]byte, error) { return studies.Text(name) }
	d, err := strict.ReadAlone(text, name+".yaml", study.Default(), strict.Models{})
	return d.Value(), err
}

func readVehicle(lib *scenarios.Library, name string) (*strict.Value, error) {
	text := func(string) ([]byte, error) { return lib.VehicleText(name) }
	d, err := strict.ReadAlone(text, name+".yaml", vehicle.Default(), strict.Models{})
	return d.Value(), err
}

// longest is the length of an example that is shown.
const longest = 90

// example writes a line that gives one of some topics a value: one of a file that comes
// with the program, and the command that gives this file the value; or a made-up one.
func (e *explanation) example(same []topic) {
	if w, from, ok := e.instance(same); ok {
		e.line("example", exampleLine(w), "  ("+from+")")
		if same[0].language == "scenario" && len(w.steps) > 1 {
			e.line("or", "halocline run "+from+" --set "+text.Shell(join(w.steps)+"="+w.value.String()))
		}
		return
	}
	for _, t := range same {
		if value := instance(t.Param); value != "" {
			e.line("example", t.steps[len(t.steps)-1]+": "+value, "  (made up)")
			return
		}
	}
}

// instance returns where a file that comes with the program gives one of some topics a
// value, and the name of the file. A value that is not the default comes first.
func (e *explanation) instance(same []topic) (w found, from string, ok bool) {
	for _, b := range e.library(same[0].language) {
		for _, t := range same {
			for _, f := range seek(b.root, t.steps, 0, t.choices) {
				text := f.value.String()
				if len(exampleLine(f)) > longest {
					continue
				}
				if text != t.Default {
					return f, b.name, true
				}
				if !ok {
					w, from, ok = f, b.name, true
				}
			}
		}
	}
	return w, from, ok
}

// exampleLine writes a value as it would stand in a file.
func exampleLine(w found) string {
	last := w.steps[len(w.steps)-1]
	if last[0] == '[' || w.value.Get("name") != nil {
		return "- " + w.value.String()
	}
	return last + ": " + w.value.String()
}

// instance returns a value that a key may have, of a choice one that is not the default, or "".
func instance(p strict.Param) string {
	kind := p.Type
	if p.Default != "" {
		return beside(p)
	}
	switch {
	case strings.HasPrefix(kind, "list: ") && !strings.Contains(kind, "mapping"):
		p.Type = strings.TrimPrefix(kind, "list: ")
		if one := instance(p); one != "" {
			return "[" + one + "]"
		}
		return ""
	case strings.Contains(kind, "|"):
		return kind[:strings.Index(kind, "|")]
	case kind == "text" || kind == "any" || strings.Contains(kind, "mapping") || strings.HasPrefix(kind, "list of"):
		return ""
	case p.Unit == "" && !strings.HasSuffix(kind, "number"): // the only model of its kind
		return kind
	}
	lo, hi, _ := strings.Cut(strings.Trim(p.Range, "[]()"), ", ")
	limits := strings.ReplaceAll(p.Range, " ", "")
	for _, text := range []string{"1" + strings.TrimPrefix(p.Unit, "1"), "0.5" + strings.TrimPrefix(p.Unit, "1"), lo, hi} {
		if _, _, err := strict.ParseQuantity(text, strict.Quantity{Unit: p.Unit, Range: bare(limits)}); text != "" && err == nil {
			return text
		}
	}
	return ""
}

// beside returns the first choice of a key that is not its default, which would change nothing, or the default where there is no choice.
func beside(p strict.Param) string {
	choices := strings.Split(p.Type, "|")
	if i := slices.IndexFunc(choices, func(c string) bool { return c != p.Default }); len(choices) > 1 && i >= 0 {
		return choices[i]
	}
	return p.Default
}

// bare returns an interval without the units of its ends.
func bare(interval string) string {
	lo, hi, ok := strings.Cut(interval, ",")
	if !ok {
		return ""
	}
	number := func(text string) string {
		end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+-.e", r) })
		if end < 0 || strings.Contains(text, "inf") {
			return text
		}
		return text[:end]
	}
	return lo[:1] + number(lo[1:]) + "," + number(hi[:len(hi)-1]) + hi[len(hi)-1:]
}

// values shows what a scenario has at the path of a topic.
func (e *explanation) values(t topic) {
	if e.at == nil || t.language != "scenario" {
		return
	}
	steps := e.steps
	if !t.is(steps) {
		steps = t.steps
	}
	fmt.Fprintf(e.out, "\n  In %s\n\n", e.at.name)
	list := e.at.held(steps)
	for _, h := range list {
		switch {
		case len(h.below) > 0:
			fmt.Fprintf(e.out, "    %s  (%s)\n", join(h.steps), e.at.origin(h.steps))
			shelf.WriteParams(e.out, h.below)
		case h.text == "":
			e.line(join(h.steps), " left", "out")
		default:
			e.line(join(h.steps), " "+h.text, " ("+e.at.origin(h.steps)+")")
		}
	}
	if len(list) == 0 {
		text.Hang(e.out, "    ", strings.Fields("nothing there; "+e.at.absence(steps, t.steps))...)
	}
}

// metricName returns a metric as an example names it: as it was asked for, or with names of things that scenarios have. An access
// protocol is none of them: its metrics are asked for as its keys are, by protocol.metric.
func (e *explanation) metricName(a measure.About) string {
	ofProtocol := slices.ContainsFunc(e.shelvesWith(e.steps[0]), func(s scenarios.Shelf) bool { return s.Key == "links.*.mac" })
	if a.Covers(e.path) && !ofProtocol {
		return e.path
	}
	return strings.NewReplacer("<link>", "acoustic", "<vehicle>", "auv").Replace(a.Name)
}

// metrics explains the metrics of a name.
func (e *explanation) metrics(ctx context.Context) error {
	bare := !strings.Contains(e.path, ".")
	parts, known := e.parts, false
	for _, a := range measure.Glossary(e.lib) {
		_, quantity, _ := strings.Cut(a.Name, ".")
		if a.Name != e.path && !a.Covers(e.path) && !(bare && quantity == e.path) {
			continue
		}
		known = true
		names, err := e.metricsIn(ctx, a)
		if err != nil {
			return err
		}
		if e.at != nil && len(names) == 0 {
			continue
		}
		e.heading("%s, a metric of a run", a.Name)
		fmt.Fprintln(e.out)
		text.Hang(e.out, "    ", strings.Fields(a.Meaning)...)
		if a.Unit != "" {
			e.line("unit", a.Unit)
		}
		e.line("kind", strings.Fields(string(a.Kind)+": "+a.Kind.Meaning())...)
		if a.Better != "" {
			e.line("better", string(a.Better))
		}
		e.computed(a)
		name := e.metricName(a)
		if len(names) > 0 {
			name = names[0]
			e.line("in "+e.at.name, strings.Fields(strings.Join(names, ", "))...)
		}
		e.line("example", "halocline table r.db --rows water.current.speed --metric "+name)
	}
	if known && e.parts == parts {
		e.heading("%s is a metric that runs of %s do not have", e.path, e.at.name)
	}
	return nil
}

// metricsIn returns the metrics of the scenario that an entry covers.
func (e *explanation) metricsIn(ctx context.Context, a measure.About) ([]string, error) {
	if e.at == nil {
		return nil, nil
	}
	simulation, err := pool.Until(ctx, func() (*scenarios.Simulation, error) { return e.at.plan.Build(nil, nil) })
	if err != nil {
		return nil, err
	}
	thing, quantity, _ := strings.Cut(a.Name, ".")
	things := []string{thing}
	vehicles, theirs := metricsOfVehicles(simulation)
	switch thing {
	case "<link>":
		things = e.at.plan.Names().Links
	case "<vehicle>":
		things = vehicles
	}
	var names []string
	for _, t := range things {
		name := t + "." + quantity
		if (thing == "<vehicle>" || thing == "vehicles") && !theirs[name] {
			continue
		}
		if name == e.path || a.Name == e.path || quantity == e.path {
			names = append(names, name)
		}
	}
	return slices.Compact(names), nil
}

// metricsOfVehicles returns the vehicles of a simulation that have metrics, and the names of
// all metrics that vehicles have.
func metricsOfVehicles(s *scenarios.Simulation) (vehicles []string, names map[string]bool) {
	out := &measure.Outcome{Programs: measure.ProgramsOf(s, 0)}
	for _, p := range out.Programs {
		for _, at := range p.Nodes {
			if p.Defs != nil {
				vehicles = append(vehicles, at.Node)
			}
		}
	}
	names = map[string]bool{}
	for _, m := range out.Metrics() {
		names[m.Name] = true
	}
	return vehicles, names
}
