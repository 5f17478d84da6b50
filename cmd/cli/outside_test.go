package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// outsideModule is a copy of the module in testdata/outside, which has models of its own.
type outsideModule struct {
	dir     string // of the module
	program string // that was built of it last
}

// copyOutside copies the module to a new folder and builds it there, with what the module cache has.
func copyOutside(t *testing.T) *outsideModule {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	o := &outsideModule{dir: filepath.Join(t.TempDir(), "outside")}
	if err := os.CopyFS(o.dir, os.DirFS("testdata/outside")); err != nil {
		t.Fatal(err)
	}
	// What halocline requires is what the module does: with its sums nothing is asked of the network.
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err == nil {
		err = os.WriteFile(filepath.Join(o.dir, "go.sum"), sums, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -mod=mod")
	do(t, o.dir, "go", "mod", "edit", "-replace", "halocline="+root)
	o.build(t, "halocline")
	return o
}

// build builds the program under a name. What another test has built of the same sources is up to date.
func (o *outsideModule) build(t *testing.T, name string) {
	t.Helper()
	o.program = filepath.Join(filepath.Dir(binary), "outside-"+name)
	do(t, o.dir, "go", "build", "-o", o.program, ".")
}

// halocline runs the program beside the module.
func (o *outsideModule) halocline(t *testing.T, args ...string) ran {
	t.Helper()
	return process(t, o.program, filepath.Dir(o.dir), args...)
}

// A module of its own makes its own halocline: every command knows its protocol and its scenario,
// and its tests call our kits. No file of ours is changed for it.
func TestOutsideModule(t *testing.T) {
	simtest.SkipShort(t, "builds other modules")
	o := copyOutside(t)
	do(t, o.dir, "go", "vet", "./...")
	do(t, o.dir, "go", "test", "./...")
	for _, row := range []struct {
		args      string
		code      int
		out, told string
	}{
		{"run quiet", command.OK, "quiet: two vehicles report to a station", ""},
		{"run quiet --set links.radio.mac.share=2", command.BadInput, "", "2 is out of range; "},
		{"run quiet --set links.radio.mac=duty-cycel", command.BadInput, "", `unknown model "duty-cycel"; did you mean "duty-cycle"?`},
		{"run quite", command.BadInput, "", `no file and no bundled scenario is named "quite"; did you mean "quiet"?`},
		{"check quiet", command.OK, "quiet: ok", ""},
		{"check quiet --set traffic[0].rate=0.5/s", command.OK, "quiet: ok", "as many packets as duty-cycle lets it send"},
		{"list scenarios", command.OK, "two vehicles report to a station", ""},
		{"list duty-cycle", command.OK, "largest share of the time that a node sends", ""},
		{"list mac --json", command.OK, `"name": "duty-cycle"`, ""},
		{"list duty-cycel", command.BadInput, "", `did you mean "duty-cycle"?`},
		{"explain duty-cycle.share", command.OK, "halocline run quiet --set links.radio.mac.share=0.1", ""},
		{"explain links.radio.mac --in quiet", command.OK, "written at quiet.yaml", ""},
		{"schema", command.OK, `"const": "duty-cycle"`, ""},
		{"show quiet", command.OK, "mac: {type: duty-cycle, share: 0.1}", ""},
		{"version", command.OK, " in outside ", ""},
		{"run hops", command.OK, "ship.time_to_first  1.2816     s", ""},
		{"run glide", command.OK, "glider      100", ""},
		{"run hops --set nodes.buoy.run.relay=rely", command.BadInput, "", `unknown node "rely"; did you mean "relay"?`},
		{"run glide --set nodes.glider.vehicle.dynamics=glidr", command.BadInput, "", `unknown model "glidr"; did you mean "glider"?`},
		{"run glide --set nodes.glider.instruments[1].to=shp", command.BadInput, "", `did you mean "ship"?`},
		{"run glide --set links.water.channel.dept=3m", command.BadInput, "", `did you mean "depth"?`},
		{"list programs", command.OK, "sends readings by way of a relay", ""},
		{"list metrics", command.OK, "time until the first reading came", ""},
		{"explain time_to_first", command.OK, "time-to-event", ""},
		{"explain pier.depth", command.OK, "down to which it goes", ""},
		{"schema", command.OK, `"const": "thermometer"`, ""},
		{"new scenario quiet", command.BadInput, "", "quiet comes with the program; choose another name"},
		{"__complete run qui", command.OK, "quiet\n", "ShellCompDirectiveDefault"},
		{"__complete run quiet --set links.radio.mac=d", command.OK, "links.radio.mac=duty-cycle\n", "ShellCompDirectiveNoFileComp"},
	} {
		o.halocline(t, strings.Fields(row.args)...).expect(t, row.args, row.code, row.out, row.told)
	}
}

// A study that names a model of another module is swept and tabulated, and after an edit of the
// module neither resumed nor merged: the numbers of before and after do not mix.
func TestOutsideModuleEdited(t *testing.T) {
	simtest.SkipShort(t, "builds other modules")
	o := copyOutside(t)
	write(t, filepath.Dir(o.dir), "s.yaml", "name: shares\nbase: quiet\nsweep: {links.radio.mac: [aloha, {type: duty-cycle, share: 0.05}]}\nrepeat: 2\n"+
		"tables: [{name: ratio, rows: links.radio.mac, metric: packets.delivery_ratio}]\n")
	sweep := func(more string) ran {
		return o.halocline(t, strings.Fields("sweep s.yaml "+more)...)
	}
	sweep("-o r.db --runs 0").expect(t, "first", command.OK, "", "r.db holds 1")
	sweep("--shard 1/2 --out before").expect(t, "shard", command.OK, "", "2 runs made")

	first, file := o.program, filepath.Join(o.dir, "dutycycle.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, o.dir, "dutycycle.go", strings.Replace(string(text), "(1/c.Share - 1)", "(1/c.Share - 0.5)", 1))
	o.build(t, "edited")
	const mixed = "their results do not mix"
	sweep("-o r.db --resume").expect(t, "resumed after the edit", command.BadInput, "", mixed)
	sweep("--shard 2/2 --out after").expect(t, "shard after the edit", command.OK, "", "2 runs made")
	o.halocline(t, "merge", "before", "after", "-o", "all.db").expect(t, "merge of both", command.BadInput, "", mixed)

	write(t, o.dir, "dutycycle.go", string(text))
	o.build(t, "halocline")
	sweep("-o r.db --resume").expect(t, "resumed without the edit", command.OK, "", "r.db holds 4")
	sweep("--shard 2/2 --out rest").expect(t, "shard without the edit", command.OK, "", "2 runs made")
	o.halocline(t, "merge", "before", "rest", "-o", "all.db").expect(t, "merge", command.OK, "", "2 files, 4 runs")
	write(t, filepath.Dir(o.dir), "first.yaml", "name: first\nbase: hops\nsweep: {duration: [1.5s, 100s]}\nrepeat: 2\n"+
		"tables: [{name: first, rows: duration, metric: ship.time_to_first}]\n")
	o.halocline(t, strings.Fields("sweep first.yaml -o first.db")...).expect(t, "sweep of a program's metric", command.OK, "", "first.db holds 4")
	r := o.halocline(t, "table", "first.db") // 1.5 s hold what takes 1.2816 s
	r.expect(t, "its table", command.OK, "1.282", "")
	o.program = first
	o.halocline(t, "table", "all.db").expect(t, "table", command.OK, "duty-cycle", "")
}
