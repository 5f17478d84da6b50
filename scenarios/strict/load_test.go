package strict

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"halocline/sim/simtest"
)

const parent = `
name: parent
seed: 3
water: {depth: 50m, current: 1m/s}
links:
  a: {frequency: 10kHz, mac: {type: tdma, guard: 7ms}}
  b: {mac: aloha}
nodes: [{name: n, at: [1m, 2m, 3m]}, {name: m, at: [0m, 0m, 0m]}]
`

func TestBase(t *testing.T) {
	s, _, err := read(map[string]string{"lib/parent.yaml": parent, "lib/middle.yaml": "base: parent.yaml\nseed: 4", "a.yaml": `
base: lib/middle.yaml
name: child
water: {temperature: 4degC, current: {from: 0deg}}
links:
  a: {mac: {guard: 8ms}}
  b: {mac: {queue: 5}}
nodes: [{name: o, at: [9m, 9m, 9m]}]
`})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "scalars", []any{s.Name, s.Seed}, []any{"child", uint32(4)})
	equal(t, "mapping over mapping", s.Water, water{Depth: 50, Temperature: 4, Current: current{Speed: 1}})
	equal(t, "same model", s.Links[0], link{Name: "a", Frequency: 10e3, Bits: 512, MAC: &tdma{Guard: 8 * time.Millisecond}})
	equal(t, "model by its name", s.Links[1].MAC, access(&aloha{Queue: 5, Backoff: 20 * time.Millisecond}))
	equal(t, "list over list", s.Nodes, []station{{Name: "o", At: xyz{9, 9, 9}}})
}

// Over a base, a mapping changes those elements of a list that it names, at any depth
// and through several files, and leaves the others and their order.
func TestBaseChangesElements(t *testing.T) {
	const tree = "name: tree\nnodes:\n  - {name: near, at: [1m, 2m, 3m], links: [a], inner: [{name: i, at: [0m, 0m, 0m]}]}\n  - {name: m, at: [4m, 5m, 6m]}\n"
	files := map[string]string{
		"p.yaml": tree,
		"q.yaml": "base: p.yaml\nnodes: {near: {links: [b, c]}}",
		"a.yaml": "base: q.yaml\nnodes:\n  m: {name: k}\n  x-note: {zzz: 1}\n  near: {inner: {i: {at: [7m, 8m, 9m]}}}\n",
	}
	s, _, err := read(files)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "nodes", s.Nodes, []station{
		{Name: "near", At: xyz{1, 2, 3}, Links: []string{"b", "c"}, Inner: []station{{Name: "i", At: xyz{7, 8, 9}}}},
		{Name: "k", At: xyz{4, 5, 6}},
	})
	for text, want := range map[string]string{
		"nodes: {naer: {links: []}}":  `a.yaml:2:9: unknown name "naer"; did you mean "near"?`,
		"nodes: {zzzz: {}}":           `a.yaml:2:9: unknown name "zzzz"; known: near, m; to add an element, give the whole list`,
		"nodes: {'[0]': {}}":          `a.yaml:2:9: unknown name "[0]"; known: near, m; to add an element, give the whole list`,
		"nodes: {near: {lnks: [b]}}":  `a.yaml:2:16: unknown key "lnks"; did you mean "links"?`,
		"nodes: {m: {inner: {i: 1}}}": `a.yaml:2:20: a mapping is given; write a list; a mapping of names changes the list of a base, in a file that extends one`,
		"nodes: {near: 3}":            `a.yaml:2:15: "3" is given; write a mapping, as in {name: ...}`,
	} {
		if _, _, err := read(map[string]string{"p.yaml": tree, "a.yaml": "base: p.yaml\n" + text}); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
	hidden := map[string]string{"p.yaml": "name: p\nnodes: [{name: x-ray, at: [1m, 2m, 3m]}]", "a.yaml": "base: p.yaml\nnodes: {x-note: 1, x-ray: {links: []}}"}
	const skipped = `a.yaml:2:20: x-ray changes nothing, because keys that begin with x- are skipped; give the element another name in the base`
	if _, _, err := read(hidden); err == nil || err.Error() != skipped {
		t.Errorf("skipped: %v", err)
	}
	const alone = `a.yaml:2:8: a mapping is given; write a list; a mapping of names changes the list of a base, in a file that extends one`
	if _, _, err := read(map[string]string{"a.yaml": "name: a\nnodes: {n: {links: []}}"}); err == nil || err.Error() != alone {
		t.Errorf("without a base: %v", err)
	}
}

// Over a base and in an override, null takes out what is there: a key, the entry of a
// table, an element of a list. What it leaves is what a file without it would give.
func TestNull(t *testing.T) {
	const without = `
name: parent
water: {current: 1m/s}
links:
  a: {frequency: 10kHz, mac: {type: tdma}}
nodes: [{name: m, at: [0m, 0m, 0m]}]
`
	want := good(t, without)
	files := map[string]string{
		"p.yaml": parent + "probe: {count: 3}\n",
		"a.yaml": "base: p.yaml\nseed: null\nwater: {depth: ~}\nlinks: {b: null, a: {mac: {guard: null}}}\nnodes: {n: null}\nprobe: null",
	}
	s, _, err := read(files)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "over a base", s, want)
	sets := []Set{{"seed", "null"}, {"water.depth", "~"}, {"links.b", "null"}, {"links.a.mac.guard", "null"}, {"nodes[0]", "null"}, {"probe", "null"}}
	equal(t, "set", good(t, files["p.yaml"], sets...), want)
	absent := []Set{{"seed", "null"}, {"water.depth", "null"}, {"probe.count", "null"}, {"links.b", "null"}, {"links.a.mac.guard", "null"}}
	equal(t, "set where nothing is", good(t, without, absent...), want)
	whole := good(t, parent, Set{"links.b.mac.queue", "null"}, Set{"water.current.from", "null"})
	equal(t, "short forms", whole, good(t, parent))
}

// A model of another type replaces the base's, with all its keys.
func TestBaseReplacesModel(t *testing.T) {
	for _, mac := range []string{"aloha", "{type: aloha}"} {
		s, _, err := read(map[string]string{"p.yaml": parent, "a.yaml": "base: p.yaml\nlinks: {a: {mac: " + mac + "}}"})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, mac, s.Links[0].MAC, access(&aloha{Queue: 10, Backoff: 20 * time.Millisecond}))
	}
}

func TestBaseFaults(t *testing.T) {
	chain := map[string]string{"a.yaml": "base: 1.yaml"}
	for i := range 20 {
		chain[strconv.Itoa(i)+".yaml"] = "base: " + strconv.Itoa(i+1) + ".yaml"
	}
	rows := []struct {
		what  string
		files map[string]string
		want  string
	}{
		{"absent with a list", map[string]string{"a.yaml": "name: a\nnodes: {n: {links: []}}\nbase: b.yaml"}, "a.yaml:3:7: the base b.yaml cannot be read: no such file or directory; see whether its name and its folder are right"},
		{"absent", map[string]string{"a.yaml": "name: a\nbase: b.yaml"}, "a.yaml:2:7: the base b.yaml cannot be read: no such file or directory; see whether its name and its folder are right"},
		{"itself", map[string]string{"a.yaml": "name: a\nbase: ./a.yaml"}, "a.yaml:2:7: a.yaml extends itself: a.yaml -> a.yaml"},
		{"cycle", map[string]string{"a.yaml": "name: a\nbase: d/b.yaml", "d/b.yaml": "base: ../a.yaml"}, "d/b.yaml:1:7: a.yaml extends itself: a.yaml -> d/b.yaml -> a.yaml"},
		{"depth", chain, "16.yaml:1:7: more than 16 files extend each other; put some of them together"},
		{"list", map[string]string{"a.yaml": "name: a\nbase: [b]"}, "a.yaml:2:7: base takes the name of a file, such as other.yaml"},
		{
			"fault in the base",
			map[string]string{"a.yaml": "base: b.yaml\nname: a\nseed: x", "b.yaml": "sed: 1"},
			"a.yaml:3:7: \"x\" is not a number as it is written here; write a whole number such as 3\nb.yaml:1:1: unknown key \"sed\"; did you mean \"seed\"?",
		},
		{"outside", map[string]string{"a.yaml": "name: a\nbase: ../../etc/passwd"}, "a.yaml:2:7: the base ../../etc/passwd cannot be read: no such file or directory; see whether its name and its folder are right"},
	}
	for _, r := range rows {
		_, _, err := read(r.files)
		if err == nil || err.Error() != r.want {
			t.Errorf("%s:\n got %v\nwant %s", r.what, err, r.want)
		}
	}
}

func TestSet(t *testing.T) {
	text := parent + "probe: {count: 3}\n"
	s := good(t, text,
		Set{"seed", "9"}, Set{"water.current.from", "90deg"}, Set{"water.temperature", "3degC"},
		Set{"links.a.mac.guard", "1ms"}, Set{"links.b.mac.queue", "2"}, Set{"links.c", "{mac: tdma}"},
		Set{"nodes[0].at", "[4m, 5m, 6m]"}, Set{"nodes.m.at[2]", "-7m"}, Set{"nodes.m.name", "k"}, Set{"probe", "{every: 2s}"})
	equal(t, "seed", s.Seed, uint32(9))
	equal(t, "mapping that is made", s.Water.Temperature, 3.0)
	equal(t, "short form that is widened", s.Water.Current.Speed, 1.0)
	equal(t, "key of a model", s.Links[0].MAC, access(&tdma{Guard: time.Millisecond}))
	equal(t, "key of a bare model", s.Links[1].MAC, access(&aloha{Queue: 2, Backoff: 20 * time.Millisecond}))
	equal(t, "new entry", s.Links[2].MAC, access(&tdma{Guard: 5 * time.Millisecond}))
	equal(t, "elements", s.Nodes, []station{{Name: "n", At: xyz{4, 5, 6}}, {Name: "k", At: xyz{0, 0, -7}}})
	equal(t, "whole section", s.Probe, &probe{Every: 2 * time.Second})
	s = good(t, text, Set{"links.a.mac", "aloha"})
	equal(t, "whole model", s.Links[0].MAC, access(&aloha{Queue: 10, Backoff: 20 * time.Millisecond}))
	s = good(t, text, Set{"links.b.mac.type", "tdma"})
	equal(t, "type alone", s.Links[1].MAC, access(&tdma{Guard: 5 * time.Millisecond}))
	s = good(t, "name: a", Set{"probe.every", "3s"}, Set{"links.x", "{}"})
	equal(t, "section that is made", s.Probe, &probe{Every: 3 * time.Second})
}

func TestSetFaults(t *testing.T) {
	rows := []struct{ path, value, want string }{
		{"sed", "1", `--set sed: unknown key "sed"; did you mean "seed"?`},
		{"water.dept", "1m", `--set water.dept: unknown key "dept"; did you mean "depth"?`},
		{"watr.depth", "1m", `--set watr.depth: unknown key "watr"; did you mean "water"?`},
		{"seed", "1m", `--set seed: 1m has a unit; write a whole number such as 3`},
		{"seed", "", `--set seed: is empty; write a value behind the =, or null to take out what is there`},
		{"name", "null", `a.yaml:2:1: key "name" is missing; write a text`},
		{"water.dept", "null", `--set water.dept: unknown key "dept"; did you mean "depth"?`},
		{"links.a.mac.gard", "null", `--set links.a.mac.gard: unknown key "gard"; did you mean "guard"?`},
		{"probe.coutn", "null", `--set probe.coutn: unknown key "coutn"; did you mean "count"?`},
		{"water.current.form", "null", `--set water.current.form: unknown key "form"; did you mean "from"?`},
		{"links[0]", "null", `--set links[0]: [0] names nothing here; write a key`},
		{"links.x-c", "null", `--set links.x-c: x-c names nothing here; write a key`},
		{"links.c.mac", "null", `--set links.c.mac: unknown name "c"; known: a, b`},
		{"nodes.nn", "null", `--set nodes.nn: unknown name "nn"; known: n, m; or nodes[0]`},
		{"seed.low", "null", `--set seed.low: there is nothing at low below the value "3"`},
		{"seed", "[null]", `--set seed: a list is given; write a whole number such as 3`},
		{"seed", "[1", `--set seed: not valid YAML: did not find expected ',' or ']'; close the list with ], and put a text with [ ] { } or commas in it into quotes`},
		{"seed", "{a: 1, a: 2}", "--set seed: key \"a\" is given twice; leave one out\n--set seed: a mapping is given; write a whole number such as 3"},
		{"seed.low", "1", `--set seed.low: there is nothing at low below the value "3"`},
		{"links.aa.mac", "aloha", `--set links.aa.mac: unknown name "aa"; known: a, b`},
		{"links.a.mac.type", "aloha", `a.yaml:6:43: unknown key "guard"; known: queue, backoff (in aloha; to drop the keys of the model before, set the whole: --set links.a.mac=aloha)`},
		{"links.a.mac.type", "alhoa", `--set links.a.mac.type: unknown model "alhoa"; did you mean "aloha"? (known: aloha, tdma)`},
		{"links.a.mac", "{type: alhoa}", `--set links.a.mac: unknown model "alhoa"; did you mean "aloha"? (known: aloha, tdma)`},
		{"links.a.mac", "{type: tdma, gard: 1ms}", `--set links.a.mac.gard: unknown key "gard"; did you mean "guard"? (in tdma)`},
		{"nodes.n.at", "[0m, 1kg, 0m]", `--set nodes.n.at[1]: 1kg is a mass; write a length such as 20m`},
		{"links", "{a: {mac: {type: tdma, guard: &g 1kg}}, b: {mac: {type: tdma, guard: *g}}}", "--set links.a.mac.guard: 1kg is a mass; write a duration such as 20ms\n--set links.b.mac.guard: 1kg is a mass; write a duration such as 20ms"},
		{"nodes[2].at", "1", `--set nodes[2].at: there is no element [2]; the list has 2, the last of them [1]`},
		{"nodes.nn.at", "1", `--set nodes.nn.at: unknown name "nn"; known: n, m; or nodes[0]`},
		{"nodes.0.at", "1", `--set nodes.0.at: unknown name "0"; known: n, m; or nodes[0]`},
		{"nodes.n.at.2", "1m", `--set nodes.n.at.2: nodes.n.at is a list without names; write nodes.n.at[2]`},
		{"nodes[1].at.x", "1m", `--set nodes[1].at.x: nodes[1].at is a list without names; write nodes[1].at[0]`},
		{"sweep.a[0]", "1", `--set sweep.a[0]: unknown name "a"; there is none to choose from`},
		{"nodes.n.links[0]", "1", `--set nodes.n.links[0]: the file gives no list that [0] could be an element of; set the whole list, as in --set nodes.n.links='[...]'`},
		{"water[0]", "1", `--set water[0]: [0] names nothing here; write a key`},
		{"base", "b.yaml", `--set base: the base of a file cannot be set; write a file with that base`},
		{"x-a", "1", `--set x-a: x-a names nothing here; write a key`},
		{"", "1", `--set : "" is not a path; write keys with dots and elements with brackets, as in nodes[0].at`},
		{"water..depth", "1", `--set water..depth: "water..depth" is not a path; write keys with dots and elements with brackets, as in nodes[0].at`},
		{"nodes[x]", "1", `--set nodes[x]: "nodes[x]" is not a path; an index is a number in brackets, as in nodes[0].at`},
		{"nodes[0", "1", `--set nodes[0: "nodes[0" is not a path; an index is a number in brackets, as in nodes[0].at`},
		{"nodes[]", "1", `--set nodes[]: "nodes[]" is not a path; an index is a number in brackets, as in nodes[0].at`},
	}
	for _, r := range rows {
		_, _, err := read(map[string]string{"a.yaml": parent}, Set{r.path, r.value})
		if err == nil || err.Error() != r.want {
			t.Errorf("%s=%s:\n got %v\nwant %s", r.path, r.value, err, r.want)
		}
	}
}

// An override that a later one undoes is a fault; a later one below it is none.
func TestSetReplaced(t *testing.T) {
	rows := []struct {
		sets []Set
		want string
	}{
		{[]Set{{"links.a.mac", "tdma"}, {"links.a.mac.guard", "1ms"}}, "<nil>"},
		{[]Set{{"links.a.mac.guard", "1ms"}, {"links.a.macs", "1"}}, `--set links.a.macs: unknown key "macs"; did you mean "mac"?`},
		{
			[]Set{{"links.a.mac.guard", "1ms"}, {"links.a.mac", "aloha"}},
			"--set links.a.mac.guard: has no effect, because --set links.a.mac=aloha comes later and replaces it; put it behind",
		},
		{
			[]Set{{"duration", "5x"}, {"duration", "5s"}},
			"--set duration: has no effect, because --set duration=5s comes later and replaces it; leave one of them out",
		},
		{[]Set{{"nodes[0]", "null"}, {"nodes[0]", "~"}}, "<nil>"},
		{[]Set{{"nodes[0].at", "[1m]"}, {"nodes[0]", "null"}, {"nodes[0].at", "[0m, 0m, 0m]"}}, "--set nodes[0].at: has no effect, because --set nodes[0]=null comes later and replaces it; put it behind"},
		{[]Set{{"nodes[0].name", "k"}, {"nodes.n", "null"}, {"nodes[0].name", "j"}}, `--set nodes.n: unknown name "n"; known: k, m; or nodes[0]`},
		{[]Set{{"nodes[0].name", "k"}, {"links.a", "null"}, {"nodes[0].name", "j"}}, "--set nodes[0].name: has no effect, because --set nodes[0].name=j comes later and replaces it; leave one of them out"},
		{
			[]Set{{"nodes[0].at[2]", "1m"}, {"seed", "2"}, {"nodes", "[]"}},
			"--set nodes[0].at[2]: has no effect, because --set nodes=[] comes later and replaces it; put it behind",
		},
	}
	for _, r := range rows {
		_, _, err := read(map[string]string{"a.yaml": parent}, r.sets...)
		equal(t, fmt.Sprint(r.sets), fmt.Sprint(err), r.want)
	}
}

// The places are counted in the text of parent, whose first line is empty.
func TestPlace(t *testing.T) {
	_, d, err := read(map[string]string{"a.yaml": parent}, Set{"links.a.mac.guard", "1ms"})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{
		"seed": "a.yaml:3:7", "water.depth": "a.yaml:4:16", "nodes[1].at[2]": "a.yaml:8:61", "nodes.n": "a.yaml:8:9", "links.a": "a.yaml:6:6",
		"water.temperature": "a.yaml:4:8", "nodes[7].at": "a.yaml:8:8", "": "a.yaml:2:1", "a[": "a.yaml:2:1", "links.a.mac.guard": "--set links.a.mac.guard",
	}
	for path, want := range rows {
		equal(t, path, d.Place(path).String(), want)
	}
	d.Fault("nodes[1]", "no link is named %q", "c")
	d.Fault("seed", "unlucky")
	equal(t, "faults", d.Err().Error(), "a.yaml:3:7: unlucky\na.yaml:8:38: no link is named \"c\"")
}

// Faults of errors that are found after reading stand at the key that they
// name, also where one wraps another or the path is that of the whole file.
func TestFaultFrom(t *testing.T) {
	joined := errors.Join(keyError{"speed", "too fast"}, keyError{"from", "not given"}, errors.New("no such water"))
	rows := []struct {
		path string
		err  error
		want string
	}{
		{"water", nil, "<nil>"},
		{"water.current", joined, "a.yaml:4:30: too fast\na.yaml:4:30: not given\na.yaml:4:30: no such water"},
		{"water", keyError{"depth", "too deep"}, "a.yaml:4:16: too deep"},
		{"water", wrapped{"", keyError{"depth", "too deep"}}, "a.yaml:4:16: in water: too deep"},
		{"", wrapped{"water", keyError{"depth", "too deep"}}, "a.yaml:4:16: in water: too deep"},
		{"", keyError{"seed", "unlucky"}, "a.yaml:3:7: unlucky"},
		{"", errors.New("nothing works"), "a.yaml:2:1: nothing works"},
		{"nodes[1]", keyError{"at[2]", "too deep"}, "a.yaml:8:61: too deep"},
		{"nodes", keyError{"[1]", "too many"}, "a.yaml:8:38: too many"},
		{"probe", keyError{"seed", "unlucky"}, "a.yaml:2:1: unlucky"},
	}
	for _, r := range rows {
		_, d, err := read(map[string]string{"a.yaml": parent})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, r.want, d.FaultFrom(r.path, r.err), r.err != nil)
		equal(t, r.path, fmt.Sprint(d.Err()), r.want)
	}
}

// wrapped is a fault of a key that holds a fault of a key below it.
type wrapped struct {
	field string
	inner error
}

func (w wrapped) Error() string { return "in water: " + w.inner.Error() }
func (w wrapped) Unwrap() error { return w.inner }
func (w wrapped) Field() string { return w.field }

func TestManyFaults(t *testing.T) {
	_, _, err := read(map[string]string{"a.yaml": "name: a\nnodes: [" + strings.Repeat("1,", 200) + "]"})
	lines := strings.Split(err.Error(), "\n")
	equal(t, "lines", len(lines), 51)
	equal(t, "last line", lines[50], "and 150 more")
	equal(t, "all faults", len(err.(Faults)), 200)
}

func TestDisk(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return full
	}
	file("p.yaml", parent)
	child := file("c.yaml", "base: p.yaml\nname: child")
	s := fresh()
	if _, err := Read(Disk, child, nil, s, models()); err != nil || s.Name != "child" || s.Seed != 3 {
		t.Errorf("%v %v", s, err)
	}
	rows := map[string]string{
		dir:                               "cannot be read: is a directory; write the name of a YAML file",
		filepath.Join(dir, "absent.yaml"): "cannot be read: no such file or directory; see whether its name and its folder are right",
		file("noise", strings.Repeat("�(", 3e6)): "is larger than 1 MiB; put data into files of their own, or parts into a base",
		"/dev/zero": "is larger than 1 MiB; put data into files of their own, or parts into a base",
	}
	for name, want := range rows {
		if _, err := Read(Disk, name, nil, fresh(), models()); err == nil || err.Error() != name+": "+want {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := Read(FS(fstest.MapFS{"d/a.yaml": {}}), "d", nil, fresh(), models())
	equal(t, "directory of an fs.FS", err.Error(), "d: cannot be read: is a directory; write the name of a YAML file")
}

// Inputs that are made to cost time or memory end in a fault, or at least end.
func TestHostile(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	bomb := "x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for c := 'b'; c <= 'm'; c++ {
		prev := string(c - 1)
		bomb += "x-" + string(c) + ": &" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*"+prev+", ", 10), ", ") + "]\n"
	}
	merges := "x-a: &a {k: 1}\n"
	for c := 'b'; c <= 'z'; c++ {
		prev := string(c - 1)
		merges += "x-" + string(c) + ": &" + string(c) + " {<<: [*" + prev + ", *" + prev + "]}\n"
	}
	fill := func(s string) string { return strings.Repeat(s, 1<<20/len(s)) }
	rows := []struct{ text, want string }{
		{bomb + "name: a\nnodes: *m", "the file holds more than 200000 values"},
		{merges + "name: a\nwater: *z", "the file holds more than 200000 values"},
		{"name: &a [*a, *a]", "inside its own anchor"},
		{"name: a\n" + fill("k: 1\n")[50:], "is given twice"},
		{fill("- "), "exceeded max depth"},
		{fill("["), "exceeded max depth"},
		{fill("{a: "), "exceeded max depth"},
		{fill("?\n"), ""},
		{fill("-\n"), ""},
		{fill("#a\n\n"), ""},
		{fill("&a "), ""},
		{fill("a: #b\n"), ""},
		{"[" + fill("a,")[1:], ""},
		{"nodes: [" + fill("1e60,")[12:] + "1]", ""},
		{"nodes: [" + fill("{at: [1, 1, 1e60m]}, ")[40:] + "]", ""},
		{fill("\x1b"), "the control character 0x1b is not part of a text"},
		{fill("'"), ""},
		{fill("\""), ""},
		{fill("|\n"), ""},
		{fill("!"), ""},
		{fill("%a\n"), ""},
		{fill("\t"), ""},
	}
	for _, r := range rows {
		_, _, err := read(map[string]string{"a.yaml": r.text})
		if err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%q...: %v, want %s", r.text[:20], err, r.want)
		}
	}
}

// What the YAML parser says in its own words comes with what mends it.
func TestAdvice(t *testing.T) {
	const parser = ": not valid YAML: "
	rows := []struct{ text, want string }{
		{"name: @a", "put a text with signs of YAML in it into quotes"},
		{"name: `a", "put a text with signs of YAML in it into quotes"},
		{"name: &", "put a text with signs of YAML in it into quotes"},
		{"name:\n\t- a", "indent with blanks"},
		{"name: a\nlinks: {a: {type: x[0].y}}", "close the mapping with }, and put a text with [ ] { } or commas in it into quotes"},
		{"name: a\nnodes:\n  - {name: b}\n  c", "write key: value, with a blank behind the colon"},
		{"name: a\nnodes: - b", "begin the list in a line of its own, or write it as [a, b]"},
		{`name: "C:\data"`, `write \\ for a backslash, or use single quotes`},
		{"name: a\nnodes:\n  - b\n  c: d", "indent all elements of a list alike, each behind a dash"},
	}
	for _, r := range rows {
		_, _, err := read(map[string]string{"a.yaml": r.text})
		if err == nil || !strings.Contains(err.Error(), parser) || !strings.HasSuffix(err.Error(), "; "+r.want) {
			t.Errorf("%q: %v, want %s", r.text, err, r.want)
		}
	}
}
