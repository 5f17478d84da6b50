package manual

import (
	"fmt"
	"slices"
	"strings"

	"halocline/bench/report/shelf"
	"halocline/bench/report/text"
)

// Kind is what a picture of the gallery is of. It is the name of the page that has its entry, too.
type Kind string

// The kinds.
const (
	Scenario     Kind = "scenarios"
	Study        Kind = "studies"
	reproduction Kind = "reproductions"
)

// Panel is a part of the page of halocline view.
type Panel string

// The parts that are shown.
const (
	Scene     Panel = "scene"
	spaceTime Panel = "spacetime"
	plots     Panel = "plots"
)

// Picture says how a picture of the gallery is made, and what it shows. One of a scenario is a panel of the page of halocline view. Any
// other is a figure that a command writes; without one the entry has words alone.
type Picture struct {
	Kind   Kind
	Name   string
	Panel  Panel
	View   string // the address in the page, behind #
	Figure string // the name of the figure
	Shows  string
}

// File returns the name of the file that the picture is in, or "" where there is none.
func (p Picture) File() string {
	if p.Panel == "" && p.Figure == "" {
		return ""
	}
	return "gallery/" + string(p.Kind) + "-" + p.Name + ".webp"
}

// Address returns what stands behind # in the address of the page.
func (p Picture) Address() string {
	if p.Panel == "" || p.Panel == Scene {
		return p.View
	}
	return p.View + "&panel=" + string(p.Panel)
}

// Commands returns the commands that make the picture, or show it. The last one of a figure writes it into Drawn.
func (p Picture) Commands() []string {
	switch p.Kind {
	case Scenario:
		return []string{"halocline view " + p.Name}
	case Study:
		return []string{"halocline sweep " + p.Name, fmt.Sprintf("halocline plot %s.db %s -o %s", p.Name, p.Figure, p.Drawn())}
	}
	if p.Figure == "" {
		return []string{"halocline reproduce " + p.Name}
	}
	return []string{"halocline reproduce " + p.Name + " --out figures"}
}

// Drawn returns the name of the file that the last command writes the figure into.
func (p Picture) Drawn() string {
	if p.Kind == Study {
		return p.Figure + ".svg"
	}
	return "figures/" + p.Name + "-" + p.Figure + ".svg"
}

// pictureOf returns the picture of an entry.
func pictureOf(kind Kind, name string) (Picture, bool) {
	all := Pictures()
	i := slices.IndexFunc(all, func(p Picture) bool { return p.Kind == kind && p.Name == name })
	if i < 0 {
		return Picture{}, false // as that of a scenario of another module
	}
	return all[i], true
}

// alt names a picture for those who do not see it, before the words that say what it shows.
func (p Picture) alt() string {
	switch p.Panel {
	case Scene:
		return p.Name + " in three dimensions"
	case spaceTime:
		return p.Name + " in space and time"
	case plots:
		return "Quantities of " + p.Name + " over time"
	}
	return "A figure of " + p.Name
}

// entry writes the picture into the entry of what it is of.
func (w *writer) entry(p Picture) {
	if p.File() != "" {
		w.line("\n![%s](%s)", p.alt(), p.File())
	}
	w.line("\n%s", cell(p.Shows))
	if p.Kind == reproduction {
		w.line("\n[How closely it agrees](validation.md#%s) with its source, and what is open.", anchor(p.Name))
	}
	commands := p.Commands()
	last := commands[len(commands)-1]
	if p.Kind == Scenario || p.Figure != "" {
		w.line("\n```sh\n%s\n```", last)
	}
	if p.Kind == Scenario {
		w.line("\nPut this behind the address that it prints:\n\n```text\n#%s\n```", p.Address())
	}
}

// anchor returns what stands behind # in the address of a heading.
func anchor(heading string) string { return strings.ReplaceAll(heading, ".", "") }

// galleryPage is the page of all pictures.
func galleryPage(list *shelf.Listing, reproductions []shelf.Described) Page {
	w := new(writer)
	w.line("# Gallery\n\nWhat does each scenario, study and reproduction look like?\n")
	w.line("Each picture was made with the command beside it, and leads to its entry. The entry says how to see or draw the same.")
	for _, part := range []struct {
		kind   Kind
		title  string
		things []shelf.Described
	}{{Scenario, "Scenarios", list.Scenarios}, {Study, "Studies", list.Studies}, {reproduction, "Reproductions", reproductions}} {
		w.line("\n## %s\n", part.title)
		for _, d := range part.things {
			w.tile(part.kind, d)
		}
	}
	return w.page("gallery")
}

// tile writes what the gallery has of one thing.
func (w *writer) tile(kind Kind, d shelf.Described) {
	to := string(kind) + ".md#" + anchor(d.Name)
	p, ok := pictureOf(kind, d.Name)
	if !ok {
		w.line("- [%s](%s)\n\n  %s.", cell(d.Name), to, strings.TrimSuffix(text.Capital(cell(d.About)), "."))
		return
	}
	w.line("- [%s](%s): `%s`\n", cell(d.Name), to, p.Commands()[0])
	if p.File() != "" {
		w.line("  [![%s](%s)](%s)\n", p.alt(), p.File(), to)
	}
	w.line("  %s", cell(p.Shows))
}
