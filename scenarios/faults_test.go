package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// sea is the scenario that the rows of these tests go on with, from line 10. The
// radios of dock are for link a only.
const sea = `name: sea
duration: 10s
links:
  a: {channel: ideal, modem: plain, mac: aloha}
  b: {channel: ideal, modem: plain, mac: aloha}
nodes:
  - {name: n, count: 3}
  - {name: dock, links: [a]}
  - {name: buoy}
`

// faultOf reads, builds and returns what is wrong.
func faultOf(file, text string, sets ...strict.Set) string {
	plan, err := Standard().Parse(file, text, sets)
	if err == nil {
		_, err = plan.Check()
	}
	return fmt.Sprint(err)
}

func TestSeaIsRight(t *testing.T) {
	traffic := "traffic:\n  - {type: periodic, link: a, from: n, to: dock, period: 1s}\n  - {type: poisson, link: b, from: buoy, to: everybody, rate: 1/s}\n"
	if got := faultOf("a.yaml", sea+traffic); got != "<nil>" {
		t.Error(got)
	}
}

// Faults that show only where the parts of a scenario meet, in each row the one
// and only, at the value that is wrong.
func TestMeetingFaults(t *testing.T) {
	source := func(way string) string { return "traffic:\n  - {type: periodic, period: 1s, " + way + "}\n" }
	rows := []struct{ what, text, want string }{
		{"unknown sender", source("link: a, from: bouy, to: dock"), `a.yaml:11:49: unknown node "bouy"; did you mean "buoy"?`},
		{"unknown receiver", source("link: a, from: n, to: dokc"), `a.yaml:11:56: unknown node "dokc"; did you mean "dock"?`},
		{"unknown receiver, far", source("link: a, from: n, to: whale"), `a.yaml:11:56: unknown node "whale"; known: buoy, dock, n, n1, n2, n3, everybody`},
		{"nearly everybody", source("link: a, from: n, to: everybdy"), `a.yaml:11:56: unknown node "everybdy"; did you mean "everybody"?`},
		{"everybody sends", source("link: a, from: everybody, to: dock"), `a.yaml:11:49: unknown node "everybody"; known: buoy, dock, n, n1, n2, n3`},
		{"to itself", source("link: a, from: buoy, to: buoy"), `a.yaml:11:59: node "buoy" would send to itself`},
		{"a group to one of its own", source("link: a, from: n, to: n2"), `a.yaml:11:56: node "n2" would send to itself`},
		{"to a group", source("link: a, from: dock, to: n"), `a.yaml:11:59: "n" is a group of 3 nodes; name one of them, such as n1`},
		{"receiver without radio", source("link: b, from: buoy, to: dock"), `a.yaml:11:59: node "dock" has no radio for link "b"`},
		{"sender without radio", source("link: b, from: dock, to: buoy"), `a.yaml:11:49: node "dock" has no radio for link "b"`},
		{"no link named", source("from: n, to: dock"), `a.yaml:11:5: the scenario has 2 links; add the key link, one of a, b`},
		{"unknown link", source("link: acoustic, from: n, to: dock"), `a.yaml:11:40: unknown link "acoustic"; known: a, b`},
		{
			"hertz for a rate", "traffic:\n  - {type: poisson, link: a, from: n, to: dock, rate: 0.2Hz}\n",
			"a.yaml:11:55: 0.2Hz is a frequency; write a rate such as 0.5/s; write /s for Hz",
		},
		{
			"both ends unknown", source("link: a, from: p, to: q"),
			"a.yaml:11:49: unknown node \"p\"; known: buoy, dock, n, n1, n2, n3\na.yaml:11:56: unknown node \"q\"; known: buoy, dock, n, n1, n2, n3, everybody",
		},
		{
			"stop before start", source("link: a, from: n, to: dock, start: 5s, stop: 4s"),
			"a.yaml:11:79: the source ends at 4s, but it begins at 5s; stop must be later than start",
		},
		{
			"jitter beyond the period", source("link: a, from: n, to: dock, jitter: 1001ms"),
			"a.yaml:11:70: the jitter of 1.001s exceeds the period of 1s",
		},
		{
			"a course without its vehicle", "water: {current: {type: uniform, speed: 1m/s, from: {side: head, vehicle: auv, target: dock}}}\n",
			`a.yaml:10:18: current: unknown node "auv"; known: buoy, dock, n, n1, n2, n3`,
		},
		{"a course without a name", "water: {current: {type: uniform, speed: 1m/s, from: head}}\n", `a.yaml:10:18: current: it comes from a side of a vehicle, and the scenario has 0; name a node with from.vehicle, or write toward in place of from`},
		{
			"a course of what has no target", "water: {current: {type: uniform, speed: 1m/s, from: {side: head, vehicle: buoy}}}\n",
			`a.yaml:10:18: current: it comes from a side of buoy on its way to a target; name that with from.target, or write toward in place of from`,
		},
		{
			"a course of a group", "water: {current: {type: uniform, speed: 1m/s, from: {side: head, vehicle: n, target: dock}}}\n",
			`a.yaml:10:18: current: "n" is a group of 3 nodes; name one of them, such as n1`,
		},
	}
	for _, r := range rows {
		if got := faultOf("a.yaml", sea+r.text); got != r.want {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, r.want)
		}
	}
}

// Faults of nodes, names and links.
func TestNodeFaults(t *testing.T) {
	head := "name: s\nduration: 1s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes:\n"
	many := "name: s\nduration: 1s\nnodes: [{name: n}]\nlinks:\n"
	for i := range 257 {
		many += fmt.Sprintf("  l%d: {channel: ideal, modem: plain, mac: aloha}\n", i)
	}
	rows := []struct{ what, text, want string }{
		{"twice", head + "  - {name: n}\n  - {name: n}\n", `a.yaml:6:12: a node "n" is there already; give this one another name`},
		{"a group twice", head + "  - {name: n, count: 2}\n  - {name: n, count: 2}\n", `a.yaml:6:12: a node "n" is there already; give this one another name`},
		{"a node named as one of a group", head + "  - {name: n, count: 2}\n  - {name: n2}\n", `a.yaml:6:12: a node "n2" is there already; give this one another name`},
		{"a group with one named as a node", head + "  - {name: n2}\n  - {name: n, count: 2}\n", `a.yaml:6:12: a node "n2" is there already; give this one another name`},
		{"a link with the metrics of all packets", "name: s\nduration: 1s\nnodes: [{name: n}]\nlinks: {packets: {channel: ideal, modem: plain, mac: aloha}}\n", `a.yaml:4:18: metrics of the whole run begin with "packets"; choose another name`},
		{"reserved", head + "  - {name: everybody}\n", `a.yaml:5:12: "everybody" stands for all nodes; choose another name`},
		{"dot", head + "  - {name: a.b}\n", `a.yaml:5:12: "a.b" is no name; it is made of letters, digits, - and _`},
		{"slash", head + "  - {name: a/phy}\n", `a.yaml:5:12: "a/phy" is no name; it is made of letters, digits, - and _`},
		{"star", head + "  - {name: '*'}\n", `a.yaml:5:12: "*" is no name; it is made of letters, digits, - and _`},
		{"empty", head + "  - {name: ''}\n", `a.yaml:5:12: the name is empty`},
		{"link with a dot", strings.Replace(head, "{a:", "{a.b:", 1) + "  - {name: n}\n", `a.yaml:3:14: "a.b" is no name; it is made of letters, digits, - and _`},
		{"unknown link", head + "  - {name: n}\n  - {name: m, links: [a, b]}\n", `a.yaml:6:26: unknown link "b"; known: a`},
		{"large group", head + "  - {name: n, count: 100001}\n", `a.yaml:5:22: 100001 is out of range; write at least 1 and at most 100000`},
		{"large groups", head + "  - {name: n, count: 9999}\n  - {name: m, count: 2}\n", `a.yaml:5:3: the scenario has 10001 nodes; at most 10000 are possible`},
		{"no nodes", head[:len(head)-1] + " []\n", `a.yaml:4:8: 0 elements are given; write at least 1`},
		{"no links", "name: s\nduration: 1s\nlinks: {}\nnodes: [{name: n}]\n", `<nil>`},
		{"257 links", many, `a.yaml:5:3: 257 links are given; at most 256 are possible`},
		{"256 links", strings.Replace(many, "  l256: {channel: ideal, modem: plain, mac: aloha}\n", "", 1), `<nil>`},
	}
	for _, r := range rows {
		if got := faultOf("a.yaml", r.text); got != r.want {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, r.want)
		}
	}
}

// Faults between the parts of a link.
func TestLinkFaults(t *testing.T) {
	rows := []struct{ what, link, want string }{
		{
			"watts against decibels", "channel: acoustic, modem: {type: plain, budget: watts}, mac: aloha",
			"the ambient noise is a level in decibels, but the modem's link budget is in watts",
		},
		{"watts without noise", "channel: {type: acoustic, noise: none}, modem: {type: plain, budget: watts}, mac: aloha", "<nil>"},
		{
			"band below 0 Hz", "channel: ideal, modem: {type: plain, bandwidth: 24.1kHz}, mac: aloha",
			"a.yaml:3:61: a band of 24100 Hz around 12000 Hz reaches below 0 Hz",
		},
		{
			"threshold above power", "channel: ideal, modem: {type: plain, budget: {type: watts, power: 1W, threshold: 2W}}, mac: aloha",
			"a.yaml:3:94: the threshold is 3.01 dB above the transmitted power, and no fading lifts a frame over it: nothing would ever be received",
		},
		{"table without a file", "channel: ideal, modem: {type: plain, errors: table}, mac: aloha", `a.yaml:3:58: key "file" is missing; write the name of a CSV file with the columns sinr_db and per`},
		{"table that is not there", "channel: ideal, modem: {type: plain, errors: {type: table, file: absent.csv}}, mac: aloha", "absent.csv: cannot be read: no such file or directory; see whether its name and its folder are right"},
	}
	for _, r := range rows {
		text := "name: s\nduration: 1s\nlinks: {a: {" + r.link + "}}\nnodes: [{name: n}]\n"
		got := faultOf("a.yaml", text)
		if !strings.Contains(got, r.want) || strings.Contains(got, "\n") {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, r.want)
		}
		if got != "<nil>" && !strings.HasPrefix(got, "a.yaml:3:") {
			t.Errorf("%s: the fault is not at the link: %s", r.what, got)
		}
	}
}

// Faults of the files that a scenario names have two places: where it names the
// file, and the line of the file.
func TestDataFileFaults(t *testing.T) {
	dir := t.TempDir()
	trace := "traffic: [{type: trace, link: a, file: data.csv}]\n"
	profile := "water: {sound_speed: mackenzie, profile: data.csv}\n"
	rows := []struct{ what, text, data, want string }{
		{"trace: right", trace, "time_s,from,to,bits\n1,n1,dock,8\n0.5,dock,everybody,8\n", "<nil>"},
		{"trace: empty", trace, "", "10:40: data.csv:1: the file is empty; write the header time_s,from,to,bits"},
		{"trace: header", trace, "time,from,to,bits\n", "10:40: data.csv:1: the header is time,from,to,bits; write time_s,from,to,bits"},
		{"trace: fields", trace, "time_s,from,to,bits\n1,n1,dock\n", "10:40: data.csv:2: each row has the four fields time_s,from,to,bits, with commas between them"},
		{"trace: time", trace, "time_s,from,to,bits\n1,n1,dock,8\n-1,n1,dock,8\n", "10:40: data.csv:3: the time \"-1\" is not a whole number of nanoseconds from the start of the run; write at least 0 and at most nine decimals"},
		{"trace: size", trace, "time_s,from,to,bits\n1,n1,dock,0.5\n", "10:40: data.csv:2: the size \"0.5\" is not a whole number of bits from 1 to 1000000000"},
		{"trace: sender", trace, "time_s,from,to,bits\n1,m1,dock,8\n", "10:40: data.csv:2: unknown node \"m1\"; did you mean \"n1\"?"},
		{"trace: group", trace, "time_s,from,to,bits\n1,n,dock,8\n", "10:40: data.csv:2: \"n\" is a group of 3 nodes; name one of them, such as n1"},
		{"trace: receiver", trace, "time_s,from,to,bits\n1,n1,docks,8\n", "10:40: data.csv:2: unknown node \"docks\"; did you mean \"dock\"?"},
		{"trace: itself", trace, "time_s,from,to,bits\n1,n1,n1,8\n", "10:40: data.csv:2: node \"n1\" would send to itself"},
		{"trace: radio", strings.Replace(trace, "link: a", "link: b", 1), "time_s,from,to,bits\n1,n1,dock,8\n", "10:40: data.csv:2: node \"dock\" has no radio for link \"b\""},
		{"trace: no file", strings.Replace(trace, "data", "absent", 1), "", "10:40: DIR/absent.csv: cannot be read: no such file or directory; see whether its name and its folder are right"},
		{"trace: a directory", strings.Replace(trace, "data.csv", ".", 1), "", "10:40: DIR: cannot be read: is a directory; write the name of a file"},
		{"profile: right", profile, "depth,temperature\n0,10\n50,4\n", "<nil>"},
		{"profile: number", profile, "depth,temperature\n0,10\n50,warm\n", "10:42: profile: data.csv:3: temperature \"warm\" is not a number; write one such as 1.5"},
		{"profile: column", profile, "depth,temp\n0,10\n", "10:42: profile: data.csv:1: column \"temp\" is unknown; the columns are depth, temperature, salinity, sound_speed"},
		{"profile: no file", strings.Replace(profile, "data", "absent", 1), "", "10:42: profile: DIR/absent.csv: cannot be read: no such file or directory; see whether its name and its folder are right"},
	}
	file := filepath.Join(dir, "a.yaml")
	for _, r := range rows {
		if err := os.WriteFile(filepath.Join(dir, "data.csv"), []byte(r.data), 0o600); err != nil {
			t.Fatal(err)
		}
		want := r.want
		if want != "<nil>" {
			want = file + ":" + strings.ReplaceAll(want, "DIR", dir)
		}
		if got := faultOf(file, sea+r.text); got != want {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, want)
		}
	}
}

// What is not a file of its own may have been meant as a bundled scenario.
func TestLoadFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine", []byte(sea), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Standard().Load("mine", nil); err != nil {
		t.Errorf("a file without an ending: %v", err)
	}
	if err := os.WriteFile("yours.yaml", []byte(sea), 0o600); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{
		"yours":        "there is no file yours; did you mean yours.yaml?",
		"":             "the name of the scenario is empty",
		"aloha2":       `no file and no bundled scenario is named "aloha2"; did you mean "aloha20"?`,
		"aloha20.yaml": "there is no file aloha20.yaml; the scenario that comes with the program is named aloha20",
		"absent.yaml":  "absent.yaml: cannot be read: no such file or directory; see whether its name and its folder are right",
		"./aloha20":    "./aloha20: cannot be read: no such file or directory; see whether its name and its folder are right",
		".":            ".: cannot be read: is a directory; write the name of a YAML file",
	}
	for name, want := range rows {
		if _, err := Standard().Load(name, nil); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", name, err, want)
		}
	}
	member := []strict.Set{{Path: "nodes.dummy1.at", Value: "[1m, 1m, 1m]"}}
	const whole = "--set nodes.dummy1.at: dummy1 is one of the group dummy, whose nodes are set together; write nodes.dummy, or give it an entry of its own in the file"
	if _, err := Standard().Load("docking", member); err == nil || err.Error() != whole {
		t.Errorf("a member of a group:\n got %v\nwant %s", err, whole)
	}
	_, err := Standard().Load("no-such-scenario-at-all", nil)
	if err == nil || !strings.Contains(err.Error(), "bundled are aloha-an, aloha20") {
		t.Errorf("a far name: %v", err)
	}
}

// A data file that --set names for a bundled scenario is one of the working folder, and
// the mark that spreadsheets put at the front of a file is not part of it.
func TestDataOfBundled(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("sea.csv", []byte("\ufeffdepth,temperature\n0,15\n20,9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := Standard().Load("two-nodes", []strict.Set{{Path: "water.profile", Value: "sea.csv"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Check(); err != nil {
		t.Error(err)
	}
}

// A file may extend a bundled scenario; a file beside it goes first.
func TestBundledBase(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.yaml", []byte("base: two-nodes.yaml\nname: mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := Standard().Load("mine.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	if two := load(t, "two-nodes"); plan.Name != "mine" || plan.Duration != two.Duration || len(plan.Nodes) != len(two.Nodes) {
		t.Errorf("%s of %v is not two-nodes of %v", plan.Name, plan.Duration, two.Duration)
	}
	if err := os.WriteFile("two-nodes.yaml", []byte(strings.Replace(sea, "10s", "11s", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if plan, err = Standard().Load("mine.yaml", nil); err != nil || plan.Duration.Seconds() != 11 {
		t.Errorf("the file beside it is not taken: %v", err)
	}
}

// A packet that a slot has no room for is worth a warning: the protocol refuses it.
func TestLengthWarnings(t *testing.T) {
	for _, c := range []struct{ mac, size, want string }{
		{"tdma", "1120bit", "[traffic[1] sends 1120bit, and tdma on link ac takes at most 512bit]"},
		{"tdma", "512bit", "[]"},
		{"{type: slotted-aloha, size: 64B}", "513bit", "[traffic[1] sends 513bit, and slotted-aloha on link ac takes at most 512bit]"},
		{"{type: waiting-room, station: m}", "2048bit", "[traffic[1] sends 2048bit, and waiting-room on link ac takes at most 512bit]"},
		{"aloha", "9999bit", "[]"},
	} {
		text := "name: s\nduration: 1000s\nlinks: {ac: {channel: ideal, modem: plain, mac: " + c.mac + "}}\nnodes: [{name: n}, {name: m}]\n" +
			"traffic: [{type: poisson, from: n, to: m, rate: 0.01/s, size: 8bit}, {type: periodic, from: n, to: m, period: 100s, size: " + c.size + "}]\n"
		got, err := parse(t, text).Check()
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, %q, want %s", c.mac, err, got, c.want)
		}
	}
}

// Nodes in the air and in the ground are worth a warning, and no fault: a radio
// mast may stand there.
func TestPlaceWarnings(t *testing.T) {
	text := "name: s\nduration: 1s\nwater: {seabed: 100m}\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes:\n" +
		"  - {name: mast, at: [0m, 0m, 12.5m]}\n  - {name: buoy}\n  - {name: lander, at: [0m, 0m, -100m]}\n  - {name: mole, at: [0m, 0m, -101m]}\n"
	above := "node mast begins 12.5 m above the surface; z is up, and negative under water"
	below := "node mole begins at a depth of 101 m, where the seabed is at 100 m; with channels other than rays, signals go through the ground as through water, and a vehicle stops at it"
	rows := map[string][]string{
		text: {above, below},
		text + "  - {name: n, count: 9, at: [0m, 0m, 1m]}\n":                             {above, below, "", "", "", "6 more nodes begin above the surface or below the seabed"},
		strings.Replace(strings.Replace(text, "12.5m", "-12.5m", 1), "-101m", "-99m", 1): nil,
	}
	for text, want := range rows {
		got, err := parse(t, text).Check()
		if err != nil || len(got) != len(want) {
			t.Errorf("%v, %q, want %q", err, got, want)
			continue
		}
		for i := range got {
			if want[i] != "" && got[i] != want[i] {
				t.Errorf("%q, want %q", got[i], want[i])
			}
		}
	}
}

// A current from a side of the only vehicle that docks is the same whether its names are
// given or not, and one from behind is another; of
// several vehicles one has to be named.
func TestCourse(t *testing.T) {
	docks := func(from string) *result {
		return run(t, load(t, "docking", strict.Set{Path: "nodes.auv.vehicle.step", Value: "5ms"}, strict.Set{Path: "duration", Value: "20s"},
			strict.Set{Path: "water.current", Value: "{type: uniform, speed: 0.2m/s, from: " + from + "}"}), nil)
	}
	want := docks("{side: head, vehicle: auv, target: dock}").fingerprint
	for _, from := range []string{"head", "{side: head}", "{side: head, vehicle: auv}", "{side: head, target: dock}"} {
		if got := docks(from).fingerprint; got != want {
			t.Errorf("from %s: fingerprint %s, want %s", from, got, want)
		}
	}
	if got := docks("tail").fingerprint; got == want {
		t.Error("a current from behind is one from ahead")
	}
	_, err := load(t, "fleet", strict.Set{Path: "water.current.from", Value: "head"}).Check()
	if err == nil || !strings.HasSuffix(err.Error(), "it comes from a side of a vehicle, and the scenario has 4; name a node with from.vehicle, or write toward in place of from") {
		t.Error(err)
	}
}

// The program that docks wants forces along three axes. RexROV and a point can give them; REMUS
// has a propeller and fins, which the program does not move. A group is warned of once.
func TestUnsteeredWarning(t *testing.T) {
	for model, want := range map[string]string{
		"rexrov": "[]", "point": "[]",
		"remus-100": "[auv: its program wants forces in surge, sway and heave and moves no fins, and its thrusters act on no sway and no heave]",
	} {
		plan, err := Standard().Load("fleet", []strict.Set{{Path: "nodes.auv.vehicle.model", Value: model}, {Path: "nodes.auv.count", Value: "2"}})
		if err != nil {
			t.Fatal(err)
		}
		warnings, err := plan.Check()
		if got := fmt.Sprint(warnings); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", model, got, err, want)
		}
	}
}

// Packets of a trace file that no run of this length offers, and those that its link
// refuses, are told of before the run: here two of three, the later by a nanosecond, and
// one that is longer than a slot.
func TestTraceWarnings(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := "time_s,from,to,bits\n10,buoy,n1,512\n10.000000001,buoy,n1,8\n1e3,buoy,n1,8\n"
	if err := os.WriteFile("t.csv", []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	for mac, want := range map[string]string{
		"aloha": "[traffic[0]: 2 of the 3 packets that it lists come after the end of the run, 10 s]",
		"{type: tdma, size: 511bit}": "[traffic[0] sends 512bit, and tdma on link a takes at most 511bit " +
			"traffic[0]: 2 of the 3 packets that it lists come after the end of the run, 10 s]",
	} {
		plan := parse(t, sea+"traffic: [{type: trace, link: a, file: t.csv}]\n", strict.Set{Path: "links.a.mac", Value: mac}, strict.Set{Path: "nodes.dock", Value: "{name: dock}"})
		warnings, err := plan.Check()
		if got := fmt.Sprint(warnings); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", mac, got, err, want)
		}
		if r := run(t, plan, nil); r.summary.Total.Packets.Offered != 1 {
			t.Errorf("%s: %d packets were offered", mac, r.summary.Total.Packets.Offered)
		}
	}
}

// Two links are two media, and what is sent on one is no noise on the other. Where they are
// in one water and in one band, that is hardly meant: 25 kHz with 6 kHz reaches up to 28
// kHz, 31 kHz with 6 kHz from there on.
func TestBandWarnings(t *testing.T) {
	modem := func(centre string) string {
		return "{type: plain, frequency: " + centre + ", bandwidth: 6kHz, budget: decibels}"
	}
	for _, c := range []struct{ channels, other, want string }{
		{"acoustic", "31kHz", "[]"},
		{"acoustic", "30.999kHz", "[links a and b: their bands overlap, 22 to 28 kHz and 27.999 to 33.999 kHz, and frames of one link never disturb another; " +
			"make one link of them, or give them frequencies that lie apart]"},
		{"ideal", "25kHz", "[]"},
	} {
		plan := parse(
			t, sea, strict.Set{Path: "nodes.n.at", Value: "[0m, 0m, -10m]"}, strict.Set{Path: "nodes.dock.at", Value: "[0m, 0m, -20m]"}, strict.Set{Path: "nodes.buoy.at", Value: "[0m, 0m, -30m]"},
			strict.Set{Path: "links.a", Value: "{channel: " + c.channels + ", modem: " + modem("25kHz") + ", mac: aloha}"},
			strict.Set{Path: "links.b", Value: "{channel: " + c.channels + ", modem: " + modem(c.other) + ", mac: aloha}"},
		)
		warnings, err := plan.Check()
		if got := fmt.Sprint(warnings); err != nil || got != c.want {
			t.Errorf("%s, %s: %s, %v, want %s", c.channels, c.other, got, err, c.want)
		}
	}
}
