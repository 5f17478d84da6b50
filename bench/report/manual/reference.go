package manual

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"halocline/bench/report/formula"
	"halocline/bench/report/shelf"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/equation"
	"halocline/sim/trace"
)

// writer writes a page in Markdown.
type writer struct{ strings.Builder }

// line writes a line.
func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// Reference returns the pages about all that a library has: keys, models, metrics, causes, units, vehicles, scenarios and studies,
// those about reproductions, and the gallery.
func Reference(lib *scenarios.Library, reproductions []shelf.Described) ([]Page, error) {
	all, _ := shelf.Choose(lib, "all")
	list, err := all.List()
	if err != nil {
		return nil, err
	}
	pages := []Page{
		keysPage("scenario-keys", "Keys of a scenario", "scenario", scenarios.Default(), lib.Models()),
		keysPage("study-keys", "Keys of a study", "study", study.Default(), strict.Models{}),
		keysPage("vehicle-keys", "Keys of a vehicle file", "vehicle file", vehicle.Default(), strict.Models{}),
		metricsPage(list.Metrics, measure.Glossary(lib)), termsPage(), causesPage(), unitsPage(list.Units),
		describedPage("scenarios", "Bundled scenarios", "Which scenarios come with the program, and how do you run one?", list.Scenarios, "run", ""),
		describedPage("studies", "Bundled studies", "Which studies come with the program, and how do you run one?", list.Studies, "sweep", ""),
		describedPage("vehicles", "Vehicles", "Which vehicles come with the program, and where do their numbers come from?", list.Vehicles, "show", " > my-vehicle.yaml"),
		describedPage(string(reproduction), "Reproductions", "Which published results can you simulate again, and what came out?", reproductions, "reproduce", ""),
		galleryPage(list, reproductions),
	}
	for _, s := range lib.Shelves() {
		pages = append(pages, modelsPage(lib, s))
	}
	return pages, nil
}

// modelPage returns the name of the page of a kind of models.
func modelPage(s scenarios.Shelf) string { return "models-" + strings.ReplaceAll(s.Title, " ", "-") }

// cell returns a text as a cell of a table holds it.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`, "_", `\_`, "[", `\[`).Replace(text.OneLine(s))
}

// code returns a text as code in a cell of a table.
func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}

// meaning returns what a key is for, with the words that it takes and how its value is written.
func meaning(p strict.Param) string {
	about, choices := p.Choices()
	parts := []string{cell(about)}
	for _, c := range choices {
		parts = append(parts, code(c.Word)+": "+cell(c.Meaning))
	}
	if form := shelf.Form(p); choices == nil && len(form) > 0 {
		parts = append(parts, cell(strings.Join(form, " ")))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// params writes a table of keys.
func (w *writer) params(params []strict.Param) {
	if len(params) == 0 {
		w.line("\nIt has no keys.")
		return
	}
	w.line("\n| key | default | meaning |\n|---|---|---|")
	for _, p := range params {
		value := shelf.Default(p)
		if value != "required" && value != "-" {
			value = code(value)
		}
		w.line("| %s | %s | %s |", code(p.Key), value, meaning(p))
	}
}

// page ends a page.
func (w *writer) page(name string) Page { return Page{Name: name, Text: []byte(w.String())} }

func keysPage(name, title, of string, file any, models strict.Models) Page {
	w := new(writer)
	w.line("# %s\n\nWhich keys does a %s have, and what does each mean?\n", title, of)
	w.line("`halocline explain KEY` says more of one: its units, and a line as an example.")
	w.params(strict.Describe(file, models))
	if _, ok := file.(equation.Config); ok {
		w.line("\n## Equations\n\nThese are computed by what a %s says.", of)
		w.equations(file)
	}
	return w.page(name)
}

func modelsPage(lib *scenarios.Library, s scenarios.Shelf) Page {
	w := new(writer)
	w.line("# %s\n\nWhich %s can a scenario name, and which keys does each have?\n", text.Capital(s.Title), s.Title)
	w.line("A scenario names one at %s. `halocline explain NAME` says more of one, with an example.", code(s.Key))
	for _, name := range slices.Sorted(maps.Keys(s.Models)) {
		model := s.Models[name]()
		w.line("\n## %s\n\n%s.", name, strings.TrimSuffix(text.Capital(cell(scenarios.About(model))), "."))
		w.equations(model)
		if why := shelf.NoEquation(s.Key, name); why != "" {
			w.line("\nIt has no equation: %s.", why)
		}
		w.params(strict.Describe(model, lib.Models()))
	}
	return w.page(modelPage(s))
}

func metricsPage(all []shelf.Metric, about []measure.About) Page {
	w := new(writer)
	w.line("# Metrics\n\nWhat is measured in a run, in which unit, and is more of it better?\n")
	w.line("In a name `<link>`, `<node>` and `<vehicle>` stand for names of the scenario. A `<vehicle>` is a node with a program.\n")
	w.line("| metric | unit | kind | better | meaning |\n|---|---|---|---|---|")
	for _, m := range all {
		w.line("| %s | %s | %s | %s | %s |", code(m.Name), cell(m.Unit), m.Kind, m.Better, cell(m.About))
	}
	w.line("\n## Equations\n\nThe mean over vehicles and the metric of a link are computed as these are.")
	var shown []string
	for _, a := range about {
		_, name, _ := strings.Cut(a.Name, ".")
		if a.By == nil || slices.Contains(shown, name+a.By.Of) {
			continue
		}
		shown = append(shown, name+a.By.Of)
		w.line("\n### %s", name)
		w.equation(*a.By)
	}
	return w.page("metrics")
}

func termsPage() Page {
	w := new(writer)
	w.line("# Glossary\n\nWhat does a term of the field mean here, and which metrics and keys have what it means?")
	terms := measure.Terms()
	slices.SortFunc(terms, func(a, b measure.Term) int {
		return strings.Compare(strings.ToLower(a.Names[0]), strings.ToLower(b.Names[0]))
	})
	for _, t := range terms {
		w.line("\n## %s\n\n%s", text.Capital(t.Names[0]), text.Capital(cell(t.Meaning)))
		for _, row := range []struct {
			head  string
			names []string
			form  func(string) string
		}{{"Also", t.Names[1:], cell}, {"Metrics", t.Metrics, code}, {"Keys", t.Keys, code}, {"Commands", t.Commands, cell}} {
			if len(row.names) > 0 {
				var names []string
				for _, name := range row.names {
					names = append(names, row.form(name))
				}
				w.line("\n%s: %s.", row.head, strings.Join(names, ", "))
			}
		}
	}
	return w.page("glossary")
}

func causesPage() Page {
	w := new(writer)
	w.line("# Causes of loss\n\nWhy did a packet or a frame come to nothing?\n")
	w.line("`halocline run` counts the causes, and a trace has one in each record of a loss.\n")
	w.line("| cause | meaning |\n|---|---|")
	for _, c := range trace.Causes() {
		w.line("| %s | %s |", code(c.String()), cell(c.Meaning()))
	}
	w.line("\n## Conditions\n\nOf the other causes the meaning says all: they are a state or an event.")
	all := measure.Causes()
	for _, c := range trace.Causes() {
		if e, ok := all[c]; ok {
			w.line("\n### %s", c)
			w.equation(e)
		}
	}
	return w.page("causes")
}

func unitsPage(all []shelf.Unit) Page {
	w := new(writer)
	w.line("# Units\n\nIn which units can you write a quantity?\n")
	w.line("A number and its unit stand together, as in `25kHz`. A ratio needs none. The factors are those of the SI Brochure, 9th edition, tables 4, 7 and 8.\n")
	w.line("| quantity | calculated in | other units |\n|---|---|---|")
	table := strict.NewUnits()
	for _, u := range all {
		var others []string
		for _, unit := range u.Units[1:] {
			others = append(others, code(unit)+" "+inFirst(table, unit))
		}
		w.line("| %s | %s | %s |", u.Quantity, code(u.Units[0]), strings.Join(others, ", "))
	}
	return w.page("units")
}

// inFirst says what one of a unit is in the first unit of its dimension: as a short decimal, a fraction, or rounded.
func inFirst(table strict.Units, unit string) string {
	x, _, ok := table.Amount("1" + unit)
	if !ok {
		return ""
	}
	first := " " + table.First(unit)
	if table.Offset(unit) {
		zero, _, _ := table.Amount("0" + unit)
		return "(0 is " + zero.FloatString(2) + first + ")"
	}
	if digits, exact := x.FloatPrec(); exact && digits <= 9 {
		return "= " + formula.Number(x) + first
	}
	if len(x.Denom().String()) <= 6 {
		return "= " + x.RatString() + first
	}
	return "≈ " + formula.Number(x) + first
}

// describedPage returns the page of things that come with the program, each with a command.
func describedPage(name, title, question string, all []shelf.Described, command, rest string) Page {
	w := new(writer)
	w.line("# %s\n\n%s", title, question)
	for _, d := range all {
		runs := ""
		if d.Runs > 0 {
			runs = fmt.Sprintf(" It makes %d runs.", d.Runs)
		}
		w.line("\n## %s\n\n%s.%s\n\n```sh\nhalocline %s %s%s\n```", d.Name, strings.TrimSuffix(text.Capital(cell(d.About)), "."), runs, command, d.Name, rest)
		if p, ok := pictureOf(Kind(name), d.Name); ok {
			w.entry(p)
		}
	}
	return w.page(name)
}
