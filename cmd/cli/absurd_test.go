package cli

import (
	"net"
	"os"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// absurdFiles are files that a user may name by mistake.
func absurdFiles() map[string]string {
	const mine = "name: mine\nbase: two-nodes.yaml\n"
	return map[string]string{
		"picture.png": "\x89PNG\r\n\x1a\n", "empty.yaml": "", "text.db": "hello\n", "text.mcap": "hello\n", "old.jsonl": `{"journal":"halocline","version":1,"scenario":"a","seed":1}` + "\n{}\n", "passwd": "root:x:0:0:root:/root:/bin/bash\n",
		"word.yaml": "hello\n", "list.yaml": "- a\n- b\n", "two.yaml": "name: a\n---\nname: b\n", "tabs.yaml": "name: a\n\tseed: 1\n", "nul.yaml": "name: a\x00b\n",
		"utf16.yaml": "\xff\xfen\x00a\x00", "deep.yaml": strings.Repeat("[", 20000), "long.yaml": "name: " + strings.Repeat("x", 2<<20), "self.yaml": "name: a\nbase: self.yaml\n",
		"bomb.yaml":   "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
		"anchor.yaml": mine + "duration: *nope\n", "past.yaml": mine + "duration: -5s\n", "nan.yaml": mine + "water: {temperature: .nan}\n", "huge.yaml": mine + "duration: 1e400s\n",
		"again.yaml": mine + "seed: 1\nseed: 2\n", "typo.yaml": mine + "links: {acoustic: {mac: {type: tmda}}}\n", "twice.yaml": mine + "nodes: [{name: a, at: [0m, 0m, -1m]}, {name: a, at: [0m, 0m, -2m]}]\n",
		"nameless.yaml": mine + "nodes: [{at: [0m, 0m, -1m]}]\n", "bed.yaml": "name: x\nbase: docking.yaml\nwater: {seabed: {depth: 20m}}\nnodes: {auv: {at: [0m, 0m, -500m]}}\n",
		"study.yaml": "name: s\nbase: two-nodes.yaml\nsweep: {duration: [5s, 6s]}\n", "seeds.yaml": "name: s\nbase: two-nodes.yaml\nsweep: {seed: [1, 2]}\n",
		"nonsense.yaml": "name: s\nbase: two-nodes.yaml\nsweep: {links.acoustic.mac.nonsense: [1, 2]}\n",
	}
}

// What a user gives by mistake is told in one line, with its place and with what to do, and nothing is written.
func TestAbsurdInput(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	for name, text := range absurdFiles() {
		write(t, dir, name, text)
	}
	if err := os.Mkdir(dir+"/folder", 0o777); err != nil {
		t.Fatal(err)
	}
	busy, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	before, _ := os.ReadDir(dir)
	for _, row := range [][2]string{
		{"run none.yaml", "none.yaml: cannot be read: no such file or directory; see whether its name"},
		{"run folder", "folder: cannot be read: is a directory; write the name of a YAML file"},
		{"run picture.png", "picture.png:1:1: is not UTF-8 text: byte 0x89; name a YAML file"},
		{"run utf16.yaml", "utf16.yaml:1:1: is not UTF-8 text: byte 0xff"},
		{"run empty.yaml", "empty.yaml: is empty; write keys and values"},
		{"run word.yaml", `word.yaml:1:1: "hello" is given; write a mapping, as in {name: ...}`},
		{"run list.yaml", "list.yaml:1:1: a list is given; write a mapping, as in {name: ...}"},
		{"run two.yaml", "two.yaml:2:1: a second document begins here; a file holds one"},
		{"run tabs.yaml", "tabs.yaml:2:2: not valid YAML: found a tab character that violates indentation; indent with blanks"},
		{"run nul.yaml", "nul.yaml:1:8: the control character 0x00 is not part of a text; remove it"},
		{"run deep.yaml", "deep.yaml:1:1: not valid YAML: exceeded max depth of 10000; put fewer lists"},
		{"run long.yaml", "long.yaml: is larger than 1 MiB; put data into files of their own"},
		{"run self.yaml", "self.yaml:2:7: self.yaml extends itself"},
		{"run bomb.yaml", "the file holds more than 200000 values, aliases counted at each use; split it"},
		{"run anchor.yaml", "anchor.yaml:3:1: not valid YAML: unknown anchor 'nope' referenced; write &name"},
		{"run past.yaml", "past.yaml:3:11: -5s is out of range; write more than 0s"},
		{"run nan.yaml", `nan.yaml:3:22: ".nan" is not a number as it is written here; write a temperature`},
		{"run huge.yaml", "huge.yaml:3:11: the number 1e400s is too long, or beyond 1e60; write it"},
		{"run again.yaml", `again.yaml:4:1: key "seed" is given twice; the first is in line 3`},
		{"run typo.yaml", `typo.yaml:3:32: unknown model "tmda"; did you mean "tdma"?`},
		{"run twice.yaml", `a node "a" is there already; give this one another name`},
		{"run nameless.yaml", `nameless.yaml:3:9: key "name" is missing; write a text`},
		{"run bed.yaml", "m deep in the bottom, which would throw it out; give it another place"},
		{"run study.yaml", "study.yaml is a study: halocline sweep study.yaml makes its runs"},
		{"run text.mcap", "text.mcap is a recording: halocline view text.mcap shows it"},
		{"run old.jsonl", "old.jsonl is the journal of a session: halocline run SCENARIO --replay old.jsonl repeats that"},
		{"view old.jsonl --no-browser", "old.jsonl is the journal of a session: "},
		{"plot text.mcap", "text.mcap is a recording: halocline view text.mcap shows it"},
		{"export text.mcap", "text.mcap is a recording: halocline view text.mcap shows it; halocline run SCENARIO with --trace FILE.csv"},
		{"sweep text.mcap", "text.mcap is a recording: "},
		{"check text.mcap", "text.mcap is a recording: "},
		{"new study x --base text.mcap", "--base: text.mcap is a recording: "},
		{"table none.mcap", "there is no file none.mcap; halocline run SCENARIO --record none.mcap makes it"},
		{"table docking", "there is no file docking; halocline sweep STUDY -o docking.db makes a result file; of a scenario, halocline run"},
		{"export twice.yaml", "twice.yaml is a scenario, which holds no results: halocline run twice.yaml makes one run"},
		{"sweep past.yaml", "past.yaml is a scenario, which halocline run runs once"},
		{"sensitivity text.mcap --of packets.offered", "text.mcap is a recording: "},
		{"run two-nodes --queue heep", `--queue: unknown queue "heep"; did you mean "heap"?`},
		{"run two-nodes --replay none.jsonl", "--replay none.jsonl: cannot be read: no such file or directory; see whether its name"},
		{"run two-nodes --set duration=[1s,2s]", "--set duration: a list is given; write a duration such as 20ms"},
		{"run two-nodes --set duration=5m/s", "--set duration: 5m/s is a speed; write a duration such as 20ms"},
		{"run two-nodes --trace none/t.csv", "--trace none/t.csv: there is no folder none; make it first"},
		{"fmu two-nodes --library none.so", "--library none.so: cannot be read: no such file or directory; see whether its name"},
		{"sweep two-nodes", "two-nodes is a scenario, which halocline run runs once; halocline new study"},
		{"sweep seeds.yaml", "seeds.yaml:3:9: seeds are not swept; write repeat: 10 at the top of the study"},
		{"sweep nonsense.yaml", `nonsense.yaml:3:9: unknown key "nonsense"; known: `},
		{"sweep study.yaml --workers -3", "--workers: -3 is given; write at least 0"},
		{"sweep study.yaml --shard 9/8 --out s", "--shard 9/8: write a part such as 2/8, from 1/8 to 8/8"},
		{"sweep study.yaml --resume -o text.db", "text.db: this is no file of results that can be read: it is not an SQLite file; name another"},
		{"table text.db", "text.db: this is no file of results that can be read: it is not an SQLite file; name another"},
		{"table study.yaml", "study.yaml is a study, which holds no results: halocline sweep study.yaml makes them"},
		{"loop docking aloha20", "2 scenarios are given, and loop takes one"},
		{"plot text.db --title Delay", "unknown flag: --title; titles, captions and labels are keys of the study, as halocline explain figures.title has it, and sweep STUDY --resume"},
		{"plot docking --height 5", "--height: 5 has no unit; write a length"},
		{"plot docking --height 50cm", "--height: 50cm is out of range; write at least 30mm and at most 300mm"},
		{"plot docking --width 10cm", `--width: unknown width "10cm"; known: column, page`},
		{"export text.db --format xls", `--format: unknown format "xls"; known: csv`},
		{"view two-nodes --replay none.jsonl", "unknown flag: --replay; halocline view FILE.mcap shows a recording again"},
		{"view passwd --no-browser", "passwd: it is no scenario in YAML, no recording (.mcap) and no result file, of which halocline view shows runs; name one"},
		{"view text.db --no-browser", "text.db: it is no scenario in YAML, no recording (.mcap) and no result file"},
		{"view text.mcap --no-browser", "text.mcap: it is no recording of halocline run --record; write one"},
		{"view two-nodes --with duration --no-browser", `--with "duration": write path=value, as in --with water.salinity=5psu`},
		{"view two-nodes --with duration=5 --no-browser", "--with duration: 5 has no unit; write a duration such as 20ms"},
		{"view two-nodes --with nodes.auv.at=[1m,2,3m] --no-browser", "--with nodes.auv.at[1]: 2 has no unit; write a length"},
		{"view two-nodes --set duration=5 --with seed=2 --no-browser", "--set duration: 5 has no unit; write a duration such as 20ms"},
		{"view two-nodes --no-browser --listen " + busy.Addr().String(), "--listen: "},
		{"docs --no-browser --listen " + busy.Addr().String(), "--listen: "},
		{"serve docking-outside --lockstep --listen " + busy.Addr().String(), "--listen: "},
		{"reproduce fig5.7 --workers -3", "--workers: -3 is given; write at least 0"},
		{"explain asdfghjkl", `no key, model, metric or term is named "asdfghjkl"; halocline list shows`},
	} {
		r := halocline(t, dir, strings.Fields(row[0])...)
		r.expect(t, row[0], command.BadInput, "", "halocline: ")
		if !strings.Contains(r.err, row[1]) || r.out != "" || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: prints %q and says %q; want one line with %q", row[0], r.out, r.err, row[1])
		}
	}
	if after, _ := os.ReadDir(dir); len(after) != len(before) {
		t.Errorf("%d files are there, and %d were before", len(after), len(before))
	}
}
