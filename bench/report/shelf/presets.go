package shelf

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"halocline/bench/report/text"
	"halocline/phy"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Origin is a number of a preset, and where it comes from.
type Origin struct {
	Modem  string `json:"modem"`
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source,omitempty"` // none: it is assumed
}

// originsOf returns the numbers of a preset that data sheets often leave out; none where the
// model is no preset.
func originsOf(lib *scenarios.Library, name string, model any) []Origin {
	m, ok := model.(interface {
		Origin(key string) (source string, preset bool)
	})
	if !ok {
		return nil
	}
	value := map[string]string{}
	for _, p := range strict.Describe(model, lib.Models()) {
		value[p.Key] = p.Default
	}
	var all []Origin
	for _, key := range phy.Unstated() {
		if source, preset := m.Origin(key); preset {
			all = append(all, Origin{name, key, value[key], source})
		}
	}
	return all
}

// describedPresets returns them of all presets.
func describedPresets(lib *scenarios.Library) []Origin {
	var all []Origin
	for _, shelf := range lib.Shelves() {
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			all = append(all, originsOf(lib, name, shelf.Models[name]())...)
		}
	}
	return all
}

// listPresets writes a table of what presets state and what is assumed for them.
func listPresets(lib *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "What the presets of modems state, with the number of the source, and what is assumed\n\n")
	var sources []string
	rows := [][]string{append([]string{"modem"}, phy.Unstated()...)}
	for _, o := range describedPresets(lib) {
		if rows[len(rows)-1][0] != o.Modem {
			rows = append(rows, []string{o.Modem})
		}
		mark := "assumed"
		if o.Source != "" {
			if !slices.Contains(sources, o.Source) {
				sources = append(sources, o.Source)
			}
			mark = fmt.Sprintf("[%d]", slices.Index(sources, o.Source)+1)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], o.Value+" "+mark)
	}
	for _, row := range rows {
		line := ""
		for column, cell := range row {
			width := 0
			for _, other := range rows {
				width = max(width, len(other[column]))
			}
			line += fmt.Sprintf("  %-*s", width, cell)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	fmt.Fprint(w, "\nWhat is assumed to be 0 is no overhead, no draw and no limit of the Doppler shift,\nwhich flatters the modem. Values of your own are written as in\n"+
		"modem: {type: evologics-s2c-18-34, preamble: 300ms, turnaround: 50ms}\n\n")
	for i, s := range sources {
		text.Hang(w, fmt.Sprintf("  [%d] ", i+1), strings.Fields(s)...)
	}
	return nil
}

// listOrigins writes below the parameters of a preset where some of them come from.
func listOrigins(lib *scenarios.Library, w io.Writer, name string, model any) {
	var assumed []string
	for _, o := range originsOf(lib, name, model) {
		if o.Source == "" {
			assumed = append(assumed, o.Key+" "+o.Value)
			continue
		}
		text.Hang(w, fmt.Sprintf("    %s %s: ", o.Key, o.Value), strings.Fields(o.Source)...)
	}
	if assumed != nil {
		text.Hang(w, "    assumed: ", strings.Fields(strings.Join(assumed, ", ")+"; no source says it")...)
	}
}
