package strict

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// grafted returns the values of a file as grafts, and the overrides that they
// are the same as.
func grafted(t *testing.T, text string) ([]Graft, []Set) {
	t.Helper()
	var raw struct {
		Set Raw `yaml:"set"`
	}
	d, err := ReadAlone(FS(fstest.MapFS{"s.yaml": {Data: []byte(text)}}), "s.yaml", &raw, Models{})
	if err != nil {
		t.Fatal(err)
	}
	entries, ok := d.Value("set").Entries()
	if !ok {
		t.Fatal("set is no mapping")
	}
	var grafts []Graft
	var sets []Set
	for _, e := range entries {
		grafts = append(grafts, Graft{e.Key, e.At, e.Value})
		sets = append(sets, Set{e.Key, e.Value.String()})
	}
	return grafts, sets
}

// sourceOf reads a.yaml for many decodings.
func sourceOf(t *testing.T, files map[string]string) *Source {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := NewSource(FS(fsys), "a.yaml", &scenario{}, models())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A source that is decoded gives what Read gives of the same overrides, each
// time, whatever overrides came before, and so does its copy.
func TestSourceIsRead(t *testing.T) {
	files := map[string]string{"p.yaml": parent, "a.yaml": "base: p.yaml\nname: child\nprobe: {count: 3}\nlinks: {b: {mac: {queue: 5}}}"}
	source := sourceOf(t, files)
	rows := []string{
		"{seed: 9, water.current.from: 90deg, water.temperature: 3degC}",
		"{links.a.mac.guard: 1ms, links.b.mac.queue: 2, links.c: {mac: tdma}}",
		"{links.a.mac: aloha, probe: {every: 2s}}",
		"{links.b: null, probe: null, nodes.n: null, links.a.mac.guard: null}",
		`{"nodes[0].at": [4m, 5m, 6m], "nodes.m.at[2]": -7m, nodes.m.name: k}`,
		"{links.a.mac: {type: tdma, slots: [3, 1]}, links.a.mac.guard: 2ms}",
		"{seed: '3'}", "{seed: x, links.a.mac: {type: alhoa}}", "{watr.depth: 1m, seed.low: 1}", "{base: x, '..': 3}", "{}",
	}
	for range 2 {
		for _, text := range rows {
			grafts, sets := grafted(t, "set: "+text)
			want, _, wantErr := read(files, sets...)
			for _, s := range []*Source{source, source.Copy()} {
				got := fresh()
				_, err := s.Decode(grafts, got)
				equal(t, text, got, want)
				if a, b := messages(err), messages(wantErr); a != b {
					t.Errorf("%s:\n got %s\nwant %s", text, a, b)
				}
			}
		}
	}
}

// messages returns the faults without their places, in the order of the alphabet.
func messages(err error) string {
	var out []string
	faults, _ := err.(Faults)
	for _, f := range faults {
		out = append(out, f.Msg)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// Faults of a graft stand where it is written.
func TestGraftPlaces(t *testing.T) {
	grafts, _ := grafted(t, "set:\n  links.a.mac: {type: tdma, slots: [1, 1], gard: 3ms}\n  watr.x: 1\n  seed:\n    [1]\n  base: b\n")
	_, err := sourceOf(t, map[string]string{"a.yaml": parent}).Decode(grafts, fresh())
	want := `s.yaml:2:44: unknown key "gard"; did you mean "guard"? (in tdma)
s.yaml:3:3: unknown key "watr"; did you mean "water"?
s.yaml:5:5: a list is given; write a whole number such as 3
s.yaml:6:3: the base of a file cannot be set; write a file with that base`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// Faults that overrides cannot mend are found at once.
func TestSourceFaults(t *testing.T) {
	for text, want := range map[string]string{
		"name: a\nbase: b.yaml": "a.yaml:2:7: the base b.yaml cannot be read: no such file or directory; see whether its name and its folder are right",
		"name: [":               "a.yaml:1:1: not valid YAML: did not find expected node content; write a value there, and close each bracket",
	} {
		_, err := NewSource(FS(fstest.MapFS{"a.yaml": {Data: []byte(text)}}), "a.yaml", &scenario{}, models())
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	source, err := NewSource(FS(fstest.MapFS{"a.yaml": {Data: []byte("seed: 3\nsed: 4")}}), "a.yaml", &scenario{}, models())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Decode(nil, fresh()); fmt.Sprint(err) != "a.yaml:1:1: key \"name\" is missing; write a text\na.yaml:2:1: unknown key \"sed\"; did you mean \"seed\"?" {
		t.Error(err)
	}
}

// A file that is read alone has base as a key like others.
func TestReadAlone(t *testing.T) {
	type study struct {
		Base string `yaml:"base" required:"true"`
		Size int    `yaml:"size"`
	}
	fsys := fstest.MapFS{"a.yaml": {Data: []byte("base: b.yaml\nsize: 3")}, "b.yaml": {Data: []byte("size: x")}, "c.yaml": {Data: []byte("size: x\nsice: 3")}}
	var s study
	if _, err := ReadAlone(FS(fsys), "a.yaml", &s, Models{}); err != nil || s != (study{"b.yaml", 3}) {
		t.Errorf("%+v, %v", s, err)
	}
	_, err := ReadAlone(FS(fsys), "c.yaml", &s, Models{})
	want := "c.yaml:1:1: key \"base\" is missing; write a text\nc.yaml:1:7: \"x\" is not a number as it is written here; write a whole number such as 3\nc.yaml:2:1: unknown key \"sice\"; did you mean \"size\"?"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if _, err := ReadAlone(FS(fsys), "d.yaml", &s, Models{}); fmt.Sprint(err) != "d.yaml: cannot be read: no such file or directory; see whether its name and its folder are right" {
		t.Error(err)
	}
}

// Values are found by keys with dots in them, and say what they are.
func TestValues(t *testing.T) {
	var raw struct {
		A Raw `yaml:"a"`
	}
	d, err := ReadAlone(FS(fstest.MapFS{"s.yaml": {Data: []byte("a:\n  b.c: [1, \"2\", {x: y, z: [true]}]\n")}}), "s.yaml", &raw, Models{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct {
		keys string
		want string
	}{
		{"a/b.c/[0]", "2:9 1"},
		{"a/b.c/[1]", `2:12 "2"`},
		{"a/b.c/[2]", "2:17 {x: y, z: [true]}"},
		{"a/b.c/[2]/x", "2:21 y"},
		{"a/b.c/[2]/z/[0]", "2:28 true"},
		{"a/b", ""},
		{"a/b.c/[3]", ""},
		{"a/b.c/[0]/x", ""},
	} {
		got := ""
		if v := d.Value(strings.Split(r.keys, "/")...); v != nil {
			got = fmt.Sprintf("%d:%d %s", v.Place().Line, v.Place().Column, v)
		}
		equal(t, r.keys, got, r.want)
	}
	text, quoted, ok := d.Value("a", "b.c", "[1]").Word()
	equal(t, "quoted word", []any{text, quoted, ok}, []any{"2", true, true})
	_, _, ok = d.Value("a", "b.c").Word()
	equal(t, "list as a word", ok, false)
	equal(t, "words", d.Value("a").Words(), []string{"1", "2", "y", "true"})
	equal(t, "place of a key", d.Key("a", "b.c").String(), "s.yaml:2:3")
	equal(t, "place of no key", d.Key("a", "c").String(), "s.yaml:2:3")
	d.FaultAt(Place{"s.yaml", 3, 4}, "x %d", 5)
	equal(t, "fault", fmt.Sprint(d.Err()), "s.yaml:3:4: x 5")
	for text, want := range map[string]any{"3": 3, "x": "x"} {
		var s struct {
			N Raw `yaml:"n"`
		}
		source, err := NewSource(FS(fstest.MapFS{"a.yaml": {Data: []byte("n: 1")}}), "a.yaml", &s, Models{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := source.Decode([]Graft{{Path: "n", Value: NewWord(Place{}, text)}}, &s); err != nil || string(s.N) != fmt.Sprint(want) {
			t.Errorf("%s reads as %s: %v", text, s.N, err)
		}
	}
}

func TestDepth(t *testing.T) {
	for path, want := range map[string]int{"a": 1, "nodes[0].at": 3, "a.b.c": 3, "a..b": 0, "": 0} {
		n, err := Depth(path)
		if (err == nil) != (want > 0) || err == nil && n != want {
			t.Errorf("%q: %d, %v", path, n, err)
		}
	}
}

// Amounts are in the first unit of their dimension: 1 km/h = 1000/3600 m/s.
func TestAmounts(t *testing.T) {
	units := NewUnits()
	rows := []struct {
		text, want, symbol, first, name string
	}{
		{"3", "3", "1", "1", "a ratio"},
		{"20%", "1/5", "%", "1", "a ratio"},
		{"18km/h", "5", "km/h", "m/s", "a speed"},
		{"15degC", "5763/20", "degC", "K", "a temperature"},
		{"3 µs", "3/1000000", "us", "s", "a duration"},
		{"-2.5e3m", "-2500", "m", "m", "a length"},
	}
	for _, r := range rows {
		x, symbol, ok := units.Amount(r.text)
		if !ok || x.RatString() != r.want || symbol != r.symbol || units.First(symbol) != r.first || units.Name(symbol) != r.name {
			t.Errorf("%s: %v %s", r.text, x, symbol)
			continue
		}
		back := units.In(x, symbol)
		number, _, _ := split(r.text)
		if want, _ := decimal(number); back.Cmp(want) != 0 {
			t.Errorf("%s back: %v", r.text, back)
		}
	}
	for _, text := range []string{"", "m", "3x", "3 m s", "1e99m", "0x10", "31", "--3"} {
		if _, _, ok := units.Amount(text); ok != (text == "31") {
			t.Errorf("%q: %v", text, ok)
		}
	}
	equal(t, "spelling", []string{units.Find("°C"), units.Find("m/s²"), units.Find("parsec")}, []string{"degC", "m/s2", ""})
	equal(t, "offsets", []bool{units.Offset("degC"), units.Offset("K"), units.Offset("m")}, []bool{true, false, false})
	if n := len(units.Firsts()); n != len(Dimensions()) {
		t.Errorf("%d first units of %d dimensions", n, len(Dimensions()))
	}
	if got := units.In(big.NewRat(1, 2), "km"); got.Cmp(big.NewRat(1, 2000)) != 0 {
		t.Errorf("half a metre is %v km", got)
	}
}

// Programming errors panic.
func TestSourcePanics(t *testing.T) {
	source := sourceOf(t, map[string]string{"a.yaml": parent})
	for what, act := range map[string]func(){
		"no struct":    func() { _, _ = NewSource(nil, "a.yaml", 3, Models{}) },
		"other struct": func() { _, _ = source.Decode(nil, &probe{}) },
		"no unit":      func() { NewUnits().First("parsec") },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "strict: ") {
					t.Errorf("%s: %v", what, r)
				}
			}()
			act()
		}()
	}
}
