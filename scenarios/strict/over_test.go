package strict

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// ship has cargo that is described for all ships, and of which each may have its own.
type ship struct {
	Goods []ware  `yaml:"goods" key:"Name"`
	Holds []hold  `yaml:"holds" key:"Name" over:"goods"`
	Fleet []fleet `yaml:"fleet" named:"true"`
}

type ware struct {
	Name string `yaml:"-"`
	Box  *box   `yaml:"box"`
	Port string `yaml:"port"`
}

type hold struct {
	Name string `yaml:"-"`
	Box  *box   `yaml:"box"`
}

type fleet struct {
	Name  string `yaml:"name"`
	Holds []hold `yaml:"holds" key:"Name" over:"goods"`
}

type box struct {
	Wide float64 `yaml:"wide" unit:"m"`
	High float64 `yaml:"high" unit:"m"`
}

const goods = "goods:\n  tea: {box: {wide: 1m, high: 2m}, port: Oban}\n  tin: {box: {wide: 3m, high: 4m}, port: Oban}\n"

// Elements of a table that is over another have of that one what they do not have themselves, of the keys that they give.
func TestTableOverAnother(t *testing.T) {
	for _, c := range []struct {
		text, path, set string
		want            string // name, width, height; - for no box; none and all for no names and no key
	}{
		{"", "", "", "all"},
		{"holds: []\n", "", "", "none"},
		{"holds: {}\n", "", "", "none"},
		{"holds: [tin]\n", "", "", "tin -"},
		{"holds: [tin, tea]\n", "", "", "tin -, tea -"},
		{"holds: {tin: {}, tea: {box: {high: 5m}}}\n", "", "", "tin -, tea 1 5"},
		{"holds: {tin: {box: {}}}\n", "", "", "tin 3 4"},
		{"holds: {oil: {box: {high: 5m}}}\n", "", "", "oil -"}, // whoever knows what goods are says that there is no oil
		{"holds: [tin]\n", "holds.tin.box.wide", "6m", "tin 6 4"},
		{"", "holds.tin.box.wide", "6m", "tea -, tin 6 4"},
		{"", "holds.tin", "null", "tea -"},
		{"holds: [tin, tea]\n", "holds.tin", "null", "tea -"},
		{"holds: {tin: {box: {wide: 6m}}}\n", "goods.tin.box.high", "7m", "tin 6 7"},
	} {
		var s ship
		var sets []Set
		if c.set != "" {
			sets = []Set{{c.path, c.set}}
		}
		_, err := Read(FS(texts{"a.yaml": goods + c.text}.files()), "a.yaml", sets, &s, nil)
		if got := written(s.Holds); err != nil || got != c.want {
			t.Errorf("%s--set %s=%s: %s, %v, want %s", c.text, c.path, c.set, got, err, c.want)
		}
	}
}

// Over a base, a mapping changes elements of the list or of the mapping that the base has.
func TestTableOverAnotherAndABase(t *testing.T) {
	base := goods + "fleet: [{name: one, holds: [tea, tin]}]\n"
	for child, want := range map[string]string{
		"fleet: {one: {holds: {tin: {box: {wide: 9m}}}}}\n":                                  "tea -, tin 9 4",
		"fleet: {one: {holds: {tin: null}}}\n":                                               "tea -",
		"fleet: {one: {holds: [tin]}}\n":                                                     "tin -",
		"goods: {tin: {box: {high: 8m}}}\nfleet: {one: {holds: {tin: {box: {wide: 9m}}}}}\n": "tea -, tin 9 8",
	} {
		var s ship
		_, err := Read(FS(texts{"a.yaml": "base: b.yaml\n" + child, "b.yaml": base}.files()), "a.yaml", nil, &s, nil)
		if err != nil || written(s.Fleet[0].Holds) != want {
			t.Errorf("%s: %+v, %v, want %s", child, s.Fleet, err, want)
		}
	}
}

// The place of an element is its own in either form, and names are told from everything else.
func TestPlacesInATableOverAnother(t *testing.T) {
	for text, want := range map[string]string{
		"holds: [tea, tin]\n":                "a.yaml:4:14",
		"holds: {tea: {}, tin: {box: {}}}\n": "a.yaml:4:23",
	} {
		var s ship
		doc, err := Read(FS(texts{"a.yaml": goods + text}.files()), "a.yaml", nil, &s, nil)
		if err != nil || doc.Place("holds.tin").String() != want {
			t.Errorf("%s: %v, %v, want %s", text, doc.Place("holds.tin"), err, want)
		}
	}
	for text, want := range map[string]string{
		"holds: [tea, tea]\n":              `a.yaml:4:14: "tea" is given twice; leave one out`,
		"holds: [3]\n":                     `a.yaml:4:9: write it in quotes: "3"`,
		"holds: tea\n":                     `a.yaml:4:8: "tea" is given; write a list of names, or a mapping by them`,
		"holds: [{tea: {}}]\n":             "a.yaml:4:9: a mapping is given; write a text",
		"holds: {tea: {bax: {}}}\n":        `a.yaml:4:15: unknown key "bax"; did you mean "box"?`,
		"holds: {tea: {box: {wide: 1}}}\n": "a.yaml:4:27: 1 has no unit",
		"holds: {tea: {port: Oban}}\n":     `a.yaml:4:15: unknown key "port"`,
	} {
		var s ship
		if _, err := Read(FS(texts{"a.yaml": goods + text}.files()), "a.yaml", nil, &s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// written writes holds as name, width and height.
func written(holds []hold) string {
	if holds == nil {
		return "all"
	}
	var out []string
	for _, h := range holds {
		word := h.Name + " -"
		if h.Box != nil {
			word = fmt.Sprint(h.Name, " ", h.Box.Wide, " ", h.Box.High)
		}
		out = append(out, word)
	}
	if out == nil {
		return "none"
	}
	return strings.Join(out, ", ")
}

// texts are files by name.
type texts map[string]string

func (t texts) files() fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range t {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}
